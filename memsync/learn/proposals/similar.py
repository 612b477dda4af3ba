"""Facts that were learned before, in these words or nearly: one note, not two. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.learn.fact import merged
from memsync.learn.proposal import Draft
from memsync.learn.proposals import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memsync.learn.fact import Source
    from memsync.learn.proposals.pending import Kept
    from memsync.memory.note.names import Scope

# The share of their words from which on two texts say the same.
_ALIKE = 0.8

# Words below which a text says too little to be likened.
_FEWEST = 4


class Learned(NamedTuple):
    """A note that learning wrote and nobody has changed since."""

    name: str
    description: str
    type: str
    body: str


def like(draft: Draft, notes: Iterable[Learned], accepted: Iterable[Kept]) -> str:
    """The name of the learned note that says the same as a new one; empty for none.

    It shares all quotes of one of them, or nearly all words.
    """
    there = {note.name: note for note in notes}
    quotes = set(words.of_quotes(draft))
    for kept in accepted:
        before = kept.draft
        known = before.kind == "note" and before.name in there
        same_scope = before.scope is draft.scope and before.name != draft.name
        if known and same_scope and quotes:
            own = set(words.of_quotes(before))
            if own and (quotes <= own or own <= quotes):
                return before.name
    if len(words.words(draft.body)) < _FEWEST:
        return ""
    alike = [
        (words.likeness(draft.body, note.body), note.name)
        for note in there.values()
        if note.name != draft.name
    ]
    best = max(alike, default=(0.0, ""))
    return best[1] if best[0] >= _ALIKE else ""


def merge(draft: Draft, note: Learned) -> Draft:
    """A draft that puts what is new in one text into the note with the other."""
    return draft._replace(
        name=note.name,
        description=note.description,
        type=note.type,
        body=_both(note.body, draft.body),
    )


def pairs(notes: Sequence[Learned]) -> list[tuple[Learned, Learned]]:
    """Notes that say nearly the same, each at most once, the first by name first."""
    found = []
    taken: set[str] = set()
    ordered = sorted(notes)
    bags = {note.name: set(words.words(note.body)) for note in ordered}
    for at, one in enumerate(ordered):
        if one.name in taken or len(bags[one.name]) < _FEWEST:
            continue
        for other in ordered[at + 1 :]:
            first, second = bags[one.name], bags[other.name]
            shared = len(first & second)
            alike = other.name not in taken and shared >= _ALIKE * len(first | second)
            if alike and len(second) >= _FEWEST:
                taken |= {one.name, other.name}
                found.append((one, other))
                break
    return found


def merger(
    one: Learned, other: Learned, scope: Scope, accepted: Iterable[Kept]
) -> list[Draft]:
    """The drafts that make one note of two: the first gets both, the other goes."""
    by_name: dict[str, list[Source]] = {}
    for kept in accepted:
        if kept.draft.scope is scope and kept.draft.kind == "note":
            by_name.setdefault(kept.draft.name, []).extend(kept.draft.sources)
    sources = merged([*by_name.get(one.name, ()), *by_name.get(other.name, ())])
    why = f"says nearly the same as '{one.name}'"
    body = _both(one.body, other.body)
    drafts = [Draft("retire", other.name, scope, "", sources, trusted=True, why=why)]
    if body.strip() != one.body.strip():
        kept_note = Draft(
            *("note", one.name, scope, body, sources),
            trusted=True,
            description=one.description,
            type=one.type,
        )
        drafts.insert(0, kept_note)
    return drafts


def _both(old: str, new: str) -> str:
    """The first text, and below it the lines that only the second has."""
    said = {tuple(words.words(line)) for line in old.splitlines()}
    fresh = [
        line
        for line in new.strip().splitlines()
        if words.words(line) and tuple(words.words(line)) not in said
    ]
    return "\n".join([old.rstrip(), *fresh]) + "\n" if fresh else old
