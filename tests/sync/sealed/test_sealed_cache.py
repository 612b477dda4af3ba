"""What was sealed before is a shortcut: a lost or a stale cache costs time alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.fleet import START_MS
from support.kill_points import FaultyMirror
from support.memory_mirror import MemoryRemote
from support.sealed_peer import SealedPeer, texts_of

from memsync.sync.tree.layout import blob_id

if TYPE_CHECKING:
    from pathlib import Path

TEXT = b"---\nname: auth\ndescription: about auth\n---\n\none\n"


@pytest.fixture
def desk(tmp_path: Path) -> SealedPeer:
    """A machine whose vault has one note."""
    desk = SealedPeer(tmp_path / "desk", 0, MemoryRemote())
    desk.write("auth", TEXT)
    desk.sync(START_MS)
    return desk


def joined(desk: SealedPeer, folder: Path) -> dict[str, bytes]:
    """What a machine gets that joins now."""
    phone = SealedPeer(folder, 1, desk.remote)
    phone.sync(START_MS + 9000)
    return phone.files()


def test_a_note_that_was_purged_may_be_written_again_as_it_was(
    tmp_path: Path, desk: SealedPeer
) -> None:
    desk.purge("auth", START_MS + 1000)
    assert TEXT not in desk.history()
    desk.write("auth", TEXT)
    desk.sync(START_MS + 2000)
    assert joined(desk, tmp_path / "phone")["auth"] == TEXT


def test_the_cache_keeps_no_name_of_what_was_purged(desk: SealedPeer) -> None:
    desk.write("other", TEXT)
    desk.sync(START_MS + 1000)
    assert b"auth.md" in desk.vault.sealed_file.read_bytes()
    desk.purge("auth", START_MS + 2000)
    assert b"auth.md" not in desk.vault.sealed_file.read_bytes()
    assert b"other.md" in desk.vault.sealed_file.read_bytes()


def test_what_waited_in_a_mirror_that_was_lost_is_sealed_anew(
    tmp_path: Path, desk: SealedPeer
) -> None:
    desk.write("late", TEXT)
    desk.remote.online = False
    assert desk.sync(START_MS + 1000).queued
    desk.remote.online = True
    desk.mirror = FaultyMirror(desk.remote)
    desk.sync(START_MS + 2000)
    assert joined(desk, tmp_path / "phone")["late"] == TEXT


def test_an_old_version_is_found_in_the_history_without_a_cache(
    desk: SealedPeer,
) -> None:
    desk.members(START_MS + 1000).rotate()
    desk.write("auth", TEXT + b"two\n")
    desk.sync(START_MS + 2000)
    desk.vault.sealed_file.unlink()
    assert desk.sealed().blobs([blob_id(TEXT), "0" * 40]) == {blob_id(TEXT): TEXT}
    assert TEXT in texts_of(desk.sealed(), desk.mirror.main)
