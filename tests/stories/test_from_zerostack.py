"""Whoever moves from zerostack finds what they had, and not what broke it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

LOG = "\n### 09:15 — compaction summary (12 msgs)\nWe chose X.\n"
PAD = "- [ ] open\n* [ ] starred\n- [x] done\n"


@pytest.fixture
def top(machine: Machine) -> Path:
    """A repository with the project files of zerostack in their places."""
    top = machine.repository()
    machine.memsync("init", cwd=top)
    memory = top / ".coyote/memory"
    (memory / "daily").mkdir()
    (memory / "daily/2026-05-30.md").write_text(LOG)
    (memory / "scratchpad").mkdir()
    (memory / "scratchpad/SCRATCHPAD.md").write_text(PAD)
    (memory / "deployment.md").write_text("Deploy with make ship.\n")
    return top


def test_daily_logs_scratchpad_and_notes_are_used_as_they_are(
    machine: Machine, top: Path
) -> None:
    assert machine.memsync("daily", "show", "2026-05-30", cwd=top).out == LOG
    shown = machine.memsync("scratchpad", "show", cwd=top).out
    assert shown == "  1  open\n  2  starred\n"
    read = machine.memsync("read", "deployment", cwd=top).out
    assert read == "Deploy with make ship.\n"


def test_notes_are_appended_to_and_overwritten(machine: Machine, top: Path) -> None:
    note = ("write", "deployment", "--json")
    added = machine.memsync(*note, "--append", "-m", "Then wait.", cwd=top).json
    assert added["archived"] is None
    read = machine.memsync("read", "deployment", cwd=top).out
    assert read.endswith("make ship.\nThen wait.\n")
    replaced = machine.memsync(*note, "-m", "Push to main.", cwd=top).json
    again = machine.memsync(*note, "-m", "Tag it.", cwd=top).json
    # It kept one .bak; here each version is kept.
    for done, text in ((replaced, "make ship.\nThen wait."), (again, "Push to main.")):
        version = machine.memsync("archive", "show", done["archived"], cwd=top).out
        assert version.endswith(f"{text}\n")


def test_its_long_term_memory_is_prose_in_the_memory_index(
    machine: Machine, top: Path
) -> None:
    index = top / ".coyote/memory/MEMORY.md"
    before = index.read_text()
    text = "Prefer small commits.\n\n  Also:\n  - rebase"
    done = machine.memsync("remember", "--index", text, "--json", cwd=top).json
    # Its `/memory write` joined words by single blanks.
    assert index.read_text() == f"{before}{text}\n"
    assert (done["archived"], done["memory_index_updated"]) == (None, True)
    machine.memsync("remember", "--index", "Mine.", "--scope", "user", cwd=top)
    assert (machine.user_memory / "MEMORY.md").read_text().endswith("Mine.\n")


def test_line_breaks_of_an_argument_are_kept(machine: Machine, top: Path) -> None:
    machine.memsync("daily", "add", "one\n\n  two  three", cwd=top)
    assert machine.memsync("daily", "show", cwd=top).out == "one\n\n  two  three\n"


def test_each_sub_folder_and_worktree_shares_the_log(
    machine: Machine, top: Path
) -> None:
    machine.git("worktree", "add", "-q", "../side", cwd=top)
    deep = top / "deep/er"
    deep.mkdir(parents=True)
    for folder in (top, deep, machine.folder / "side"):
        machine.memsync("daily", "add", folder.name, cwd=folder)
    shown = machine.memsync("daily", "show", cwd=deep).out
    assert shown == "project\ner\nside\n"


def test_the_memory_index_is_whole_while_the_editor_is_open(
    machine: Machine, top: Path
) -> None:
    index = top / ".coyote/memory/MEMORY.md"
    before = index.read_bytes()
    editor = machine.folder / "editor"
    editor.write_text(f'#!/bin/sh\ncp "{index}" "$0.seen"\nkill -9 $$\n')
    editor.chmod(0o755)
    machine.memsync("edit", cwd=top, environ={"VISUAL": str(editor)}, want=16)
    assert (machine.folder / "editor.seen").read_bytes() == before
    assert index.read_bytes() == before


def test_what_cannot_be_read_is_an_error_and_not_empty(
    machine: Machine, top: Path
) -> None:
    memory = top / ".coyote/memory"
    (memory / "daily/2026-05-29.md").mkdir()
    (memory / "daily/2026-05-28.md").symlink_to("2026-05-30.md")
    for day in ("2026-05-29", "2026-05-28"):
        refused = machine.memsync("daily", "show", day, cwd=top, want=14)
        assert refused.out == ""
        assert day in refused.err


def test_a_write_that_is_too_long_is_refused_and_not_cut(
    machine: Machine, top: Path
) -> None:
    refused = machine.memsync("daily", "add", "-", stdin="é" * 32769, cwd=top, want=16)
    assert "65538 bytes" in refused.err
    assert machine.memsync("daily", "show", cwd=top).out == ""


@pytest.mark.parametrize("name", ["2099-01-01", "2026-99-99"])
def test_a_day_to_come_is_not_the_newest(
    machine: Machine, top: Path, name: str
) -> None:
    (top / f".coyote/memory/daily/{name}.md").write_text("odd\n")
    missing = machine.memsync("daily", "show", "yesterday", cwd=top, want=17)
    assert "memsync daily show 2026-05-30" in missing.err
