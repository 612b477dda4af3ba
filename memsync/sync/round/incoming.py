"""What the commits that come in say of this machine: that it was copied, or forgotten.

A copied disk, a restored backup or a copied home folder makes two machines with one id.
The one that receives a save of its own id that it never made takes another id. It says
so in its next save, which goes out together with what it saved under the old id: so the
other machine, which receives those saves, knows whose they are and keeps its id.

Clocks tell whose a save is: a purge or new keys write a commit anew, and keep its
clock. A machine that lost its mirror receives its own old saves, too. They are older
than all that the new mirror has of this machine, and do not count.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from memsync.sync.state.machine import new_machine_id
from memsync.sync.tree.commit import is_name, is_save
from memsync.sync.tree.machines import copied, free_name, machines, parse, statements

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from memsync.sync.folder.effects import Effects
    from memsync.sync.mirror.lineage import Lineage
    from memsync.sync.mirror.protocol import Mirror
    from memsync.sync.round.context import RoundContext
    from memsync.sync.tree.clock import Clock, Who
    from memsync.sync.tree.commit import Commit


class Answer(Exception):
    """What came in needs a save of this machine that says something of its id."""

    def __init__(self, who: Who, after: Clock) -> None:
        super().__init__()
        self.who = who
        """This machine from now on."""
        self.after = after
        """The newest clock that came in: the save must be later."""


def check(mirror: Mirror, lineage: Lineage, who: Who, found: str) -> None:
    """Raise `Answer` if the remote's main, `found`, needs one."""
    known = [oid for oid in (mirror.tip(), mirror.agreed()) if oid]
    if found in known:
        return
    new = lineage.walk(found, known)
    if not any(_concerns(each, who.machine) for each in new.values()):
        return
    own = {oid: each for tip in known for oid, each in lineage.walk(tip, ()).items()}
    after = lineage.clock_of(found)
    every = machines(own | lineage.walk(found, ()))
    if _is_copied(own, new, who.machine):
        shown = every[who.machine].name or (who.name if is_name(who.name) else "")
        name = free_name(shown, [each.name for each in every.values()])
        says = copied(who.machine, name)
        raise Answer(who._replace(machine=new_machine_id(), says=str(says)), after)
    if who.machine in every and every[who.machine].forgotten:
        raise Answer(who, after)


def answering(context: RoundContext, answer: Answer, effects: Effects) -> RoundContext:
    """The context of the round that answers; a new id is written first.

    Raises `OSError`.
    """
    before, who = context.who, answer.who
    warnings = context.warnings
    if who.machine != before.machine:
        effects.be(who.machine, who.says)
        warnings = (*warnings, _told_of(before, who))
    said = context.says or ""
    return replace(context, who=who, says=said, told=None, warnings=warnings)


def _told_of(before: Who, now: Who) -> tuple[str, str | None]:
    """What a person is told of a machine that got another id, and no hint."""
    said = parse(now.says)
    called = f", and is called '{said.name}'" if said and said.name else ""
    message = (
        f"saves came in with this machine's id, {before.machine}, that it did not make,"
        f" as after a copy of its disk; it has the id {now.machine} from now on{called}"
    )
    return message, None


def _concerns(commit: Commit, machine: str) -> bool:
    """Whether a commit is this machine's, or takes it from the list."""
    if commit.clock and commit.clock.machine == machine and is_save(commit.message):
        return True
    return any(
        said.kind == "Forgotten" and said.machine == machine
        for said in statements(commit.message)
    )


def _is_copied(
    own: Mapping[str, Commit], new: Mapping[str, Commit], machine: str
) -> bool:
    """Whether new commits have saves of `machine` that this one did not make."""
    known = {clock for _, clock in _saves(own, machine)}
    if not known:
        return False
    unknown = {
        oid
        for oid, clock in _saves(new, machine)
        if clock not in known and clock > min(known)
    }
    return bool(unknown - _taken(new, machine))


def _saves(commits: Mapping[str, Commit], machine: str) -> Iterator[tuple[str, Clock]]:
    for oid, commit in commits.items():
        clock = commit.clock
        if clock and clock.machine == machine and is_save(commit.message):
            yield oid, clock


def _taken(new: Mapping[str, Commit], machine: str) -> set[str]:
    """The commits below those in which a copy of `machine` says its other id."""
    copies = [
        oid
        for oid, commit in new.items()
        for said in statements(commit.message)
        if said.kind == "Copied" and said.machine == machine
    ]
    found: set[str] = set()
    while copies:
        oid = copies.pop()
        if oid in new and oid not in found:
            found.add(oid)
            copies += new[oid].parents
    return found
