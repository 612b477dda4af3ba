"""Start-up is a feature: what is slow to import stays out of the fast paths."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

import pytest
from support.early import put, whole_round, with_remote
from support.vaults import Host, Member, new_vault

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

SLOW = {
    "asyncio",
    "cryptography",
    "filelock",
    "git",
    "platformdirs",
    "pre_commit",
    "rich",
    "ruamel",
    "slugify",
    "subprocess",
    "yaml",
}
SLOW_FOR_A_HOOK = SLOW | {"click", "json", "pathlib", "subprocess"}


@pytest.fixture
def top(machine: Machine) -> Path:
    """A repository with a memory and a note, of a person with a memory."""
    top = machine.repository()
    machine.memsync("write", "fact", "-d", "a fact", "-m", "text", cwd=top)
    machine.memsync("write", "own", "--scope", "user", "-m", "text", cwd=top)
    machine.memsync("list", cwd=top)
    return top


def imported(machine: Machine, cwd: Path, code: str) -> set[str]:
    """The top-level modules that a Python program loads."""
    program = f"{code}\nimport sys; print(*sys.modules, sep='\\n', file=sys.stderr)"
    done = machine.run(sys.executable, "-I", "-c", program, cwd=cwd)
    return {line.partition(".")[0] for line in done.err.splitlines()}


def command(*arguments: str) -> str:
    return f"from memsync.cli.main import run; assert run({list(arguments)!r}) == 0"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["list"],
        ["list", "--json"],
        ["read", "fact"],
        ["context"],
        ["context", "--no-tools"],
        ["context", "--query", "fact"],
        ["search", "fact"],
        ["search", "fact", "--strategy", "literal"],
        ["recall", "fact"],
        ["status", "--short"],
        ["path"],
        ["write", "fact", "-m", "text"],
    ],
)
def test_a_command_loads_nothing_slow(
    machine: Machine, top: Path, arguments: list[str]
) -> None:
    loaded = imported(machine, top, command(*arguments))
    assert "memsync" in loaded
    assert not loaded & SLOW


@pytest.mark.parametrize(
    "arguments",
    [
        ["list"],
        ["list", "--json"],
        ["context"],
        ["context", "--query", "fact"],
        ["search", "fact"],
        ["search", "fact", "--strategy", "keyword"],
    ],
)
def test_a_plain_command_loads_no_click(
    machine: Machine, top: Path, arguments: list[str]
) -> None:
    for memory in (top / ".coyote/memory", machine.user_memory):
        for note in memory.glob("*.md"):
            os.utime(note, (1, 1))  # settled: a young note is read again
    # A model may be installed here, which `auto` would load.
    machine.environ["MEMSYNC_SEARCH_STRATEGY"] = "bm25"
    machine.memsync("search", "fact", cwd=top)
    program = (
        f"import sys; sys.argv[1:] = {arguments};"
        " from memsync.cli.start import main\n"
        "try: main()\n"
        "finally: print(*sys.modules, sep='\\n', file=sys.stderr)"
    )
    done = machine.run(sys.executable, "-I", "-c", program, cwd=top)
    loaded = set(done.err.splitlines())
    assert "memsync.cli.find.plain" in loaded
    slow = SLOW | {"click", "hashlib", "memsync.cli.main"}
    # The counts of versions come from the archive's journal.
    assert not loaded & (slow if "--json" in arguments else slow | {"typing"})
    assert "fact" in done.out


@pytest.mark.parametrize("hook", ["secrets", "note_size", "lint", "guard"])
def test_a_hook_on_a_clean_commit_loads_less_still(
    machine: Machine, top: Path, hook: str
) -> None:
    memory = top / "team/.coyote/memory"
    memory.mkdir(parents=True)
    (memory / "fact.md").write_text("---\nname: fact\ndescription: x\n---\n\ntext\n")
    machine.git("add", "-f", "team", cwd=top)
    loaded = imported(
        machine, top, f"from memsync.guard import hook; assert hook.{hook}() == 0"
    )
    assert not loaded & SLOW_FOR_A_HOOK


def test_a_prompt_that_gets_no_note_loads_no_more_than_it_needs(
    machine: Machine, top: Path
) -> None:
    hook = ["hook", "user-prompt", "--agent", "claude-code"]
    event = {"cwd": str(top), "session_id": "one", "prompt": "a haiku about leaves"}
    for memory in (top / ".coyote/memory", machine.user_memory):
        for note in memory.glob("*.md"):
            os.utime(note, (1, 1))  # settled: a young note is read again
    machine.memsync(*hook, cwd=top, stdin=json.dumps(event))
    program = (
        f"import sys; sys.argv[1:] = {hook}; from memsync.cli.hook.prompt import main;"
        " assert main(sys.argv[1:]); print(*sys.modules, sep='\\n', file=sys.stderr)"
    )
    done = machine.run(
        *(sys.executable, "-I", "-c", program), cwd=top, stdin=json.dumps(event)
    )
    loaded = set(done.err.splitlines())
    slow = (SLOW_FOR_A_HOOK - {"json", "pathlib"}) | {"_hashlib", "dataclasses"}
    slow |= {"memsync.agents.agent", "memsync.memory.note.note", "typing"}
    assert "memsync.retrieval.ranking.bm25" in loaded
    assert not loaded & slow
    assert done.out == ""


def test_the_help_imports_no_verb(machine: Machine) -> None:
    code = command("--help") + "\nimport sys"
    done = machine.run(
        sys.executable,
        "-I",
        "-c",
        f"{code}; print(*sys.modules, sep='\\n', file=sys.stderr)",
    )
    verbs = [name for name in done.err.splitlines() if name.startswith("memsync.cli.")]
    assert set(verbs) == {
        "memsync.cli.main",
        "memsync.cli.shared",
        "memsync.cli.shared.session",
        "memsync.cli.verbs",
    }


@pytest.mark.parametrize("encrypted", [False, True])
def test_a_round_of_one_edit_loads_no_more_than_it_needs(
    tmp_path: Path, *, encrypted: bool
) -> None:
    host = Host(tmp_path / "host")
    if encrypted:
        machine = new_vault(tmp_path / "desk", host)
    else:
        machine = Member(tmp_path / "desk")
        with_remote(machine, host.path)
    put(machine, "one", "first\n")
    for _ in range(2):
        whole_round(machine)
    put(machine, "one", "second\n")
    round_ = "door.early_round(os.environ, time.time_ns() + 60 * 10**9)"
    code = f"import os, time; from memsync.sync.early import door; assert {round_}.sent"
    done = machine.run(
        sys.executable,
        "-I",
        "-c",
        f"{code}\nimport sys; print(*sys.modules, sep='\\n', file=sys.stderr)",
    )
    loaded = set(done.err.splitlines())
    slow = {"click", "dataclasses", "pathlib", "subprocess", "typing"}
    # Of cryptography only its one compiled module.
    slow |= {name for name in loaded if name.startswith("cryptography.hazmat.prim")}
    assert not loaded & slow
    assert ("cryptography" in loaded) == encrypted
