"""A change of keys or members that is killed: the same command again ends it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

import pytest
from support import warm
from support.before import Before
from support.faults import COUNT, KILL
from support.vaults import Host, Member, joined, new_vault, note, put

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# Of the steps this one is killed, and so on; set to 1 it takes some minutes.
_EVERY = int(os.environ.get("TEST_EVERY_STEP", "11"))


class Scene(NamedTuple):
    """Who runs which command, and how many machines are members afterwards."""

    host: Host
    machine: Member
    command: tuple[str, ...]
    members: int


def founded(folder: Path) -> Scene:
    host = Host(folder / "host")
    desk = Member(folder / "desk")
    code = ("--code-file", str(host.code))
    return Scene(host, desk, ("sync", "init", str(host.path), "--encrypt", *code), 1)


def entered(folder: Path) -> Scene:
    host = Host(folder / "host")
    desk = new_vault(folder / "desk", host)
    put(desk, "auth", note("auth"))
    desk.memsync("sync")
    code = ("--key-file", str(host.code))
    laptop = Member(folder / "laptop")
    return Scene(host, laptop, ("sync", "init", str(host.path), "--encrypt", *code), 2)


def approved(folder: Path) -> Scene:
    host = Host(folder / "host")
    desk = new_vault(folder / "desk", host)
    phone = Member(folder / "phone")
    phone.memsync("sync", "init", host.path, "--encrypt", "--ask")
    words = desk.memsync("keys", "approve", "--json").json["requests"][0]
    return Scene(host, desk, ("keys", "approve", words, "--name", "phone"), 2)


def rotated(folder: Path) -> Scene:
    host = Host(folder / "host")
    desk = new_vault(folder / "desk", host)
    put(desk, "auth", note("auth"))
    desk.memsync("sync")
    return Scene(host, desk, ("keys", "rotate"), 1)


def revoked(folder: Path) -> Scene:
    host = Host(folder / "host")
    desk = new_vault(folder / "desk", host)
    phone = joined(folder / "phone", host)
    put(desk, "auth", note("auth"))
    desk.memsync("sync")
    return Scene(host, desk, ("keys", "revoke", phone.machine_id), 1)


@pytest.mark.parametrize("scene", [founded, entered, approved, rotated, revoked])
def test_a_kill_anywhere_leaves_a_vault_that_the_same_command_ends(
    tmp_path: Path, scene: Callable[[Path], Scene]
) -> None:
    folder = tmp_path / "all"
    folder.mkdir()
    host, machine, command, members = scene(folder)
    put(machine, "own", note("own", "Nobody else has this."))
    before = Before(folder)
    counted = warm.stopped(machine, *command, fault=COUNT)
    assert counted.code == 0, counted
    for at in counted.changed[::_EVERY]:
        before.restore()
        assert warm.stopped(machine, *command, fault=KILL, at=at).code == -9
        again = warm.stopped(machine, *command)
        assert again.code == 0, f"step {at}: {again}"
        after = warm.stopped(machine, "sync")
        assert after.code == 0, f"step {at}: {after}"
        assert "that it did not make" not in again.said + after.said, f"step {at}"
        assert (machine.user_memory / "own.md").read_text() == note(
            "own", "Nobody else has this."
        )
        found = machine.memsync("keys", "status", "--json").json["members"]
        kinds = [member["kind"] for member in found]
        assert kinds.count("machine") == members, f"step {at}: {found}"
        assert kinds.count("code") == 1, f"step {at}"
        assert [member["this"] for member in found].count(True) == 1, f"step {at}"
        assert host.git("rev-parse", "main") == machine.head, f"step {at}"
    late = joined(folder / "late", host)
    late.memsync("sync")
    assert (late.user_memory / "own.md").is_file()
