"""One note, changed on two machines: a pure, symmetric, deterministic function.

Markers never enter a note. Where one text must win, that of the later clock
does and the whole losing version goes to the archive. What this makes of the
same three versions may change only together with `layout.MERGE_NUMBER`.
"""

from __future__ import annotations

import hashlib
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from memsync.memory.note import frontmatter
from memsync.memory.note.note import Note
from memsync.sync.merge.canonical import form_of, merge_form, three_way
from memsync.sync.merge.fields import (
    OUR_TIMES,
    Times,
    block_of,
    has_twice,
    items_of,
    merge_headers,
)
from memsync.sync.merge.lines3 import Hunk, Lines, common, contains, keep_both, merge3
from memsync.sync.tree.layout import MAX_BLOB

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from memsync.memory.note.frontmatter import Parts
    from memsync.sync.tree.clock import Clock


class Outcome(StrEnum):
    """What became of a note that both sides touched."""

    SAME = "same"
    TAKEN = "taken"
    """Only one side changed it."""
    MERGED = "merged"
    """Both changes are in it."""
    DECIDED = "later-won"
    """At one place the later clock decided; the loser is in the archive."""
    REVIVED = "edit-kept"
    """One side deleted it, the other changed it: the change stays."""
    DELETED = "deleted"
    RENAMED = "renamed"
    """It has a new name on one side, and the other side's change went along."""
    SET_APART = "set-apart"
    """Its name collided with another on some platforms; it has a new one."""


class Side(NamedTuple):
    """A version on one side."""

    data: bytes | None
    """None where the note does not exist."""
    clock: Clock


class Merged(NamedTuple):
    """What a merge makes of a note."""

    data: bytes | None
    outcome: Outcome
    losers: tuple[Side, ...] = ()
    """Whole versions to archive, because part of them is not in `data`."""


class Rules(NamedTuple):
    """In what one form of notes differs from another."""

    times: Times = OUR_TIMES
    lenient: bool = False
    """Its readers take frontmatter line by line, so that it need not be YAML."""
    tidied: Callable[[Lines, Lines, Lines], Lines] | None = None
    """Gets the merged lines of a body, and those of both sides."""


OUR_RULES = Rules()


def merge_note(
    base: bytes | None, a: Side, b: Side, *, rules: Rules = OUR_RULES
) -> Merged:
    """Merge two descendants of `base`; None where a version does not exist.

    Swapping `a` and `b` changes nothing. Never raises. The result parses when
    both sides do, and holds every line that a side added unless that side is
    among the losers.
    """
    return merge_whole(base, a, b, lambda lo, hi: _merge_inside(base, lo, hi, rules))


def merge_whole(
    base: bytes | None,
    a: Side,
    b: Side,
    inside: Callable[[Side, Side], Merged | None],
) -> Merged:
    """As `merge_note`, where both sides changed a text by `inside`.

    That gets the side that yields and the one that wins, and gives None where the
    second must win whole.
    """
    if a.data == b.data:
        return Merged(a.data, Outcome.SAME)
    if base in (a.data, b.data):
        data = b.data if a.data == base else a.data
        return Merged(data, Outcome.DELETED if data is None else Outcome.TAKEN)
    if a.data is None or b.data is None:
        return Merged(b.data if a.data is None else a.data, Outcome.REVIVED)
    lo, hi = ordered(a, b)
    return inside(lo, hi) or Merged(hi.data, Outcome.DECIDED, (lo,))


def ordered(a: Side, b: Side) -> tuple[Side, Side]:
    """The side that yields and the side that wins: by clock, then by content."""
    return (b, a) if rank(a) > rank(b) else (a, b)


def rank(side: Side) -> tuple[Clock, bytes]:
    """What decides between two versions; equal for equal versions only."""
    return side.clock, hashlib.sha256(side.data or b"").digest()


def mergeable(data: bytes, *, lenient: bool = False) -> bool:
    """Whether a version can be taken apart: UTF-8, without NUL, YAML as it should.

    A version that cannot wins or loses whole. `lenient` accepts frontmatter that is
    no YAML, if each of its lines is a key with a value.
    """
    if b"\0" in data:
        return False
    try:
        data.decode()
    # Text that is not UTF-8 is not merged: one side wins whole.
    except UnicodeDecodeError:
        return False
    note = Note.parse(data)
    unended = not note.parts.fence and frontmatter.opens(data)
    sound = note.sound or (lenient and _is_plain(note.parts))
    return sound and not unended and not has_twice(note.parts.header)


def _is_plain(parts: Parts) -> bool:
    """Whether all that the frontmatter holds are keys of one line, and comments."""
    return all(
        span.data.count(b"\n") <= 1
        if span.key is not None
        else all(line[:1] in (b"", b"#") for line in span.data.splitlines())
        for span in parts.spans
    )


