"""A sync that was refused or interrupted, and what is edited before the next one."""

from __future__ import annotations

import os
import signal
import subprocess
from typing import TYPE_CHECKING

import pytest
from support.machine import Machine
from support.processes import until
from support.synced import bare, joined, names, note, notes, put, sync

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def desk(tmp_path: Path) -> Machine:
    """A machine whose remote is a link, so that another one can be in its place."""
    (tmp_path / "remote").symlink_to(bare(tmp_path / "own.git"))
    machine = joined(tmp_path / "desk", tmp_path / "remote")
    put(machine, "base", note("base", "one\ntwo"))
    put(machine, "MEMORY", "- [[base]]: about base\n")
    sync(machine)
    return machine


def point_at(desk: Machine, repository: Path) -> None:
    link = desk.folder.parent / "remote"
    link.unlink()
    link.symlink_to(repository)


def rewound(desk: Machine) -> None:
    point_at(desk, bare(desk.folder.parent / "empty.git"))


def hostile(desk: Machine) -> None:
    """The remote has a file that no machine accepts."""
    folder = desk.folder.parent
    desk.git("clone", "-q", folder / "own.git", "web", cwd=folder)
    (folder / "web/user/link.md").symlink_to("/etc/passwd")
    desk.git("add", ".", cwd=folder / "web")
    desk.git("commit", "-q", "-m", "a link", cwd=folder / "web")
    desk.git("clone", "-q", "--bare", "web", "hostile.git", cwd=folder)
    point_at(desk, folder / "hostile.git")


def write_more(desk: Machine) -> None:
    put(desk, "draft", note("draft", "first words"))
    put(desk, "gone", note("gone", "written by mistake"))
    put(desk, "base", note("base", "one\ntwo\nTYPED BY MISTAKE"))
    index = "- [[base]]: about base\n- [[draft]]: about draft\n- [[gone]]: gone\n"
    put(desk, "MEMORY", index)


def mend_all(desk: Machine) -> dict[str, str]:
    """Edit and forget what the stopped sync had saved; what is there then."""
    put(desk, "draft", note("draft", "last words"))
    put(desk, "base", note("base", "one\ntwo"))
    desk.memsync("forget", "gone", "--scope", "user")
    return notes(desk)


@pytest.mark.parametrize("why", [rewound, hostile])
def test_what_is_edited_after_a_refused_sync_is_sent_as_it_is(
    desk: Machine, why: Callable[[Machine], None]
) -> None:
    write_more(desk)
    why(desk)
    sync(desk, want=14)
    edited = mend_all(desk)
    point_at(desk, desk.folder.parent / "own.git")
    done = sync(desk)[0]
    assert notes(desk) == edited
    assert names(done, "merged") == []
    laptop = joined(desk.folder.parent / "laptop", desk.folder.parent / "remote")
    sync(laptop)
    assert notes(laptop) == edited


def test_what_is_edited_before_a_rewind_is_accepted_is_sent_as_it_is(
    desk: Machine,
) -> None:
    write_more(desk)
    rewound(desk)
    sync(desk, want=14)
    edited = mend_all(desk)
    desk.memsync("sync", "--accept-rewind")
    assert notes(desk) == edited


def test_what_is_edited_after_a_sync_with_a_wrong_url_is_sent_as_it_is(
    tmp_path: Path,
) -> None:
    other = Machine(tmp_path / "other")
    other.git("clone", "-q", "--bare", other.repository(), tmp_path / "wrong.git")
    desk = joined(tmp_path / "desk", tmp_path / "wrong.git")
    write_more(desk)
    sync(desk, want=14)
    edited = mend_all(desk)
    desk.memsync("sync", "init", bare(tmp_path / "right.git"), "--yes")
    sync(desk)
    assert notes(desk) == edited


def test_a_sync_without_network_after_a_refused_one_merges_nothing(
    desk: Machine,
) -> None:
    write_more(desk)
    rewound(desk)
    sync(desk, want=14)
    edited = mend_all(desk)
    point_at(desk, desk.folder.parent / "nowhere")
    done = sync(desk, want=15)[0]
    assert names(done, "merged") == []
    assert notes(desk) == edited


def test_what_is_edited_after_ctrl_c_is_sent_as_it_is(tmp_path: Path) -> None:
    desk, ssh = Machine(tmp_path / "desk"), tmp_path / "ssh"
    ssh.write_text(f"#!/bin/sh\n: > '{tmp_path}/asked'\nexec sleep 100\n")
    ssh.chmod(0o755)
    no_ssh = {"GIT_SSH_COMMAND": "false"}
    url = "ssh://host.invalid/memory.git"
    desk.memsync("sync", "init", url, environ=no_ssh, want=15)
    write_more(desk)
    environ = {**desk.environ, "GIT_SSH_COMMAND": str(ssh)}
    child = subprocess.Popen(
        ["memsync", "sync"], env=environ, cwd=desk.folder, start_new_session=True
    )
    assert until((tmp_path / "asked").exists)
    os.killpg(child.pid, signal.SIGINT)
    assert child.wait(timeout=60) == 130
    edited = mend_all(desk)
    desk.memsync("sync", "init", bare(tmp_path / "remote.git"), "--yes")
    sync(desk)
    assert notes(desk) == edited
