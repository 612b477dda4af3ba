"""Tell entries of a memory index that only repeat the descriptions of their notes.

Whoever writes a note also updates its entry. So two machines that edit one note both
change its line in the memory index, and neither line has a word that the notes lack.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.memory.index.memory_index import split_entry
from memsync.memory.note.note import Note, one_line
from memsync.sync.tree.layout import note_path
from memsync.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from memsync.sync.tree.layout import Tree

    # The description of a note by name; None if there is no such note.
    Describe = Callable[[str], str | None]


class Described(NamedTuple):
    """How the notes of two sides and of their merge describe themselves."""

    a: Describe
    b: Describe
    merged: Describe


def describe_notes(
    tree: Tree, home: str, others: Mapping[str, str], read: Callable[[str], bytes]
) -> Describe:
    """Find the descriptions of one memory's notes in a tree.

    `others` gives the path to use in place of one that the tree does not have.
    """

    def describe(name: str) -> str | None:
        path = note_path(home, name)
        item = tree.get(path) or tree.get(others.get(path, path))
        return None if item is None else Note.parse(read(item.oid)).description

    return describe


def kept_entry(
    name: str, old: bytes | None, one: bytes, two: bytes, notes: Described
) -> bytes | None:
    """The entry to keep of two, if the other has nothing that its note does not have.

    `one` is of the side `a` in `notes`. `two` stays, unless both repeat their notes
    and the merged note has the description of `one`. None where `one` says something
    of its own.
    """
    before, first, second = map(_parts, (old or b"", one, two))
    if first[1] != notes.a(name):
        return None
    own = second[1] != notes.b(name)
    if own or first[1] == second[1] or notes.merged(name) != first[1]:
        kept, dropped, data = second, first, two
    else:
        kept, dropped, data = first, second, one
    # The bullet and an alias are a person's, too.
    return data if dropped[0] in (kept[0], before[0]) else None


def _parts(line: bytes) -> tuple[str, str]:
    head, about = split_entry(line.decode("utf-8", "surrogateescape"))
    return head, printable(one_line(about))
