"""When a session is tried again: by the class of its trouble and the clock."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.learn.ledger.trouble import Standing, wait_after, why_not

NOW = 1_790_000_000.0


def standing(state: str, **changed: object) -> Standing:
    made = Standing("d", state, 1, 1, NOW + 60, "transient", "the reason", NOW - 1)
    return made._replace(**changed)  # type: ignore[arg-type]


def test_the_wait_doubles_from_two_minutes_up_to_a_day() -> None:
    waits = [wait_after(count, 0) / 60 for count in range(1, 6)]
    assert waits == [2, 4, 8, 16, 32]
    assert wait_after(11, 0) == wait_after(9999, 0) == 86_400


@given(st.integers(0, 10_000), st.floats(0, 1e7))
def test_who_asks_to_wait_is_heard(count: int, asked: float) -> None:
    assert wait_after(count, asked) >= max(asked, 120)


@pytest.mark.parametrize(
    ("found", "why"),
    [
        (None, ""),
        (standing("read"), "already read"),
        (standing("read", digest="older"), ""),
        (standing("parked"), "parked: the reason"),
        (standing("refused"), "refused: the reason"),
        (standing("refused", digest="older"), ""),
        (standing("failed"), "tried again later: the reason"),
        (standing("failed", next=NOW - 1), ""),
        (standing("failed", changed=NOW + 9), ""),
        (standing("claimed"), ""),
        (standing("claimed", tries=3), "parked: three runs ended while they read it"),
    ],
)
def test_why_a_session_is_not_read(found: Standing | None, why: str) -> None:
    assert why_not(found, "d", NOW) == why
