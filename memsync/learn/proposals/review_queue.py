"""Where drafts become proposals, and proposals are decided."""

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

# Seconds for the lock: whoever accepts many at once holds it for a while.
_WAIT = 60.0


class Decided(NamedTuple):
    """What became of one proposal that was to be accepted."""

    proposal: Proposal
    made: Made | None
    """None where it was left."""
    error: MemsyncError | None = None
    """Why it was left."""


def open_queue(cwd: Path, places: Places, now: Now) -> ReviewQueue:
    """The queue of the repository that a folder is in. Makes no memory.

    What was decided before there was a memory, or for another vault, is written to it.
    Raises `NoGitRoot` outside any git root and memory, and what opening one raises.
    """
    queue = ReviewQueue(place_of(cwd, places, now), now.today)
    # Where that cannot be done now, the next command does it.
    with contextlib.suppress(OSError, Locked, Refused):
        queue.decisions.settle()
    return queue


class ReviewQueue(View):
    """One repository's proposals: making them, and deciding them.

    What changes something raises `Locked` and `OSError`.
    """

    def is_rejected(self, quotes: Sequence[str], session: str = "") -> bool:
        """Whether a person rejected what was learned from these quotes before."""
        said = [words.of_quote(quote, session) for quote in quotes]
        return bool(said) and all(map(self.decisions.is_rejected, said))

    def is_read(self, digest: str) -> bool:
        """Whether a session of this digest was consolidated, here or elsewhere."""
        return self.decisions.has("consolidated", digest)

    def mark_read(self, digests: Iterable[str]) -> None:
        """Keep for all machines that the sessions of these digests are consolidated."""
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
        """Keep these drafts for review, or make them true where that needs none.

        What was rejected, what is there already, and what waits already is dropped;
        what is about the same as a learned note, or as a proposal that waits, becomes
        a change of that one.
        `synopses` are those of the sessions, by their keys. What the store refuses is
        in the result.
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
        """Make these true, all as one unit of undo.

        `edited` is what a person made of the only one's file. One that cannot be
        accepted waits on, with its error; none is an obstacle to another.
        """
        with hold(self.place.lock, what="learn accept", wait=_WAIT):
            by_id = {kept.id: kept for kept in self.kept()}
            found = []
            for proposal in proposals:
                if (kept := by_id.get(proposal.id)) is None:
                    continue  # another process was first
                found.append(self._accept(kept, proposal, now, edited))
            self._remember([], [each.proposal for each in found if each.made], now)
        return found

    def reject(self, proposals: Sequence[Proposal], now: Now) -> list[Proposal]:
        """Drop these, and never propose them again, nor what has the same quotes.

        Those that waited until now, and were rejected. `restore` takes it back.
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
        """Take the rejection of these back: they wait again, here and only here.

        With the next sync no other machine counts them as rejected either. Those that
        were rejected until now.
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
