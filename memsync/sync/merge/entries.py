"""Take the entries of notes out of a memory index, or put them back.

Every round does this for each memory index; `index` merges two of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.memory.index import memory_index

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    Cut = Callable[[bytes], list[tuple[str | None, bytes]]]
    # Cuts an index into lines; each comes with the note that it lists, None for prose.

# Among the names of notes, this one selects the lines that are no entry.
PROSE = None


def lines_by_entry(index: bytes) -> list[tuple[str | None, bytes]]:
    """Each line, with the note that it lists, or None for prose.

    The index may be any bytes; the lines joined are the index again.
    """
    return [
        (line.name, line.text.encode("utf-8", "surrogateescape"))
        for line in memory_index.lines(index.decode("utf-8", "surrogateescape"))
    ]


def strip_entries(
    index: bytes, names: Collection[str | None], cut: Cut = lines_by_entry
) -> bytes:
    """The memory index without the entries of these notes.

    Prose stays, unless `PROSE` is among the names.
    """
    if not names:
        return index
    return b"".join(line for name, line in cut(index) if name not in names)


def reinsert_entries(
    index: bytes,
    local: bytes,
    names: Collection[str | None],
    cut: Cut = lines_by_entry,
) -> bytes:
    """The synced memory index, with the entries of these notes from `local`.

    Each entry goes below the same line as in `local`. A note that already has an
    entry in `index` keeps that one. This undoes `strip_entries`: where `index`
    equals `strip_entries(local, names)`, the result is `local`.
    """
    from memsync.sync.merge.lines3 import matches

    lines = cut(index)
    known = {name for name, _ in lines}
    own = cut(local)
    stays = [n in names for n, _ in own]
    stripped = [line for (_, line), held in zip(own, stays, strict=True) if not held]
    place = dict(matches(stripped, [line for _, line in lines]))
    before: dict[int, list[bytes]] = {}
    at = above = 0
    for (name, line), held in zip(own, stays, strict=True):
        if not held:
            above = place.get(at, above - 1) + 1
            at += 1
        elif name is PROSE or name not in known:
            before.setdefault(above, []).append(line)
    merged: list[bytes] = []
    for i in range(len(lines) + 1):
        merged += before.get(i, [])
        merged += [lines[i][1]] if i < len(lines) else []
    return b"".join(_each_ended(merged))


def _each_ended(lines: list[bytes]) -> list[bytes]:
    ended = [line if line.endswith(b"\n") else line + b"\n" for line in lines[:-1]]
    return ended + lines[-1:]
