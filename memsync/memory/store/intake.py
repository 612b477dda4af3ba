"""Imports many notes at once, through the same guard and archive as a write.

Takes one lock, and changes the memory index and `.memsync-origins` once, however many
notes there are. If all are new, one request makes everything durable, since a request
for each of thousands of files takes minutes.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Literal, NamedTuple

from memsync.files import atomic
from memsync.memory.archive.events import LIVE
from memsync.memory.archive.journal import Journal
from memsync.memory.archive.logs import is_log
from memsync.memory.change.changes import Moved, put, update_index
from memsync.memory.change.leaks import first_secret
from memsync.memory.change.sweeping import sweep
from memsync.memory.files import origins
from memsync.memory.files.bulk import create_many
from memsync.memory.index import memory_index
from memsync.memory.note.names import MEMORY_INDEX_NAME
from memsync.memory.note.note import Note
from memsync.terminal import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime
    from pathlib import Path

    from memsync.clock import Now
    from memsync.memory.change.base import BaseStore, LockedStore
    from memsync.memory.files.origins import Origin

Outcome = Literal["taken", "moved", "refused"]

# From this many new notes on, one request makes all of them durable.
_MANY = 32


class Version(NamedTuple):
    """An earlier text of a note."""

    data: bytes
    saved: datetime
    """When it was written, in UTC."""


class Intake(NamedTuple):
    """One note to import."""

    name: str
    data: bytes | None
    """Its bytes; None if the note exists and only its origin is new."""
    expected: bytes | None
    """The live bytes that it replaces."""
    about: str
    """The description for its entry, if the note itself has none."""
    origin: Origin
    earlier: Sequence[Version] = ()
    """Further texts for the archive, the oldest first: the source's own bytes if they
    were converted, and versions that an agent kept."""


class Taken(NamedTuple):
    """The result for one note."""

    outcome: Outcome
    rule: str = ""
    """The guard's rule, if the note was refused."""
    left_out: tuple[str, ...] = ()
    """The rules for which earlier versions were refused."""


def secret_in(store: BaseStore, intake: Intake) -> str:
    """The rule of the first secret in a note to import; empty if there is none."""
    if intake.data is None:
        return ""
    found = first_secret(store, intake.data, intake.expected)
    return found.rule if found else ""


def take_in(store: BaseStore, intakes: Sequence[Intake], now: Now) -> list[Taken]:
    """Write what the guard accepts, archive it, and add entries to the memory index.

    Returns one result for each, in order. `moved`: the note's live bytes were not those
    expected, so nothing of it was written. After a kill, the same call does the rest.
    Raises `Locked`, `OSError`, and `Refused` for a symlink.
    """
    with store.locked("import") as locked:
        sweep(locked, now)
        store.live(MEMORY_INDEX_NAME)  # raises now, if the index cannot be read
        taken = [_judged(store, each) for each in counted(intakes, "scanning notes")]
        passed = [i for i, done in enumerate(taken) if done.outcome == "taken"]
        for i in passed:
            _archive(locked, intakes[i], now)
        new = [i for i in passed if _is_new(intakes[i])]
        if len(new) >= _MANY and hasattr(os, "sync"):
            lost = set(_put_many(locked, [intakes[i] for i in new], now))
            for i in new:
                if intakes[i].name in lost:
                    taken[i] = Taken("moved")
            passed = [i for i in passed if i not in set(new)]
        for i in counted(passed, "writing notes"):
            if intakes[i].data is not None and not _put(locked, intakes[i], now):
                taken[i] = Taken("moved")
        kept = [intakes[i] for i, done in enumerate(taken) if done.outcome == "taken"]
        _index(locked, kept, now)
        origins.add(store.memory, (intake.origin for intake in kept), locked.held)
    return taken


def _judged(store: BaseStore, intake: Intake) -> Taken:
    if rule := secret_in(store, intake):
        return Taken("refused", rule)
    left_out = []
    for version in intake.earlier:
        found = first_secret(store, version.data, None)
        if found is not None:
            left_out.append(found.rule)
    return Taken("taken", left_out=tuple(left_out))


def _is_new(intake: Intake) -> bool:
    return intake.data is not None and intake.expected is None


def _archive(store: LockedStore, intake: Intake, now: Now) -> None:
    rows = []
    for version in intake.earlier:
        if first_secret(store, version.data, None) is None:
            kept = store.archive.store(intake.name, version.data, version.saved)
            rows.append((intake.name, kept.digest))
    if rows:
        store.archive.events.record_all("overwritten", rows, now.utc)


def _put(store: LockedStore, intake: Intake, now: Now) -> bool:
    assert intake.data is not None  # noqa: S101 -- the caller asked
    try:
        put(store, intake.name, intake.data, intake.expected, now)
    except Moved:
        return False
    return True


def _put_many(store: LockedStore, intakes: Sequence[Intake], now: Now) -> list[str]:
    """Write notes that are all new; returns the names that others took meanwhile."""
    memory, archive = store.memory, store.archive
    stored: dict[str, str] = {}
    files: list[tuple[Path, bytes]] = []
    if memory.guards_live:
        atomic.make_folder(archive.folder)
    for intake in counted(intakes, "archiving notes"):
        assert intake.data is not None  # noqa: S101 -- the caller asked
        if memory.guards_live:
            digest = archive.store_first(intake.name, intake.data, now.utc)
            stored[intake.name] = digest or (
                archive.store(intake.name, intake.data, now.utc).digest
            )
        path = store.path_of(intake.name)
        if is_log(intake.name):
            atomic.make_folder(
                path.parent, mode=0o700 if memory.private else atomic.PLAIN_FOLDER
            )
        files.append((path, intake.data))
    texts = ((intake.name, intake.data or b"") for intake in intakes)
    Journal(archive).note_new(texts, now)
    made = create_many(files, 0o600 if memory.private else None)
    lost = [intake.name for intake, done in zip(intakes, made, strict=True) if not done]
    rows = [row for row in stored.items() if row[0] not in set(lost)]
    if rows:
        archive.events.record_all(LIVE, rows, now.utc)
    return lost


def _index(store: LockedStore, intakes: Iterable[Intake], now: Now) -> None:
    """Add an entry for each note without one, and update those of replaced notes."""
    notes = [i for i in intakes if i.name != MEMORY_INDEX_NAME and not is_log(i.name)]
    if not notes:
        return

    def transform(text: str) -> str:
        mentioned = memory_index.names(text)
        new: dict[str, str] = {}
        for intake in notes:
            note = Note.parse(intake.data or store.live(intake.name) or b"")
            about = note.description or intake.about
            if intake.name not in mentioned:
                new[intake.name] = about
            elif intake.expected is not None and intake.data is not None:
                before = Note.parse(intake.expected).description
                text = memory_index.with_entry(text, intake.name, about, before)
        return memory_index.with_new_entries(text, new)

    update_index(store, transform, now)
