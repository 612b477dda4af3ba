"""Whether a part of a text overlaps one of many others."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from memsync.secrets.overlaps import Spans

SPANS = st.tuples(st.integers(0, 12), st.integers(1, 6)).map(lambda s: (s[0], sum(s)))


@given(st.lists(SPANS), SPANS)
@example([(0, 9), (1, 2)], (5, 6))
@example([(0, 3)], (3, 5))
def test_it_is_as_if_all_were_compared(
    spans: list[tuple[int, int]], one: tuple[int, int]
) -> None:
    start, end = one
    compared = any(first < end and start < last for first, last in spans)
    assert Spans(spans).overlap(start, end) is compared
