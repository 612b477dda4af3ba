"""No text of a memory is lost that is in no commit."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from support.memories import NOW, make_store

from memsync.files.lock import Held
from memsync.memory.archive.archive import Archive
from memsync.memory.note.names import Scope
from memsync.sync.folder.keeping import keep, keep_queued, keep_read, sweep
from memsync.sync.folder.snapshot import PURGED_REASON, Kept, Snapshot
from memsync.sync.folder.stat_cache import StatCache
from memsync.sync.tree.layout import blob_id, file_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from memsync.clock import Now
    from memsync.files.lock import Memory
    from memsync.memory.store.store import MemoryFolder

HELD: Held[Memory] = Held()
LEFT = ".memsync-0123456789abcdef"


@pytest.fixture
def memory(tmp_path: Path) -> MemoryFolder:
    return make_store(tmp_path, Scope.USER).memory


def read(memory: MemoryFolder, kept: dict[str, Kept], **texts: bytes) -> Snapshot:
    """A round that has read these notes, and of which some stay here."""
    found = Snapshot("user", kept=kept, cache=StatCache("key", "", {}, {}))
    for name, text in texts.items():
        file = file_of("user", name)
        (memory.folder / file).write_bytes(text)
        os.utime(memory.folder / file, (1_700_000_000, 1_700_000_000))
        found.disk[file] = blob_id(text)
        found.data[blob_id(text)] = text
    return found


def stored(memory: MemoryFolder) -> dict[str, set[bytes]]:
    """The texts in the archive, by note."""
    return {
        folder.name: {file.read_bytes() for file in folder.glob("*.md")}
        for folder in memory.archive.glob("*")
        if folder.is_dir() and not folder.name.startswith(".")
    }


def test_what_stays_here_is_stored_and_what_is_sent_is_not(
    memory: MemoryFolder,
) -> None:
    found = read(memory, {"key": Kept("a secret")}, key=b"one\n", auth=b"two\n")
    keep(memory, found, NOW, HELD)
    assert stored(memory) == {"key": {b"one\n"}}
    [version] = Archive(memory.archive, private=True).versions("key")
    assert found.cache.archive["key"].stems == (version.key.stem,)
    assert version.key.stem.startswith("20231114T221320Z-")


def test_a_text_is_stored_once(memory: MemoryFolder) -> None:
    found = read(memory, {"key": Kept("a secret")}, key=b"one\n")
    keep(memory, found, NOW, HELD)
    before = found.cache
    keep(memory, found, NOW, HELD)
    assert found.cache == before
    keep(memory, read(memory, found.kept, key=b"two\n"), NOW, HELD)
    assert stored(memory) == {"key": {b"one\n", b"two\n"}}


@pytest.mark.parametrize("kept", [Kept("", other_profile=True), Kept(PURGED_REASON)])
def test_no_copy_is_made_of_what_was_purged_or_is_anothers(
    memory: MemoryFolder, kept: Kept
) -> None:
    found = read(memory, {"key": kept}, key=b"one\n")
    keep(memory, found, NOW, HELD)
    assert stored(memory) == {}
    assert found.cache.archive == {}


def test_what_waits_for_the_remote_is_stored(memory: MemoryFolder) -> None:
    found = read(memory, {"key": Kept("a secret")}, key=b"one\n", auth=b"two\n")
    keep_queued(memory, found, NOW, HELD)
    assert stored(memory) == {"auth": {b"two\n"}}
    assert list(found.cache.archive) == ["auth"]


def test_a_round_that_can_send_nothing_stores_all_but_the_purged(
    memory: MemoryFolder,
) -> None:
    kept = {"key": Kept("a secret"), "gone": Kept(PURGED_REASON)}
    found = read(memory, kept, key=b"one\n", gone=b"two\n", auth=b"three\n")
    keep_read(memory, found, NOW, HELD)
    assert stored(memory) == {"key": {b"one\n"}, "auth": {b"three\n"}}
    # What a later round sends is new to it.
    assert found.cache.archive == {}


@pytest.mark.parametrize("store", [keep, keep_queued, keep_read])
def test_of_lists_no_version_is_stored(
    memory: MemoryFolder,
    store: Callable[[MemoryFolder, Snapshot, Now, Held[Memory]], None],
) -> None:
    found = read(memory, {".memsync-origins": Kept("")}, **{".memsync-origins": b"x\n"})
    store(memory, found, NOW, HELD)
    assert stored(memory) == {}


def test_the_files_own_line_ends_are_kept(memory: MemoryFolder) -> None:
    found = read(memory, {"key": Kept("a secret")}, key=b"one\ntwo\n")
    (memory.folder / "key.md").write_bytes(b"one\r\ntwo\r\n")
    keep(memory, found, NOW, HELD)
    assert stored(memory) == {"key": {b"one\r\ntwo\r\n"}}


def test_of_a_file_that_changed_meanwhile_what_was_read_is_kept(
    memory: MemoryFolder,
) -> None:
    found = read(memory, {"key": Kept("a secret")}, key=b"one\n")
    (memory.folder / "key.md").write_bytes(b"other\n")
    keep(memory, found, NOW, HELD)
    assert stored(memory) == {"key": {b"one\n"}}
    (memory.folder / "key.md").unlink()
    keep(memory, found, NOW, HELD)
    assert stored(memory) == {"key": {b"one\n"}}


def test_a_note_that_was_not_read_this_time_is_passed_over(
    memory: MemoryFolder,
) -> None:
    found = read(memory, {"key": Kept("a secret")}, key=b"one\n")
    found.data.clear()
    keep(memory, found, NOW, HELD)
    assert stored(memory) == {}


def test_a_text_that_is_nowhere_else_goes_to_the_archive(memory: MemoryFolder) -> None:
    (memory.folder / "auth.md").write_bytes(b"new\n")
    (memory.folder / f"{LEFT}.auth.md.old").write_bytes(b"old\n")
    (memory.folder / f"{LEFT}.gone.md.old").write_bytes(b"only here\n")
    sweep(memory, NOW, HELD)
    assert stored(memory) == {"auth": {b"old\n"}, "gone": {b"only here\n"}}
    assert sorted(path.name for path in memory.folder.glob("*.md")) == [
        "MEMORY.md",
        "auth.md",
    ]
    assert list(memory.folder.glob(f"{LEFT}*")) == []


@pytest.mark.parametrize("text", [b"new\n", b""])
def test_a_second_name_that_says_nothing_new_just_goes(
    memory: MemoryFolder, text: bytes
) -> None:
    (memory.folder / "auth.md").write_bytes(b"new\n")
    (memory.folder / f"{LEFT}.auth.md.old").write_bytes(text)
    sweep(memory, NOW, HELD)
    assert stored(memory) == {}
    assert not (memory.folder / f"{LEFT}.auth.md.old").exists()


def test_temporary_files_go_and_other_files_stay(memory: MemoryFolder) -> None:
    for name in (f"{LEFT}.tmp", ".memsync-allow", ".memsync-short.tmp", "note.tmp"):
        (memory.folder / name).write_bytes(b"half\n")
    memory.archive.mkdir()
    (memory.archive / f"{LEFT}.tmp").write_bytes(b"half\n")
    sweep(memory, NOW, HELD)
    assert {path.name for path in memory.folder.iterdir()} == {
        ".archive",
        ".memsync-allow",
        ".memsync-short.tmp",
        "MEMORY.md",
        "note.tmp",
    }
    assert list(memory.archive.iterdir()) == []


def test_what_a_link_in_place_of_a_left_file_names_is_untouched(
    memory: MemoryFolder, tmp_path: Path
) -> None:
    (tmp_path / "victim").write_bytes(b"mine\n")
    (memory.folder / f"{LEFT}.auth.md.old").symlink_to(tmp_path / "victim")
    sweep(memory, NOW, HELD)
    assert (tmp_path / "victim").read_bytes() == b"mine\n"
    assert stored(memory) == {}
