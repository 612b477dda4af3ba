"""A run of `memsync learn` that is killed at any step, or whose disk fails there."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest
from support import warm
from support.before import Before
from support.faults import BAD, COUNT, FULL, KILL
from support.learner import FACT, Learning, facts
from support.processes import lives, until

if TYPE_CHECKING:
    from support.machine import Machine

# Of the steps that change the disk; with 1 it takes three times as long.
STRIDE = 3


@pytest.fixture
def learning(machine: Machine) -> Learning:
    made = Learning.of(machine)
    made.script[made.session()] = [facts(FACT, synopsis="A deploy broke.")]
    made.enable()
    made.save()
    machine.memsync("remember", "The build needs node 20.", cwd=made.top)
    machine.memsync("sessions", "index", cwd=made.top)
    return made


def is_done(learning: Learning) -> bool:
    """Whether there is one proposal, and nothing is left to read."""
    status = learning.run("status")
    names = [each["name"] for each in status["proposals"]]
    return names == ["deploys"] and status["facts"] == 0


def test_a_run_that_is_killed_anywhere_is_ended_by_the_next(
    learning: Learning,
) -> None:
    machine = learning.machine
    argv = ("-C", str(learning.top), "learn", "--json")
    before = Before(machine.folder)
    steps = warm.stopped(machine, *argv, fault=COUNT).changed
    assert is_done(learning)
    assert len(steps) > 8
    for at in steps[::STRIDE]:
        before.restore()
        assert warm.stopped(machine, *argv, fault=KILL, at=at).code == -9
        asked = len(learning.calls)
        again = warm.stopped(machine, *argv)
        assert again.code == 0, (at, again)
        assert is_done(learning), at
        # At most the call that was under way is made again.
        assert len(learning.calls) <= 3, at
        assert asked <= 2


@pytest.mark.parametrize("fault", [FULL, BAD])
def test_a_bad_disk_leaves_the_next_run_to_end_it(
    learning: Learning, fault: str
) -> None:
    machine = learning.machine
    argv = ("-C", str(learning.top), "learn", "--json")
    before = Before(machine.folder)
    places = warm.stopped(machine, *argv, fault=COUNT).places
    for at in places[:: STRIDE * 2]:
        before.restore()
        first = warm.stopped(machine, *argv, fault=fault, at=at)
        assert first.code in (0, 16), (at, first)
        again = warm.stopped(machine, *argv)
        assert again.code == 0, (at, first, again)
        assert is_done(learning), (at, first)


def test_a_program_ends_with_a_memsync_that_is_killed(learning: Learning) -> None:
    (id_,) = (key for key in learning.script if key != "consolidate")
    learning.script[id_] = [{"child": True}]
    learning.save()
    machine, child = learning.machine, learning.folder / "child"
    with subprocess.Popen(
        ["memsync", "-C", str(learning.top), "learn"],
        env=machine.environ,
        stderr=subprocess.DEVNULL,
    ) as run:
        assert until(lambda: child.exists() and child.read_text() != "")
        (call,) = learning.calls
        run.kill()
    pids = [call["pid"], int(child.read_text())]
    assert until(lambda: not any(map(lives, pids)))
