"""A clone that missed a purge sends nothing back of what was purged."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

URL = "https://git.example.com/acme/shop.git"
NOTES = "projects/git.example.com+acme+shop"
OLD, NEW = "an older text", "the newer text"


def clone(machine: Machine) -> Path:
    root = machine.repository("shop")
    machine.git("remote", "add", "origin", URL, cwd=root)
    machine.memsync("init", cwd=root)
    return root


@pytest.fixture
def there(desk: Machine) -> Path:
    """The repository on the other machine, with a note of two versions and another."""
    root = clone(desk)
    desk.memsync("sync", "add", cwd=root)
    for text in (OLD, NEW):
        desk.memsync("write", "private", "-m", text, cwd=root)
        desk.memsync("write", "port", "-m", text, cwd=root)
        desk.memsync("sync")
    return root


def never_sent(desk: Machine, remote: Path, there: Path) -> None:
    """Nothing of the note is in the repository, nor comes to the other machine."""
    files = desk.git("ls-tree", "-r", "--name-only", "main", cwd=remote).split()
    assert f"{NOTES}/port.md" in files
    assert not [file for file in files if "private" in file]
    index = desk.git("show", f"main:{NOTES}/MEMORY.md", cwd=remote)
    assert "port" in index
    assert "private" not in index
    desk.memsync("sync")
    assert not (there / ".coyote/memory/private.md").exists()


def test_a_clone_that_was_away_holds_what_was_purged(
    desk: Machine, laptop: Machine, remote: Path, there: Path
) -> None:
    here = clone(laptop)
    laptop.memsync("sync", "add", cwd=here)
    laptop.memsync("sync")
    laptop.memsync("write", "private", "-m", f"{NEW}\n\nmore", cwd=here)
    laptop.memsync("sync")
    away = here.with_name("away")
    here.rename(away)
    desk.memsync("sync")
    desk.memsync("purge", "private", "--yes", cwd=there)
    laptop.memsync("sync")
    away.rename(here)
    for _ in range(2):
        ran = laptop.memsync("sync", want=1)
        assert f"'{NOTES}/private' stays here" in ran.err
        never_sent(desk, remote, there)
    # The person decides; the archive has no earlier version.
    assert "more" in (here / ".coyote/memory/private.md").read_text()
    versions = laptop.memsync("archive", "list", "private", "--json", cwd=here).json
    assert versions == []
    assert laptop.memsync("archive", "list", "port", "--json", cwd=here).json != []
    (here / ".coyote/memory/private.md").unlink()
    laptop.memsync("sync")
    assert not laptop.memsync("sync", "status", "--json").json["held"]


def test_a_clone_that_is_enrolled_after_the_purge_holds_it_too(
    desk: Machine, laptop: Machine, remote: Path, there: Path
) -> None:
    here = clone(laptop)
    laptop.memsync("write", "private", "-m", NEW, cwd=here)
    desk.memsync("purge", "private", "--yes", cwd=there)
    for _ in range(3):
        laptop.memsync("sync")
    laptop.memsync("sync", "add", cwd=here)
    assert "stays here" in laptop.memsync("sync", want=1).err
    never_sent(desk, remote, there)
    # What a person releases is a note like any other.
    laptop.memsync("sync", "release", "private", "--yes", cwd=here)
    desk.memsync("sync")
    assert NEW in (there / ".coyote/memory/private.md").read_text()
