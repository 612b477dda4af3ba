"""`memsync init` in the main work tree of a repository."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from support.trees import tree

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

ENTRY = b".coyote/memory/"
EXCLUDED = b"/.coyote/memory"


def excluded(top: Path) -> list[bytes]:
    return (top / ".git/info/exclude").read_bytes().splitlines()


def test_a_root_gets_its_memory_and_git_does_not_see_it(machine: Machine) -> None:
    top = machine.repository()
    done = machine.memsync("init", "--json", cwd=top)
    marker = top / ".coyote/memory/MEMORY.md"
    assert done.json == {
        "root": str(top),
        "memory": str(marker.parent),
        "scope": "workspace",
        "kind": "main",
        "actions": [
            {"path": str(top / path), "action": action, "dry_run": False}
            for path, action in (
                (".git/info/exclude", "updated"),
                (".gitignore", "created"),
                (".coyote/memory/MEMORY.md", "created"),
            )
        ],
    }
    assert marker.read_text().startswith("# Workspace Memory Index\n")
    assert (top / ".gitignore").read_bytes() == ENTRY + b"\n"
    assert EXCLUDED in excluded(top)
    (marker.parent / "note.md").write_text("private")
    assert machine.git("status", "--porcelain", cwd=top) == "?? .gitignore"


def test_a_second_run_changes_no_byte_and_says_where_the_marker_is(
    machine: Machine,
) -> None:
    top = machine.repository()
    machine.memsync("init", cwd=top)
    before = tree(top)
    done = machine.memsync("init", cwd=top)
    marker = top / ".coyote/memory/MEMORY.md"
    assert done.err == f"Memory marker already exists at '{marker}'\n"
    assert done.out == ""
    assert tree(top) == before
    again = machine.memsync("init", "--json", cwd=top).json
    assert {action["action"] for action in again["actions"]} == {"unchanged"}
    assert machine.memsync("-q", "init", cwd=top).err == ""


def test_from_a_folder_below_and_with_dir_it_is_the_git_root_s(
    machine: Machine,
) -> None:
    top = machine.repository()
    (top / "src/deep").mkdir(parents=True)
    machine.memsync("init", "project/src/deep")
    assert (top / ".coyote/memory/MEMORY.md").is_file()
    machine.memsync("init", cwd=top / "src")
    machine.memsync("-C", top / "src", "init")
    assert not (top / "src/.coyote").exists()


def test_a_dry_run_names_the_same_steps_and_does_none(machine: Machine) -> None:
    top = machine.repository()
    before = tree(top)
    planned = machine.memsync("init", "--dry-run", "--json", cwd=top).json
    assert tree(top) == before
    assert all(action.pop("dry_run") for action in planned["actions"])
    done = machine.memsync("init", "--json", cwd=top).json
    assert not any(action.pop("dry_run") for action in done["actions"])
    assert planned == done


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"", ENTRY + b"\n"),
        (b"*.pyc\n", b"*.pyc\n" + ENTRY + b"\n"),
        (b"*.pyc", b"*.pyc\n" + ENTRY + b"\n"),
        (b"a\r\nb\r\n", b"a\r\nb\r\n" + ENTRY + b"\r\n"),
        (b"a\r\nb", b"a\r\nb\r\n" + ENTRY + b"\r\n"),
        (b"caf\xe9\n", b"caf\xe9\n" + ENTRY + b"\n"),
        (b"# .coyote/memory/\n", b"# .coyote/memory/\n" + ENTRY + b"\n"),
        (b".coyote/memory/ x\n", b".coyote/memory/ x\n" + ENTRY + b"\n"),
        (b"!.coyote/memory/\n", b"!.coyote/memory/\n" + ENTRY + b"\n"),
    ],
)
def test_the_entry_is_appended_and_every_other_byte_stays(
    machine: Machine, before: bytes, after: bytes
) -> None:
    top = machine.repository()
    gitignore = top / ".gitignore"
    gitignore.write_bytes(before)
    gitignore.chmod(0o640)
    machine.memsync("init", cwd=top)
    assert gitignore.read_bytes() == after
    assert gitignore.stat().st_mode & 0o777 == 0o640
    machine.git("check-ignore", ".coyote/memory/MEMORY.md", cwd=top)
    machine.memsync("init", cwd=top)
    assert gitignore.read_bytes() == after


@pytest.mark.parametrize(
    "rule",
    [
        b".coyote/memory/",
        b".coyote/memory",
        b"/.coyote/memory/",
        b".coyote/",
        b".coyote",
        b".coyote/*",
        b"**/.coyote/memory",
        b".c*",
        b"memory/",
        b".coyote/memory/  ",
        b"!.coyote/memory/\n.coyote/memory/",
    ],
)
@pytest.mark.parametrize("ending", [b"\n", b"\r\n", b""])
def test_a_rule_that_ignores_it_already_is_enough(
    machine: Machine, rule: bytes, ending: bytes
) -> None:
    top = machine.repository()
    (top / ".gitignore").write_bytes(rule + ending)
    for _ in range(2):
        machine.memsync("init", cwd=top)
        assert (top / ".gitignore").read_bytes() == rule + ending
    assert EXCLUDED in excluded(top)


def test_a_rule_of_the_user_s_own_is_enough_on_every_run(machine: Machine) -> None:
    top = machine.repository()
    (machine.home / "ignored").write_text(".coyote/\n")
    machine.git("config", "--global", "core.excludesFile", "~/ignored")
    for _ in range(3):
        machine.memsync("init", cwd=top)
        assert not (top / ".gitignore").exists()


def test_another_line_in_info_exclude_is_enough_on_every_run(
    machine: Machine,
) -> None:
    top = machine.repository()
    exclude = top / ".git/info/exclude"
    exclude.write_bytes(exclude.read_bytes() + b".coyote/")
    for _ in range(3):
        machine.memsync("init", cwd=top)
        assert not (top / ".gitignore").exists()
    assert excluded(top)[-2:] == [b".coyote/", EXCLUDED]


def test_a_missing_info_folder_is_made(machine: Machine) -> None:
    top = machine.repository()
    (top / ".git/info/exclude").unlink()
    (top / ".git/info").rmdir()
    machine.memsync("init", cwd=top)
    assert excluded(top) == [EXCLUDED]


def test_gitignore_can_be_left_alone(machine: Machine) -> None:
    top = machine.repository()
    machine.memsync("init", "--no-gitignore", cwd=top)
    assert machine.git("status", "--porcelain", cwd=top) == ""


def test_it_stays_hidden_on_a_branch_older_than_the_entry(machine: Machine) -> None:
    top = machine.repository()
    machine.git("branch", "old", cwd=top)
    machine.memsync("init", cwd=top)
    machine.git("add", ".gitignore", cwd=top)
    machine.git("commit", "-q", "-m", "ignore", cwd=top)
    machine.git("checkout", "-q", "old", cwd=top)
    machine.git("add", "-A", cwd=top)
    assert machine.git("status", "--porcelain", cwd=top) == ""
    machine.git("clean", "-fdq", cwd=top)
    assert (top / ".coyote/memory/MEMORY.md").is_file()


@pytest.mark.parametrize(
    ("file", "rules", "line"),
    [
        (".gitignore", ".coyote/memory/\nx\n!.coyote/memory/\n", 3),
        (".coyote/.gitignore", "!memory/\n", 1),
    ],
)
def test_a_rule_that_takes_it_back_out_is_named(
    machine: Machine, file: str, rules: str, line: int
) -> None:
    top = machine.repository()
    (top / ".coyote").mkdir()
    (top / file).write_text(rules)
    done = machine.memsync("init", cwd=top)
    assert f"'{file}' line {line} un-ignores the memory" in done.err
    assert "hint: remove that line" in done.err
    assert (top / file).read_text() == rules


def test_a_memory_that_git_tracks_is_reported_and_left(machine: Machine) -> None:
    top = machine.repository()
    memory = top / ".coyote/memory"
    memory.mkdir(parents=True)
    (memory / "MEMORY.md").write_text("# Memory Index\n")
    machine.git("add", "-A", cwd=top)
    machine.git("commit", "-q", "-m", "memory", cwd=top)
    before = tree(top)
    done = machine.memsync("init", cwd=top)
    assert "git tracks 1 file of the memory" in done.err
    assert "git rm -r --cached .coyote/memory" in done.err
    assert "deletes teammates' copies on their next pull" in done.err
    assert tree(top) == before


def test_a_memory_that_coyote_made_is_hidden_and_not_changed(
    machine: Machine,
) -> None:
    top = machine.repository()
    memory = top / ".coyote/memory"
    memory.mkdir(parents=True)
    (memory / "MEMORY.md").write_bytes(b"# Workspace Memory Index\r\n\r\nmine\r\n")
    done = machine.memsync("init", cwd=top)
    assert "Memory marker already exists" in done.err
    assert (memory / "MEMORY.md").read_bytes().endswith(b"mine\r\n")
    assert EXCLUDED in excluded(top)


@pytest.mark.parametrize("name", [b"a b", b"-x", b"new\nline", b"\xff\xfe", b"[a]*"])
def test_a_root_may_have_any_name(machine: Machine, name: bytes) -> None:
    top = machine.folder / os.fsdecode(name)
    top.mkdir()
    machine.git("init", "-q", cwd=top)
    machine.memsync("init", cwd=top)
    assert (top / ".coyote/memory/MEMORY.md").is_file()
    machine.memsync("init", "--json", cwd=top)


def test_a_first_commit_is_not_needed(machine: Machine) -> None:
    machine.git("init", "-q", "fresh")
    machine.memsync("init", "fresh")
    assert machine.git("status", "--porcelain", cwd=machine.folder / "fresh") == (
        "?? .gitignore"
    )


def test_without_a_home_a_repository_is_bootstrapped(machine: Machine) -> None:
    top = machine.repository()
    del machine.environ["HOME"]
    machine.memsync("init", cwd=top)
    assert (top / ".coyote/memory/MEMORY.md").is_file()
    done = machine.memsync("init", "--scope", "user", cwd=top, want=16)
    assert "HOME is not set" in done.err
    assert "hint: set HOME" in done.err


def test_several_inits_at_once_make_one_memory(machine: Machine) -> None:
    import subprocess

    top = machine.repository()
    (top / ".gitignore").write_bytes(b"a")
    racing = [
        subprocess.Popen(
            ["memsync", "init"],
            cwd=top,
            env=machine.environ,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(6)
    ]
    assert [process.wait() for process in racing] == [0] * 6
    assert (top / ".gitignore").read_bytes() == b"a\n" + ENTRY + b"\n"
    assert excluded(top).count(EXCLUDED) == 1


def test_the_user_memory(machine: Machine) -> None:
    done = machine.memsync("init", "--scope", "global", "--json").json
    assert (done["kind"], done["scope"], done["root"]) == ("user", "user", None)
    marker = machine.user_memory / "MEMORY.md"
    assert marker.read_text().startswith("# Global Memory\n")
    assert marker.stat().st_mode & 0o777 == 0o600
    assert marker.parent.stat().st_mode & 0o777 == 0o700
    again = machine.memsync("init", "--scope", "user")
    assert f"already exists at '{marker}'" in again.err


def test_the_user_memory_behind_the_link_of_a_dotfile_manager(
    machine: Machine,
) -> None:
    kept = machine.home / "dotfiles/memory"
    kept.mkdir(parents=True)
    machine.user_memory.parent.mkdir(parents=True)
    machine.user_memory.symlink_to(kept)
    machine.memsync("init", "--scope", "user")
    assert (kept / "MEMORY.md").is_file()
    assert machine.user_memory.is_symlink()


def test_lite_is_one_file(machine: Machine) -> None:
    top = machine.repository()
    done = machine.memsync("init", "--lite", "--json", cwd=top).json
    assert done["memory"] == str(top / "COYOTE.md")
    assert not (top / ".coyote").exists()
    again = machine.memsync("init", "--lite", cwd=top)
    assert f"already exists at '{top / 'COYOTE.md'}'" in again.err
    machine.memsync("init", cwd=top)
    assert (top / ".coyote/memory/MEMORY.md").is_file()


def test_outside_git_there_is_here(machine: Machine) -> None:
    done = machine.memsync("init", want=10)
    assert "is not inside a git repository" in done.err
    assert "memsync init --here" in done.err
    error = machine.memsync("init", "--json", want=10).json["error"]
    assert error["code"] == "no-git-root"
    made = machine.memsync("init", "--here", "--json").json
    assert (made["kind"], made["root"]) == ("here", str(machine.folder))
    assert (machine.folder / ".coyote/memory/MEMORY.md").is_file()


def test_hooks_come_with_it(machine: Machine) -> None:
    top = machine.repository()
    done = machine.memsync("init", "--hooks", "--json", cwd=top)
    hook = top / ".git/hooks/pre-commit"
    assert hook.is_file()
    assert done.json["actions"][-1]["path"] == str(hook)
    assert "memsync write" in done.err
    (top / "code.py").write_text("print('changed')\n")
    machine.git("commit", "-qam", "change", cwd=top)


def test_a_team_memory_is_committed(machine: Machine) -> None:
    top = machine.repository()
    machine.memsync("init", "--tracked", cwd=top)
    machine.git("add", "-A", cwd=top)
    assert machine.git("status", "--porcelain", cwd=top) == (
        "A  .coyote/memory/MEMORY.md\nA  .gitattributes"
    )
    machine.git("commit", "-q", "-m", "team", cwd=top)
    for options in ([], ["--tracked"]):
        before = tree(top)
        machine.memsync("init", *options, cwd=top)
        assert tree(top) == before


def test_a_private_memory_does_not_become_a_team_s(machine: Machine) -> None:
    top = machine.repository()
    machine.memsync("init", cwd=top)
    before = tree(top)
    done = machine.memsync("init", "--tracked", cwd=top, want=14)
    assert "there is a private memory at" in done.err
    assert "memsync deinit" in done.err
    assert tree(top) == before
    machine.memsync("deinit", cwd=top)
    machine.memsync("init", "--tracked", cwd=top)
    seen = machine.git("status", "--porcelain", cwd=top)
    assert seen == "?? .coyote/\n?? .gitattributes"
