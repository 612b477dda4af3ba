"""Names that change, and names that collide.

Where one side renamed a note, the other side's edit moves to the new name. Two names
may collide, because some file system takes them for the same one. Each side may have
one of them, but every machine would refuse a tree with both. So the merge gives one
of them a new name, the same on every machine.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from memsync.memory.index import memory_index
from memsync.memory.note.names import twin_key
from memsync.memory.note.note import Note
from memsync.sync.merge.lines3 import matches
from memsync.sync.merge.notes import mergeable
from memsync.sync.tree.layout import Kind, agent_of, place

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from memsync.sync.tree.layout import Tree

# The fraction of two notes' lines that must be the same. git asks for half, but notes
# are short, and any two share their frontmatter keys.
ALIKE = 0.8

# The most characters of a name that stay before its suffix.
_LONGEST = 80


def find_renames(
    base: Tree,
    side: Tree,
    gone: Collection[str],
    new: Collection[str],
    read: Callable[[str], bytes],
) -> dict[str, str]:
    """Pair paths `gone` from `base` with the `new` paths of `side`: old to new.

    Equal files pair first, then the most similar ones; each path is in one pair at
    most, and every machine finds the same pairs. A note without a similar enough
    one is left out. No rename leads into an agent's folder or out of one.
    """
    found: dict[str, str] = {}
    for home in sorted({_renamed_in(path) for path in gone}):
        own = {path for path in gone if _renamed_in(path) == home}
        there = {path for path in new if _renamed_in(path) == home}
        found |= _find_renames(base, side, own, there, read)
    return found


def _renamed_in(path: str) -> str:
    """The agent's home that a path is in; empty in memsync's own memories."""
    home = place(path).home
    return home if agent_of(home) else ""


def _find_renames(
    base: Tree,
    side: Tree,
    gone: Collection[str],
    new: Collection[str],
    read: Callable[[str], bytes],
) -> dict[str, str]:
    found: dict[str, str] = {}
    free = sorted(new)
    for old in sorted(gone):
        same = next((path for path in free if side[path].oid == base[old].oid), None)
        if same is not None:
            found[old] = same
            free.remove(same)
    left = [old for old in sorted(gone) if old not in found]
    if not left or not free:
        return found
    texts = {path: read(side[path].oid) for path in free}
    scores = [
        (-likeness(old_text, text), old, path)
        for old in left
        for old_text in [read(base[old].oid)]
        for path, text in texts.items()
    ]
    for score, old, path in sorted(scores):
        if -score >= ALIKE and old not in found and path in texts:
            found[old] = path
            del texts[path]
    return found


def likeness(old: bytes, new: bytes) -> float:
    """How similar two notes are, from 0 to 1: by their equal lines.

    Notes with the same creation day and the same description count as equal,
    however much of the body changed.
    """
    if old == new:
        return 1.0
    if not mergeable(old) or not mergeable(new):
        return 0.0
    one, two = Note.parse(old), Note.parse(new)
    if one.created and one.description:
        same = (one.created, one.description) == (two.created, two.description)
        if same:
            return 1.0
    lines = [_lines(note) for note in (one, two)]
    total = len(lines[0]) + len(lines[1])
    return 2 * len(matches(*lines)) / total if total else 0.0


def _lines(note: Note) -> list[bytes]:
    """The lines to compare: no blank ones, and no `name` or `updated`.

    A rename changes those two keys.
    """
    spans = [
        s.data.strip() for s in note.parts.spans if s.key not in ("name", "updated")
    ]
    body = [line.rstrip() for line in note.parts.body.splitlines()]
    return [line for line in spans + body if line]


def follow_renames(
    index: bytes | None, home: str, renames: Mapping[str, str]
) -> bytes | None:
    """The memory index of `home`, with entries and links changed to the new paths."""
    if index is None:
        return None
    text = index.decode("utf-8", "surrogateescape")
    for old, new in sorted(renames.items()):
        found = place(old)
        if found.home == home and found.kind is Kind.NOTE:
            text = memory_index.renamed(text, found.name, place(new).name)
    return text.encode("utf-8", "surrogateescape")


def set_apart(paths: Iterable[str], known: Collection[str]) -> dict[str, str]:
    """New paths for those that collide: by case, Unicode form, or file and folder.

    One of the paths that collide keeps its name. The first choice is a path in
    `known`, the base; the second is one that is already in the form in which file
    systems compare names; the last is the smallest.
    """
    spellings: dict[str, str] = {}
    moved: dict[str, str] = {}
    for path in sorted(paths, key=lambda p: (p not in known, p != twin_key(p), p)):
        free = _free_path(path, spellings)
        if free != path:
            moved[path] = free
    return moved


def _free_path(path: str, spellings: dict[str, str]) -> str:
    """The path, with a new name for each component that collides.

    Adds each component of the result to `spellings`.
    """
    parts = path.split("/")
    made = ""
    for i, part in enumerate(parts):
        mark = "" if i == len(parts) - 1 else "/"
        free, digits = part, 6
        while _is_taken(made + free, mark, spellings):
            free = _suffixed(part, made + part + mark, digits)
            digits += 2
        made += free + mark
        spellings[twin_key(made.removesuffix("/"))] = made
    return made


def _is_taken(path: str, mark: str, spellings: dict[str, str]) -> bool:
    """Whether another path has this name; the files in a folder share the folder's."""
    known = spellings.get(twin_key(path))
    return known is not None and (not mark or known != path + mark)


def _suffixed(part: str, whole: str, digits: int) -> str:
    digest = hashlib.sha256(whole.encode()).hexdigest()[:digits]
    stem, dot, ending = part.rpartition(".")
    if not stem:
        stem, dot, ending = part, "", ""
    return f"{stem[:_LONGEST].rstrip('. ')}-{digest}{dot}{ending}"
