"""Three-way merge of lists of lines, with the same result on every machine.

git's own merge depends on its version, the user's settings and the order of the
sides, and reports a conflict for adjacent edits and for two appends. Here edits
conflict only where they overlap, and the caller decides each conflict.
The alignment is a patience diff (Bram Cohen): it first pairs lines that occur once
on each side, then takes a longest common subsequence between those pairs.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Lines = list[bytes]

# A line without any of these is blank, a rule or a bracket: it occurs too often to
# align texts by.
_WORD = re.compile(rb"[0-9A-Za-z\x80-\xff]")
# The line that begins or ends a code block, whose lines are not merged as a list.
_CODE_FENCE = re.compile(rb"[ \t]*(?:```|~~~)")

# The most table cells of the quadratic part in one alignment: about a second. Lines
# beyond that count as changed, which makes more conflicts but loses nothing.
_CELLS = 4_000_000


class Edit(NamedTuple):
    """Lines `start` to `end` of the base become `lines`."""

    start: int
    end: int
    lines: Lines


class Hunk(NamedTuple):
    """One stretch of the base that both sides changed differently."""

    base: Lines
    """Empty where both sides inserted."""
    lo: Lines
    hi: Lines


def merge3(base: Lines, lo: Lines, hi: Lines, decide: Callable[[Hunk], Lines]) -> Lines:
    """Merge two descendants of `base`; `decide` returns the lines of each conflict.

    Edits of adjacent lines do not conflict. The same edit on both sides is made
    once. The order of the sides matters: callers sort them, `lo` first.
    """
    merged: Lines = []
    done = 0
    for start, end, mine, others in _places(edits(base, lo), edits(base, hi)):
        merged += base[done:start]
        done = max(done, end)
        if not others or not mine or mine == others:
            merged += _applied(base, start, end, mine or others)
            continue
        ours = _applied(base, start, end, mine)
        theirs = _applied(base, start, end, others)
        same = ours == theirs
        merged += ours if same else decide(Hunk(base[start:end], ours, theirs))
    return merged + base[done:]


def keep_both(lo: Lines, hi: Lines) -> Lines:
    """Both texts, `lo` first, with the lines that they share only once.

    If one text has all lines of the other, it is the result. Otherwise texts with
    code are joined whole; without code, a line of `hi` that is also in `lo` is left
    out, unless it has no word and only separates other lines.
    """
    if _covers(lo, hi):
        return lo
    if _covers(hi, lo):
        return hi
    if _has_code(lo) or _has_code(hi):
        return lo + hi
    head = _shared_head(lo, hi)
    tail = _shared_head(lo[head:][::-1], hi[head:][::-1])
    middle = lo[head : len(lo) - tail]
    known = {line for line in middle if has_word(line)}
    more = [line for line in hi[head : len(hi) - tail] if line not in known]
    return lo[:head] + middle + more + lo[len(lo) - tail :]


def contains(big: Lines, small: Lines) -> bool:
    """Whether the lines of `small` follow one another in `big`."""
    return not small or _joined(small) in _joined(big)


def _joined(lines: Lines) -> bytes:
    return b"\0" + b"\0".join(lines) + b"\0"


def common(a: Lines, b: Lines) -> Lines:
    """Lines that both texts share, in order: a base for texts without one.

    Shared runs without a word, such as a single blank line, are left out.
    """
    kept: Lines = []
    run: Lines = []
    previous = (-2, -2)
    for i, j in [*matches(a, b), (len(a) + 1, len(b) + 1)]:
        if (i - 1, j - 1) != previous:
            kept += run if any(map(has_word, run)) else []
            run = []
        run += a[i : i + 1]
        previous = (i, j)
    return kept


def has_word(line: bytes) -> bool:
    """Whether the line has a letter or digit, or a character beyond ASCII."""
    return _WORD.search(line) is not None


def edits(base: Sequence[bytes], side: Lines) -> list[Edit]:
    """The edits that turn `base` into `side`, in order; no two are adjacent."""
    found = []
    i = j = 0
    for at, to in [*matches(base, side), (len(base), len(side))]:
        if at > i or to > j:
            found.append(Edit(i, at, side[j:to]))
        i, j = at + 1, to + 1
    return found


def matches(a: Sequence[bytes], b: Sequence[bytes]) -> list[tuple[int, int]]:
    """Pairs of positions of equal lines, rising in both; deterministic."""
    pairs: list[tuple[int, int]] = []
    budget = _CELLS
    todo = [(0, len(a), 0, len(b))]
    while todo:
        a0, a1, b0, b1 = todo.pop()
        while a0 < a1 and b0 < b1 and a[a0] == b[b0]:
            pairs.append((a0, b0))
            a0, b0 = a0 + 1, b0 + 1
        while a0 < a1 and b0 < b1 and a[a1 - 1] == b[b1 - 1]:
            a1, b1 = a1 - 1, b1 - 1
            pairs.append((a1, b1))
        if a0 == a1 or b0 == b1:
            continue
        if anchors := _anchors(a, b, (a0, a1, b0, b1)):
            starts = [(a0, b0), *((i + 1, j + 1) for i, j in anchors)]
            ends = [*anchors, (a1, b1)]
            pairs += anchors
            todo += [
                (i0, i1, j0, j1)
                for (i0, j0), (i1, j1) in zip(starts, ends, strict=True)
            ]
        elif (cells := (a1 - a0) * (b1 - b0)) <= budget:
            budget -= cells
            pairs += [(a0 + i, b0 + j) for i, j in _subsequence(a[a0:a1], b[b0:b1])]
    return sorted(pairs)


def _anchors(
    a: Sequence[bytes], b: Sequence[bytes], box: tuple[int, int, int, int]
) -> list[tuple[int, int]]:
    a0, a1, b0, b1 = box
    count_a, count_b = Counter(a[a0:a1]), Counter(b[b0:b1])
    where = {b[j]: j for j in range(b0, b1) if count_b[b[j]] == 1}
    pairs = [
        (i, where[a[i]]) for i in range(a0, a1) if count_a[a[i]] == 1 and a[i] in where
    ]
    return _rising(pairs)


def _rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest subsequence of the pairs in which the second numbers rise."""
    ends: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for n, (_, j) in enumerate(pairs):
        at = bisect_left(ends, j)
        before.append(last[at - 1] if at else -1)
        ends[at : at + 1] = [j]
        last[at : at + 1] = [n]
    found = []
    n = last[-1] if last else -1
    while n >= 0:
        found.append(pairs[n])
        n = before[n]
    return found[::-1]


