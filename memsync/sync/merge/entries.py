"""The entries of a memory index as lines: taken out of it, or brought back.

A round needs this of every memory index; merging two of them is `index`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.memory.index import memory_index

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    Cut = Callable[[bytes], list[tuple[str | None, bytes]]]
    # Cuts an index into lines, each with the note that it is the entry of.

# Stands for a person's own lines among the names of entries.
PROSE = None


def lines_by_entry(index: bytes) -> list[tuple[str | None, bytes]]:
    """Each line, with the note that it is the entry of; bytes of any kind."""
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
    """The synced memory index with the entries that `local` has of these notes.

    Each goes below the line that it stands below in `local`. Where the synced
    one has an entry of a note already, that one stays. Undoes `strip_entries`:
    with `index` equal to `strip_entries(local, names)` the result is `local`.
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
