"""`memsync learn accept`, killed or on a full disk: nothing is half done, or lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support import warm
from support.before import Before
from support.faults import COUNT, FULL, KILL
from support.proposals import BODY, Learner, note, summary

if TYPE_CHECKING:
    from support.machine import Machine

# Of the steps that change the disk; with 1 it takes a minute.
STRIDE = 7


def test_the_next_acceptance_ends_it(machine: Machine) -> None:
    learner = Learner.of(machine, note(), summary())
    top = learner.repository
    ids = [proposal.id for proposal in learner.waiting()]
    accept = ("-C", str(top), "learn", "accept", "--all")
    before = Before(machine.folder)
    steps = warm.stopped(machine, *accept, fault=COUNT).changed
    assert len(steps) > 20
    for fault in (KILL, FULL):
        for at in steps[::STRIDE]:
            before.restore()
            ended = warm.stopped(machine, *accept, fault=fault, at=at)
            # A full disk stops no removal, which may be the last step.
            if (fault, ended.hit) != (FULL, "unlink"):
                assert ended.code != 0
            # Each proposal waits, or is in the memory.
            waiting = {proposal.id for proposal in learner.waiting()}
            there = (learner.memory / "deploys.md").exists()
            assert waiting <= set(ids)
            gone = ids[0] not in waiting
            assert there >= gone
            machine.memsync("learn", "accept", "--all", cwd=top)
            assert learner.waiting() == ()
            assert BODY in learner.text("deploys.md")
            assert learner.text("learned/summary.md") == f"{summary().body}\n"
            assert [n.learned for n in learner.queue().known().notes] == [True]
