"""Files that are sets of lines: origins, decisions, and false alarms of the guard.

What one side took out leaves, what one side put in stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import MemsyncError
from memsync.sync.tree.layout import MAX_BLOB, Item

if TYPE_CHECKING:
    from collections.abc import Callable

    from memsync.sync.tree.clock import Clock


class Versions(NamedTuple):
    """What base and sides have of a path, and when the sides changed it."""

    base: Item | None
    one: Item | None
    two: Item | None
    first: Clock
    second: Clock

    @property
    def later(self) -> Item | None:
        """The version of the side that changed it later, of those that have one."""
        sides = ((self.first, self.one), (self.second, self.two))
        there = [(clock, item) for clock, item in sides if item]
        return max(there)[1] if there else None


def merge_lines(
    versions: Versions, read: Callable[[str], bytes]
) -> Item | bytes | None:
    """The merged set, sorted; swapping the sides changes nothing.

    A file that is not there is an empty set, so that taking out the last line is not
    undone by the other side's edit; None for an empty one. One that would be too large
    is that of the later side.
    """
    data = merged_lines(*(item and read(item.oid) for item in versions[:3]))
    return versions.later if len(data) > MAX_BLOB else data or None


def merged_lines(base: bytes | None, one: bytes | None, other: bytes | None) -> bytes:
    """The merged set of three files' lines, sorted; empty for none."""
    before, a, b = (set((data or b"").split(b"\n")) for data in (base, one, other))
    kept = (a & b) | (a - before) | (b - before)
    return b"".join(line + b"\n" for line in sorted(kept - {b""}))


def merge_allow(
    versions: Versions, read: Callable[[str], bytes]
) -> Item | bytes | None:
    """The merged list of false alarms; one that is no list wins or loses whole."""
    from memsync.secrets.allow import merged

    base, one, two = (item and read(item.oid) for item in versions[:3])
    try:
        return merged(base, one or b"", two or b"")
    except MemsyncError:
        return versions.later
