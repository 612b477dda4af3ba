"""Files that are sets of lines: origins, decisions, and false alarms of the guard.

A line that one side removed goes, and a line that one side added stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import MemsyncError
from memsync.sync.tree.layout import MAX_BLOB, Item

if TYPE_CHECKING:
    from collections.abc import Callable

    from memsync.sync.tree.clock import Clock


class Versions(NamedTuple):
    """The versions of one path in the base and on both sides, and the sides' clocks."""

    base: Item | None
    one: Item | None
    two: Item | None
    first: Clock
    second: Clock

    @property
    def later(self) -> Item | None:
        """The version of the side that changed it later; None if neither has one."""
        sides = ((self.first, self.one), (self.second, self.two))
        there = [(clock, item) for clock, item in sides if item]
        return max(there)[1] if there else None


def merge_lines(
    versions: Versions, read: Callable[[str], bytes]
) -> Item | bytes | None:
    """The merged set of lines, sorted; None for an empty set.

    Swapping the sides changes nothing. A missing file counts as an empty set, so
    that the other side's edit does not bring back the last line that one side
    removed. If the result would exceed `MAX_BLOB`, the later side's version wins.
    """
    data = merged_lines(*(item and read(item.oid) for item in versions[:3]))
    return versions.later if len(data) > MAX_BLOB else data or None


def merged_lines(base: bytes | None, one: bytes | None, other: bytes | None) -> bytes:
    """The lines of three files merged as sets, sorted; empty if none stay."""
    before, a, b = (set((data or b"").split(b"\n")) for data in (base, one, other))
    kept = (a & b) | (a - before) | (b - before)
    return b"".join(line + b"\n" for line in sorted(kept - {b""}))


def merge_allow(
    versions: Versions, read: Callable[[str], bytes]
) -> Item | bytes | None:
    """The merged list of false alarms.

    If a version is malformed, the later side's version wins.
    """
    from memsync.secrets.allow import merged

    base, one, two = (item and read(item.oid) for item in versions[:3])
    try:
        return merged(base, one or b"", two or b"")
    except MemsyncError:
        return versions.later
