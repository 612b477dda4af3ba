"""Asking git about a memory as if our own rule were not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memsync.workspace.repository.ignore import exclude_line, has_entry, is_ignored
from memsync.workspace.repository.roots import require_root
from memsync.workspace.repository.rules import Rule, copied_rules

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

MEMORY = ".coyote/memory"


def rule_for(top: Path, machine: Machine) -> Rule | None:
    root = require_root(top, machine.environ)
    with copied_rules(root, MEMORY, machine.environ) as rules:
        return rules.decide()


@pytest.fixture
def top(machine: Machine) -> Path:
    """A repository that already has our line."""
    top = machine.repository()
    exclude = top / ".git/info/exclude"
    exclude.write_bytes(exclude.read_bytes() + exclude_line(MEMORY) + b"\n")
    return top


def test_our_own_line_hides_the_memory_and_is_not_the_answer(
    machine: Machine, top: Path
) -> None:
    root = require_root(top, machine.environ)
    assert is_ignored(root, top / MEMORY, machine.environ)
    assert rule_for(top, machine) is None


@pytest.mark.parametrize(
    ("file", "text", "line"),
    [
        (".gitignore", "x\n/.coyote/memory/\n", 2),
        (".coyote/.gitignore", "memory\n", 1),
        (".coyote/memory/.gitignore", "*\n", 1),
        (".git/info/exclude", "/.coyote/memory\n.coyote/**\n", 2),
    ],
)
def test_the_rule_that_decides_is_named_where_it_stands(
    machine: Machine, top: Path, file: str, text: str, line: int
) -> None:
    (top / file).parent.mkdir(parents=True, exist_ok=True)
    (top / file).write_text(text)
    rule = rule_for(top, machine)
    assert rule is not None
    assert (top / rule.source, rule.negates) == (top / file, False)
    # Without our line the ones below it move up.
    assert rule.line == (line - 1 if file.endswith("exclude") else line)


def test_a_rule_is_seen_through_the_link_of_a_worktree(
    machine: Machine, top: Path
) -> None:
    (top / ".gitignore").write_text(".coyote/memory/\n")
    machine.git("add", "-A", cwd=top)
    machine.git("commit", "-q", "-m", "ignore", cwd=top)
    machine.git("worktree", "add", "-q", "../side", cwd=top)
    side = machine.folder / "side"
    (side / ".coyote").mkdir()
    (side / MEMORY).symlink_to("../../project/.coyote/memory")
    rule = rule_for(side, machine)
    assert rule is not None
    assert rule.source == ".gitignore"


def test_settings_of_the_repository_count(machine: Machine, top: Path) -> None:
    (top / ".gitignore").write_text(".COYOTE/\n")
    assert rule_for(top, machine) is None
    machine.git("config", "core.ignoreCase", "true", cwd=top)
    assert rule_for(top, machine) is not None
    (top / ".gitignore").unlink()
    (top / "own rules").write_text(".coyote\n")
    machine.git("config", "core.excludesFile", top / "own rules", cwd=top)
    rule = rule_for(top, machine)
    assert rule is not None
    assert rule.source == str(top / "own rules")


def test_a_rule_for_some_of_the_files_is_not_enough(
    machine: Machine, top: Path
) -> None:
    (top / ".gitignore").write_text("*.md\n")
    assert rule_for(top, machine) is None


def test_a_rule_that_negates_is_told_as_one(machine: Machine, top: Path) -> None:
    (top / ".gitignore").write_text("*.md\n!memory\n")
    rule = rule_for(top, machine)
    assert rule is not None
    assert (rule.pattern, rule.negates) == ("!memory", True)


def test_an_entry_is_known_in_every_form_that_git_takes_for_one() -> None:
    assert has_entry(b"x\r\n.coyote/memory/ \r\n")
    assert has_entry(b".coyote/memory")
    assert has_entry(b"/.coyote/memory/\n")
    assert not has_entry(b"#.coyote/memory/\n .coyote/memory/\n")
