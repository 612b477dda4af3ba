"""`learn undo`: takes back the last run or acceptance of a repository."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, NamedTuple

from memsync.files.lock import hold
from memsync.learn.proposals import done, pending
from memsync.memory.store.undoing import Undone, undo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memsync.clock import Now
    from memsync.learn.proposals.done import Event
    from memsync.learn.proposals.place import Place

# Seconds to wait for a run that is writing its proposals.
_WAIT = 60.0


class TakenBack(NamedTuple):
    """The result of taking something back."""

    undone: Undone
    """The changes that were undone in the memories."""
    withdrawn: Sequence[str]
    """The ids of a run's proposals that no longer wait."""
    waiting: Sequence[str]
    """The ids of the accepted proposals that wait again."""


def take_back(
    place: Place, now: Now, *, pretend: bool = False, of: str | None = None
) -> TakenBack | None:
    """Take back the last run or acceptance; return None if there is none.

    With `of`, takes back the one of that moment, whatever came later. A note that has
    changed since stays, and its proposal stays accepted. With `pretend` changes
    nothing. Raises `Locked` and `OSError`.
    """
    with nullcontext() if pretend else hold(place.lock, what="learn undo", wait=_WAIT):
        events = [e for e, of in done.events(place.folder) if place.is_here(of)]
        for event in reversed(events):
            if of not in (None, event.moment):
                continue
            undone = _undone(place, event, now, pretend=pretend)
            waiting = [k.id for k in pending.load(place.folder / pending.WAITING)]
            withdrawn = [id_ for id_ in event.made if id_ in waiting]
            again = _again(place, event, undone)
            if undone is None and not withdrawn:
                if not pretend:
                    done.strike(place.folder, event.moment)
                continue  # all of it was decided, or taken back by another command
            if not pretend:
                _carry_out(place, withdrawn, again)
                done.strike(place.folder, event.moment)
            said = undone or Undone(event.command, event.moment, [], [])
            return TakenBack(said, withdrawn, [kept.id for kept in again])
    return None


def _undone(place: Place, event: Event, now: Now, *, pretend: bool) -> Undone | None:
    if not event.accepted:
        return None
    return undo(place.stores, now, pretend=pretend, of=event.moment)


def _again(place: Place, event: Event, undone: Undone | None) -> list[pending.Kept]:
    """Return the accepted proposals to the waiting ones."""
    if undone is None:
        return []
    from memsync.learn.proposals.drawing import file_of

    stays = {(item.name, item.scope) for item in undone.kept}
    return [
        kept
        for kept in pending.load(place.folder / pending.ACCEPTED)
        if kept.id in event.accepted
        and kept.moment == event.moment
        and (file_of(kept.draft), str(kept.draft.scope)) not in stays
    ]


def _carry_out(
    place: Place, withdrawn: Sequence[str], again: Sequence[pending.Kept]
) -> None:
    gone = [
        kept
        for kept in pending.load(place.folder / pending.WAITING)
        if kept.id in withdrawn
    ]
    for kept in gone:
        for id_ in kept.replaces:
            pending.move(place.folder, id_, pending.REPLACED, pending.WAITING)
        pending.drop(place.folder / pending.WAITING, kept.id)
    for kept in again:
        pending.save(place.folder / pending.WAITING, kept._replace(moment=""))
        pending.drop(place.folder / pending.ACCEPTED, kept.id)
