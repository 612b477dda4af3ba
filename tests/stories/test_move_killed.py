"""`kill -9` at any point of `init --move`: no note is lost, the next one ends it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support import warm
from support.before import Before
from support.faults import COUNT, KILL

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

# Of the steps that change the disk; with 1 it takes a minute.
STRIDE = 8


def test_the_next_move_completes_it(machine: Machine) -> None:
    top = machine.repository()
    fill(machine, top)
    move = ("-C", str(top), "init", "--private", "--move")
    before = Before(machine.folder)
    steps = warm.stopped(machine, *move, fault=COUNT).changed
    assert len(steps) > 50
    for at in steps[::STRIDE]:
        before.restore()
        assert warm.stopped(machine, *move, fault=KILL, at=at).code == -9
        assert warm.stopped(machine, *move).code == 0
        assert not (top / ".coyote").exists()
        assert machine.git("status", "--short", "--ignored", cwd=top) == ""
        assert whole(machine, top)


def fill(machine: Machine, top: Path) -> None:
    machine.memsync("write", "auth", "-m", "First.", cwd=top)
    machine.memsync("write", "auth", "-m", "Second.", cwd=top)
    machine.memsync("scratchpad", "add", "item", cwd=top)


def whole(machine: Machine, top: Path) -> bool:
    """Whether the note, its earlier version and the scratchpad are there, once each."""
    earlier = machine.memsync("archive", "list", "auth", "--json", cwd=top).json
    pad = machine.memsync("scratchpad", "show", cwd=top).out
    note = machine.memsync("read", "auth", cwd=top).out
    return "Second." in note and pad == "  1  item\n" and len(earlier) == 1
