"""The table of exit codes in the README, a row each, through the real command."""

from __future__ import annotations

import contextlib
import signal
import subprocess
from typing import TYPE_CHECKING

import pytest

from memsync.errors import Exit
from memsync.files.lock import hold

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture
def root(machine: Machine) -> Path:
    """A repository with an empty memory."""
    root = machine.repository()
    machine.memsync("init", cwd=root)
    return root


def fails(
    machine: Machine, code: Exit, *arguments: str, word: str, cwd: Path, **more: str
) -> None:
    """The command ends with the code, a message, and the word in its JSON."""
    plain = machine.memsync(*arguments, cwd=cwd, environ=more, want=code)
    assert plain.err.startswith("memsync: ")
    assert plain.out == ""
    found = machine.memsync(*arguments, "--json", cwd=cwd, environ=more, want=code)
    error = found.json["error"]
    assert error["code"] == word
    assert error["message"] in found.err
    assert set(error) == {"code", "message", "hint"}


def plant(machine: Machine, expression: str) -> dict[str, str]:
    """An environment in which reading the settings evaluates this instead."""
    folder = machine.folder / "plant"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(
        "import memsync.config.settings, memsync.errors\n"
        "def fail(error):\n"
        "    raise error\n"
        f"memsync.config.settings.load = lambda *_: {expression}\n"
    )
    return {"PYTHONPATH": str(folder)}


def test_0_done_also_when_there_was_nothing_to_do(machine: Machine, root: Path) -> None:
    machine.memsync("init", cwd=root)
    assert machine.memsync("list", cwd=root).out == ""
    assert machine.memsync("list", cwd=machine.folder).out == ""


def test_1_a_check_found_something(machine: Machine, root: Path) -> None:
    token = "AKIA" + "QYLPMN5HFIQR7XYA"
    ran = machine.memsync("scan", "-", stdin=f"{token}\n", cwd=root, want=Exit.FOUND)
    assert token not in ran.out + ran.err
    (root / ".coyote/memory/broken.md").write_text("---\nname: [\n---\n\nx\n")
    machine.memsync("lint", cwd=root, want=Exit.FOUND)


def test_2_usage_and_malformed_names(machine: Machine, root: Path) -> None:
    fails(machine, Exit.USAGE, "write", "../x", "-m", "x", word="usage", cwd=root)
    machine.memsync("no-such-verb", want=Exit.USAGE)
    machine.memsync("list", "--no-such-option", want=Exit.USAGE)


def test_3_a_bug_in_memsync(machine: Machine, root: Path) -> None:
    environ = plant(machine, "{}['what a note ' + 'says']")
    ran = machine.run("memsync", "list", cwd=root, environ=environ, want=Exit.BUG)
    assert ran.err.startswith("memsync: a bug in memsync ")
    assert "hint: please report it" in ran.err
    assert "what a note says" not in ran.err


def test_10_outside_git_only_init_offers_a_memory_without_git(
    machine: Machine,
) -> None:
    here = "memsync init --here"
    assert here in machine.memsync("init", want=10).err
    for words in (["hooks", "install"], ["adopt"], ["scan", "--staged"]):
        told = machine.memsync(*words, want=10).err
        assert "hint: run it inside a repository" in told
        assert here not in told


def test_10_no_git_root_where_one_is_needed(machine: Machine) -> None:
    folder = machine.folder / "plain"
    folder.mkdir()
    word = "no-git-root"
    fails(machine, Exit.NO_GIT_ROOT, "write", "x", "-m", "x", word=word, cwd=folder)
    fails(machine, Exit.NO_GIT_ROOT, "init", word=word, cwd=folder)
    assert list(folder.iterdir()) == []


def test_11_sync_is_not_set_up(machine: Machine) -> None:
    word = "sync-not-set-up"
    fails(machine, Exit.NOT_SET_UP, "sync", word=word, cwd=machine.folder)


def test_12_locked_by_another_process_for_too_long(machine: Machine) -> None:
    machine.memsync("init", "--scope", "user")
    with hold(machine.state / "locks/user.lock", what="test"):
        ran = machine.memsync(
            *("write", "x", "--scope", "user", "-m", "x"), want=Exit.LOCKED
        )
    assert "locked for" in ran.err
    assert "hint: " in ran.err
    assert not (machine.user_memory / "x.md").exists()


