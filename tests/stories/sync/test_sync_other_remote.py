"""Another remote is asked about, and a mistyped one is not taken for a folder."""

from __future__ import annotations

import os
import pty
import subprocess
from typing import TYPE_CHECKING

import pytest
from support.synced import bare, put, sync

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


@pytest.mark.parametrize(
    "typed", ["github.com/me/memory", "git@git.example.org/me/memory.git"]
)
def test_an_address_without_its_scheme_is_refused_and_not_kept(
    machine: Machine, typed: str
) -> None:
    ran = machine.memsync("sync", "init", typed, want=2)
    host = typed.partition("/")[0].rpartition("@")[2]
    assert "nor the URL of a repository" in ran.err
    assert f"hint: https://{host}/me/memory" in ran.err
    assert f"git@{host}:me/memory" in ran.err
    assert not machine.memsync("sync", "status", "--json").json["configured"]
    machine.memsync("sync", want=11)


def test_a_folder_that_looks_like_a_host_is_taken(machine: Machine) -> None:
    (machine.folder / "example.org").mkdir()
    bare(machine.folder / "example.org/notes.git")
    machine.memsync("sync", "init", "example.org/notes.git")
    machine.memsync("sync")


def test_the_remote_of_a_synced_memory_changes_when_a_person_says_so(
    desk: Machine, remote: Path, tmp_path: Path
) -> None:
    put(desk, "auth", "a fact\n")
    sync(desk)
    other = bare(tmp_path / "other.git")
    ran = desk.memsync("sync", "init", other, want=2)
    assert f"synced with {remote}" in ran.err
    assert f"goes to {other}" in ran.err
    assert "hint: --yes" in ran.err
    assert desk.memsync("config", "get", "sync.remote").out.strip() == str(remote)
    desk.memsync("sync", "init", remote)  # the same one is not asked about
    desk.memsync("sync", "init", other, "--yes")
    desk.memsync("sync")
    assert "auth" in desk.git("ls-tree", "-r", "--name-only", "main", cwd=other)


def test_a_remote_that_was_never_reached_is_changed_unasked(
    machine: Machine, tmp_path: Path
) -> None:
    machine.memsync("sync", "init", tmp_path / "gone.git", want=15)
    machine.memsync("sync", "init", bare(tmp_path / "there.git"))
    machine.memsync("sync")


@pytest.mark.parametrize("answer", ["n", "y"])
def test_on_a_terminal_it_asks(
    desk: Machine, remote: Path, tmp_path: Path, answer: str
) -> None:
    put(desk, "auth", "a fact\n")
    sync(desk)
    other = bare(tmp_path / "other.git")
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        ["memsync", "sync", "init", str(other)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=desk.environ,
        cwd=desk.folder,
    ) as child:
        os.write(ours, f"{answer}\n".encode())
        assert child.wait(timeout=60) == 0
    said = os.read(ours, 1 << 16).decode().replace("\r\n", "")
    os.close(ours)
    os.close(theirs)
    assert "Change it?" in said
    kept = desk.memsync("config", "get", "sync.remote").out.strip()
    assert kept == str(other if answer == "y" else remote)


def test_the_name_of_a_machine_travels_when_a_person_gave_it(
    machine: Machine, remote: Path
) -> None:
    machine.memsync("sync", "init", remote, "--name", "desktop")
    put(machine, "auth", "a fact\n")
    machine.memsync("sync")
    put(machine, "auth", "another fact\n")
    machine.memsync("sync")
    told = machine.git("log", "--format=%B", "main", cwd=remote)
    assert told.count("Machine: desktop") == 2
