"""What a person looks at: a note, or the whole memory, on a terminal and in a pipe."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest
from support.machine import Machine

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def top(machine: Machine) -> Path:
    top = machine.repository()
    text = (
        "Use **OAuth**, \x1b]0;title\x07not\x9b31m SAML.\n\n- [docs](http://x.example)"
    )
    note = ("write", "auth", "-d", "How to log in", "--expires", "2030-01-01")
    machine.memsync(*note, "-", "--file", "-", stdin=text, cwd=top, want=2)
    machine.memsync(*note, stdin=text, cwd=top)
    machine.memsync("scratchpad", "add", "fix\nit", cwd=top)
    memory = top / ".coyote/memory"
    (memory / "odd.md").write_text("written by hand\n")
    (memory / "daily").mkdir()
    (memory / "daily/2026-01-02.md").write_text("a day\n")
    return top


def test_a_note_is_shown_without_its_frontmatter(machine: Machine, top: Path) -> None:
    shown = machine.memsync("show", "auth", cwd=top).out
    assert shown.startswith("# auth: How to log in\n\n*workspace scope, project, upda")
    assert "expires 2030-01-01" in shown
    assert "Use **OAuth**, ?]0;title?not?31m SAML.\n" in shown
    assert "---" not in shown
    data = machine.memsync("show", "auth", "--json", cwd=top).json
    assert (data["name"], data["description"]) == ("auth", "How to log in")
    machine.memsync("show", "nothing", cwd=top, want=17)


def test_without_a_name_all_of_the_memory_is_shown(machine: Machine, top: Path) -> None:
    machine.memsync("write", "own", "-m", "Mine.", "--scope", "user")
    shown = machine.memsync("show", cwd=top).out
    workspace, user = shown.split("`user` memory in")
    assert "- [[auth]]: How to log in\n" in workspace
    assert "Not in the memory index:\n\n- odd: " in workspace
    assert "Open items:\n\n- [ ] fix it\n" in workspace
    assert "Daily logs: 2026-01-02\n" in workspace
    assert "[[own]]" in user
    (one,) = machine.memsync("show", "--scope", "user", "--json", cwd=top).json
    assert [note["name"] for note in one["notes"]] == ["own"]
    assert machine.memsync("show").out.startswith("`user` memory")
    assert Machine(machine.folder / "other").memsync("show").out == ""


def on_a_terminal(machine: Machine, top: Path, name: str, **environ: str) -> bytes:
    leader, follower = os.openpty()
    with subprocess.Popen(
        ["memsync", "show", name],
        cwd=top,
        env={**machine.environ, "TERM": "xterm", **environ},
        stdin=follower,
        stdout=follower,
        stderr=follower,
    ) as running:
        os.close(follower)
        said = b""
        while True:
            try:
                part = os.read(leader, 4096)
            except OSError:
                break
            if not part:
                break
            said += part
        assert running.wait(timeout=60) == 0
    os.close(leader)
    return said


def test_on_a_terminal_it_is_laid_out_and_nothing_of_it_has_an_effect(
    machine: Machine, top: Path
) -> None:
    said = on_a_terminal(machine, top, "auth", PAGER="cat")
    assert b"\x1b[1m" in said
    assert b"**" not in said
    assert b"\x1b]" not in said
    assert b"\x07" not in said
    assert b"http://x.example" in said


def test_a_pager_gets_colours_only_if_it_shows_them(
    machine: Machine, top: Path, tmp_path: Path
) -> None:
    text = "\n\n".join(f"Paragraph {number}." for number in range(100))
    machine.memsync("write", "long", stdin=text, cwd=top)
    pager = tmp_path / "programs/less"
    pager.parent.mkdir()
    pager.write_text('#!/bin/sh\necho "started with LESS=$LESS"; exec cat\n')
    pager.chmod(0o755)
    programs = f"{pager.parent}{os.pathsep}{machine.environ['PATH']}"
    for less, used, coloured in (("", "-R", True), ("-X", "-X", False)):
        chosen = {"LESS": less} if less else {}
        said = on_a_terminal(machine, top, "long", PATH=programs, **chosen)
        assert f"started with LESS={used}\r\n".encode() in said, less
        assert b"Paragraph 99." in said, less
        assert (b"\x1b[" in said) is coloured, less
