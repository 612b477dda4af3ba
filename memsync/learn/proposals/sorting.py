"""Sorts drafts: drops known, rejected and waiting ones, and proposes the rest."""

from __future__ import annotations

from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING

from memsync.errors import MemsyncError
from memsync.learn.likeness import Nearness
from memsync.learn.proposals import pending, similar, words
from memsync.learn.proposals.drawing import removes
from memsync.learn.proposals.pending import Kept, id_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from memsync.clock import Now
    from memsync.learn.likeness import Told
    from memsync.learn.proposal import Draft, Proposal
    from memsync.learn.proposals.similar import Written
    from memsync.learn.proposals.view import View
    from memsync.memory.note.names import Scope


# Seconds between the proposals of one run, so that they keep their order.
_STEP = 1e-6


class Sorting:
    """Sorts the drafts of one run."""

    def __init__(
        self, view: View, run: str, synopses: Mapping[str, str], now: Now
    ) -> None:
        self.found: dict[str, tuple[Kept, Proposal]] = {}
        """The new proposals, by id."""
        self.replaced: list[str] = []
        """The ids of the waiting proposals that this run replaces."""
        self.dropped = 0
        self.refused: list[tuple[str, str]] = []
        self._view = view
        self._run = run
        self._synopses = synopses
        self._now = now
        self._number = count()
        self._waiting = _Told(view.kept())
        self._rejected = _Told(view.kept(pending.REJECTED))

    def take(self, draft: Draft) -> None:
        """Sort one draft."""
        try:
            proposed = self._taken(draft)
        except MemsyncError as error:
            self.refused.append((draft.name, error.message))
            return
        if proposed is None:
            self.dropped += 1
            return
        kept, _ = proposed
        for id_ in kept.replaces:
            self._replace(id_)
        self._waiting.add(kept)
        self.found[kept.id] = proposed

    def _taken(self, draft: Draft) -> tuple[Kept, Proposal] | None:
        """The proposal for a draft; None if there is nothing to propose."""
        if self._is_rejected(draft):
            return None
        replaces: list[str] = []
        if draft.kind == "note" and self._view.live(draft) is None:
            near, other = self._waiting.nearest(draft)
            if near is Nearness.SAME:
                return None
            if other is not None:
                draft = similar.merge_drafts(draft, other.draft)
                replaces = [other.id]
            elif note := similar.like(draft, self._notes[draft.scope]):
                draft = similar.merge(draft, note)
            if self._is_rejected(draft):
                return None
        found = self._proposed(draft)
        if found is None or found[0].id in self._waiting.by_id:
            return None  # it changes nothing, or the same words wait already
        replaces += [k.id for k in self._waiting if _says_anew(draft, k.draft)]
        return found[0]._replace(replaces=tuple(dict.fromkeys(replaces))), found[1]

    @cached_property
    def _notes(self) -> dict[Scope, list[Written]]:
        return self._view.written()

    def _replace(self, id_: str) -> None:
        """Remove a replaced proposal, of this run or an earlier one."""
        self._waiting.drop(id_)
        if self.found.pop(id_, None) is None:
            self.replaced.append(id_)

    def _is_rejected(self, draft: Draft) -> bool:
        is_rejected = self._view.decisions.is_rejected
        if is_rejected(words.of_text(draft, self._view.live(draft))):
            return True
        if draft.kind == "note" and self._rejected.nearest(draft)[0] is Nearness.SAME:
            return True
        quotes = words.of_quotes(draft) if draft.kind in ("note", "skill") else []
        return bool(quotes) and all(map(is_rejected, quotes))

    def _proposed(self, draft: Draft) -> tuple[Kept, Proposal] | None:
        if removes(draft) and self._view.live(draft) is None:
            return None
        sessions = {source.key for source in draft.sources}
        kept = Kept(
            id_of(draft, self._view.place.project),
            draft,
            self._view.place.project,
            self._run,
            self._now.utc.timestamp() + next(self._number) * _STEP,
            {key: text for key, text in self._synopses.items() if key in sessions},
        )
        seen = self._view.seen(kept)
        return None if seen is None else (kept, seen)


class _Told:
    """Proposals, searched for the one that is nearest to a draft."""

    def __init__(self, kept: Iterable[Kept]) -> None:
        self.by_id: dict[str, Kept] = {}
        self._told: dict[str, Told] = {}
        for each in kept:
            self.add(each)

    def __iter__(self) -> Iterator[Kept]:
        return iter(list(self.by_id.values()))

    def add(self, kept: Kept) -> None:
        """Add a proposal."""
        self.by_id[kept.id] = kept
        if kept.draft.kind == "note":
            self._told[kept.id] = similar.told_of(kept.draft)

    def drop(self, id_: str) -> None:
        """Remove a proposal."""
        self.by_id.pop(id_, None)
        self._told.pop(id_, None)

    def nearest(self, draft: Draft) -> tuple[Nearness, Kept | None]:
        """The note with another name that a note is about the same as."""
        others = (
            (told, self.by_id[id_])
            for id_, told in self._told.items()
            if self.by_id[id_].draft.scope is draft.scope
            and self.by_id[id_].draft.name != draft.name
        )
        return similar.nearest(similar.told_of(draft), others)


def _says_anew(draft: Draft, waiting: Draft) -> bool:
    """Whether a draft replaces a waiting one for the same file."""
    if (draft.kind, draft.name, draft.scope) != (
        *(waiting.kind, waiting.name, waiting.scope),
    ):
        return False
    return draft.kind != "note" or (
        set(words.of_quotes(waiting)) <= set(words.of_quotes(draft))
    )
