"""`setup --undo`: a file as setup left it is as it was; another's change stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.places import snapshot

from memsync.agents.hooks.settings import hooks_of
from memsync.agents.table import with_hooks
from memsync.paths import Places
from memsync.setup import journal
from memsync.setup.journal import Entry, digest, missing_folders
from memsync.setup.parts import agent_parts, memory_part
from memsync.setup.undo import Undone, undo

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture
def places(machine: Machine) -> Places:
    return Places(machine.environ)


def noted(places: Places, path: Path, before: bytes | None, after: bytes) -> None:
    """Change a file as a part of setup does."""
    folders = missing_folders(path)
    journal.add(places.data, [Entry(path, "sync", before, digest(after), folders)])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(after)


def test_without_a_journal_there_is_nothing_to_undo(places: Places) -> None:
    assert undo(places) == []
    assert not places.data.exists()


def test_a_file_gets_its_bytes_back(places: Places, tmp_path: Path) -> None:
    file = tmp_path / "settings"
    noted(places, file, b"mine\xff\r\n", b"ours")
    assert undo(places) == [Undone("sync", file, "restored")]
    assert file.read_bytes() == b"mine\xff\r\n"
    assert journal.read(places.data) == []


def test_a_new_file_goes_with_the_folders_made_for_it(
    places: Places, tmp_path: Path
) -> None:
    file = tmp_path / "there/a/b/file"
    (tmp_path / "there").mkdir()
    noted(places, file, None, b"ours")
    assert undo(places) == [Undone("sync", file, "removed")]
    assert list((tmp_path / "there").iterdir()) == []


def test_a_folder_that_is_used_by_now_stays(places: Places, tmp_path: Path) -> None:
    file = tmp_path / "a/b/file"
    noted(places, file, None, b"ours")
    (tmp_path / "a/else").write_text("")
    undo(places)
    assert [p.name for p in (tmp_path / "a").iterdir()] == ["else"]


def test_what_somebody_changed_since_is_kept(places: Places, tmp_path: Path) -> None:
    file = tmp_path / "settings"
    noted(places, file, b"mine", b"ours")
    file.write_bytes(b"theirs")
    assert undo(places) == [Undone("sync", file, "kept")]
    assert file.read_bytes() == b"theirs"


def test_what_is_gone_already_stays_gone(places: Places, tmp_path: Path) -> None:
    file = tmp_path / "settings"
    noted(places, file, b"mine", b"ours")
    file.unlink()
    assert undo(places) == [Undone("sync", file, "unchanged")]
    assert not file.exists()


def test_what_fails_is_named_and_can_be_tried_again(
    places: Places, tmp_path: Path
) -> None:
    file, other = tmp_path / "settings", tmp_path / "other"
    noted(places, file, b"mine", b"ours")
    noted(places, other, b"mine", b"ours")
    file.unlink()
    file.symlink_to(other)
    last, first = undo(places)
    assert last == Undone("sync", other, "restored")
    assert (first.path, first.action) == (file, "kept")
    assert first.problem is not None
    assert [entry.path for entry in journal.read(places.data)] == [file]
    file.unlink()
    file.write_bytes(b"ours")
    assert undo(places) == [Undone("sync", file, "restored")]


def test_the_last_change_is_taken_back_first(places: Places, tmp_path: Path) -> None:
    for name in ("one", "two", "three"):
        noted(places, tmp_path / name, b"", b"ours")
    assert [done.path.name for done in undo(places)] == ["three", "two", "one"]


def test_the_memory_and_every_agents_hooks_are_taken_back(
    machine: Machine, places: Places
) -> None:
    before = snapshot(machine.home)
    names = [a.name for a in with_hooks() if hooks_of(a).user_file is not None]
    parts = [memory_part(places), *agent_parts(places, names, None, "/bin/memsync")]
    acted = [part for part in parts if part.act is not None]
    for part in acted:
        assert part.act is not None
        part.act()
    assert len(acted) > 5
    assert snapshot(machine.home) != before
    done = undo(places)
    assert [each.problem for each in done] == [None] * len(done)
    left = snapshot(machine.home).keys() - before.keys()
    assert {name for name in left if not name.startswith(".local")} == set()


def test_of_settings_changed_since_only_our_entries_go(
    machine: Machine, places: Places
) -> None:
    (part,) = agent_parts(places, ["claude-code"], None, "/bin/memsync")
    assert part.act is not None
    assert part.path is not None
    part.act()
    file = part.path
    text = file.read_text()
    file.write_text(text.replace("{", '{"model": "own",', 1))
    (done,) = undo(places)
    assert (done.path, done.action) == (file, "entry removed")
    assert "own" in file.read_text()
    assert "memsync" not in file.read_text()


def test_a_lost_journal_still_lets_the_entries_be_removed(
    machine: Machine, places: Places
) -> None:
    (part,) = agent_parts(places, ["claude-code"], None, "/bin/memsync")
    assert part.act is not None
    part.act()
    (places.data / journal.NAME).unlink()
    (done,) = undo(places)
    assert done.part == "claude-code"
    assert done.action != "unchanged"
    assert undo(places) == []
