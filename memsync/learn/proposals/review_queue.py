"""Turns drafts into proposals, and carries out decisions about them."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Locked, MemsyncError, Refused
from memsync.files.lock import hold
from memsync.learn.proposal import Proposal, Proposed
from memsync.learn.proposals import done, pending, rejecting, similar, words
from memsync.learn.proposals.accepting import accept
from memsync.learn.proposals.place import place_of
from memsync.learn.proposals.sorting import Sorting
from memsync.learn.proposals.view import View
from memsync.memory.note.names import Scope

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from memsync.clock import Now
    from memsync.learn.proposal import Draft
    from memsync.learn.proposals.accepting import Made
    from memsync.learn.proposals.pending import Kept
    from memsync.paths import Places

# Seconds to wait for the lock: accepting many proposals at once takes a while.
_WAIT = 60.0


class Decided(NamedTuple):
    """The outcome of accepting one proposal."""

    proposal: Proposal
    made: Made | None
    """None if the proposal still waits."""
    error: MemsyncError | None = None
    """Why the proposal still waits."""


def open_queue(cwd: Path, places: Places, now: Now) -> ReviewQueue:
    """Open the queue of the repository that contains a folder. Creates no memory.

    Writes decisions that were made before there was a memory, or for another vault, to
    the present one. Raises `NoGitRoot` outside any git root and memory, and what
    opening one raises.
    """
    queue = ReviewQueue(place_of(cwd, places, now), now.today)
    # If that fails now, the next command tries again.
    with contextlib.suppress(OSError, Locked, Refused):
        queue.decisions.settle()
    return queue


class ReviewQueue(View):
    """The proposals of one repository: makes them, and decides them.

    Methods that change something raise `Locked` and `OSError`.
    """

    def is_rejected(self, quotes: Sequence[str], session: str = "") -> bool:
        """Whether a person rejected what was learned from these quotes before."""
        said = [words.of_quote(quote, session) for quote in quotes]
        return bool(said) and all(map(self.decisions.is_rejected, said))

    def is_read(self, digest: str) -> bool:
        """Whether a session with this digest was consolidated, here or elsewhere."""
        return self.decisions.has("consolidated", digest)

    def mark_read(self, digests: Iterable[str]) -> None:
        """Record for all machines that sessions with these digests are consolidated."""
        self.decisions.add("consolidated", list(digests), Scope.WORKSPACE)

    def propose(
        self,
        drafts: Sequence[Draft],
        synopses: Mapping[str, str],
        *,
        run: str,
        review: bool,
        now: Now,
    ) -> Proposed:
        """Save these drafts for review, or make them at once if they need no review.

        Drops drafts that were rejected, that change nothing, or that wait already. A
        draft that is about the same as a learned note, or as a waiting proposal,
        becomes a change of that one. `synopses` maps the keys of the sessions to their
        synopses. The result lists what the store refuses.
        """
        with hold(self.place.lock, what="learn", wait=_WAIT):
            sorting = Sorting(self, run, synopses, now)
            for draft in drafts:
                sorting.take(draft)
            waiting: list[Proposal] = []
            accepted: list[Proposal] = []
            for kept, proposal in sorting.found.values():
                if review or self.why_by_hand(kept.draft):
                    pending.save(self.place.folder / pending.WAITING, kept)
                    waiting.append(proposal)
                elif error := self._accept(kept, proposal, now).error:
                    sorting.refused.append((kept.draft.name, error.message))
                else:
                    accepted.append(proposal)
            for id_ in sorting.replaced:
                pending.move(self.place.folder, id_, pending.WAITING, pending.REPLACED)
            if sorting.replaced:
                pending.thin_out(self.place.folder / pending.REPLACED)
            self._remember(waiting, accepted, now, run)
        refused = tuple(sorting.refused)
        return Proposed(tuple(waiting), tuple(accepted), sorting.dropped, refused)

    def propose_merges(self, *, run: str, now: Now) -> Proposed:
        """Propose one note for each two learned ones that are about the same."""
        drafts: list[Draft] = []
        for scope, notes in self.written().items():
            for one, other in similar.pairs(notes):
                drafts += similar.merger(one, other, scope)
        return self.propose(drafts, {}, run=run, review=True, now=now)

    def accept(
        self, proposals: Sequence[Proposal], now: Now, *, edited: bytes | None = None
    ) -> list[Decided]:
        """Accept these proposals as one unit of undo.

        `edited` is the changed file of the only proposal. A proposal that cannot be
        accepted still waits, with its error; the others are accepted all the same.
        """
        with hold(self.place.lock, what="learn accept", wait=_WAIT):
            by_id = {kept.id: kept for kept in self.kept()}
            found = []
            for proposal in proposals:
                if (kept := by_id.get(proposal.id)) is None:
                    continue  # another process decided it first
                found.append(self._accept(kept, proposal, now, edited))
            self._remember([], [each.proposal for each in found if each.made], now)
        return found

    def reject(self, proposals: Sequence[Proposal], now: Now) -> list[Proposal]:
        """Drop these proposals, and never propose them or their quotes again.

        Returns those that were waiting and are now rejected. `restore` reverts it.
        """
        with hold(self.place.lock, what="learn reject", wait=_WAIT):
            by_id = {kept.id: kept for kept in self.kept()}
            found = [each for each in proposals if each.id in by_id]
            for proposal in found:
                rejecting.reject(by_id[proposal.id], self, now)
            if found:
                pending.thin_out(self.place.folder / pending.REJECTED)
        return found

    def restore(self, proposals: Sequence[Proposal]) -> list[Proposal]:
        """Take back the rejection of these proposals: on this machine they wait again.

        After the next sync, other machines no longer count them as rejected either.
        Returns those that had been rejected.
        """
        with hold(self.place.lock, what="learn undo", wait=_WAIT):
            by_id = {kept.id: kept for kept in self.kept(pending.REJECTED)}
            found = [each for each in proposals if each.id in by_id]
            for proposal in found:
                rejecting.restore(by_id[proposal.id], self)
        return found

    def _accept(
        self, kept: Kept, proposal: Proposal, now: Now, edited: bytes | None = None
    ) -> Decided:
        try:
            made = accept(kept, self.place, self.decisions, now, edited=edited)
        # One refused proposal must not stop the others.
        except MemsyncError as error:
            return Decided(proposal, None, error)
        if made.place is not self.place:
            super().__init__(made.place, now.today)
        return Decided(proposal, made)

    def _remember(
        self,
        waiting: Sequence[Proposal],
        accepted: Sequence[Proposal],
        now: Now,
        run: str = "",
    ) -> None:
        if not waiting and not accepted:
            return
        made, kept = ([p.id for p in each] for each in (waiting, accepted))
        event = done.Event.of(now, run, made=made, accepted=kept)
        done.add(self.place.folder, event, self.place.project)
        pending.thin_out(self.place.folder / pending.ACCEPTED)
