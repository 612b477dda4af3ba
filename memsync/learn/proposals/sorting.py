"""Which drafts become proposals: not what is there, was rejected, or waits already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.errors import MemsyncError
from memsync.learn.proposals import pending, similar, words
from memsync.learn.proposals.drawing import removes
from memsync.learn.proposals.pending import Kept, id_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.clock import Now
    from memsync.learn.proposal import Draft, Proposal
    from memsync.learn.proposals.view import View


# Seconds between the proposals of one run, which keeps their order.
_STEP = 1e-6


class Sorting:
    """The drafts of one run, on their way."""

    def __init__(
        self, view: View, run: str, synopses: Mapping[str, str], now: Now
    ) -> None:
        self.found: dict[str, tuple[Kept, Proposal]] = {}
        """What is new, by id."""
        self.superseded: list[str] = []
        """The ids of what waits and is said anew."""
        self.dropped = 0
        self.refused: list[tuple[str, str]] = []
        self._view = view
        self._run = run
        self._synopses = synopses
        self._now = now
        self._waiting = view.kept()
        self._accepted = view.kept(pending.ACCEPTED)

    def take(self, draft: Draft) -> None:
        """Look at one draft."""
        try:
            draft = self._likened(draft)
            proposed = None if self._is_rejected(draft) else self._proposed(draft)
        except MemsyncError as error:
            self.refused.append((draft.name, error.message))
            return
        if proposed is None:
            self.dropped += 1
            return
        kept, _ = proposed
        before = next((k for k in self._waiting if k.id == kept.id), None)
        if before is not None:
            self.dropped += 1  # it waits already, word for word
            return
        self.superseded += [k.id for k in self._waiting if _says_anew(draft, k.draft)]
        self.found[kept.id] = proposed

    def _likened(self, draft: Draft) -> Draft:
        """The draft, as a change of the learned note that says the same, if any."""
        if draft.kind != "note" or self._view.live(draft) is not None:
            return draft
        notes = self._view.learned_notes(draft.scope)
        name = similar.like(draft, notes, self._accepted)
        if not name:
            return draft
        return similar.merge(draft, next(note for note in notes if note.name == name))

    def _is_rejected(self, draft: Draft) -> bool:
        is_rejected = self._view.decisions.is_rejected
        if is_rejected(words.of_text(draft, self._view.live(draft))):
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
            self._now.utc.timestamp() + len(self.found) * _STEP,
            {key: text for key, text in self._synopses.items() if key in sessions},
        )
        seen = self._view.seen(kept)
        return None if seen is None else (kept, seen)


def _says_anew(draft: Draft, waiting: Draft) -> bool:
    """Whether a draft takes the place of one that waits for the same file."""
    if (draft.kind, draft.name, draft.scope) != (
        *(waiting.kind, waiting.name, waiting.scope),
    ):
        return False
    return draft.kind != "note" or (
        set(words.of_quotes(waiting)) <= set(words.of_quotes(draft))
    )
