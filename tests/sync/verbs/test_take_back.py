"""What the last round changed in a folder is changed back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.fleet import START_MS, Peer
from support.memory_mirror import MemoryRemote

from memsync.errors import NotFound
from memsync.files.lock import Held
from memsync.sync.state.last_round import FileChange, LastRound, save_last
from memsync.sync.tree.layout import blob_id
from memsync.sync.verbs.undo import take_back

if TYPE_CHECKING:
    from pathlib import Path

HEAD = b"---\nname: a\ndescription: d\n---\n\n"
OLD, NEW, MINE = HEAD + b"old\n", HEAD + b"new\n", HEAD + b"mine\n"


@pytest.fixture
def fleet(tmp_path: Path) -> list[Peer]:
    remote = MemoryRemote()
    return [Peer(tmp_path / f"m{n}", n, remote) for n in range(2)]


def settle(fleet: list[Peer]) -> None:
    for peer in (*fleet, *fleet):
        peer.sync(START_MS)


def overwritten(fleet: list[Peer]) -> Peer:
    """A machine whose last round took an edit, a new note and a deletion."""
    desk, laptop = fleet
    desk.write("a", OLD)
    desk.write("gone", OLD)
    settle(fleet)
    desk.write("a", NEW)
    desk.write("fresh", NEW)
    desk.delete("gone")
    desk.sync(START_MS)
    laptop.sync(START_MS)
    assert laptop.files() == {"a": NEW, "fresh": NEW}
    return laptop


def test_before_any_round_there_is_nothing_to_take_back(fleet: list[Peer]) -> None:
    result = take_back(fleet[0].context(START_MS))
    assert (result.head, result.received, result.changed) == (None, [], False)


def test_edits_new_notes_and_deletions_are_taken_back(fleet: list[Peer]) -> None:
    laptop = overwritten(fleet)
    result = take_back(laptop.context(START_MS))
    assert laptop.files() == {"a": OLD, "gone": OLD}
    assert result.received == ["a", "fresh", "gone"]
    assert result.changed
    assert result.warnings == []
    assert result.head == laptop.mirror.main
    assert NEW in laptop.archived()


def test_what_was_taken_back_goes_to_all_machines(fleet: list[Peer]) -> None:
    laptop = overwritten(fleet)
    take_back(laptop.context(START_MS))
    laptop.sync(START_MS + 1000)
    fleet[0].sync(START_MS + 2000)
    assert fleet[0].files() == {"a": OLD, "gone": OLD}


def test_a_round_is_taken_back_once(fleet: list[Peer]) -> None:
    laptop = overwritten(fleet)
    take_back(laptop.context(START_MS))
    again = take_back(laptop.context(START_MS))
    assert (again.received, again.changed) == ([], False)
    assert laptop.files() == {"a": OLD, "gone": OLD}


def test_a_trial_says_the_same_and_changes_nothing(fleet: list[Peer]) -> None:
    laptop = overwritten(fleet)
    before = laptop.files()
    said = take_back(laptop.context(START_MS), pretend=True)
    assert said.received == ["a", "fresh", "gone"]
    assert laptop.files() == before
    assert take_back(laptop.context(START_MS)).received == said.received


def test_a_file_that_was_changed_since_stays_with_a_warning(
    fleet: list[Peer],
) -> None:
    laptop = overwritten(fleet)
    laptop.write("a", MINE)
    laptop.write("gone", MINE)
    result = take_back(laptop.context(START_MS))
    assert laptop.files() == {"a": MINE, "gone": MINE}
    assert result.received == ["fresh"]
    assert result.warnings == [
        ("'a' was changed since that sync, and stays as it is", None),
        ("'gone' was changed since that sync, and stays as it is", None),
    ]


def test_a_file_that_is_as_it_was_needs_nothing(fleet: list[Peer]) -> None:
    laptop = overwritten(fleet)
    laptop.write("a", OLD)
    laptop.delete("fresh")
    result = take_back(laptop.context(START_MS))
    assert result.received == ["gone"]
    assert result.warnings == []


def test_a_text_that_the_history_lost_comes_from_the_archive(tmp_path: Path) -> None:
    peer = Peer(tmp_path, 1, MemoryRemote())
    peer.write("a", NEW)
    peer.sync(START_MS)
    changes = {"a.md": FileChange(blob_id(OLD), blob_id(NEW))}
    last = LastRound("2017-07-14T02:40:00Z", changes)
    save_last(peer.vault.last_round_file, [last], Held())
    with pytest.raises(NotFound) as found:
        take_back(peer.context(START_MS))
    assert found.value.message == "the text of 'a' before that sync is gone"
    assert found.value.hint == "see `memsync archive list a`"
    assert peer.files() == {"a": NEW}
    stored = peer.memory.archive / "a" / "20170101T000000Z-0123456789ab.md"
    stored.parent.mkdir(parents=True, exist_ok=True)
    stored.write_bytes(OLD)
    assert take_back(peer.context(START_MS)).received == ["a"]
    assert peer.files() == {"a": OLD}


def test_changes_of_a_memory_that_is_not_here_are_left_out(tmp_path: Path) -> None:
    peer = Peer(tmp_path, 1, MemoryRemote())
    changes = {"projects/none/a.md": FileChange(blob_id(OLD), blob_id(NEW))}
    save_last_in(peer, changes)
    result = take_back(peer.context(START_MS))
    assert (result.received, result.warnings) == ([], [])


def save_last_in(peer: Peer, changes: dict[str, FileChange]) -> None:
    peer.vault.folder.mkdir(parents=True, exist_ok=True)
    last = LastRound("2017-07-14T02:40:00Z", changes)
    save_last(peer.vault.last_round_file, [last], Held())
