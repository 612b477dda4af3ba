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
        (".hidden", "begins with '.'", "hidden"),
        ("CON", "device name", "con-note"),
        ("what?", "it contains one of", "what"),
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


@pytest.mark.parametrize(
    ("name", "better"),
    [
        ("sub/deep", "sub-deep"),
        ("projects/a", "projects-a"),
        ("a/b/Far Away", "a-b-far-away"),
    ],
)
def test_a_note_in_a_sub_folder_is_named_once_and_holds_nothing_up(
    machine: Machine, name: str, better: str
) -> None:
    path = machine.user_memory / f"{name}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("a fact\n")
    machine.memsync("write", "auth", "--scope", "user", "-m", "other text")
    first = machine.memsync("sync", "--json")
    assert f"'{name}' is in a sub-folder" in first.err
    assert f"'{better}.md'" in first.err
    assert first.json["held"] == []
    path.write_text("another fact\n")
    second = machine.memsync("sync")
    assert "sub-folder" not in second.err
    found = machine.memsync("sync", "status", "--json").json
    assert (found["held"], found["strays"]) == ([], [name])
    assert f"not synced: {name}" in machine.memsync("sync", "status").out
    mirror = machine.state / "mirror"
    assert " fact" not in machine.git("log", "-p", "main", cwd=mirror)
    path.rename(machine.user_memory / f"{better}.md")
    assert machine.memsync("sync", "--json").json["sent"] == [better]
    assert machine.memsync("sync", "status", "--json").json["strays"] == []


def test_a_link_or_a_pipe_in_a_sub_folder_is_named_and_never_opened(
    machine: Machine,
) -> None:
    (machine.user_memory / "sub").mkdir()
    os.mkfifo(machine.user_memory / "sub/pipe.md")
    (machine.user_memory / "sub/linked.md").symlink_to("../auth.md")
    ran = machine.memsync("sync", "--json")
    assert ran.json["held"] == []
    assert "'sub/pipe'" in ran.err
    assert "'sub/linked'" in ran.err


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
