"""What a list shows of each note, from a memory's cache."""

from __future__ import annotations

from memsync.files.stored import text_of
from memsync.memory.files.listing import entries, load, name_in
from memsync.record import NamedTuple
from memsync.retrieval.cache.database import Unusable, connected, file_of
from memsync.retrieval.cache.refresh import refresh

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet
    from pathlib import Path
    from typing import Any

    from memsync.clock import Now
    from memsync.memory.note.records import StoredNote
    from memsync.memory.store.store import Store

    # Name, type, description or reason why it was not read, whether its form is odd.
    # No class: creating ten thousand objects takes longer than reading them.
    Line = tuple[str, str, str, bool]

# The columns of `list --json`, read without opening a note; then those of `list`.
_CARDS = (
    "SELECT name, type, description, chars, created, updated,"
    " lower(hex(substr(digest, 1, 6))), odd FROM note"
)

_LINES = "SELECT name, type, description, odd FROM note"


class Card(NamedTuple):
    """One line of a list."""

    name: str
    scope: str
    type: str
    description: str
    path: str
    chars: int
    created: str
    updated: str
    digest: str
    """What names the note's bytes in its archive."""
    odd: bool
    """Lint has something to say about its form."""
    unread: str = ""
    """Why the file was not read: such as `a symlink`."""


def cards(store: Store, cache: Path | None, now: Now) -> list[Card]:
    """A card for every note of a memory, sorted by name; none is left out."""
    if cache is not None:
        try:
            return _kept(store, cache, now)
        except Unusable:
            pass  # read-only, locked or damaged: the notes are there
    return [_card(note) for note in entries(store.memory)]


def lines(store: Store, cache: Path | None, now: Now) -> list[Line]:
    """The part of every note's card that a list for people needs, sorted by name."""
    if cache is not None:
        try:
            return _kept_lines(store, cache, now)
        except Unusable:
            pass
    return [_line(note) for note in entries(store.memory)]


def _kept(store: Store, cache: Path, now: Now) -> list[Card]:
    rows = _rows(store, cache, now, _CARDS)
    scope = store.scope.value
    folder = f"{store.memory.folder}/"
    kept = {
        (name := text_of(stored)): Card(
            *(name, scope, kind, about, f"{folder}{name}.md"),
            *(chars, created, updated, digest, odd == 1),
        )
        for stored, kind, about, chars, created, updated, digest, odd in rows
    }
    kept |= {note.name: _card(note) for note in _left(store, kept.keys())}
    return [kept[name] for name in sorted(kept)]


def _kept_lines(store: Store, cache: Path, now: Now) -> list[Line]:
    found = _rows(store, cache, now, _LINES)
    rows: list[Line] = [
        (name if isinstance(name, str) else text_of(name), kind, about, odd)
        for name, kind, about, odd in found
    ]
    rows += [_line(note) for note in _left(store, {row[0] for row in rows})]
    return sorted(rows)


def _rows(store: Store, cache: Path, now: Now, question: str) -> list[Any]:
    with connected(file_of(cache, store.memory.folder)) as connection:
        refresh(connection, store, int(now.utc.timestamp() * 1_000_000_000))
        return connection.execute(question).fetchall()


def _left(store: Store, kept: AbstractSet[str]) -> Iterator[StoredNote]:
    """The notes that could not be read, and symlinks, which memsync does not read."""
    seen = store.look()
    left = {*seen.others}
    if len(kept) < len(seen.rows):
        left.update(map(name_in, seen.rows))
    for name in left - kept:
        if (note := load(store.memory, name)) is not None:
            yield note


def _card(note: StoredNote) -> Card:
    from memsync.memory.archive.archive import digest_of

    parsed = note.note
    return Card(
        *(note.name, note.scope.value, parsed.type, parsed.description, note.file),
        *(parsed.chars, parsed.created, parsed.updated, digest_of(note.data)),
        odd=bool(parsed.problems),
        unread=note.unread,
    )


def _line(note: StoredNote) -> Line:
    parsed = note.note
    about = f"({note.unread})" if note.unread else parsed.description
    return note.name, parsed.type, about, bool(note.unread or parsed.problems)
