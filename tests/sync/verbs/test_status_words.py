"""How sync stands, in words and in files."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from support.memories import NOW, settings

from memsync.files.lock import Held
from memsync.paths import Places
from memsync.sync.state.rounds import RoundEntry, add_round
from memsync.sync.state.state import Hold, State, save, state_folder_of
from memsync.sync.verbs.status import ago, running, summary

if TYPE_CHECKING:
    from pathlib import Path

THEN = "2026-11-21T09:30:00Z"


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places(
        {
            "HOME": str(tmp_path),
            "MEMSYNC_STATE_DIR": str(tmp_path / "s"),
            "MEMSYNC_CONFIG_DIR": str(tmp_path / "c"),
        }
    )


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "just now"),
        (59, "just now"),
        (60, "1 min ago"),
        (3599, "59 min ago"),
        (3600, "1 h ago"),
        (86399, "23 h ago"),
        (86400, "1 d ago"),
        (3 * 86400 + 5, "3 d ago"),
        (-3600, "just now"),
    ],
)
def test_a_moment_is_told_roughly(seconds: int, said: str) -> None:
    moment = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
    assert ago(THEN, moment + timedelta(seconds=seconds)) == said


@pytest.mark.parametrize("then", ["", "yesterday", "2026-11-21T09:30:00"])
def test_a_malformed_moment_is_unknown(then: str) -> None:
    assert ago(then, NOW.utc) == "at an unknown time"


def test_a_memory_that_is_not_synced_has_an_empty_summary(places: Places) -> None:
    found = summary(places, settings())
    assert not found["configured"]
    assert (found["remote"], found["head"], found["unpushed"]) == (None, None, 0)
    assert "problem" not in found


def test_a_summary_tells_what_is_held_and_what_stopped_the_last_round(
    places: Places,
) -> None:
    folder = state_folder_of(places)
    state = State(
        last_success="2026-11-20T00:00:00Z",
        held={"a": Hold("it is large", THEN)},
        strays=frozenset({"user/sub/b.md"}),
    )
    save(folder, state, Held())
    entry = RoundEntry("2026-11-20T01:00:00Z", "1" * 40, merged=(("c", "merged"),))
    add_round(folder.diary_file, entry, Held())
    trouble = RoundEntry(THEN, error=("offline", "no answer"))
    add_round(folder.diary_file, trouble, Held())
    found = summary(places, settings(sync__remote="ext::sh -c true"))
    assert found["configured"]
    assert found["last_success"] == "2026-11-20T00:00:00Z"
    assert [each["name"] for each in found["held"]] == ["a"]
    assert found["strays"] == ["sub/b"]
    assert found["merged"] == [
        {"name": "c", "outcome": "merged", "time": "2026-11-20T01:00:00Z"}
    ]
    assert found["trouble"] == {
        "code": "offline",
        "message": "no answer",
        "since": THEN,
    }
    # An unsafe address is named instead of raised.
    assert found["remote"] is None
    assert found["problem"]


def test_no_round_is_running_where_none_was_started(places: Places) -> None:
    assert running(places, settings()) is None
