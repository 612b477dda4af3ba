"""A repository's settings and an agent's event cannot take a person's memory away."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture
def top(machine: Machine) -> Path:
    """A repository with a memory, and a person with one."""
    top = machine.repository()
    machine.memsync("init", cwd=top)
    machine.memsync("write", "mine", "-m", "I like tea.", "--scope", "user", cwd=top)
    return top


HOSTILE = {
    "deep flow": "a: " + "[" * 30_000,
    "deep blocks": "- " * 30_000,
    "a deep mapping": "".join(" " * n + "a:\n" for n in range(300)),
    "a megabyte": "#" * (1 << 20),
    "as large as may be": "caps: {" + "a: b, " * 10_000 + "}",
    "anchors": "a: &a [x]\n" + "".join(f"b{n}: *a\n" for n in range(5_000)),
    "a long key": "k" * 60_000 + ": 1",
    "no UTF-8": "\udcff\udcfe",
    "controls": "caps: \x1b[31m",
    "an unknown key": "caps: {notes: 1}",
    "what is the user's": "sync.remote: https://evil.invalid/x",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_persons_own_memory_is_served_with_one_line(
    machine: Machine, top: Path, text: str
) -> None:
    file = top / ".coyote/memsync.yaml"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    event = json.dumps({"cwd": str(top)})
    for arguments, shown in (
        (("hook", "session-start"), "[[mine]]"),
        (("context",), "[[mine]]"),
        (("list",), "mine\tuser"),
        (("read", "mine"), "I like tea."),
        (("search", "tea"), "I like tea."),
    ):
        ran = machine.memsync(*arguments, cwd=top, stdin=event)
        assert shown in ran.out
        assert "memsync.yaml" in ran.err
        assert ran.err.count("memsync: ") == 1, ran.err
        assert len(ran.err) < 1000
        assert "bug" not in ran.err
    # A change of the repository's own memory waits until the file is sound.
    ran = machine.memsync("write", "x", "-m", "A fact.", cwd=top, want=16)
    assert "memsync.yaml" in ran.err
    machine.memsync("write", "y", "-m", "A fact.", "--scope", "user", cwd=top)


def test_a_link_in_the_place_of_the_settings_is_not_followed(
    machine: Machine, top: Path
) -> None:
    (machine.home / "secret").write_text("caps: {note: 1}\n")
    (top / ".coyote/memsync.yaml").symlink_to(machine.home / "secret")
    ran = machine.memsync("context", cwd=top)
    assert "tea" in ran.out
    assert "is a symlink" in ran.err


@pytest.mark.parametrize(
    "key", ["caps.note", "caps.memory_index", "caps.context_tools", "caps.write"]
)
def test_a_repository_raises_no_cap_beyond_the_users(
    machine: Machine, top: Path, key: str
) -> None:
    machine.memsync("config", "set", key, "500")
    ran = machine.memsync("config", "set", "--workspace", key, "900", cwd=top, want=16)
    assert "above 500" in ran.err
    machine.memsync("config", "set", "--workspace", key, "400", cwd=top)
    assert machine.memsync("config", "get", key, cwd=top).out == "400\n"
    machine.memsync("config", "set", key, "300")
    if key != "caps.write":
        assert machine.memsync("config", "get", key, cwd=top).out == "300\n"
    # The user's own file, and own environment, raise it.
    machine.memsync("config", "set", key, "9000")
    assert machine.memsync("config", "get", key, cwd=top).out == "400\n"


@pytest.mark.parametrize(
    "folder",
    [
        "/home/\ud800",
        "/\udfff/x",
        "/a\0b",
        "/" + "x" * 5000,
        "/" + "y/" * 3000,
        "/nowhere",
    ],
    ids=["high", "low", "NUL", "long name", "long path", "absent"],
)
@pytest.mark.parametrize("event", ["session-start", "post-compact", "user-prompt"])
def test_a_cwd_that_is_no_path_takes_no_memory_away(
    machine: Machine, top: Path, event: str, folder: str
) -> None:
    said = {"cwd": folder, "compact_summary": "We did it.", "prompt": "tea?"}
    ran = machine.memsync("hook", event, cwd=top, stdin=json.dumps(said))
    assert "bug" not in ran.err
    assert ran.err.count("memsync: ") <= 1
    if event == "session-start":
        assert "tea" in ran.out


def test_doctor_names_the_settings_for_which_the_guard_blocks(
    machine: Machine, top: Path
) -> None:
    machine.memsync("hooks", "install", cwd=top)
    file = top / ".coyote/memsync.yaml"
    file.write_text("guardd: x\n")
    (top / "AGENTS.md").write_text("Be kind.\n")
    machine.git("add", "AGENTS.md", cwd=top)
    blocked = machine.run("git", "commit", "-qm", "x", cwd=top, want=1)
    said = f"'{file}': unknown key 'guardd'"
    assert said in blocked.err
    doctor = machine.memsync("doctor", cwd=top, want=1)
    assert f"wrong  settings: {said}; until that is mended, the hook" in doctor.out
    assert "proof" not in doctor.out
    assert doctor.err == "hint: did you mean guard.block?\n"
    file.unlink()
    machine.memsync("doctor", cwd=top)
    machine.git("commit", "-qm", "x", cwd=top)


def test_scan_says_once_which_settings_it_cannot_read(
    machine: Machine, top: Path
) -> None:
    (top / ".coyote/memsync.yaml").write_text("guardd: x\n")
    scan = machine.memsync("scan", cwd=top, want=16)
    assert scan.err.count("unknown key 'guardd'") == 1
    assert machine.memsync("scan", "--json", cwd=top, want=16).json["error"]
