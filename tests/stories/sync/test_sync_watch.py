"""A watcher syncs by itself, beside hooks and commands."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from support.machine import Machine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_LISTED = ("ls-tree", "-r", "main")
NOTE = "---\nname: {0}\ndescription: about {0}\ntype: user\n---\n\nA fact.\n"


@pytest.fixture
def desk(tmp_path: Path, remote: Path) -> Machine:
    return joined(tmp_path / "desk", remote)


def joined(folder: Path, remote: Path) -> Machine:
    machine = Machine(folder)
    machine.config.mkdir(parents=True)
    (machine.config / "config.yaml").write_text(f"sync.remote: {remote}\n")
    machine.user_memory.mkdir(parents=True)
    return machine


def put(machine: Machine, name: str) -> None:
    (machine.user_memory / f"{name}.md").write_text(NOTE.format(name))


@contextmanager
def watching(machine: Machine) -> Iterator[subprocess.Popen[bytes]]:
    watcher = subprocess.Popen(
        ["memsync", "sync", "watch", "--interval", "1"],
        cwd=machine.folder,
        env=machine.environ,
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    try:
        yield watcher
    finally:
        watcher.kill()
        watcher.wait()
        if watcher.stderr:
            watcher.stderr.close()


def eventually(holds: Callable[[], bool]) -> None:
    for _ in range(600):
        if holds():
            return
        time.sleep(0.1)
    pytest.fail("it never came to be")


def test_a_watcher_sends_what_changes_and_fetches_what_others_send(
    desk: Machine, tmp_path: Path, remote: Path
) -> None:
    laptop = joined(tmp_path / "laptop", remote)
    with watching(desk) as watcher:
        put(desk, "tea")
        eventually(
            lambda: "tea.md" in laptop.git(*_LISTED, cwd=remote, want=None),
        )
        laptop.memsync("sync")
        put(laptop, "auth")
        laptop.memsync("sync")
        eventually((desk.user_memory / "auth.md").exists)
        watcher.send_signal(signal.SIGTERM)
        _, said = watcher.communicate(timeout=60)
    assert watcher.returncode == 0
    assert b"sent tea" in said
    assert b"received auth" in said
    assert not list((desk.state / "locks").glob("watch.holder"))


def test_a_second_watcher_is_told_of_the_first(desk: Machine) -> None:
    with watching(desk) as watcher:
        eventually((desk.state / "locks/watch.holder").exists)
        second = desk.memsync("sync", "watch", want=12)
        assert f"process {watcher.pid}" in second.err
        watcher.send_signal(signal.SIGINT)
        watcher.communicate(timeout=60)
    assert watcher.returncode == 130


def test_a_watcher_a_hook_and_commands_lose_nothing_and_do_not_fail(
    desk: Machine, tmp_path: Path, remote: Path
) -> None:
    laptop = joined(tmp_path / "laptop", remote)
    names = [f"note-{number}" for number in range(6)]
    inside = {"GIT_DIR": os.fspath(desk.folder / "elsewhere/.git")}
    with watching(desk) as watcher:
        for name in names[::3]:
            put(desk, name)
            desk.memsync("sync", environ=inside)
        for name in names[1::3]:
            put(desk, name)
            desk.memsync("sync")
        for name in names[2::3]:
            put(laptop, name)
            laptop.memsync("sync")
        eventually(
            lambda: all((desk.user_memory / f"{name}.md").exists() for name in names)
        )
        watcher.send_signal(signal.SIGTERM)
        watcher.communicate(timeout=60)
    desk.memsync("sync")
    laptop.memsync("sync")
    for name in names:
        for machine in (desk, laptop):
            path = machine.user_memory / f"{name}.md"
            assert path.read_text() == NOTE.format(name)


def test_without_a_remote_there_is_nothing_to_watch(tmp_path: Path) -> None:
    Machine(tmp_path / "new").memsync("sync", "watch", want=11)