def _merge_inside(
    base: bytes | None, lo: Side, hi: Side, rules: Rules
) -> Merged | None:
    """The merged note; None where one of the two must win whole."""
    if lo.data is None or hi.data is None:
        return None
    # What both sides have as YAML stays YAML.
    lenient = rules.lenient and not (mergeable(lo.data) and mergeable(hi.data))
    if not mergeable(lo.data, lenient=lenient):
        return None
    if not mergeable(hi.data, lenient=lenient):
        return None
    known = base is not None and mergeable(base, lenient=rules.lenient)
    old = base if known else None
    form = merge_form(
        None if old is None else form_of(old), form_of(lo.data), form_of(hi.data)
    )
    parts, decided = _merge_parts(
        rules,
        *(
            frontmatter.split(form.apply(data))
            for data in (old or b"", lo.data, hi.data)
        ),
    )
    data = form.finish(parts.join())
    losers = (lo,) if decided else ()
    lost = [lo.data] if decided else []
    kept = nothing_lost(old, (lo.data, hi.data), data, lost, rules.times)
    if not kept or not _is_whole(data, parts, lenient=lenient):
        return None
    return Merged(data, Outcome.DECIDED if decided else Outcome.MERGED, losers)


def _merge_parts(rules: Rules, base: Parts, lo: Parts, hi: Parts) -> tuple[Parts, bool]:
    header = merge_headers(base.header, lo.header, hi.header, rules.times)
    lines = [side.body.splitlines(keepends=True) for side in (base, lo, hi)]
    body, decided = merge_bodies(*lines)
    if rules.tidied is not None:
        body = rules.tidied(body, lines[1], lines[2])
    frames = [side._replace(header=b"", body=b"") for side in (base, lo, hi)]
    frame = three_way(frames[0], frames[1], frames[2], frames[2])
    if header.data and not frame.fence:
        # One side took the frontmatter away while the other changed it.
        frame = next(f for f in reversed(frames) if f.fence)
    parts = frame._replace(header=header.data, body=b"".join(body))
    return parts, header.decided or decided


def merge_bodies(base: Lines, lo: Lines, hi: Lines) -> tuple[Lines, bool]:
    """Merge lines; the second value tells that the later clock had to decide.

    Two insertions at one place are both kept. Of two versions of the same
    lines the one that contains the other stays, else that of the later clock.
    """
    decided = False

    def decide(hunk: Hunk) -> Lines:
        nonlocal decided
        if not hunk.base:
            return keep_both(hunk.lo, hunk.hi)
        if contains(hunk.lo, hunk.hi):
            return hunk.lo
        decided = decided or not contains(hunk.hi, hunk.lo)
        return hunk.hi

    return merge3(base or common(lo, hi), lo, hi, decide), decided


def _is_whole(data: bytes, parts: Parts, *, lenient: bool) -> bool:
    """Whether the merged bytes read as what was meant, and may be sent."""
    read = frontmatter.split(data)
    meant = (len(parts.header), bool(parts.fence))
    same = (len(read.header), bool(read.fence)) == meant
    return same and len(data) <= MAX_BLOB and mergeable(data, lenient=lenient)


def nothing_lost(
    base: bytes | None,
    versions: Iterable[bytes],
    result: bytes,
    losers: Iterable[bytes],
    times: Times = OUR_TIMES,
) -> bool:
    """Whether each new line of each version is in the result or in a loser.

    Lines of the base are not asked for: a side may have removed them. Blank
    lines, line endings and the values of `times`, which follow a rule, do not
    count; a list of a key counts item by item, a map key by key.
    """
    losers = tuple(losers)
    kept = pieces(result, times).union(*(pieces(each, times) for each in losers))
    if base is not None:
        kept |= pieces(base, times)
    return all(
        version == result or version in losers or pieces(version, times) <= kept
        for version in versions
    )


def pieces(data: bytes, times: Times = OUR_TIMES) -> set[tuple[str, bytes]]:
    """What a note says, line by line and key by key, in no order."""
    parts = frontmatter.split(data)
    found = {("", line) for line in parts.body.splitlines() if line.strip()}
    for span in frontmatter.cut(parts.header):
        if span.key is None:
            found |= _of_key("#", span.data, times)
        elif not times.rules(span.key):
            found |= _of_key(span.key, span.data, times)
    return found


def _of_key(
    key: str, data: bytes, times: Times, depth: int = 1
) -> set[tuple[str, bytes]]:
    """What one key says; keys of a map count each for itself."""
    if block := block_of(data):
        found = {(f"{key}\0", block.head)}
        for member in block.members:
            name = member.key or ""
            if not times.rules(name, depth):
                inner = f"{key}\0{name}"
                found |= _of_key(inner, member.data, times, depth + 1)
        return found
    listed = items_of(data)
    values = listed.items if listed else [b"\n".join(data.splitlines())]
    return {(key, value) for value in values if value.strip()}
