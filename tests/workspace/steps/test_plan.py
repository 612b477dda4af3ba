"""The plan of an `init`: what it would do, in which order, before it does it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.places import snapshot

from memsync.errors import Broken, Refused
from memsync.paths import Places
from memsync.workspace.place.private import private_spot
from memsync.workspace.place.spot import spot_at
from memsync.workspace.repository.identity import recorded
from memsync.workspace.repository.roots import require_root
from memsync.workspace.steps.plan import (
    plan_link,
    plan_lite,
    plan_memory,
    plan_private,
    plan_team,
    plan_user,
)
from memsync.workspace.steps.steps import act_on

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

    from memsync.workspace.place.spot import Spot
    from memsync.workspace.repository.roots import GitRoot


@pytest.fixture
def places(machine: Machine) -> Places:
    return Places(machine.environ)


@pytest.fixture
def root(machine: Machine) -> GitRoot:
    return require_root(machine.repository(), machine.environ)


@pytest.fixture
def spot(root: GitRoot) -> Spot:
    return spot_at(root.top, root)


def test_a_memory_is_hidden_before_it_is_made(
    machine: Machine, root: GitRoot, spot: Spot
) -> None:
    before = snapshot(root.top)
    plan = plan_memory(spot, machine.environ)
    assert snapshot(root.top) == before
    assert [step.path.name for step in plan.steps] == [
        "exclude",
        ".gitignore",
        "MEMORY.md",
    ]
    assert (plan.kind, plan.existed, plan.team) == ("main", None, False)
    act_on(plan.steps)
    assert machine.git("status", "--porcelain", cwd=root.top) == "?? .gitignore"


def test_planned_again_nothing_is_left_to_do(
    machine: Machine, root: GitRoot, spot: Spot
) -> None:
    act_on(plan_memory(spot, machine.environ).steps)
    again = plan_memory(spot, machine.environ)
    assert [step.action for step in again.steps] == ["unchanged"] * 3
    assert not any(step.pending for step in again.steps)
    assert again.existed == spot.marker


def test_the_gitignore_can_be_left_alone(
    machine: Machine, root: GitRoot, spot: Spot
) -> None:
    plan = plan_memory(spot, machine.environ, gitignore=False)
    assert [step.path.name for step in plan.steps] == ["exclude", "MEMORY.md"]
    act_on(plan.steps)
    assert machine.git("status", "--porcelain", cwd=root.top) == ""


def test_a_memory_that_git_has_is_not_hidden(
    machine: Machine, root: GitRoot, spot: Spot
) -> None:
    spot.folder.mkdir(parents=True)
    spot.marker.write_text("# Memory Index\n")
    machine.git("add", ".coyote", cwd=root.top)
    plan = plan_memory(spot, machine.environ)
    assert plan.team
    assert [step.path for step in plan.steps] == [spot.marker]
    assert len(plan.warnings) == 1


def test_a_foreign_link_is_refused(
    machine: Machine, root: GitRoot, tmp_path: Path
) -> None:
    (tmp_path / "elsewhere").mkdir()
    (root.top / ".coyote").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(Refused) as raised:
        plan_memory(spot_at(root.top, root), machine.environ)
    assert raised.value.word == "foreign-link"


def test_outside_git_there_is_nothing_to_hide(machine: Machine, tmp_path: Path) -> None:
    plan = plan_memory(spot_at(tmp_path, None), machine.environ)
    assert [step.path.name for step in plan.steps] == ["MEMORY.md"]
    assert (plan.kind, plan.root) == ("here", tmp_path)


def test_a_worktree_gets_a_link_to_the_main_ones(
    machine: Machine, root: GitRoot
) -> None:
    tree = machine.folder / "tree"
    machine.git("worktree", "add", "-q", str(tree), cwd=root.top)
    linked = require_root(tree, machine.environ)
    spot = spot_at(tree, linked)
    plan = plan_memory(spot, machine.environ)
    assert plan.memory == root.top / ".coyote/memory"
    assert (plan.steps[-1].action, plan.steps[-1].path) == ("linked", spot.own)
    assert [step.path.name for step in plan_link(spot, machine.environ)] == [
        "exclude",
        "memory",
    ]
    act_on(plan.steps)
    assert plan_link(spot, machine.environ) == ()


def test_notes_in_the_links_place_stay_and_that_is_said(
    machine: Machine, root: GitRoot
) -> None:
    tree = machine.folder / "tree"
    machine.git("worktree", "add", "-q", str(tree), cwd=root.top)
    spot = spot_at(tree, require_root(tree, machine.environ))
    spot.own.mkdir(parents=True)
    (spot.own / "note.md").write_text("mine")
    plan = plan_memory(spot, machine.environ)
    assert len(plan.warnings) == 1
    act_on(plan.steps)
    assert (spot.own / "note.md").read_text() == "mine"
    assert plan_link(spot, machine.environ) == ()


def test_a_lite_memory_is_one_file_unless_a_folder_is_there(
    machine: Machine, spot: Spot
) -> None:
    plan = plan_lite(spot)
    assert (plan.memory, plan.existed) == (spot.lite, None)
    act_on(plan.steps)
    assert plan_lite(spot).existed == spot.lite
    act_on(plan_memory(spot, machine.environ).steps)
    assert plan_lite(spot).memory == spot.folder


def test_a_private_plan_records_whose_it_is(places: Places, root: GitRoot) -> None:
    spot = private_spot(root, places, "git.example+a")
    plan = plan_private(spot, root)
    assert [step.action for step in plan.steps] == ["created", "created"]
    act_on(plan.steps)
    assert recorded(root) == "git.example+a"
    assert [step.action for step in plan_private(spot, root).steps] == ["unchanged"]
    other = private_spot(root, places, "git.example+b")
    assert [step.action for step in plan_private(other, root).steps] == [
        "created",
        "updated",
    ]


def test_a_teams_memory_takes_the_rules_of_a_private_one_out(
    machine: Machine, root: GitRoot, spot: Spot
) -> None:
    act_on(plan_memory(spot, machine.environ).steps)
    with pytest.raises(Refused) as raised:
        plan_team(spot, root, machine.environ)
    assert raised.value.word == "private-memory"
    spot.marker.unlink()
    act_on(plan_team(spot, root, machine.environ).steps)
    assert "?? .coyote/" in machine.git("status", "--porcelain", cwd=root.top)


def test_the_persons_memory_is_theirs_alone(places: Places) -> None:
    plan = plan_user(places)
    assert (plan.kind, plan.root) == ("user", None)
    act_on(plan.steps)
    marker = places.user_memory / "MEMORY.md"
    assert marker.stat().st_mode & 0o077 == 0
    assert plan_user(places).existed == marker


def test_a_file_in_the_place_of_the_folder_is_named(
    machine: Machine, root: GitRoot, spot: Spot
) -> None:
    (root.top / ".coyote").write_text("a file")
    with pytest.raises(Broken) as raised:
        plan_memory(spot, machine.environ)
    assert f"'{root.top / '.coyote'}' is not a folder" in raised.value.message
