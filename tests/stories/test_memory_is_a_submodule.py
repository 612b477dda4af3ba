"""A memory that is a repository of its own: a submodule in `.coyote/memory`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import tokens

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

NOTE = "---\nname: {name}\ndescription: d\n---\n\n{text}\n"


@pytest.fixture
def memory(machine: Machine) -> Path:
    """The submodule; its repository has a memory index and nothing else."""
    source = machine.repository("notes")
    machine.git("rm", "-q", "code.py", cwd=source)
    (source / "MEMORY.md").write_text("# Memory Index\n")
    machine.git("add", "-A", cwd=source)
    machine.git("commit", "-qm", "notes", cwd=source)
    top = machine.repository()
    machine.git(
        *("submodule", "--quiet", "add", str(source), ".coyote/memory"), cwd=top
    )
    machine.git("commit", "-qm", "submodule", cwd=top)
    return top / ".coyote/memory"


def commit(machine: Machine, memory: Path, name: str, text: str, want: int) -> str:
    (memory / f"{name}.md").write_text(NOTE.format(name=name, text=text))
    machine.git("add", "-A", cwd=memory)
    return machine.run("git", "commit", "-qm", name, cwd=memory, want=want).err


def test_init_says_what_the_hook_does_not_check(machine: Machine, memory: Path) -> None:
    top = memory.parent.parent
    said = machine.memsync("init", "--hooks", cwd=top).err
    assert f"the memory at '{memory}' is a submodule" in said
    assert "`git rm -r --cached" not in said
    assert f"in a repository of their own, '{memory}', which needs a hook" in said
    assert "this memory is committed, and the hook checks" not in said
    hint = next(line for line in said.splitlines() if "hooks install" in line)
    machine.memsync(*hint.split("`")[1].split()[1:], cwd=top)
    assert "github-pat" in commit(machine, memory, "s", tokens.github(), 1)


def test_the_hook_in_it_makes_every_check(machine: Machine, memory: Path) -> None:
    machine.memsync("hooks", "install", cwd=memory)
    secret = commit(machine, memory, "s", f"the token {tokens.github()}", 1)
    assert secret.startswith("s.md:6:11: github-pat")
    assert "github-pat" in machine.memsync("scan", "--staged", cwd=memory, want=1).out
    assert "caps.note" in commit(machine, memory, "s", "long " * 500, 1)
    assert "broken-link" in commit(machine, memory, "s", "[[nowhere]]", 1)
    assert commit(machine, memory, "s", "a fact", 0) == ""
    assert commit(machine, memory, "t", "see [[s]]", 0) == ""
    machine.run("memsync-guard", "--all", cwd=memory)


def test_no_memory_is_made_in_it(machine: Machine, memory: Path) -> None:
    top = memory.parent.parent
    done = machine.memsync("init", cwd=memory, want=2)
    assert f"'{memory}' is a memory itself" in done.err
    assert f"run `memsync init` in '{top}'" in done.err
    machine.memsync("init", "--recurse-submodules", cwd=top)
    said = machine.memsync("write", "k", "-m", "kk", cwd=memory).err
    assert "has no memory of its own" not in said
    assert (memory / "k.md").exists()
    assert not (memory / ".coyote").exists()
