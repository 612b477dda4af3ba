"""`safe.bareRepository=explicit`, with which a person hardens git, stops no sync."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.machine import Machine
from support.synced import bare, note, put, sync

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("encrypted", [False, True], ids=["plain", "encrypted"])
def test_every_command_of_sync_does_what_it_does_without(
    tmp_path: Path, encrypted: bool
) -> None:
    remote = bare(tmp_path / "remote.git")
    desk, laptop = Machine(tmp_path / "desk"), Machine(tmp_path / "laptop")
    code = tmp_path / "code"
    for machine in (desk, laptop):
        machine.git("config", "--global", "safe.bareRepository", "explicit")
        given = ("--key-file" if code.exists() else "--code-file", code)
        keys = ("--encrypt", *given) if encrypted else ()
        machine.memsync("sync", "init", remote, *keys)
        put(machine, machine.folder.name, note(machine.folder.name))
        sync(machine)
    assert sync(desk)[0]["received"] == ["laptop"]
    for line in ("one", "two", "three"):
        put(desk, "desk", note("desk", line))
        assert sync(desk)[0]["sent"] == ["desk"]
        assert sync(desk)[0]["changed"] is False
    remote.rename(tmp_path / "away")
    put(desk, "desk", note("desk", "four"))
    sync(desk, want=15)
    assert desk.memsync("sync", "status", "--json").json["unpushed"] == 1
    (tmp_path / "away").rename(remote)
    sync(desk)
    assert len(desk.memsync("sync", "log", "--json").json) > 4
    assert len(desk.memsync("archive", "list", "desk", "--json").json) > 2
    assert desk.memsync("archive", "list", "--json").json
    desk.memsync("sync", "verify")
    desk.memsync("doctor")
    desk.memsync("purge", "desk", "--scope", "user", "--yes")
    sync(desk, laptop)
    assert not (laptop.user_memory / "desk.md").exists()


def test_a_history_without_a_remote(machine: Machine) -> None:
    machine.git("config", "--global", "safe.bareRepository", "explicit")
    machine.memsync("sync", "init")
    put(machine, "auth", note("auth"))
    assert machine.memsync("sync", "--json").json["changed"]
    assert machine.memsync("sync", "log", "--json").json
