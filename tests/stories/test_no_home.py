"""Service users have a HOME that is no folder; their repositories still work."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from support.machine import Machine

NO_FOLDER = {"HOME": "/dev/null"}


def test_a_home_that_is_no_folder_holds_no_settings(machine: Machine) -> None:
    root = machine.repository()
    for command in (
        ("init",),
        ("write", "auth", "-m", "On disk."),
        ("list",),
        ("context",),
        ("status",),
        ("scan",),
        ("sync", "status"),
        ("hook", "session-start"),
        ("hook", "session-end"),
    ):
        assert machine.memsync(*command, cwd=root, environ=NO_FOLDER).err == ""


def test_what_needs_such_a_home_says_so_in_one_line(machine: Machine) -> None:
    machine.memsync("sync", environ=NO_FOLDER, want=11)
    ran = machine.memsync("sync", "init", environ=NO_FOLDER, want=16)
    assert ran.err.count("\n") == 1
    assert "/dev/null" in ran.err
