"""The post-checkout hook: ours alone, or none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memsync.guard.install.checkout import NAME, Done, install, state, uninstall
from memsync.workspace.repository.roots import GitRoot, require_root

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

OWN = b"#!/bin/sh\nmake hooks\n"
OLDER = b"#!/bin/sh\n# memsync-hook: post-checkout\nan earlier version\n"


@pytest.fixture
def root(machine: Machine) -> GitRoot:
    return require_root(machine.repository(), machine.environ)


@pytest.fixture
def hook(root: GitRoot) -> Path:
    return root.common_dir / "hooks" / NAME


def test_it_is_installed_once_and_removed(
    machine: Machine, root: GitRoot, hook: Path
) -> None:
    environ = machine.environ
    assert state(root, environ) == (hook, "absent")
    assert install(root, environ) == Done(hook, "created")
    assert hook.stat().st_mode & 0o111
    assert state(root, environ) == (hook, "installed")
    assert install(root, environ) == Done(hook, "unchanged")
    assert uninstall(root, environ) == Done(hook, "removed")
    assert not hook.exists()
    assert uninstall(root, environ) == Done(hook, "unchanged")


def test_an_earlier_one_of_ours_is_updated(
    machine: Machine, root: GitRoot, hook: Path
) -> None:
    hook.parent.mkdir(exist_ok=True)
    hook.write_bytes(OLDER)
    assert state(root, machine.environ)[1] == "outdated"
    assert install(root, machine.environ).action == "updated"
    assert state(root, machine.environ)[1] == "installed"


def test_somebody_elses_stays(machine: Machine, root: GitRoot, hook: Path) -> None:
    hook.parent.mkdir(exist_ok=True)
    hook.write_bytes(OWN)
    assert install(root, machine.environ) == Done(hook, "manual")
    assert uninstall(root, machine.environ) == Done(hook, "unchanged")
    assert hook.read_bytes() == OWN


def test_a_folder_of_hooks_elsewhere_is_not_written(
    machine: Machine, root: GitRoot, tmp_path: Path
) -> None:
    shared = tmp_path / "shared-hooks"
    shared.mkdir()
    machine.git("config", "--global", "core.hooksPath", str(shared))
    assert state(root, machine.environ)[1] == "manual"
    assert install(root, machine.environ).action == "manual"
    assert list(shared.iterdir()) == []


def test_a_trial_changes_nothing(machine: Machine, root: GitRoot, hook: Path) -> None:
    assert install(root, machine.environ, dry_run=True).action == "created"
    assert not hook.exists()
    install(root, machine.environ)
    assert uninstall(root, machine.environ, dry_run=True).action == "removed"
    assert hook.exists()


def test_a_worktree_has_the_same_one(
    machine: Machine, root: GitRoot, hook: Path
) -> None:
    tree = machine.folder / "tree"
    machine.git("worktree", "add", "-q", str(tree), cwd=root.top)
    linked = require_root(tree, machine.environ)
    assert install(linked, machine.environ).path == hook
    assert state(root, machine.environ)[1] == "installed"
