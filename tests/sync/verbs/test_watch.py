"""A watcher's round comes soon after a change, and now and then anyway."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.memory.note.names import Scope
from memsync.memory.note.records import MemoryFolder
from memsync.sync.verbs.watch import Schedule, look

if TYPE_CHECKING:
    from pathlib import Path


def schedule(interval: float = 300) -> Schedule:
    made = Schedule(interval, lambda: 0.5)
    made.ran(1, 0, reached=True)
    return made


def test_a_round_comes_when_a_change_has_settled() -> None:
    due = schedule()
    due.see(1, 1)
    assert not due.is_due(1)
    due.see(2, 10)
    assert not due.is_due(11)
    due.see(3, 11)
    assert not due.is_due(12.5)
    assert due.is_due(13)


def test_an_agent_that_never_stops_writing_is_synced_all_the_same() -> None:
    due = schedule()
    moments = range(1, 40)
    for moment in moments:
        due.see(moment + 1, moment)
        if due.is_due(moment):
            break
    assert moment == 31


def test_the_remote_is_asked_again_after_the_interval() -> None:
    due = schedule(300)
    assert not due.is_due(299)
    assert due.is_due(300)


def test_pauses_grow_while_the_remote_does_not_answer_up_to_an_hour() -> None:
    due = schedule(300)
    pauses = [due.ran(1, 0, reached=False) for _ in range(6)]
    assert pauses == [600, 1200, 2400, 3600, 3600, 3600]
    assert due.ran(1, 0, reached=True) == 300


def test_two_machines_do_not_ask_at_one_moment() -> None:
    early, late = (
        Schedule(300, iter([at]).__next__).ran(1, 0, reached=True) for at in (0.0, 1.0)
    )
    assert (round(early), round(late)) == (240, 360)


def test_every_change_of_a_memory_is_seen(tmp_path: Path) -> None:
    note = tmp_path / "note.md"
    words = [look([tmp_path])]
    note.write_text("one")
    words.append(look([tmp_path]))
    note.write_text("three")
    words.append(look([tmp_path]))
    note.rename(tmp_path / "other.md")
    words.append(look([tmp_path]))
    assert len(set(words)) == 4
    assert look([tmp_path]) == words[-1]
    (tmp_path / "notes.txt").write_text("no note")
    assert look([tmp_path]) == words[-1]
    assert look([tmp_path / "missing"]) > 0


def test_every_change_of_an_agents_folder_is_seen(tmp_path: Path) -> None:
    ours, folder = tmp_path / "ours", tmp_path / "agent"
    (folder / "sub").mkdir(parents=True)
    memory = MemoryFolder(
        *(folder, Scope.WORKSPACE, tmp_path / "archive", tmp_path / "lock"),
        private=True,
        guards_live=False,
        allow_file=tmp_path / "allow",
        ending=".txt",
        apart=("projects",),
    )
    words = [look([ours], [memory])]
    for file in ("one.txt", "sub/two.txt"):
        (folder / file).write_text("x")
        words.append(look([ours], [memory]))
    assert len(set(words)) == 3
    (folder / "projects").mkdir()
    for file in ("three.md", ".hidden.txt", "projects/four.txt"):
        (folder / file).write_text("x")
        assert look([ours], [memory]) == words[-1]
