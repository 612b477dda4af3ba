"""Finds facts learned before, in any words, so that they share one note. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

from memsync.learn.fact import merged
from memsync.learn.likeness import Nearness, compare, told
from memsync.learn.proposal import Draft
from memsync.learn.proposals import words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memsync.learn.fact import Source
    from memsync.learn.likeness import Told
    from memsync.memory.note.names import Scope

Given = TypeVar("Given")


class Written(NamedTuple):
    """A note of the memory, as far as it is compared with new drafts."""

    name: str
    description: str
    type: str
    body: str
    ours: bool
    """Whether learning wrote it and nobody has changed it since."""
    sessions: frozenset[str]
    """The sessions that it names as its sources, as `<agent>:<id>`."""
    sources: tuple[Source, ...]
    """The quotes with which it was accepted on this machine."""
    told: Told


def nearest(
    new: Told, among: Iterable[tuple[Told, Given]]
) -> tuple[Nearness, Given | None]:
    """Find the nearest text; return how near it is, and what was given with it.

    Returns the first of several equally near; None if no text is near.
    """
    best: tuple[Nearness, Given | None] = (Nearness.APART, None)
    for old, given in among:
        near = compare(new, old)
        if near > best[0]:
            best = (near, given)
    return best


def told_of(draft: Draft) -> Told:
    """A draft, prepared for comparison."""
    return told(draft.body, draft.sources)


def like(draft: Draft, notes: Iterable[Written]) -> Written | None:
    """Find the note that a new one is about the same as; None if there is none.

    A note that a person wrote or changed counts only if it was learned from words that
    the draft quotes, too.
    """
    found = (
        (_told_beside(note, draft), note)
        for note in notes
        if note.name != draft.name and (note.ours or note.sources or note.sessions)
    )
    return nearest(told_of(draft), found)[1]


def merge(draft: Draft, note: Written) -> Draft:
    """Make a draft that adds what is new in one text to the note with the other."""
    return draft._replace(
        name=note.name,
        description=note.description,
        type=note.type,
        body=_both(note.body, draft.body),
    )


def merge_drafts(draft: Draft, waiting: Draft) -> Draft:
    """Combine a new draft and a waiting one into one that replaces the latter."""
    return waiting._replace(
        body=_both(waiting.body, draft.body),
        sources=merged((*waiting.sources, *draft.sources)),
        trusted=waiting.trusted and draft.trusted,
    )


def pairs(notes: Iterable[Written]) -> list[tuple[Written, Written]]:
    """Pairs of notes about the same subject, each note at most once, sorted by name."""
    found = []
    taken: set[str] = set()
    ordered = sorted((note for note in notes if note.ours), key=lambda each: each.name)
    for at, one in enumerate(ordered):
        if one.name in taken:
            continue
        for other in ordered[at + 1 :]:
            if other.name not in taken and _are_near(one.told, other.told):
                taken |= {one.name, other.name}
                found.append((one, other))
                break
    return found


def merger(one: Written, other: Written, scope: Scope) -> list[Draft]:
    """The drafts that combine two notes: the first gets both texts, the other goes."""
    sources = merged((*one.sources, *other.sources))
    why = f"is about the same as '{one.name}'"
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


def _told_beside(note: Written, draft: Draft) -> Told:
    """A note, prepared for comparison with a draft.

    If both are of the same session and the note's quotes are unknown here, for example
    because another machine accepted it, uses the draft's quotes.
    """
    if note.sources or note.sessions.isdisjoint(each.key for each in draft.sources):
        return note.told
    return told(note.body, (s for s in draft.sources if s.key in note.sessions))


def _are_near(one: Told, other: Told) -> bool:
    return compare(one, other) is not Nearness.APART


def _both(old: str, new: str) -> str:
    """The first text, followed by the lines that only the second one has."""
    said = {tuple(words.words(line)) for line in old.splitlines()}
    fresh = [
        line
        for line in new.strip().splitlines()
        if words.words(line) and tuple(words.words(line)) not in said
    ]
    return "\n".join([old.rstrip(), *fresh]) + "\n" if fresh else old