def test_13_a_key_is_missing_or_wrong(machine: Machine) -> None:
    # No command uses a key before memories are encrypted: the code is kept free.
    environ = plant(machine, "fail(memsync.errors.KeyTrouble('no key'))")
    ran = machine.memsync("list", environ=environ, want=Exit.KEY)
    assert ran.err == "memsync: no key\n"


def test_14_refused_as_unsafe(machine: Machine, root: Path) -> None:
    token = "AKIA" + "QYLPMN5HFIQR7XYA"
    arguments = ("write", "x", "-m", token)
    ran = machine.memsync(*arguments, cwd=root, want=Exit.REFUSED)
    assert token not in ran.out + ran.err
    for url in ("ext::sh -c id", "-oProxyCommand=id", "https://a:b@host.invalid/x"):
        machine.memsync("sync", "init", "--", url, cwd=root, want=Exit.REFUSED)
    assert not (machine.state / "mirror").exists()


def test_15_the_remote_is_unreachable_and_the_work_is_saved(machine: Machine) -> None:
    remote = machine.folder / "remote.git"
    machine.git("init", "--quiet", "--bare", str(remote))
    machine.memsync("write", "x", "--scope", "user", "-m", "First.")
    machine.memsync("sync", "init", str(remote))
    machine.memsync("write", "x", "--scope", "user", "-m", "Second.")
    remote.rename(machine.folder / "away.git")
    machine.memsync("sync", want=Exit.UNREACHABLE)
    (machine.folder / "away.git").rename(remote)
    machine.memsync("sync")
    assert "Second." in machine.git("show", "main:user/x.md", cwd=remote)


def test_16_bad_configuration_file_disk_or_git(machine: Machine, root: Path) -> None:
    machine.config.mkdir(parents=True)
    (machine.config / "config.yaml").write_text("caps: [\n")
    fails(machine, Exit.BROKEN, "list", word="config", cwd=root)


def test_16_over_64_kib_and_onto_an_existing_name(machine: Machine, root: Path) -> None:
    long = "x" * 70_000
    machine.memsync("write", "long", cwd=root, stdin=long, want=Exit.BROKEN)
    machine.memsync("write", "a", "-m", "A.", cwd=root)
    machine.memsync("write", "b", "-m", "B.", cwd=root)
    machine.memsync("rename", "a", "b", cwd=root, want=Exit.BROKEN)
    assert machine.memsync("read", "b", cwd=root).out.endswith("B.\n")


def test_17_no_such_note_or_version(machine: Machine, root: Path) -> None:
    word = "not-found"
    fails(machine, Exit.NOT_FOUND, "read", "nothing", word=word, cwd=root)
    machine.memsync("forget", "nothing", cwd=root, want=Exit.NOT_FOUND)
    machine.memsync("archive", "show", "nothing/x", cwd=root, want=Exit.NOT_FOUND)


def test_17_a_note_of_the_other_scope_is_left_alone(
    machine: Machine, root: Path
) -> None:
    machine.memsync("write", "auth", "--scope", "user", "-m", "Mine.", cwd=root)
    ran = machine.memsync("forget", "auth", cwd=root, want=Exit.NOT_FOUND)
    assert "--scope user" in ran.err
    assert (machine.user_memory / "auth.md").exists()


def test_130_interrupted(machine: Machine, root: Path) -> None:
    with subprocess.Popen(
        ["memsync", "write", "waiting"],
        cwd=root,
        env=machine.environ,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        assert child.stdin is not None
        assert child.stderr is not None
        # More than a pipe holds: once it is written, the command is reading it.
        child.stdin.write(b"text\n" * 20_000)
        while child.poll() is None:
            # A signal between two reads waits for the next one: press again.
            child.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(timeout=2)
        assert child.stderr.read().strip() == b"memsync: interrupted"
    assert child.returncode == Exit.INTERRUPTED
    assert not (root / ".coyote/memory/waiting.md").exists()
