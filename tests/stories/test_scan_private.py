"""`memsync scan --staged` and `--history` where a private memory is committed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import tokens

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

INDEX = ".coyote/memory/MEMORY.md"
LINE = f"{INDEX}: private-memory, kept out of version control"


@pytest.fixture
def root(machine: Machine) -> Path:
    found = machine.repository()
    machine.memsync("init", "--hooks", cwd=found)
    machine.git("add", ".gitignore", cwd=found)
    machine.git("commit", "-qm", "rules", cwd=found)
    return found


def force(machine: Machine, root: Path) -> None:
    """Commit the private memory past the hook."""
    machine.git("add", "-f", INDEX, cwd=root)
    machine.git("commit", "-qnm", "forced", cwd=root)


def test_the_hint_takes_all_files_of_each_memory_out_of_the_commit(
    machine: Machine, root: Path
) -> None:
    machine.memsync("write", "a", "-m", "A fact.", cwd=root)
    (root / "lib/.coyote/memory").mkdir(parents=True)
    (root / "lib/.gitignore").write_text(".coyote/memory/\n")
    (root / "lib/.coyote/memory/MEMORY.md").write_text("# Memory Index\n")
    machine.git("add", "-f", ".coyote/memory", "lib/.coyote/memory", cwd=root)
    hook = machine.run("git", "commit", "-qm", "x", cwd=root, want=1)
    (hint,) = [line for line in hook.err.splitlines() if line.startswith("hint: ")]
    command = hint.split("`")[1]
    assert command == (
        "git rm -r --cached --quiet -- ':/.coyote/memory' ':/lib/.coyote/memory'"
    )
    assert hint in machine.memsync("scan", "--staged", cwd=root, want=1).err
    machine.run("sh", "-c", command, cwd=root / "lib")
    machine.git("commit", "-q", "--allow-empty", "-m", "x", cwd=root)
    assert (root / ".coyote/memory/a.md").is_file()


def test_a_scan_of_what_is_staged_finds_what_the_hook_finds(
    machine: Machine, root: Path
) -> None:
    machine.git("add", "-f", INDEX, cwd=root)
    hook = machine.run("git", "commit", "-qm", "x", cwd=root, want=1).err.splitlines()
    ran = machine.memsync("scan", "--staged", cwd=root, want=1)
    assert [*ran.out.splitlines(), *ran.err.splitlines()] == hook
    assert hook[0] == LINE
    assert "git rm -r --cached" in ran.err
    ran = machine.memsync("scan", "--staged", "--json", cwd=root, want=1)
    (found,) = ran.json["findings"]
    assert len(found.pop("fingerprint")) == 16
    assert found == {
        "path": INDEX,
        "line": 1,
        "column": 1,
        "rule": "private-memory",
        "confidence": "high",
        "length": 0,
    }
    ran = machine.memsync("scan", "-v", "--staged", cwd=root, want=1)
    assert ran.out == f"{LINE}\n  because git ignores it, or it is a link to a memory\n"
    ran = machine.memsync("scan", "--staged", "--sarif", cwd=root, want=1)
    assert '"A private memory in version control"' in ran.out
    machine.git("rm", "-rq", "--cached", "--", INDEX, cwd=root)
    machine.memsync("scan", "--staged", cwd=root)


def test_ci_finds_it_in_the_commit_that_added_it(machine: Machine, root: Path) -> None:
    force(machine, root)
    commit = machine.git("rev-parse", "HEAD", cwd=root)[:12]
    (root / INDEX).write_text("# Memory Index\n\nMore.\n")
    machine.git("commit", "-qanm", "more", cwd=root)
    checkout = machine.folder / "checkout"
    machine.git("clone", "-q", root, checkout)
    for cwd in (root, checkout):
        ran = machine.memsync("scan", "--history", "HEAD", cwd=cwd, want=1)
        assert ran.out == f"{commit}:{LINE}\n"
        assert "this memory is private, and is published with these" in ran.err
        assert "hint: take it out of them" in ran.err
        assert "secret" not in ran.err
        machine.memsync("scan", "--history", "HEAD~1..", cwd=cwd)


def test_nothing_allows_it_and_secrets_are_counted_without_it(
    machine: Machine, root: Path
) -> None:
    (root / INDEX).write_text(f"The token is {tokens.github()}.\n")
    force(machine, root)
    history = ("scan", "--history", "HEAD")
    ran = machine.memsync(*history, cwd=root, want=1)
    assert "found 1 secret\n" in ran.err
    found = machine.memsync(*history, "--json", cwd=root, want=1).json["findings"]
    for each in found:
        machine.memsync("scan", "--allow", each["fingerprint"], cwd=root)
    left = machine.memsync(*history, "--json", cwd=root, want=1).json["findings"]
    assert [each["rule"] for each in left] == ["private-memory"]


def test_a_linked_worktree_is_judged_like_the_main_one(
    machine: Machine, root: Path
) -> None:
    linked = machine.folder / "linked"
    machine.git("worktree", "add", "-q", linked, cwd=root)
    machine.memsync("init", cwd=linked)
    assert (linked / ".coyote/memory").is_symlink()
    force(machine, root)
    ran = machine.memsync("scan", "--history", "main", cwd=linked, want=1)
    assert LINE in ran.out
    machine.git("add", "-f", ".coyote/memory", cwd=linked)
    ran = machine.memsync("scan", "--staged", cwd=linked, want=1)
    link = ".coyote/memory: private-memory, kept out of version control\n"
    assert ran.out == link
    machine.git("commit", "-qnm", "link", cwd=linked)
    ran = machine.memsync("scan", "--history", "HEAD~1..", cwd=linked, want=1)
    assert ran.out.endswith(f":{link}")


def test_the_memory_of_a_team_is_no_finding(machine: Machine) -> None:
    root = machine.repository("team")
    machine.memsync("init", "--tracked", cwd=root)
    machine.git("add", ".", cwd=root)
    machine.memsync("scan", "--staged", cwd=root)
    machine.git("commit", "-qm", "memory", cwd=root)
    machine.memsync("scan", "--history", "HEAD", cwd=root)
