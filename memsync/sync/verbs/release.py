"""`sync release`: send a held note in spite of the reason to hold it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import BadUsage, NotFound
from memsync.files import lock
from memsync.memory.archive.archive import Archive
from memsync.memory.archive.journal import Journal
from memsync.sync.folder.taking import take_snapshot
from memsync.sync.round.purging import bar
from memsync.sync.state import state as states
from memsync.sync.tree.layout import label
from memsync.terminal import printable

if TYPE_CHECKING:
    from memsync.sync.round.context import RoundContext


class Held(NamedTuple):
    """A held note that could be sent."""

    said: str
    """Its label."""
    reason: str
    oid: str
    """The id of the blob that it holds now."""


def held(context: RoundContext, name: str) -> Held:
    """Find a held note by its name or label.

    A name without a memory may be in any of them: the user memory comes first, then
    the repositories' memories. Raises `NotFound` for a note that is not held, and
    `BadUsage` for one that no machine would accept.
    """
    with context.hold("sync release"):
        state = states.load(context.state_folder)
        said, kept = name, None
        for home in context.homes:
            with lock.hold_memory(home.memory.lock, what="sync release") as held:
                found = take_snapshot(home, state, context.who.now_ms, held)
            if state.barred:
                bar(found, state.barred, state)
            own = label(f"{home.path}/")
            kept = found.kept.get(name.removeprefix(own))
            if kept is not None and kept.reason:
                said = own + name.removeprefix(own)
                break
        if kept is None or not kept.reason:
            raise NotFound(
                f"'{printable(name)}' is not held", hint="see `memsync sync status`"
            )
        if kept.oid is None:
            raise BadUsage(
                f"'{printable(name)}' cannot be sent: {kept.reason}",
                hint="correct that; the next `memsync sync` sends it",
            )
        return Held(said, kept.reason, kept.oid)


def release(context: RoundContext, found: Held) -> None:
    """Let the next round send a held note, with the content that `held` found.

    A note that has changed since is checked again. Raises `Locked` and `OSError`.
    """
    with context.hold("sync release") as held:
        state = states.load(context.state_folder)
        released = {**state.released, found.said: found.oid}
        states.save(context.state_folder, replace(state, released=released), held)
        memory = context.user.memory
        with lock.hold_memory(memory.lock, what="sync release"):
            journal = Journal(Archive(memory.archive, private=memory.private))
            journal.bar("a release: what was sent stays there", context.now)
