"""Files in a memory that no agent would read as notes are named, not passed over."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support.machine import Machine


@pytest.fixture
def machine(machine: Machine) -> Machine:
    machine.memsync("write", "auth", "--scope", "user", "-m", "text")
    machine.memsync("sync", "init")
    machine.memsync("sync")
    return machine


@pytest.mark.parametrize(
    ("name", "reason", "better"),
    [
        ("sub/deep", "sub-folder", "sub-deep"),
        ("a/b/Far Away", "sub-folder", "a-b-far-away"),
        (".hidden", "begins with '.'", "hidden"),
        ("CON", "device name", "con-note"),
        ("what?", "it holds one of", "what"),
    ],
)
def test_a_stray_note_is_held_with_a_name_that_would_do(
    machine: Machine, name: str, reason: str, better: str
) -> None:
    path = machine.user_memory / f"{name}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("a fact\n")
    held = machine.memsync("sync", "--json", want=1).json["held"]
    assert [one["name"] for one in held] == [name]
    assert reason in held[0]["reason"]
    assert f"'{better}.md'" in held[0]["reason"]
    path.rename(machine.user_memory / f"{better}.md")
    assert machine.memsync("sync", "--json").json["sent"] == [better]


def test_what_is_no_note_is_not_named(machine: Machine) -> None:
    folder = machine.user_memory
    (folder / "pictures").mkdir()
    (folder / "pictures/one.png").write_bytes(b"png")
    (folder / "._auth.md").write_bytes(b"resource fork")
    (folder / ".#auth.md").symlink_to("user@host.1:2")
    (folder / ".git").mkdir()
    (folder / ".git/notes.md").write_text("not ours")
    assert machine.memsync("sync", "--json").json["held"] == []


def test_pipes_and_links_are_held_and_never_opened(machine: Machine) -> None:
    folder = machine.user_memory
    os.mkfifo(folder / "pipe.md")
    (folder / "linked.md").symlink_to(folder / "auth.md")
    (folder / "folder.md").mkdir()
    held = machine.memsync("sync", "--json", want=1).json["held"]
    reasons = {one["name"]: one["reason"] for one in held}
    assert reasons == {
        "pipe": "it is not a regular file",
        "linked": "it is a symlink",
        "folder": "it is not a regular file",
    }
