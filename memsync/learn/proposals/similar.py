"""Facts that were learned before, in these words or others: one note, not two. Pure."""

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
    """A note of the memory, as far as it can be likened to what is learned."""

    name: str
    description: str
    type: str
    body: str
    ours: bool
    """Whether learning wrote it and nobody has changed it since."""
    sessions: frozenset[str]
    """Those that it says it was learned from, as `<agent>:<id>`."""
    sources: tuple[Source, ...]
    """The quotes that it was accepted with on this machine."""
    told: Told


def nearest(
    new: Told, among: Iterable[tuple[Told, Given]]
) -> tuple[Nearness, Given | None]:
    """How near the nearest of some texts is, and what was given with it.

    The first of several; None where all are apart.
    """
    best: tuple[Nearness, Given | None] = (Nearness.APART, None)
    for old, given in among:
        near = compare(new, old)
        if near > best[0]:
            best = (near, given)
    return best


def told_of(draft: Draft) -> Told:
    """A draft as it is compared."""
    return told(draft.body, draft.sources)


def like(draft: Draft, notes: Iterable[Written]) -> Written | None:
    """The note that a new one is about the same as; None for none.

    A note that a person wrote or changed is one only if it was learned from words that
    the draft quotes, too.
    """
    found = (
        (_told_beside(note, draft), note)
        for note in notes
        if note.name != draft.name and (note.ours or note.sources or note.sessions)
    )
    return nearest(told_of(draft), found)[1]


def merge(draft: Draft, note: Written) -> Draft:
    """A draft that puts what is new in one text into the note with the other."""
    return draft._replace(
        name=note.name,
        description=note.description,
        type=note.type,
        body=_both(note.body, draft.body),
    )


def merge_drafts(draft: Draft, waiting: Draft) -> Draft:
    """One draft of two, in the place of the one that waits."""
    return waiting._replace(
        body=_both(waiting.body, draft.body),
        sources=merged((*waiting.sources, *draft.sources)),
        trusted=waiting.trusted and draft.trusted,
    )


def pairs(notes: Iterable[Written]) -> list[tuple[Written, Written]]:
    """Notes that are about the same, each at most once, the first by name first."""
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
    """The drafts that make one note of two: the first gets both, the other goes."""
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
    """A note as a draft is compared with it.

    One of the same session whose quotes are not known here, as on another machine, is
    looked at as if it had the draft's own.
    """
    if note.sources or note.sessions.isdisjoint(each.key for each in draft.sources):
        return note.told
    return told(note.body, (s for s in draft.sources if s.key in note.sessions))


def _are_near(one: Told, other: Told) -> bool:
    return compare(one, other) is not Nearness.APART


def _both(old: str, new: str) -> str:
    """The first text, and below it the lines that only the second has."""
    said = {tuple(words.words(line)) for line in old.splitlines()}
    fresh = [
        line
        for line in new.strip().splitlines()
        if words.words(line) and tuple(words.words(line)) not in said
    ]
    return "\n".join([old.rstrip(), *fresh]) + "\n" if fresh else old
