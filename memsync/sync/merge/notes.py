"""Merge one note that two machines changed: pure, symmetric and deterministic.

A note never gets conflict markers. Where one text must win, it is the one with the
later clock, and the whole version that lost goes to the archive. The result for the
same three versions may change only together with `manifest.MERGE_NUMBER`.
"""

from __future__ import annotations

import hashlib
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
from memsync.sync.merge.outcome import Outcome
from memsync.sync.tree.layout import MAX_BLOB

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from memsync.memory.note.frontmatter import Parts
    from memsync.sync.tree.clock import Clock


class Side(NamedTuple):
    """One side's version of a note."""

    data: bytes | None
    """None where the side does not have the note."""
    clock: Clock


class Merged(NamedTuple):
    """The result of the merge of a note."""

    data: bytes | None
    """None where the note is deleted."""
    outcome: Outcome
    losers: tuple[Side, ...] = ()
    """Whole versions to archive, because `data` lacks a part of them."""


class Rules(NamedTuple):
    """The rules that differ between memsync's own notes and the agents' files."""

    times: Times = OUR_TIMES
    lenient: bool = False
    """Whether frontmatter need not be YAML, because its readers go line by line."""
    tidied: Callable[[Lines, Lines, Lines], Lines] | None = None
    """Makes the final lines of a body from the merged ones and those of both sides."""


OUR_RULES = Rules()


def merge_note(
    base: bytes | None, a: Side, b: Side, *, rules: Rules = OUR_RULES
) -> Merged:
    """Merge two descendants of `base`, which is None where there was no note.

    Swapping `a` and `b` changes nothing. Never raises. The result parses if both
    sides do, and has every line that a side added, unless that side is among the
    losers.
    """
    return merge_whole(base, a, b, lambda lo, hi: _merge_inside(base, lo, hi, rules))


def merge_whole(
    base: bytes | None,
    a: Side,
    b: Side,
    inside: Callable[[Side, Side], Merged | None],
) -> Merged:
    """As `merge_note`, but calls `inside` where both sides changed a text.

    `inside` gets the side that loses a conflict and the side that wins it. It
    returns None where the second must win as a whole.
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
    """The side that loses a conflict, then the one that wins: by clock and content."""
    return (b, a) if rank(a) > rank(b) else (a, b)


def rank(side: Side) -> tuple[Clock, bytes]:
    """The sort key of a version: the higher wins; only equal versions have the same."""
    return side.clock, hashlib.sha256(side.data or b"").digest()


def mergeable(data: bytes, *, lenient: bool = False) -> bool:
    """Whether a version can be merged: UTF-8 without NUL, with sound frontmatter.

    Any other version wins or loses as a whole. `lenient` accepts frontmatter that
    is not YAML, if each line is a key with a value, a comment, or blank.
    """
    if b"\0" in data:
        return False
    try:
        data.decode()
    # Text that is not UTF-8 is not merged: one side wins as a whole.
    except UnicodeDecodeError:
        return False
    note = Note.parse(data)
    unended = not note.parts.fence and frontmatter.opens(data)
    sound = note.sound or (lenient and _is_plain(note.parts))
    return sound and not unended and not has_twice(note.parts.header)


def _is_plain(parts: Parts) -> bool:
    """Whether the frontmatter has only keys of one line, comments and blank lines."""
    return all(
        span.data.count(b"\n") <= 1
        if span.key is not None
        else all(line[:1] in (b"", b"#") for line in span.data.splitlines())
        for span in parts.spans
    )


def _merge_inside(
    base: bytes | None, lo: Side, hi: Side, rules: Rules
) -> Merged | None:
    """The merged note; None where one side must win as a whole."""
    if lo.data is None or hi.data is None:
        return None
    # If both sides are YAML, the result must be YAML, too.
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
        # One side removed the frontmatter while the other changed it.
        frame = next(f for f in reversed(frames) if f.fence)
    parts = frame._replace(header=header.data, body=b"".join(body))
    return parts, header.decided or decided


def merge_bodies(base: Lines, lo: Lines, hi: Lines) -> tuple[Lines, bool]:
    """Merge lines; the second value tells whether the later clock had to decide.

    Two insertions at the same place both stay. Of two versions of the same lines,
    the one that contains the other stays, otherwise `hi`, the later clock's.
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
    """Whether the merged bytes parse into the same parts, and are small enough."""
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

    Lines of the base may be missing: a side may have removed them. Blank lines, line
    endings and the keys of `times`, which have their own rule, do not count. A list
    counts item by item, and a map key by key.
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
    """The contents of a note, line by line and key by key, without their order."""
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
    """The contents of one key; each key of a map is a piece of its own."""
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
