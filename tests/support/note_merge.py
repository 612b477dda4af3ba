"""Merges two versions of a note, and holds what every merge must."""

from __future__ import annotations

from memsync.sync.merge.notes import Merged, Side, merge_note, mergeable, nothing_lost
from memsync.sync.tree.clock import Clock

EARLY = Clock(1000, 0, "aaaaaaaa")
LATE = Clock(2000, 0, "bbbbbbbb")

HEAD = "---\nname: n\ndescription: d\ncreated: 2026-01-02\nupdated: 2026-01-02\n---\n\n"


def note(*body: str, head: str = HEAD) -> bytes:
    """A note with these lines."""
    return (head + "".join(f"{line}\n" for line in body)).encode()


def merge(base: bytes | None, early: bytes | None, late: bytes | None) -> Merged:
    """Merge, and hold what always holds."""
    a, b = Side(early, EARLY), Side(late, LATE)
    merged = merge_note(base, a, b)
    assert merged == merge_note(base, b, a)
    if merged.data is not None:
        versions = [v for v in (early, late) if v is not None]
        losers = [side.data or b"" for side in merged.losers]
        assert nothing_lost(base, versions, merged.data, losers)
        if all(map(mergeable, versions)):
            assert mergeable(merged.data)
    return merged


def body_of(merged: Merged) -> list[str]:
    """The lines of the merged body."""
    assert merged.data is not None
    return merged.data.decode().partition("---\n\n")[2].splitlines()
