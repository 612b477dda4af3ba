"""Files of blocks with blank lines between them: the format of goose's memories.

A block is one memory: its first line has the tags after a `#`, then its text follows.
The merge takes each block as a whole, and merges inside a block only where both sides
changed it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.sync.merge.canonical import form_of, merge_form, three_way
from memsync.sync.merge.lines3 import contains, merge3
from memsync.sync.merge.notes import Merged, merge_bodies, merge_whole
from memsync.sync.merge.outcome import Outcome
from memsync.sync.tree.layout import MAX_BLOB

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memsync.sync.merge.lines3 import Hunk, Lines
    from memsync.sync.merge.notes import Side


class Blocks(NamedTuple):
    """A file, cut into its blocks."""

    head: bytes
    """The blank lines above the first block."""
    blocks: list[bytes]
    """Each with all its line endings, without the blank lines below it."""
    gaps: list[bytes]
    """The blank lines below each block."""


def cut(data: bytes) -> Blocks:
    """Cut a text whose last line is ended; its parts joined in order are the text."""
    head, blocks, gaps = b"", list[bytes](), list[bytes]()
    for line in data.splitlines(keepends=True):
        if line.strip():
            if blocks and not gaps[-1]:
                blocks[-1] += line
            else:
                blocks.append(line)
                gaps.append(b"")
        elif blocks:
            gaps[-1] += line
        else:
            head += line
    return Blocks(head, blocks, gaps)


def merge_blocks(base: bytes | None, a: Side, b: Side) -> Merged:
    """Merge two descendants of a file of blocks, as `notes.merge_note` does."""
    return merge_whole(base, a, b, lambda lo, hi: _merged(base, lo, hi))


def _merged(base: bytes | None, lo: Side, hi: Side) -> Merged | None:
    """The merged file; None where one side must win as a whole."""
    if lo.data is None or hi.data is None:
        return None
    if not _is_text(lo.data) or not _is_text(hi.data):
        return None
    old = base if base is not None and _is_text(base) else None
    form = merge_form(
        None if old is None else form_of(old), form_of(lo.data), form_of(hi.data)
    )
    sides = [cut(form.apply(data)) for data in (old or b"", lo.data, hi.data)]
    decided = False

    def decide(hunk: Hunk) -> Lines:
        nonlocal decided
        one = _one_block(hunk)
        if one is not None:
            return one
        if not hunk.base:
            return hunk.lo + [block for block in hunk.hi if block not in hunk.lo]
        if contains(hunk.lo, hunk.hi):
            return hunk.lo
        decided = decided or not contains(hunk.hi, hunk.lo)
        return hunk.hi

    was, one, two = (side.blocks for side in sides)
    blocks = merge3(
        was if old is not None else [b for b in one if b in two], one, two, decide
    )
    data = form.finish(_joined(_once(blocks, one, two), sides, form.eol or b"\n"))
    kept = [data, *([lo.data] if decided else []), *([] if old is None else [old])]
    if len(data) > MAX_BLOB or _words([lo.data, hi.data]) - _words(kept):
        return None
    losers = (lo,) if decided else ()
    return Merged(data, Outcome.DECIDED if decided else Outcome.MERGED, losers)


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    # Text that is not UTF-8 is not merged: one side wins as a whole.
    except UnicodeDecodeError:
        return False
    return b"\0" not in data


def _one_block(hunk: Hunk) -> Lines | None:
    """Merge inside one block that both sides changed; None where one side must win."""
    if not len(hunk.base) == len(hunk.lo) == len(hunk.hi) == 1:
        return None
    (was,), (one,), (two,) = hunk
    tags = [_tags(block) for block in (was, one, two)]
    lines = [
        block.splitlines(keepends=True)[tag is not None :]
        for block, tag in zip((was, one, two), tags, strict=True)
    ]
    text, decided = merge_bodies(*lines)
    if decided:
        return None
    head = three_way(tags[0], tags[1], tags[2], _merged_tags(tags))
    return [b"".join([] if head is None else [head]) + b"".join(text)]


def _tags(block: bytes) -> bytes | None:
    first = block.splitlines(keepends=True)[0]
    return first if first.startswith(b"#") else None


def _merged_tags(tags: list[bytes | None]) -> bytes | None:
    """Merge the tags that both sides changed, as sets."""
    was, one, two = ((line or b"").lstrip(b"#").split() for line in tags)
    kept = [tag for tag in one if tag in two or tag not in was]
    kept += [tag for tag in two if tag not in one and tag not in was]
    eol = b"\r\n" if (tags[1] or tags[2] or b"").endswith(b"\r\n") else b"\n"
    return b"# " + b" ".join(kept) + eol if kept else None


def _once(blocks: Lines, one: Lines, two: Lines) -> Lines:
    """The blocks, without the second copy of each that both sides added."""
    left = {block: max(one.count(block), two.count(block), 1) for block in blocks}
    kept = []
    for block in blocks:
        left[block] -= 1
        if left[block] >= 0:
            kept.append(block)
    return [block for block in kept if block.strip()]


def _joined(blocks: Lines, sides: list[Blocks], eol: bytes) -> bytes:
    """Join blocks to a file, with the merged blank lines below each."""
    was, one, two = (_gaps(side) for side in sides)
    gaps = []
    for block in blocks:
        lo = one.get(block, two.get(block, b""))
        hi = two.get(block, lo)
        gaps.append(three_way(was.get(block, lo), lo, hi, hi) or eol)
    last = [side.gaps[-1] if side.gaps else b"" for side in sides]
    if gaps:
        gaps[-1] = three_way(last[0], last[1], last[2], max(last[1:]))
    heads = [side.head for side in sides]
    head = three_way(heads[0], heads[1], heads[2], max(heads[1:]))
    return head + b"".join(b + gap for b, gap in zip(blocks, gaps, strict=True))


def _gaps(side: Blocks) -> dict[bytes, bytes]:
    """The blank lines below each block that has some."""
    pairs = zip(side.blocks, side.gaps, strict=True)
    return {block: gap for block, gap in pairs if gap}


def _words(versions: Iterable[bytes]) -> set[bytes]:
    """Every line that is not blank, and every single tag."""
    found: set[bytes] = set()
    for data in versions:
        for line in data.removeprefix(b"\xef\xbb\xbf").splitlines():
            if line.startswith(b"#"):
                found.update(b"#" + tag for tag in line.lstrip(b"#").split())
            elif line.strip():
                found.add(line)
    return found
