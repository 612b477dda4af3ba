"""Merge a memory index that two machines changed: entries as a set, prose as lines.

Entries follow the synced notes: an entry goes when its note goes, stays when its note
stays, and describes it as the merged note does. Prose and the order of lines stay as
people wrote them; in doubt prose stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.sync.merge.canonical import form_of, merge_form
from memsync.sync.merge.entries import lines_by_entry, strip_entries
from memsync.sync.merge.keyed import ListItem, merge_members
from memsync.sync.merge.notes import Merged, Side, nothing_lost, ordered
from memsync.sync.merge.outcome import Outcome
from memsync.sync.merge.repeated import kept_entry
from memsync.sync.tree.layout import MAX_BLOB

if TYPE_CHECKING:
    from collections.abc import Collection

    from memsync.sync.merge.entries import Cut
    from memsync.sync.merge.repeated import Described


def merge_index(
    base: bytes | None,
    a: Side,
    b: Side,
    *,
    gone: Collection[str] = (),
    revived: Collection[str] = (),
    cut: Cut = lines_by_entry,
    notes: Described | None = None,
) -> Merged:
    """Merge two descendants of `base`; symmetric, like `merge_note`.

    `gone` names notes that a side had and the merge does not: their entries go.
    `revived` names notes that one side deleted and the merge keeps: their entries
    stay. Any other entry that one side removed and the other left alone goes; of
    two new texts the later clock's stays, and the other side loses, unless its text
    only repeats its note's description in `notes`. An index that one side deleted
    stays, because a folder without one is not a memory.
    """
    if a.data is None or b.data is None or a.data == b.data:
        kept = a.data if b.data is None else b.data
        outcome = Outcome.SAME if a.data == b.data else Outcome.REVIVED
        return Merged(None if kept is None else strip_entries(kept, gone, cut), outcome)
    if base in (a.data, b.data) and not revived:
        data = b.data if a.data == base else a.data
        return Merged(strip_entries(data, gone, cut), Outcome.TAKEN)
    lo, hi = ordered(a, b)
    if notes is not None and lo is b:
        notes = notes._replace(a=notes.b, b=notes.a)
    return _merge_lines(base or b"", lo, hi, gone, revived, cut, notes) or Merged(
        hi.data, Outcome.DECIDED, (lo,)
    )


def _merge_lines(
    base: bytes,
    lo: Side,
    hi: Side,
    gone: Collection[str],
    revived: Collection[str],
    cut: Cut,
    notes: Described | None,
) -> Merged | None:
    if lo.data is None or hi.data is None or b"\0" in lo.data + hi.data:
        return None
    form = merge_form(
        form_of(base) if base else None, form_of(lo.data), form_of(hi.data)
    )
    decided = False
    repeated = set()

    def choose(
        key: str, old: bytes | None, one: bytes | None, two: bytes | None
    ) -> bytes | None:
        nonlocal decided
        name = named[key]
        if name in gone:
            return None
        if one == two:
            return one
        if one is None or two is None:
            kept = two if one is None else one
            return None if kept == old and name not in revived else kept
        if old in (one, two):
            return two if one == old else one
        if notes and (line := kept_entry(name, old, one, two, notes)):
            repeated.add((two if line == one else one).rstrip())
            return line
        decided = True
        return two

    named: dict[str, str] = {}
    versions = [
        _members(cut(form.apply(data)), named) for data in (base, lo.data, hi.data)
    ]
    members = merge_members(versions[0], versions[1], versions[2], choose)
    data = form.finish(b"".join(member.data for member in members))
    sent = [
        b"".join(
            line
            for name, line in cut(data)
            if name is None or (name not in gone and line.rstrip() not in repeated)
        )
        for data in (lo.data, hi.data)
    ]
    losers = (lo,) if decided else ()
    kept = nothing_lost(base, sent, data, [lo.data] if decided else [])
    if not kept or len(data) > MAX_BLOB:
        return None
    return Merged(data, Outcome.DECIDED if decided else Outcome.MERGED, losers)


def _members(
    lines: list[tuple[str | None, bytes]], named: dict[str, str]
) -> list[ListItem]:
    """Lines as members of a list; each entry of the same note gets its own key.

    Adds the note of each key to `named`.
    """
    count: dict[str, int] = {}
    members = []
    for name, line in lines:
        key = None
        if name is not None:
            count[name] = count.get(name, 0) + 1
            key = f"{name}\0{count[name]}"
            named[key] = name
        members.append(ListItem(key, line))
    return members
