"""A purge of many notes is followed on another machine only if a person agrees."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.synced import put

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

URL = "https://git.example.com/acme/shop.git"
HOME = "projects/git.example.com+acme+shop"
OLD, NEW = "an older text", "the newer text"


def texts_below(*folders: Path) -> bytes:
    """The bytes of all files below some folders."""
    files = (path for folder in folders for path in folder.rglob("*"))
    return b"".join(path.read_bytes() for path in files if path.is_file())


def test_a_purge_of_nearly_everything_asks_the_other_machines(
    desk: Machine, laptop: Machine
) -> None:
    for n in range(4):
        put(desk, f"n{n}", "text\n")
    desk.memsync("sync")
    laptop.memsync("sync")
    for n in range(2):
        desk.memsync("purge", f"n{n}", "--scope", "user", "--yes")
    refused = laptop.memsync("sync", "--json", want=14)
    assert refused.json["error"]["code"] == "mass-delete"
    assert (laptop.user_memory / "n1.md").exists()
    laptop.memsync("sync", "--allow-mass-delete")
    assert not (laptop.user_memory / "n1.md").exists()


@pytest.fixture
def roots(desk: Machine, laptop: Machine) -> list[Path]:
    """The same repository on two machines, with four notes, each of two versions."""
    made = []
    for machine in (desk, laptop):
        root = machine.repository("shop")
        machine.git("remote", "add", "origin", URL, cwd=root)
        machine.memsync("init", cwd=root)
        machine.memsync("sync", "add", cwd=root)
        made.append(root)
    for text in (OLD, NEW):
        for n in range(4):
            desk.memsync("write", f"n{n}", "-m", f"{text} {n}", cwd=made[0])
        desk.memsync("sync")
        laptop.memsync("sync")
    return made


def test_of_one_repository_nothing_goes_before_the_person_agrees(
    desk: Machine, laptop: Machine, roots: list[Path]
) -> None:
    root = roots[1]
    listed = ("archive", "list", "--json")
    before = laptop.memsync(*listed, cwd=root).json
    desk.memsync("remember", "--scope", "user", "--title", "Tea", "I like tea.")
    for n in range(3):
        desk.memsync("purge", f"n{n}", "--yes", cwd=roots[0])
    for _ in range(2):
        refused = laptop.memsync("sync", want=14)
        assert f"purged 3 of 4 notes of '{HOME}'" in refused.err
        assert "archiving" not in refused.err
        assert (root / ".coyote/memory/n1.md").exists()
        assert laptop.memsync(*listed, cwd=root).json == before
    laptop.memsync("sync", "--allow-mass-delete")
    names = {path.name for path in (root / ".coyote/memory").glob("n?.md")}
    assert names == {"n3.md"}
    assert (laptop.user_memory / "tea.md").exists()
    left = texts_below(root, laptop.home)
    for text in (OLD, NEW):
        assert f"{text} 3".encode() in left
        for n in range(3):
            assert f"{text} {n}".encode() not in left


def test_a_purged_note_leaves_no_copy_where_others_were_only_deleted(
    desk: Machine, laptop: Machine, roots: list[Path]
) -> None:
    there, here = (root / ".coyote/memory" for root in roots)
    desk.memsync("purge", "n0", "--yes", cwd=roots[0])
    for n in (1, 2):
        (there / f"n{n}.md").unlink()
    desk.memsync("sync", "--allow-mass-delete")
    put(laptop, "tea", "I like tea.\n")
    refused = laptop.memsync("sync", "--json", want=14)
    assert refused.json["error"]["code"] == "mass-delete"
    assert (here / "n0.md").exists()
    laptop.memsync("sync", "--allow-mass-delete")
    assert {path.name for path in here.glob("n?.md")} == {"n3.md"}
    left = texts_below(roots[1], laptop.home)
    assert b"text 1" in left
    assert f"{NEW} 0".encode() not in left
    assert f"{OLD} 0".encode() not in left
