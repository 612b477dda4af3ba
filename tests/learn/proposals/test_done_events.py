"""What runs and acceptances did: kept for undo, in the order in which it was done."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from support.memories import NOW

from memsync.learn.proposals.done import Event, add, events, strike
from memsync.sessions.projects import Project

if TYPE_CHECKING:
    from pathlib import Path

SHOP = Project("/shop", "github.com/acme/shop")
BARE = Project(None, None)


def event(minute: int, **changed: object) -> Event:
    """What a command of a minute did."""
    now = NOW._replace(utc=NOW.utc + timedelta(minutes=minute), by="learn accept")
    made = Event.of(now, f"r{minute}", made=["a", "b"], accepted=["c"])
    return made._replace(**changed)  # type: ignore[arg-type]


def test_an_event_has_the_moment_and_the_command() -> None:
    found = event(0)
    assert found.command == "learn accept"
    assert (found.run, found.made, found.accepted) == ("r0", ("a", "b"), ("c",))
    assert found.moment < event(1).moment
    assert Event.of(NOW)[2:] == ("", (), ())


def test_events_come_back_with_their_repository_the_newest_last(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "learn"
    add(folder, event(0), SHOP)
    add(folder, event(1), BARE)
    assert events(folder) == [(event(0), SHOP), (event(1), BARE)]
    assert folder.stat().st_mode & 0o777 == 0o700


def test_no_file_has_no_events(tmp_path: Path) -> None:
    assert events(tmp_path / "missing") == []


def test_a_struck_event_is_gone_and_the_others_stay(tmp_path: Path) -> None:
    for minute in range(3):
        add(tmp_path, event(minute), SHOP)
    strike(tmp_path, event(1).moment)
    strike(tmp_path, event(1).moment)
    assert [each.run for each, _ in events(tmp_path)] == ["r0", "r2"]


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        "{}",
        json.dumps({**event(0)._asdict(), "project": {"root": "/", "more": 1}}),
        json.dumps({**event(0)._asdict(), "project": None}),
        json.dumps({**event(0)._asdict(), "made": 3, "project": SHOP._asdict()}),
    ],
)
def test_a_damaged_line_is_passed_over(tmp_path: Path, line: str) -> None:
    add(tmp_path, event(0), SHOP)
    with (tmp_path / "done.jsonl").open("a") as file:
        file.write(f"{line}\n")
    assert events(tmp_path) == [(event(0), SHOP)]
    add(tmp_path, event(1), SHOP)
    assert events(tmp_path) == [(event(0), SHOP), (event(1), SHOP)]


def test_of_very_many_the_last_five_hundred_are_kept(tmp_path: Path) -> None:
    row = {"command": "learn", "made": [], "accepted": [], "project": SHOP._asdict()}
    lines = [{**row, "moment": f"m{n}", "run": f"o{n}"} for n in range(500)]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (tmp_path / "done.jsonl").write_text(text)
    add(tmp_path, event(0), SHOP)
    found = [each.run for each, _ in events(tmp_path)]
    assert len(found) == 500
    assert (found[0], found[-1]) == ("o1", "r0")
