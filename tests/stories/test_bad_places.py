"""Where memsync cannot work: one clear line, a hint, a code, and nothing half done."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.places import (
    obeying_modes,
    read_only,
    snapshot,
    with_program,
    without_terminal,
)
from support.synced import bare, put

from memsync.errors import Exit

if TYPE_CHECKING:
    from support.machine import Machine, Ran


def says(ran: Ran, *parts: str, hint: str = "") -> None:
    """One line of message with these parts, then at most one line of hint."""
    message, *rest = ran.err.splitlines()
    assert message.startswith("memsync: ")
    for part in parts:
        assert part in message
    assert len(rest) <= 1
    if hint:
        assert rest[0].startswith("hint: ")
        assert hint in rest[0]
    assert ran.out == ""


@pytest.fixture
def root(machine: Machine) -> Path:
    """A repository with a memory of one note."""
    root = machine.repository()
    machine.memsync("init", cwd=root)
    machine.memsync("write", "auth", "-m", "On disk.", cwd=root)
    return root


def test_git_is_too_old(machine: Machine) -> None:
    root = machine.repository()
    before = snapshot(root)
    old = with_program(machine.folder / "old", "git", "echo git version 2.20.1")
    environ = {"PATH": f"{old}:{machine.environ['PATH']}"}
    ran = machine.memsync("init", cwd=root, environ=environ, want=Exit.BROKEN)
    says(ran, "git version 2.20.1 is too old", "2.31", hint="upgrade git")
    assert snapshot(root) == before


@pytest.mark.parametrize(
    "verb",
    [
        "write a -m text",
        "hooks install",
        "hooks install --post-checkout",
        "sync init {remote}",
        "sync init",
    ],
)
def test_git_is_too_old_for_every_command_that_needs_it(
    machine: Machine, tmp_path: Path, verb: str
) -> None:
    root = machine.repository()
    remote = bare(tmp_path / "remote.git")
    before = snapshot(root)
    command = verb.format(remote=remote).split()
    ran = machine.memsync(*command, cwd=root, environ=older(machine), want=16)
    says(ran, "git version 2.20.1 is too old", "2.31", hint="upgrade git")
    assert snapshot(root) == before
    assert machine.memsync("sync", "status", "--json").json["configured"] is False


def test_git_is_too_old_for_a_round(desk: Machine) -> None:
    put(desk, "a", "A fact.\n")
    environ = older(desk)
    for verb in (["sync"], ["sync", "verify"]):
        ran = desk.memsync(*verb, environ=environ, want=16)
        says(ran, "git version 2.20.1 is too old", "2.31", hint="upgrade git")
    desk.memsync("sync")
    desk.memsync("sync", "verify")


def older(machine: Machine) -> dict[str, str]:
    """An environment whose git says that it is too old, and works."""
    real = shutil.which("git", path=machine.environ["PATH"])
    script = 'case "$*" in *--version*) echo git version 2.20.1; exit;; esac'
    script += f'\nexec {real} "$@"'
    old = with_program(machine.folder / "older", "git", script)
    return {"PATH": f"{old}:{machine.environ['PATH']}"}


def test_git_is_missing(machine: Machine) -> None:
    root = machine.repository()
    before = snapshot(root)
    environ = {"PATH": str(Path(sys.executable).parent)}
    ran = machine.memsync("init", cwd=root, environ=environ, want=Exit.BROKEN)
    says(ran, "git is not on PATH", hint="install git 2.31 or newer")
    assert snapshot(root) == before


def test_home_is_unset(machine: Machine, root: Path) -> None:
    environ = {"HOME": ""}
    ran = machine.memsync(
        *("write", "me", "--scope", "user", "-m", "x"),
        cwd=root,
        environ=environ,
        want=Exit.BROKEN,
    )
    says(ran, "HOME is not set", hint="set HOME")
    # The workspace needs no home.
    machine.memsync("write", "more", "-m", "Still works.", cwd=root, environ=environ)
    listed = machine.memsync("list", "--json", cwd=root, environ=environ).json
    assert [note["name"] for note in listed] == ["auth", "more"]
    assert "[[more]]" in machine.memsync("context", cwd=root, environ=environ).out


@pytest.mark.parametrize(
    ("variable", "arguments"),
    [
        ("COYOTE_CONFIG_DIR", ("write", "me", "--scope", "user", "-m", "x")),
        ("MEMSYNC_STATE_DIR", ("write", "me", "--scope", "user", "-m", "x")),
        ("MEMSYNC_STATE_DIR", ("sync", "init")),
        ("MEMSYNC_CONFIG_DIR", ("config", "set", "caps.note", "9")),
    ],
)
def test_a_file_stands_where_a_folder_should(
    machine: Machine, variable: str, arguments: tuple[str, ...]
) -> None:
    (machine.folder / "file").write_text("in the way")
    before = snapshot(machine.folder)
    environ = {variable: str(machine.folder / "file")}
    ran = machine.memsync(*arguments, environ=environ, want=Exit.BROKEN)
    says(ran, str(machine.folder / "file"))
    assert snapshot(machine.folder) == before


@pytest.mark.parametrize(
    "arguments",
    [
        ("write", "auth", "-m", "Changed."),
        ("write", "new", "-m", "Another."),
        ("rename", "auth", "sessions"),
        ("forget", "auth"),
    ],
)
def test_the_memory_is_read_only(
    machine: Machine, root: Path, arguments: tuple[str, ...]
) -> None:
    before = snapshot(root / ".coyote")
    read_only(root / ".coyote/memory")
    ran = machine.run(*obeying_modes("memsync", *arguments), cwd=root, want=Exit.BROKEN)
    mends = f"`chmod u+rwx {root}/.coyote/memory`"
    says(ran, "permission denied", hint=mends)
    assert snapshot(root / ".coyote") == before


def test_the_archive_is_read_only_so_nothing_is_replaced(
    machine: Machine, root: Path
) -> None:
    archive = root / ".git/memsync"
    before = snapshot(root)
    read_only(*(f for f in archive.rglob("*") if f.is_dir()), archive)
    ran = machine.run(
        *obeying_modes("memsync", "write", "auth", "-m", "Changed."),
        cwd=root,
        want=Exit.BROKEN,
    )
    says(ran, "permission denied", hint=f"`chmod u+rwx {root}/.git/memsync")
    assert snapshot(root) == before


def test_init_where_nothing_can_be_written(machine: Machine) -> None:
    root = machine.repository()
    before = snapshot(root)
    read_only(root)
    ran = machine.run(*obeying_modes("memsync", "init"), cwd=root, want=Exit.BROKEN)
    says(ran, str(root), "is read-only")
    after = snapshot(root)
    assert {k: v for k, v in after.items() if not k.startswith(".git/")} == {
        k: v for k, v in before.items() if not k.startswith(".git/")
    }


def test_reading_needs_no_right_to_write(machine: Machine, root: Path) -> None:
    for folder in [root, *(f for f in root.rglob("*") if f.is_dir())]:
        read_only(folder)
    for arguments, shown in (
        (["list"], "auth\tworkspace"),
        (["read", "auth"], "name: auth\n"),
        (["context"], "- [[auth]]"),
        (["status"], f"workspace: {root}/.coyote/memory"),
    ):
        ran = machine.run(*obeying_modes("memsync", *arguments), cwd=root)
        assert shown in ran.out


def test_the_disk_is_full(machine: Machine, root: Path) -> None:
    for path in root.rglob("*"):
        os.utime(path, (1_700_000_000, 1_700_000_000), follow_symlinks=False)
    before = snapshot(root)
    # A limit of 8 blocks of 512 bytes: the next file over it fails like a full disk.
    script = "ulimit -f 8; exec memsync write auth"
    ran = machine.run(
        *("sh", "-c", script), cwd=root, stdin="long " * 4000, want=Exit.BROKEN
    )
    says(ran, "file too large")
    after = snapshot(root)
    # Of files that are not quite new it remembers sizes and times, and is free to.
    (cache,) = after.keys() - before.keys()
    assert cache.endswith("/.seen")
    assert {**after, cache: b""} == {**before, cache: b""}


def test_a_note_cannot_be_read(machine: Machine, root: Path) -> None:
    (root / ".coyote/memory/auth.md").chmod(0)
    ran = machine.run(
        *obeying_modes("memsync", "read", "auth"), cwd=root, want=Exit.BROKEN
    )
    mends = f"`chmod u+rw {root}/.coyote/memory/auth.md`"
    says(ran, "auth.md", "permission denied", hint=mends)


def test_the_configuration_is_broken(machine: Machine, root: Path) -> None:
    machine.config.mkdir(parents=True)
    file = machine.config / "config.yaml"
    file.write_text("caps:\n  note: [\n")
    before = snapshot(root)
    for arguments in (["list"], ["context"], ["write", "auth", "-m", "x"], ["sync"]):
        ran = machine.memsync(*arguments, cwd=root, want=Exit.BROKEN)
        says(ran, f"'{file}' line 3", "not valid YAML", hint=f"edit '{file}'")
    assert snapshot(root) == before


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("caps: {notes: 9}", "unknown key 'caps.notes'", "did you mean caps.note?"),
        ("memory: {enable: no}", "unknown key 'memory.enable'", "memory.enabled"),
        ("caps: {note: many}", "caps.note must be a whole number", ""),
        ("archive: {keep: some}", "archive.keep must be recent or all", ""),
    ],
)
def test_a_setting_is_not_one(
    machine: Machine, root: Path, text: str, message: str, hint: str
) -> None:
    machine.config.mkdir(parents=True)
    (machine.config / "config.yaml").write_text(text)
    ran = machine.memsync("list", cwd=root, want=Exit.BROKEN)
    says(ran, "config.yaml", message, hint=hint)


def test_a_variable_is_not_a_value(machine: Machine, root: Path) -> None:
    environ = {"MEMSYNC_CAPS_NOTE": "lots"}
    ran = machine.memsync("list", cwd=root, environ=environ, want=Exit.BROKEN)
    says(ran, "MEMSYNC_CAPS_NOTE", "caps.note must be a whole number")


def test_a_relative_folder_is_refused(machine: Machine, root: Path) -> None:
    ran = machine.memsync(
        *("write", "me", "--scope", "user", "-m", "x"),
        cwd=root,
        environ={"COYOTE_CONFIG_DIR": "here"},
        want=Exit.BROKEN,
    )
    says(ran, "COYOTE_CONFIG_DIR is not an absolute path", hint="absolute path")


def test_without_a_terminal_nothing_asks(machine: Machine, root: Path) -> None:
    remote = machine.folder / "remote.git"
    machine.git("init", "--quiet", "--bare", str(remote))
    plain = {"TERM": "", "EDITOR": "", "VISUAL": "", "GIT_EDITOR": ""}
    for arguments in (
        ["status"],
        ["list"],
        ["read", "auth"],
        ["write", "me", "--scope", "user", "-m", "x"],
        ["sync", "init", str(remote)],
        ["sync"],
        ["archive", "list"],
        ["hooks", "status"],
    ):
        argv = without_terminal("memsync", *arguments)
        ran = machine.run(*argv, cwd=root, environ=plain)
        assert "\x1b" not in ran.out + ran.err


def test_without_an_editor_edit_says_so(machine: Machine, root: Path) -> None:
    before = snapshot(root)
    environ = {"VISUAL": "", "EDITOR": "no-such-editor-anywhere"}
    ran = machine.memsync("edit", "auth", cwd=root, environ=environ, want=Exit.BROKEN)
    says(ran, "no-such-editor-anywhere", hint="EDITOR")
    assert snapshot(root) == before


@pytest.mark.parametrize("variable", ["COYOTE_CONFIG_DIR", "MEMSYNC_STATE_DIR"])
def test_a_reader_is_told_why_the_user_memory_is_not_there(
    machine: Machine, root: Path, variable: str
) -> None:
    environ = {variable: "somewhere/else"}
    for verb in (["list"], ["read", "auth"], ["context"], ["lint"]):
        ran = machine.memsync(*verb, cwd=root, environ=environ)
        assert ran.err.splitlines() == [
            f"memsync: {variable} is not an absolute path",
            f"hint: set {variable} to an absolute path, or unset it",
        ]


def test_settings_in_a_relative_folder_are_not_passed_over(
    machine: Machine, root: Path
) -> None:
    environ = {"MEMSYNC_CONFIG_DIR": "somewhere/else"}
    ran = machine.memsync("list", cwd=root, environ=environ, want=Exit.BROKEN)
    says(ran, "MEMSYNC_CONFIG_DIR is not an absolute path", hint="set")


def test_a_file_where_the_user_memory_s_folder_belongs_is_said(
    machine: Machine,
) -> None:
    wrong = machine.folder / "file"
    wrong.write_text("text\n")
    environ = {"COYOTE_CONFIG_DIR": str(wrong)}
    listed = machine.memsync("list", environ=environ)
    assert "correct COYOTE_CONFIG_DIR" in listed.err
    write = ("write", "a", "-m", "x", "--scope", "user")
    machine.memsync(*write, environ=environ, want=16)
