"""`search`: what a person or an agent sees for a query."""

from __future__ import annotations

from memsync.record import NamedTuple
from memsync.retrieval.ranking.certainty import certainty
from memsync.retrieval.ranking.rank import rank
from memsync.retrieval.words.query import plain_terms

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memsync.memory.note.records import StoredNote
    from memsync.retrieval.search.meaning import Means
    from memsync.retrieval.search.notes import Notes

# Characters of a snippet.
_SNIPPET = 240


class Hit(NamedTuple):
    """One file that a query found."""

    name: str | None
    """The note; None for a memory index, a daily log and the scratchpad."""
    scope: str
    score: float
    """Above 0; 1 for a best note that has what was asked for, see `certainty`."""
    description: str
    path: str
    snippet: str
    matches: tuple[tuple[str, int], ...] = ()
    """Each term that a literal search found in the file, and on how many lines."""


class Limits(NamedTuple):
    """Which of the ranked notes are shown."""

    most: int
    min_score: float


def search(
    notes: Notes, query: str, strategy: str, limits: Limits, means: Means
) -> list[Hit]:
    """The notes that a query finds, the best first.

    Raises `model.NoModel` for `semantic` without a model.
    """
    meaning = means.for_notes(strategy, notes)
    ranked = rank(query, notes.corpus, strategy, limits.most, meaning)
    best = certainty(query, notes.corpus, ranked[0].at) if ranked else 1.0
    if ranked and meaning is not None:
        best = max(best, meaning.said.get(ranked[0].at, 0.0))
    scored = [(at, score * best) for at, score in ranked]
    shown = [(at, score) for at, score in scored if score >= limits.min_score]
    asked = plain_terms(query) if shown else []
    found = ((notes.note(at), score) for at, score in shown)
    return [_hit(note, score, asked) for note, score in found if note is not None]


def _hit(note: StoredNote, score: float, asked: Sequence[str]) -> Hit:
    return Hit(
        note.name,
        note.scope.value,
        round(score, 4),
        note.note.description,
        note.file,
        snippet(note.note.body, asked),
    )


def snippet(body: str, asked: Sequence[str]) -> str:
    """The part of a body with most of the query's words, on one line."""
    lines = [line for line in map(str.strip, body.splitlines()) if line]
    # Without their endings, most words match their other forms, as stems would.
    starts = [term if len(term) < 6 else term[:-2] for term in asked]

    def said(at: int) -> int:
        text = lines[at].casefold()
        return sum(start in text for start in starts)

    if not lines:
        return ""
    best = max(range(len(lines)), key=lambda at: (said(at), -at))
    text = " ".join(lines[best:])
    return text if len(text) <= _SNIPPET else text[: _SNIPPET - 1].rstrip() + "…"
