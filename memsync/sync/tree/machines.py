"""Which machines sync a memory, and what people call them: read from its commits.

A save says the machine's id (by its clock), its name and its memsync. A save may also
say something of a machine, in a paragraph of its own:

- `Renamed: <id> <name>`: what people call a machine from now on;
- `Forgotten: <id>`: to be listed no more, until the machine saves again;
- `Copied: <id> <name>`: the machine of this very save had that id before, which another
  machine has, too; the name may be missing.

A history only grows, so what all commits say together never conflicts: each machine
that has the same commits reads the same from them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from memsync.sync.tree.clock import NO_MACHINE, of_foreign_commit
from memsync.sync.tree.commit import (
    LONGEST_NAME,
    is_name,
    is_save,
    machine_name,
    paragraphs,
    version_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from memsync.sync.tree.clock import Clock
    from memsync.sync.tree.commit import Commit

_STATEMENT = re.compile(
    r"(Renamed|Forgotten|Copied): ([0-9a-f]{8})(?: ([A-Za-z0-9._-]{1,32}))?"
)

# Later than any commit, so that a commit without a clock has its own date.
_ALWAYS = 1 << 62


class Statement(NamedTuple):
    """What one save says of a machine."""

    kind: str
    """`Renamed`, `Forgotten` or `Copied`."""
    machine: str
    name: str = ""

    def __str__(self) -> str:
        return f"{self.kind}: {self.machine} {self.name}".rstrip()


def renamed(machine: str, name: str) -> Statement:
    """What a save says that gives a machine a name."""
    return Statement("Renamed", machine, name)


def forgotten(machine: str) -> Statement:
    """What a save says that takes a machine from the list."""
    return Statement("Forgotten", machine)


def copied(machine: str, name: str) -> Statement:
    """What the save of a machine says that had the id of another one."""
    return Statement("Copied", machine, name)


def parse(paragraph: str) -> Statement | None:
    """The statement that `str` made; None for any other text."""
    found = _STATEMENT.fullmatch(paragraph)
    if not found or found[2] == NO_MACHINE:
        return None
    kind, machine, name = found[1], found[2], found[3] or ""
    sound = is_name(name) if name else kind != "Renamed"
    if not sound or (name and kind == "Forgotten"):
        return None
    return Statement(kind, machine, name)


def statements(message: str) -> list[Statement]:
    """What a save says of machines."""
    if not is_save(message):
        return []
    return [found for each in paragraphs(message) if (found := parse(each))]


@dataclass(slots=True)
class Machine:
    """A machine, as the commits read so far tell."""

    id: str
    name: str = ""
    """Empty if it has none."""
    last: Clock | None = None
    """The clock of its newest save; None if it never saved."""
    version: str = ""
    """The memsync that made its last save; empty if that is unknown."""
    forgotten: bool = False
    says: str = ""
    """The name that it gave itself last."""


def machines(commits: Mapping[str, Commit]) -> dict[str, Machine]:
    """The machines that saved, by id; takes all commits of a history, by theirs.

    A name that a person gave a machine holds until its own saves say another one than
    before.
    """
    found: dict[str, Machine] = {}
    for commit in in_order(commits):
        if commit.clock is None or not is_save(commit.message):
            continue
        author = commit.clock.machine
        if author == NO_MACHINE:
            continue
        _saved(found.setdefault(author, Machine(author)), commit, commit.clock)
        for said in statements(commit.message):
            if said.kind == "Copied":
                found[author].name = said.name or found[author].name
                continue
            machine = found.setdefault(said.machine, Machine(said.machine))
            if said.kind == "Renamed":
                machine.name = said.name
            elif said.machine != author:
                machine.forgotten = True
    return {id_: each for id_, each in found.items() if each.last is not None}


def _saved(machine: Machine, commit: Commit, clock: Clock) -> None:
    said = machine_name(commit.message)
    if said and said != machine.says:
        machine.name = machine.says = said
    machine.last = max(machine.last, clock) if machine.last else clock
    machine.version = version_of(commit.message)
    machine.forgotten = False


def in_order(commits: Mapping[str, Commit]) -> Iterator[Commit]:
    """The commits, parents first, and of those that may be next the earliest clock.

    The order depends on the commits alone.
    """
    waits: dict[str, int] = {}
    children: dict[str, list[str]] = {}
    for oid, commit in commits.items():
        parents = {parent for parent in commit.parents if parent in commits}
        waits[oid] = len(parents)
        for parent in parents:
            children.setdefault(parent, []).append(oid)
    ready = [(_clock(commits[oid]), oid) for oid, n in waits.items() if not n]
    heapify(ready)
    while ready:
        _, oid = heappop(ready)
        yield commits[oid]
        for child in children.get(oid, ()):
            waits[child] -= 1
            if not waits[child]:
                heappush(ready, (_clock(commits[child]), child))


def _clock(commit: Commit) -> Clock:
    return commit.clock or of_foreign_commit(commit.seconds, _ALWAYS)


def free_name(name: str, taken: Iterable[str]) -> str:
    """A name like this one that nobody has: `laptop-2`; empty for no name."""
    if not name:
        return ""
    folded = {each.casefold() for each in taken}
    number = 2
    while True:
        ending = f"-{number}"
        made = name[: LONGEST_NAME - len(ending)].rstrip("-.") + ending
        if made.casefold() not in folded:
            return made
        number += 1
