"""The demo shows what it promises, and leaves the person's machine as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from support.machine import Machine


def test_a_stranger_sees_the_main_job_and_finds_nothing_left(machine: Machine) -> None:
    before = sorted(machine.home.rglob("*"))
    ran = machine.memsync("demo", environ={"TMPDIR": str(machine.folder)})
    assert "laptop/feature$ git commit -m 'agent notes'" in ran.out
    assert "github-pat" in ran.out
    assert "archive restore style/" in ran.out
    assert "kept desktop's newer edit" in ran.out
    assert "ghp_" not in ran.out
    assert str(machine.folder) not in ran.out
    assert sorted(machine.home.rglob("*")) == before
    assert not list(machine.folder.glob("memsync-demo-*"))


def test_what_a_hook_exports_does_not_reach_the_demo(machine: Machine) -> None:
    root = machine.repository()
    hook = {
        "GIT_DIR": str(root / ".git"),
        "GIT_INDEX_FILE": str(root / ".git/index"),
        "MEMSYNC_MEMORY": "0",
        "XDG_CONFIG_HOME": str(machine.folder / "elsewhere"),
    }
    machine.memsync("demo", cwd=root, environ=hook)
    assert machine.git("status", "--short", cwd=root) == ""
    assert not (machine.folder / "elsewhere").exists()
    assert machine.git("log", "--oneline", cwd=root).count("\n") == 0
