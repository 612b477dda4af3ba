"""What a list shows of each note, from a memory's cache."""

from __future__ import annotations

from memsync.memory.archive.archive import digest_of
from memsync.memory.files.listing import entries, load, name_in
from memsync.record import NamedTuple
from memsync.retrieval.cache.database import Unusable, connected, file_of
from memsync.retrieval.cache.refresh import refresh
from memsync.retrieval.cache.stored import text_of

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from pathlib import Path

    from memsync.clock import Now
    from memsync.memory.note.records import StoredNote
    from memsync.memory.store.store import Store

# The columns of `list`, read without opening a note.
_CARDS = (
    "SELECT name, type, description, chars, created, updated,"
    " lower(hex(substr(digest, 1, 6))), odd FROM note"
)


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
    """A card for every note of a memory, by name; none is left out."""
    if cache is not None:
        try:
            return _kept(store, cache, now)
        except Unusable:
            pass  # read-only, locked or damaged: the notes are there
    return [_card(note) for note in entries(store.memory)]


def _kept(store: Store, cache: Path, now: Now) -> list[Card]:
    with connected(file_of(cache, store.memory.folder)) as connection:
        refresh(connection, store, int(now.utc.timestamp() * 1_000_000_000))
        rows = connection.execute(_CARDS).fetchall()
    scope = store.scope.value
    folder = f"{store.memory.folder}/"
    kept = {
        (name := text_of(stored)): Card(
            *(name, scope, kind, about, f"{folder}{name}.md"),
            *(chars, created, updated, digest, odd == 1),
        )
        for stored, kind, about, chars, created, updated, digest, odd in rows
    }
    seen = store.look()
    # Those that could not be read, and those that nobody reads, such as symlinks.
    left = {*seen.others}
    if len(kept) < len(seen.rows):
        left.update(map(name_in, seen.rows))
    for name in left - kept.keys():
        if (note := load(store.memory, name)) is not None:
            kept[name] = _card(note)
    return [kept[name] for name in sorted(kept)]


def _card(note: StoredNote) -> Card:
    parsed = note.note
    return Card(
        *(note.name, note.scope.value, parsed.type, parsed.description, note.file),
        *(parsed.chars, parsed.created, parsed.updated, digest_of(note.data)),
        odd=bool(parsed.problems),
        unread=note.unread,
    )