def _subsequence(a: Sequence[bytes], b: Sequence[bytes]) -> list[tuple[int, int]]:
    """A longest common subsequence, by the textbook table."""
    rows = [[0] * (len(b) + 1)]
    for line in reversed(a):
        below, row, best = rows[-1], [0] * (len(b) + 1), 0
        for j in range(len(b) - 1, -1, -1):
            best = below[j + 1] + 1 if line == b[j] else max(below[j], best)
            row[j] = best
        rows.append(row)
    rows.reverse()
    found, i, j = [], 0, 0
    while i < len(a) and j < len(b):
        if a[i] == b[j]:
            found.append((i, j))
            i, j = i + 1, j + 1
        elif rows[i + 1][j] >= rows[i][j + 1]:
            i += 1
        else:
            j += 1
    return found


def _places(
    lo: list[Edit], hi: list[Edit]
) -> Iterator[tuple[int, int, list[Edit], list[Edit]]]:
    """Each changed stretch of the base: start, end, and the edits of each side.

    Edits share a stretch only where they overlap, or insert at the same place.
    """
    waiting = (lo[::-1], hi[::-1])
    while waiting[0] or waiting[1]:
        start, end = min(queue[-1][:2] for queue in waiting if queue)
        taken: tuple[list[Edit], list[Edit]] = ([], [])
        grown = True
        while grown:
            grown = False
            for queue, edits_taken in zip(waiting, taken, strict=True):
                while queue and _meets(queue[-1], start, end):
                    edit = queue.pop()
                    end = max(end, edit.end)
                    edits_taken.append(edit)
                    grown = True
        yield start, end, *taken


def _meets(edit: Edit, start: int, end: int) -> bool:
    """Whether an edit overlaps the stretch; it begins at `start` or later."""
    return edit.start < end or edit.start == edit.end == start == end


def _applied(base: Lines, start: int, end: int, changes: list[Edit]) -> Lines:
    made: Lines = []
    at = start
    for edit in changes:
        made += base[at : edit.start] + edit.lines
        at = edit.end
    return made + base[at:end]


def _covers(big: Lines, small: Lines) -> bool:
    """Whether `big` has every line of `small`; code must be there in one piece."""
    if _has_code(small):
        return contains(big, small)
    return {line for line in small if line.strip()} <= set(big)


def _has_code(lines: Lines) -> bool:
    return any(_CODE_FENCE.match(line) for line in lines)


def _shared_head(a: Lines, b: Lines) -> int:
    """How many first lines both share, up to the last of them that has a word."""
    shared = 0
    for at, (one, other) in enumerate(zip(a, b, strict=False), 1):
        if one != other:
            break
        if has_word(one):
            shared = at
    return shared
