"""The archive's diary: what happened to each version, as far as it can be read."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.errors import Refused
from memsync.files.lock import Held
from memsync.memory.archive.events import Events, Past

if TYPE_CHECKING:
    from pathlib import Path

THEN = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
STAMP = "20261121T093000Z"


@pytest.fixture
def events(tmp_path: Path) -> Events:
    return Events(tmp_path / "archive/log", mode=0o600)


def test_without_a_log_nothing_is_known(events: Events) -> None:
    assert events.past() == {}
    assert events.live() == {}
    events.compact(Held())
    events.revise({("a", "1"): "2"}, Held())
    assert not events.path.exists()


def test_the_last_word_about_a_version_counts(events: Events) -> None:
    events.record("live", "plan", "d1", THEN)
    events.record("overwritten", "plan", "d1", THEN + timedelta(seconds=1))
    events.record("live", "plan", "d2", THEN + timedelta(seconds=1))
    past = events.past()
    assert past["plan", "d1"] == Past("overwritten", "20261121T093001Z", 1)
    assert past["plan", "d2"] == Past(None, "20261121T093001Z", 2)
    assert events.path.stat().st_mode & 0o777 == 0o600


def test_a_reason_outlives_going_live_again(events: Events) -> None:
    events.record("forgotten", "plan", "d1", THEN)
    events.record("live", "plan", "d1", THEN)
    assert events.past()["plan", "d1"].reason == "forgotten"


@pytest.mark.parametrize(
    ("event", "lives"),
    [
        ("overwritten", True),
        ("merged", True),
        ("synced", True),
        ("restored", True),
        ("forgotten", False),
        ("renamed", False),
    ],
)
def test_a_note_lives_until_it_was_forgotten_or_renamed(
    events: Events, event: str, *, lives: bool
) -> None:
    events.record("live", "plan", "d1", THEN)
    events.record(event, "plan", "d1", THEN)  # type: ignore[arg-type]
    assert (events.live() == {"plan": "d1"}) is lives


def test_a_name_of_two_lines_is_not_recorded(events: Events) -> None:
    events.record_all("live", [("a\nb", "d1"), ("c d", "d2")], THEN)
    assert events.live() == {"c d": "d2"}


@pytest.mark.parametrize(
    "line", [b"", b"words", b"a b c", b"\xff\xfe\x00", b"x" * 5000, b"  "]
)
def test_a_line_that_cannot_be_read_is_passed_over(events: Events, line: bytes) -> None:
    events.record("live", "one", "d1", THEN)
    with events.path.open("ab") as file:
        file.write(line + b"\n")
    events.record("live", "two", "d2", THEN)
    assert events.live() == {"one": "d1", "two": "d2"}


def test_a_line_cut_short_by_a_crash_costs_that_line(events: Events) -> None:
    events.record("live", "one", "d1", THEN)
    events.record("live", "two", "d2", THEN)
    data = events.path.read_bytes()
    events.path.write_bytes(data[:-8])
    assert events.live() == {"one": "d1"}


def test_a_link_in_its_place_is_refused(events: Events, tmp_path: Path) -> None:
    events.path.parent.mkdir()
    events.path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="symbolic links"):
        events.record("live", "one", "d1", THEN)
    (tmp_path / "elsewhere").write_text(f"{STAMP} live d1 one\n")
    with pytest.raises(Refused):
        events.live()


def test_versions_get_other_digests_or_none(events: Events) -> None:
    events.record_all("live", [("a", "d1"), ("b", "d1"), ("c", "d3")], THEN)
    events.revise({("a", "d1"): "new", ("c", "d3"): None}, Held())
    assert events.live() == {"a": "new", "b": "d1"}


def test_a_short_log_is_left_as_it_is(events: Events) -> None:
    for _ in range(3):
        events.record("live", "a", "d1", THEN)
    before = events.path.read_bytes()
    events.compact(Held())
    assert events.path.read_bytes() == before


NAME = st.sampled_from(["a", "b c", "d", "\udcff", "x/y"])
EVENT = st.sampled_from(["live", "forgotten", "renamed", "overwritten"])


@given(st.lists(st.tuples(EVENT, NAME, st.sampled_from(["d1", "d2"])), max_size=12))
def test_compacted_it_says_the_same(
    tmp_path_factory: pytest.TempPathFactory, history: list[tuple[str, str, str]]
) -> None:
    events = Events(tmp_path_factory.getbasetemp() / "log", mode=0o600)
    events.path.unlink(missing_ok=True)
    for event, name, digest in history:
        events.record(event, name, digest, THEN)  # type: ignore[arg-type]
    live, past = events.live(), events.past()
    with events.path.open("ab") as file:
        file.write(f"{STAMP} other d9 {'x' * 4000}\n".encode() * 300)
    events.compact(Held())
    assert events.path.stat().st_size < 10_000
    assert events.live() == live
    again = events.past()
    assert {key: again[key].when for key in past} == {
        k: p.when for k, p in past.items()
    }
