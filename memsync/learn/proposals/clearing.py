"""`learn clear`: forgets proposals and rejections."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.files.lock import hold
from memsync.learn.proposals import pending
from memsync.learn.proposals.decisions import Decisions
from memsync.learn.proposals.drawing import file_of
from memsync.memory.note.names import Scope

if TYPE_CHECKING:
    from memsync.clock import Now
    from memsync.learn.proposals.place import Place

# Seconds to wait for a run that is writing its proposals.
_WAIT = 60.0


class Cleared(NamedTuple):
    """How many proposals and decisions were forgotten."""

    proposals: int
    decisions: int


def forget_file(place: Place, name: str) -> None:
    """Drop all proposals for a file of the memories here, waiting or decided.

    For purging a text. Raises `Locked` and `OSError`.
    """
    if not place.folder.is_dir():
        return
    with hold(place.lock, what="purge", wait=_WAIT):
        for part in pending.FOLDERS:
            folder = place.folder / part
            for kept in pending.load(folder):
                here = kept.draft.scope is Scope.USER or place.is_here(kept.project)
                if here and file_of(kept.draft) == name:
                    pending.drop(folder, kept.id)


def clear(place: Place, now: Now, *, pretend: bool = False) -> Cleared:
    """Forget what waits, what was rejected, and which sessions were read.

    Keeps accepted notes, the summary and skills. The next sync tells the other
    machines. With `pretend` only counts. Raises `Locked` and `OSError`.
    """
    folder = place.folder / pending.WAITING
    if pretend:
        return Cleared(len(pending.load(folder)), Decisions(place).count())
    with hold(place.lock, what="learn clear", wait=_WAIT):
        waiting = pending.load(folder)
        decisions = Decisions(place)
        for kept in waiting:
            pending.drop(folder, kept.id)
        for part in (pending.REJECTED, pending.REPLACED):
            for kept in pending.load(place.folder / part):
                pending.drop(place.folder / part, kept.id)
        return Cleared(len(waiting), decisions.forget(now))
