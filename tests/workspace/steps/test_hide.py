"""What hides a memory from git: git itself says whether it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.places import snapshot

from memsync.workspace.place.spot import spot_at
from memsync.workspace.repository.roots import require_root
from memsync.workspace.steps.hide import (
    exclude_step,
    gitignore_steps,
    ignored_notices,
    take_back_steps,
    tracked_notices,
    unhide_steps,
)
from memsync.workspace.steps.steps import act_on

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

    from memsync.workspace.place.spot import Spot
    from memsync.workspace.repository.roots import GitRoot

NOTE = ".coyote/memory/note.md"


@pytest.fixture
def top(machine: Machine) -> Path:
    return machine.repository()


@pytest.fixture
def root(machine: Machine, top: Path) -> GitRoot:
    return require_root(top, machine.environ)


@pytest.fixture
def spot(top: Path, root: GitRoot) -> Spot:
    return spot_at(top, root)


def is_hidden(machine: Machine, top: Path, path: str = NOTE) -> bool:
    ran = machine.run("git", "check-ignore", "-q", path, cwd=top, want=None)
    return ran.code == 0


def test_the_exclude_line_hides_the_memory_and_a_link_in_its_place(
    machine: Machine, top: Path, root: GitRoot, spot: Spot
) -> None:
    act_on([exclude_step(spot, root)])
    assert is_hidden(machine, top)
    assert is_hidden(machine, top, ".coyote/memory")
    assert not is_hidden(machine, top, ".coyote/memsync.yaml")
    again = exclude_step(spot, root)
    assert (again.action, again.pending) == ("unchanged", False)


def test_the_entry_hides_the_memory_by_itself(
    machine: Machine, top: Path, root: GitRoot, spot: Spot
) -> None:
    steps, said = gitignore_steps(spot, root, machine.environ, allowed=True)
    assert said == ()
    act_on(steps)
    assert (top / ".gitignore").read_bytes() == b".coyote/memory/\n"
    assert is_hidden(machine, top)


@pytest.mark.parametrize("rule", [".coyote/\n", "**/memory/\n", "*.md\n.coyote/mem*\n"])
def test_where_a_rule_hides_it_already_the_file_stays(
    machine: Machine, top: Path, root: GitRoot, spot: Spot, rule: str
) -> None:
    (top / ".gitignore").write_text(rule)
    ((step,), said) = gitignore_steps(spot, root, machine.environ, allowed=True)
    assert (step.action, step.pending, said) == ("unchanged", False, ())
    assert (top / ".gitignore").read_text() == rule


def test_where_it_may_not_be_edited_the_file_is_not_planned(
    machine: Machine, root: GitRoot, spot: Spot
) -> None:
    assert gitignore_steps(spot, root, machine.environ, allowed=False) == ([], ())


def test_a_rule_that_takes_it_back_out_is_named(
    machine: Machine, top: Path, root: GitRoot, spot: Spot
) -> None:
    (top / ".coyote").mkdir()
    (top / ".coyote/.gitignore").write_text("!memory/\n!memory/**\n")
    (top / ".gitignore").write_text(".coyote/memory/\n")
    _, said = gitignore_steps(spot, root, machine.environ, allowed=True)
    assert len(said) == 1
    assert ".coyote/.gitignore" in said[0][0]


@pytest.mark.parametrize("ignored", ["", "*.o\n", "*.o", "# theirs\r\n"])
def test_taken_back_both_files_are_as_they_were(
    machine: Machine, top: Path, root: GitRoot, spot: Spot, ignored: str
) -> None:
    (top / ".gitignore").write_bytes(ignored.encode())
    before = snapshot(top)
    act_on([exclude_step(spot, root)])
    act_on(gitignore_steps(spot, root, machine.environ, allowed=True)[0])
    assert snapshot(top) != before
    act_on(take_back_steps(spot, root, exclude=True))
    after = snapshot(top)
    assert {n: d for n, d in after.items() if not n.startswith(".git/memsync")} == {
        n: d for n, d in before.items() if not n.startswith(".git/memsync")
    }
    assert take_back_steps(spot, root, exclude=True) == []


def test_somebody_elses_entry_is_not_taken_back(
    machine: Machine, top: Path, root: GitRoot, spot: Spot
) -> None:
    (top / ".gitignore").write_text(".coyote/memory/\n")
    act_on([exclude_step(spot, root)])
    act_on(take_back_steps(spot, root, exclude=True))
    assert (top / ".gitignore").read_text() == ".coyote/memory/\n"
    # A team's memory needs it gone, whoever wrote it.
    act_on(unhide_steps(spot, root, exclude=True))
    assert not is_hidden(machine, top)


def test_the_line_of_all_worktrees_stays_where_one_goes(
    machine: Machine, top: Path, root: GitRoot, spot: Spot
) -> None:
    act_on([exclude_step(spot, root)])
    act_on(take_back_steps(spot, root, exclude=False))
    assert is_hidden(machine, top)


def test_a_tracked_memory_is_said_with_its_count(
    machine: Machine, top: Path, root: GitRoot, spot: Spot
) -> None:
    assert tracked_notices(spot, root, machine.environ) == []
    spot.folder.mkdir(parents=True)
    for name in ("a", "b"):
        (spot.folder / f"{name}.md").write_text("x\n")
    machine.git("add", ".coyote", cwd=top)
    ((said, _),) = tracked_notices(spot, root, machine.environ)
    assert "2" in said


def test_a_rule_against_a_teams_memory_is_named_but_ours(
    machine: Machine, top: Path, root: GitRoot, spot: Spot
) -> None:
    (top / ".gitignore").write_text(".coyote/memory/\n")
    assert ignored_notices(spot, root, machine.environ) == ()
    (top / ".gitignore").write_text(".coyote*\n")
    ((said, _),) = ignored_notices(spot, root, machine.environ)
    assert said.startswith("'.gitignore' line 1 ignores the memory")
    (top / ".gitignore").write_text("*.txt\n*.md\n")
    ((said, _),) = ignored_notices(spot, root, machine.environ)
    assert said.startswith("'.gitignore' line 2 ignores the memory")
    (top / ".gitignore").write_text("*.md\n!.coyote/memory/*.md\n")
    assert ignored_notices(spot, root, machine.environ) == ()
