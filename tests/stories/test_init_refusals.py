"""What `memsync init` does not do: one clear line, the right code, nothing done."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.trees import tree

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from support.machine import Machine


def refused(machine: Machine, top: Path, code: int, *options: str) -> str:
    """Run init, which must change nothing; what it said."""
    before = tree(top)
    done = machine.memsync("init", *options, cwd=top, want=code)
    assert done.out == ""
    assert done.err.startswith("memsync: ")
    assert tree(top) == before
    return done.err


def gitignore_is_a_folder(top: Path) -> None:
    (top / ".gitignore").mkdir()


def gitignore_is_a_link(top: Path) -> None:
    (top / "elsewhere").write_text("x\n")
    (top / ".gitignore").symlink_to("elsewhere")


def gitignore_cannot_be_read(top: Path) -> None:
    (top / ".gitignore").write_text("x\n")
    (top / ".gitignore").chmod(0)


def gitignore_is_read_only(top: Path) -> None:
    (top / ".gitignore").write_text("x\n")
    (top / ".gitignore").chmod(0o444)


def gitignore_is_utf_16(top: Path) -> None:
    (top / ".gitignore").write_bytes("x\n".encode("utf-16"))


def exclude_is_a_folder(top: Path) -> None:
    (top / ".git/info/exclude").unlink()
    (top / ".git/info/exclude").mkdir()


def exclude_is_read_only(top: Path) -> None:
    (top / ".git/info/exclude").chmod(0o444)


def coyote_is_a_file(top: Path) -> None:
    (top / ".coyote").write_text("x")


def memory_is_a_file(top: Path) -> None:
    (top / ".coyote").mkdir()
    (top / ".coyote/memory").write_text("x")


def marker_is_a_folder(top: Path) -> None:
    (top / ".coyote/memory/MEMORY.md").mkdir(parents=True)


def root_is_read_only(top: Path) -> None:
    top.chmod(0o555)


@pytest.mark.parametrize(
    "spoil",
    [
        gitignore_is_a_folder,
        gitignore_is_a_link,
        gitignore_cannot_be_read,
        gitignore_is_read_only,
        gitignore_is_utf_16,
        exclude_is_a_folder,
        exclude_is_read_only,
        coyote_is_a_file,
        memory_is_a_file,
        marker_is_a_folder,
        root_is_read_only,
    ],
)
def test_a_file_that_cannot_be_edited(
    machine: Machine, spoil: Callable[[Path], object]
) -> None:
    top = machine.repository()
    spoil(top)
    refused(machine, top, 16)


@pytest.mark.parametrize("options", [(), ("--tracked",)])
def test_where_all_is_done_nothing_need_be_writable(
    machine: Machine, options: tuple[str, ...]
) -> None:
    """As in a container with the repository mounted read-only."""
    top = machine.repository()
    machine.memsync("init", *options, cwd=top)
    paths = [top, *(path for path in top.rglob("*") if not path.is_symlink())]
    for path in paths:
        path.chmod(path.stat().st_mode & 0o555)
    try:
        assert machine.memsync("init", *options, cwd=top).out == ""
        assert machine.memsync("list", cwd=top).out == ""
    finally:
        for path in paths:
            path.chmod(path.stat().st_mode | 0o700)


def memory_leads_elsewhere(top: Path) -> None:
    (top.parent / "secret").mkdir()
    (top / ".coyote").mkdir()
    (top / ".coyote/memory").symlink_to("../../secret")


def memory_leads_to_another_memory(top: Path) -> None:
    (top.parent / "secret").mkdir()
    (top.parent / "secret/MEMORY.md").write_text("# Memory Index\n")
    (top / ".coyote").mkdir()
    (top / ".coyote/memory").symlink_to("../../secret")


def memory_leads_nowhere(top: Path) -> None:
    (top / ".coyote").mkdir()
    (top / ".coyote/memory").symlink_to("/nowhere/at/all")


def coyote_leads_elsewhere(top: Path) -> None:
    (top.parent / "secret").mkdir()
    (top / ".coyote").symlink_to("../secret")


def marker_is_a_link(top: Path) -> None:
    (top.parent / "secret.md").write_text("x")
    (top / ".coyote/memory").mkdir(parents=True)
    (top / ".coyote/memory/MEMORY.md").symlink_to("../../../secret.md")


@pytest.mark.parametrize(
    "spoil",
    [
        memory_leads_elsewhere,
        memory_leads_to_another_memory,
        memory_leads_nowhere,
        coyote_leads_elsewhere,
        marker_is_a_link,
    ],
)
def test_a_link_that_leads_elsewhere(
    machine: Machine, spoil: Callable[[Path], object]
) -> None:
    top = machine.repository()
    spoil(top)
    refused(machine, top, 14)
    machine.memsync("write", "note", "-m", "text", cwd=top, want=14)
    secret = machine.folder / "secret"
    if secret.is_dir():
        assert [p.name for p in secret.iterdir()] in ([], ["MEMORY.md"])


def test_a_foreign_memory_is_not_read_either(machine: Machine) -> None:
    top = machine.repository()
    memory_leads_to_another_memory(top)
    done = machine.memsync("list", cwd=top, want=14)
    assert "is not this repository's memory" in done.err


@pytest.mark.parametrize(
    "options",
    [
        ["--lite", "--tracked"],
        ["--scope", "user", "--lite"],
        ["--here", "--isolated"],
        ["--here", "--recurse-submodules"],
        ["--here", "--hooks"],
        ["--scope", "nonsense"],
        ["--isolated"],
        ["--here"],
        ["no-such-folder"],
        ["code.py"],
    ],
)
def test_options_that_do_not_go_together(machine: Machine, options: list[str]) -> None:
    refused(machine, machine.repository(), 2, *options)


def test_a_bare_repository_and_the_inside_of_git(machine: Machine) -> None:
    machine.git("init", "-q", "--bare", "bare.git")
    said = refused(machine, machine.folder / "bare.git", 16)
    assert "is a bare repository" in said
    assert "git worktree list" in said
    said = refused(machine, machine.repository() / ".git", 16)
    assert "is git's own folder" in said
    # git itself looks into neither of them then.
    machine.git("config", "--global", "safe.bareRepository", "explicit")
    said = refused(machine, machine.folder / "bare.git", 16)
    assert "is a bare repository" in said
    said = refused(machine, machine.folder / "project/.git", 16)
    assert "is git's own folder" in said


def test_git_is_missing_or_too_old(machine: Machine) -> None:
    top = machine.repository()
    real = machine.environ["PATH"]
    scripts = real.split(":", 1)[0]
    machine.environ["PATH"] = scripts
    said = refused(machine, top, 16)
    assert "git is not on PATH" in said
    shim = machine.folder / "bin" / "git"
    shim.parent.mkdir()
    shim.write_text(
        '#!/bin/sh\ncase "$*" in *--version*) echo git version 2.30.9; exit;; esac\n'
        f'PATH={real} exec git "$@"\n'
    )
    shim.chmod(0o755)
    machine.environ["PATH"] = f"{scripts}:{shim.parent}"
    said = refused(machine, top, 16)
    assert "is too old: memsync needs git 2.31 or newer" in said
