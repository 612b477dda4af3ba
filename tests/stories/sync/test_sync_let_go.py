"""What kept a note here goes away, though the note itself does not change."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from support.tokens import aws_key

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture
def remote(machine: Machine, tmp_path: Path) -> Path:
    """A remote that has all of a machine's notes but one, which is yesterday's."""
    remote = tmp_path / "remote.git"
    machine.git("init", "--quiet", "--bare", remote)
    machine.memsync("write", "auth", "--scope", "user", "-m", "On disk.")
    machine.memsync("sync", "init", str(remote))
    machine.memsync("sync")
    note = machine.user_memory / "sample.md"
    note.write_text(f"An example: {aws_key()}\n")
    yesterday = note.stat().st_mtime - 86_400
    os.utime(note, (yesterday, yesterday))
    return remote


def in_remote(machine: Machine, remote: Path) -> bool:
    tree = machine.git("ls-tree", "-r", "--name-only", "main", cwd=remote)
    return "user/sample.md" in tree.split()


def settle(machine: Machine, want: int) -> None:
    for _ in range(3):
        machine.memsync("sync", want=want)


def test_a_release_sends_a_note_that_was_held_for_long(
    machine: Machine, remote: Path
) -> None:
    settle(machine, want=1)
    sent = machine.memsync("sync", "release", "sample", "--yes", "--json").json["sent"]
    assert sent == ["sample"]
    assert in_remote(machine, remote)


def test_a_note_is_sent_once_nothing_excludes_it(
    machine: Machine, remote: Path
) -> None:
    (machine.user_memory / "sample.md").write_text("An example.\n")
    excluded = {"MEMSYNC_SYNC_EXCLUDE": "sample"}
    for _ in range(3):
        machine.memsync("sync", environ=excluded)
    assert not in_remote(machine, remote)
    machine.memsync("sync")
    assert in_remote(machine, remote)
