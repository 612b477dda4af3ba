"""Accepts a proposal: writes its file, archives the old one, records both."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Broken, NotFound
from memsync.learn.proposals import pending, words
from memsync.learn.proposals.drawing import drawn, file_of, removes
from memsync.memory.archive.journal import moment_of
from memsync.memory.archive.learned import synopsis_name
from memsync.memory.change.changes import ATTEMPTS, Moved, keeps_changing, take
from memsync.memory.change.sweeping import sweep

if TYPE_CHECKING:
    from memsync.clock import Now
    from memsync.learn.proposals.decisions import Decisions
    from memsync.learn.proposals.pending import Kept
    from memsync.learn.proposals.place import Place
    from memsync.memory.store.store import Store
    from memsync.workspace.place.notices import Notices

# The most bytes of a synopsis, which is also the limit of a write.
_MOST_SYNOPSIS = 60_000


class Made(NamedTuple):
    """The result of accepting a proposal."""

    path: str
    archived: str | None
    """The id of the archived earlier version; None if nothing was replaced."""
    warnings: Notices
    place: Place
    """The place where it was written, with the memory created for it, if any."""


def accept(
    kept: Kept,
    place: Place,
    decisions: Decisions,
    now: Now,
    *,
    edited: bytes | None = None,
) -> Made:
    """Write what a proposal says; the caller holds the lock of the proposals.

    Archives the present file first. `edited` is the file as a person changed it, and
    counts as that person's text. Moves the proposal to the accepted ones. After a kill
    at any moment, the same call completes the rest. Raises what a write raises, and
    `NotFound` if there is nothing left to retire; then nothing has changed.
    """
    draft = kept.draft
    note = draft.kind in ("note", "retire")
    store, warnings, place = place.to_write(draft.scope, now, note=note)
    archived = None
    if removes(draft):
        archived = _remove(store, kept, place, now)
    else:
        archived, new = _write(store, kept, decisions, now, place, edited=edited)
        warnings = (*warnings, *new)
    _keep_synopses(kept, place, now)
    done = kept._replace(moment=moment_of(now))
    pending.save(place.folder / pending.ACCEPTED, done)
    for folder in (pending.REJECTED, pending.WAITING):
        pending.drop(place.folder / folder, kept.id)
    return Made(str(store.path_of(file_of(draft))), archived, warnings, place)


def live(store: Store | None, name: str) -> bytes | None:
    """The present bytes of the file; None if there is no file, or no memory."""
    return None if store is None else store.live(name)


def _write(
    store: Store,
    kept: Kept,
    decisions: Decisions,
    now: Now,
    place: Place,
    *,
    edited: bytes | None,
) -> tuple[str | None, Notices]:
    from memsync.memory.store.writing import check_size

    name = file_of(kept.draft)
    for _ in range(ATTEMPTS):
        old = store.live(name)
        new = edited or drawn(kept.draft, old, now.today, committed=place.committed)
        if new is None:
            break
        check_size(store, len(new))
        if edited is None:
            # Before the file: one that only a killed command knows of is nobody's.
            decisions.add("wrote", [words.of_bytes(new)], kept.draft.scope)
        written = store.replace_bytes(name, new, old, now)
        if written is not None:
            from memsync.workspace.place.notices import Notice

            return written.archived, tuple(Notice(*each) for each in written.warnings)
    raise keeps_changing(name)


def _remove(store: Store, kept: Kept, place: Place, now: Now) -> str | None:
    draft = kept.draft
    if draft.kind == "retire":
        other = place.notes(draft.scope.other)
        return store.forget(draft.name, now, other).archived
    name = file_of(draft)
    with store.locked("learn") as locked:
        sweep(locked, now)
        for _ in range(ATTEMPTS):
            old = store.live(name)
            if old is None:
                raise NotFound(f"there is no skill '{draft.name}' any more")
            try:
                return take(locked, name, old, "forgotten", now)
            except Moved:
                continue
    raise keeps_changing(name)


def _keep_synopses(kept: Kept, place: Place, now: Now) -> None:
    """Write the synopsis of each session that has none yet."""
    store = place.learned(kept.draft.scope)
    if store is None:
        raise Broken("the memory is gone", hint="run it again", word="no-memory")
    for source in kept.draft.sources:
        text = kept.synopses.get(source.key, "").strip()
        name = synopsis_name(source.agent, source.session)
        if text and len(text.encode()) <= _MOST_SYNOPSIS and not store.has(name):
            store.replace_bytes(name, f"{text}\n".encode(), None, now)
