"""A project's git hook calls `memsync sync`: the commit and the mirror stay apart."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

HOOK = "#!/bin/sh\nexec memsync sync\n"


@pytest.fixture
def remote(machine: Machine) -> Path:
    path = machine.folder / "remote.git"
    machine.git("init", "-q", "--bare", path)
    machine.memsync("sync", "init", path)
    machine.user_memory.mkdir(parents=True)
    (machine.user_memory / "private.md").write_text("My own fact.\n")
    return path


def hook(machine: Machine, root: Path) -> None:
    place = root / machine.git("rev-parse", "--git-path", "hooks", cwd=root)
    place.mkdir(parents=True, exist_ok=True)
    for name in ("pre-commit", "post-commit"):
        (place / name).write_text(HOOK)
        (place / name).chmod(0o755)


def main_work_tree(machine: Machine) -> Path:
    return machine.repository()


def linked_worktree(machine: Machine) -> Path:
    root = machine.repository()
    machine.git("worktree", "add", "-q", "../linked", cwd=root)
    return root.with_name("linked")


def submodule(machine: Machine) -> Path:
    root = machine.repository()
    inner = machine.repository("inner")
    machine.git("submodule", "--quiet", "add", inner, "inner", cwd=root)
    return root / "inner"


def commit_staged(machine: Machine, root: Path) -> None:
    machine.git("add", "code.py", cwd=root)
    machine.git("commit", "-q", "-m", "change", cwd=root)


def commit_path(machine: Machine, root: Path) -> None:
    machine.git("commit", "-q", "-m", "change", "--", "code.py", cwd=root)


def commit_all(machine: Machine, root: Path) -> None:
    machine.git("commit", "-q", "-a", "-m", "change", cwd=root)


def wait_for(machine: Machine, remote: Path) -> str:
    """What the detached rest of the round sent; it ends a moment later."""
    for _ in range(300):
        tip = machine.git("rev-parse", "-q", "--verify", "main", cwd=remote, want=None)
        if tip:
            return tip
        time.sleep(0.1)
    pytest.fail("nothing reached the remote")


@pytest.mark.parametrize("place", [main_work_tree, linked_worktree, submodule])
@pytest.mark.parametrize("way", [commit_staged, commit_path, commit_all])
def test_a_commit_whose_hook_syncs_is_right_and_so_is_the_mirror(
    machine: Machine, remote: Path, place: object, way: object
) -> None:
    assert callable(place)
    assert callable(way)
    root = place(machine)
    hook(machine, root)
    (root / "code.py").write_text("print('changed')\n")
    (root / "later.py").write_text("not to be committed\n")
    if way is commit_path:
        machine.git("add", "later.py", cwd=root)
    way(machine, root)
    named = machine.git("show", "--name-only", "--format=%an", "HEAD", cwd=root)
    assert named.split("\n") == ["A. Person", "", "code.py"]
    left = machine.git("status", "--porcelain", "-uall", cwd=root)
    assert left == ("A  later.py" if way is commit_path else "?? later.py")
    assert "private" not in machine.git("ls-files", cwd=root)

    tip = wait_for(machine, remote)
    mirror = machine.state / "mirror"
    assert machine.git("rev-parse", "main", cwd=mirror) == tip
    raw = machine.git("cat-file", "commit", "main", cwd=mirror)
    assert "A. Person" not in raw
    assert "person@example.invalid" not in raw
    assert "author memsync <memsync@localhost>" in raw
    files = machine.git("ls-tree", "-r", "--name-only", "main", cwd=mirror)
    assert files.split() == ["memsync.json", "user/private.md"]
    machine.git("fsck", "--strict", cwd=root)


def test_a_hook_saves_at_once_and_does_not_wait_for_the_network(
    machine: Machine, remote: Path
) -> None:
    hold = remote / "hooks/pre-receive"
    hold.write_text("#!/bin/sh\nsleep 3\n")
    hold.chmod(0o755)
    root = main_work_tree(machine)
    hook(machine, root)
    (root / "code.py").write_text("print('changed')\n")
    commit_all(machine, root)
    assert machine.git("rev-parse", "main", cwd=machine.state / "mirror")
    assert not machine.git("rev-parse", "-q", "--verify", "main", cwd=remote, want=None)
    wait_for(machine, remote)


def test_a_held_note_does_not_stop_the_commit_of_a_project(
    machine: Machine, remote: Path
) -> None:
    (machine.user_memory / "con.md").write_text("A name that stays here.\n")
    root = main_work_tree(machine)
    hook(machine, root)
    (root / "code.py").write_text("print('changed')\n")
    commit_all(machine, root)
    assert machine.git("log", "-1", "--format=%s", cwd=root) == "change"
    wait_for(machine, remote)
    machine.memsync("sync", want=1)
