"""Past decisions about proposals, each with a way to undo it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.page.views.proposed import named, said

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.learn.proposals.done import Event
    from memsync.learn.proposals.review_queue import ReviewQueue
    from memsync.page.request.ask import Ask

_MOST = 12


class Decided(NamedTuple):
    """A rejection, an acceptance, or a run that accepted by itself."""

    time: str
    did: str
    """The command that made it, without `memsync`."""
    said: str
    undo: str
    """The address of the form that undoes it."""
    command: str
    """The command that undoes it; empty if another one must be undone first."""


def decided(ask: Ask, queue: ReviewQueue) -> list[Decided]:
    """The last decisions, the newest first."""
    found = [*_rejected(ask, queue), *_done(ask, queue)]
    return sorted(found, key=lambda each: each.time, reverse=True)[:_MOST]


def newest(queue: ReviewQueue) -> str:
    """The moment that `memsync learn undo` takes back next; empty if there is none."""
    return next((event.moment for event, _ in _events(queue)), "")


def _rejected(ask: Ask, queue: ReviewQueue) -> Iterator[Decided]:
    from memsync.learn.proposals.pending import REJECTED

    moments = {kept.id: kept.moment for kept in queue.kept(REJECTED)}
    for each in queue.rejected()[:_MOST]:
        undo = ask.links.page("learned/restore", {"id": each.id})
        about = f"rejected: {said(each)}"
        command = f"learn undo {each.id}"
        yield Decided(moments[each.id], "learn reject", about, undo, command)


def _done(ask: Ask, queue: ReviewQueue) -> Iterator[Decided]:
    last = newest(queue)
    for event, about in _events(queue):
        undo = ask.links.page("learned/undo", {"of": event.moment})
        command = "learn undo" if event.moment == last else ""
        yield Decided(event.moment, event.command, about, undo, command)


def _events(queue: ReviewQueue) -> Iterator[tuple[Event, str]]:
    """What `memsync learn undo` can take back, the newest first, in words."""
    from memsync.learn.proposals import done
    from memsync.learn.proposals.pending import ACCEPTED

    accepted = queue.kept(ACCEPTED)
    waiting = {kept.id for kept in queue.kept()}
    every = [e for e, of in done.events(queue.place.folder) if queue.place.is_here(of)]
    for event in reversed(every):
        names = [
            named(kept.draft)
            for kept in accepted
            if kept.id in event.accepted and kept.moment == event.moment
        ]
        left = sum(id_ in waiting for id_ in event.made)
        parts = [f"accepted: {', '.join(names)}"] if names else []
        parts += [f"{left} {'waits' if left == 1 else 'wait'} for you"] if left else []
        if parts:
            yield event, "; ".join(parts)
