"""What a file holds never steers the terminal that shows it; a pipe gets the file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from support.terminal import shown

if TYPE_CHECKING:
    from support.machine import Machine

_ESCAPES = "\x1b]0;owned\x07\x1b[31mred\x9b2J\u202etxet\r"


@pytest.fixture
def noted(machine: Machine) -> Machine:
    machine.memsync("write", "fact", "-m", "First.", "--scope", "user")
    for command in (("daily", "add"), ("scratchpad", "add")):
        machine.memsync(*command, "an item", "--scope", "user")
    for file in machine.user_memory.rglob("*.md"):
        if ".archive" not in file.parts:
            text = file.read_text().rstrip("\n")
            file.write_bytes(f"{text} {_ESCAPES}\n".encode())
    machine.memsync("write", "fact", "-m", "Second.", "--scope", "user")
    live = machine.user_memory / "fact.md"
    live.write_bytes(live.read_bytes() + _ESCAPES.encode() + b"\n")
    return machine


def test_a_terminal_gets_no_command_of_a_notes(noted: Machine) -> None:
    listed = noted.memsync("archive", "list", "fact", "--json").json
    versions = [version["id"] for version in listed]
    (marked,) = (v for v in versions if _ESCAPES in piped(noted, "archive", "show", v))
    files = [("read", "fact"), ("archive", "show", marked), ("daily", "show")]
    files += [("scratchpad", "show", "--all")]
    for command in (*files, ("archive", "diff", marked), ("scratchpad", "show")):
        code, text = shown(noted, *command)
        assert code == 0, command
        assert not set("\x1b\x07\x9b\u202e") & set(text), command
        assert "owned" in text, command
    for command in files:
        assert _ESCAPES in piped(noted, *command), command
        code, text = shown(noted, *command, "--json")
        assert code == 0, command
        assert not set("\x1b\x07\x9b\u202e") & set(text), command
        assert json.loads(text) == json.loads(piped(noted, *command, "--json"))


def test_no_name_setting_or_error_steers_a_terminal(noted: Machine) -> None:
    top = noted.folder / f"a{_ESCAPES.strip()}b"
    top.mkdir()
    noted.run("git", "init", "-q", str(top))
    noted.memsync("init", cwd=top)
    noted.memsync("write", "fact", "-m", "A fact.", cwd=top)
    memory = top / ".coyote/memory"
    named = memory / f"owned{_ESCAPES}.md"
    named.write_text("---\nname: owned\n---\nNothing.\n")
    described = memory / "described.md"
    said = json.dumps(f"owned {_ESCAPES}")
    described.write_text(f"---\ndescription: {said}\ntype: {said}\n---\nText.\n")
    remote = noted.folder / "remote.git"
    noted.run("git", "init", "-q", "--bare", str(remote))
    noted.memsync("sync", "init", str(remote))
    noted.memsync("config", "set", "memory.instructions", f"/owned{_ESCAPES}")
    noted.memsync("sync", "add", "--id", "shop", cwd=top)
    noted.memsync("sync", cwd=top, want=None)
    name = f"owned{_ESCAPES}"
    other = f"/owned{_ESCAPES}.git"
    commands: list[tuple[str, ...]] = [
        ("config", "get", "sync.remote"),
        ("config", "get", "memory.instructions"),
        ("config", "list"),
        ("config", "get", name),
        ("list",),
        ("search", "owned"),
        ("search", "owned", "--strategy", "literal"),
        ("search", name),
        ("recall", name),
        ("context",),
        ("status",),
        ("doctor",),
        ("lint",),
        ("path",),
        ("scan",),
        ("hooks", "status"),
        ("archive", "list"),
        ("archive", "show", name),
        ("read", name),
        ("show", name),
        ("show", "described"),
        ("forget", name),
        ("rename", "fact", name),
        ("write", name, "-m", "owned"),
        ("agents", "list"),
        ("agents", "where"),
        ("sync", "status"),
        ("sync", "projects"),
        ("sync", "log"),
        ("sync", "log", name),
        ("sync", "release", name),
        ("sync", "machines"),
        ("sync", "machines", "rename", name),
        ("sync", "machines", "rename", name, "tower"),
        ("sync", "machines", "forget", name),
        ("sync", "init", other),
        ("keys", "status"),
        ("undo", "--dry-run"),
        (name,),
        ("list", f"--{name}"),
        ("-C", name, "list"),
        ("deinit", "--dry-run"),
    ]
    for command in commands:
        for more in ((), ("--json",)):
            screen = shown(noted, *command, *more, cwd=top)
            assert screen.code != 3, screen
            assert not set("\x1b\x07\x9b\u202e") & set(screen.text), screen


def piped(machine: Machine, *command: str) -> str:
    """What a program gets that reads the output."""
    return machine.memsync(*command).out
