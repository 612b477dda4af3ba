"""Undoes, as one, what the last command changed in the user's memories."""

from __future__ import annotations

import contextlib
from itertools import islice
from typing import TYPE_CHECKING, Generic, Literal, NamedTuple, TypeVar

from memsync.errors import MemsyncError, Refused
from memsync.memory.archive.archive import digest_of
from memsync.memory.archive.events import GONE
from memsync.memory.archive.journal import Journal, chain, replay
from memsync.memory.archive.logs import is_log
from memsync.memory.change.changes import Moved, put, take, update_index
from memsync.memory.index import memory_index
from memsync.memory.note.names import MEMORY_INDEX_NAME, Scope
from memsync.memory.note.note import Note

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from memsync.clock import Now
    from memsync.memory.archive.journal import Step, Unit
    from memsync.memory.change.base import BaseStore, LockedStore

S = TypeVar("S", bound="BaseStore")

# Files of one command that `recent` looks at: each may take reading an archive.
_LOOKED_AT = 20

_CHANGED = "it was changed since then"
_GONE = "its earlier text is gone"


class Item(NamedTuple):
    """A file that was undone."""

    name: str
    scope: str
    action: Literal["restored", "removed"]
    """`removed` if it did not exist before."""


class Kept(NamedTuple):
    """A file that stays as it is."""

    name: str
    scope: str
    reason: str


class Undone(NamedTuple):
    """What was undone."""

    command: str
    moment: str
    """When the command ran: ISO 8601, UTC."""
    items: Sequence[Item]
    kept: Sequence[Kept]


class Change(NamedTuple):
    """What one command changed here, and nobody has taken back yet."""

    unit: Unit
    files: Sequence[tuple[str, str]]
    """The label of the memory and the name of each, without memory indexes."""
    stays: str
    """Why it cannot be taken back; empty where it can."""


class _Plan(NamedTuple, Generic[S]):
    """The text to restore in one file; its memory is locked when it is carried out."""

    store: S
    name: str
    live: bytes | None
    text: bytes | None


def last(stores: Sequence[BaseStore]) -> Unit | None:
    """The last command that changed a note here and was not undone yet."""
    for unit, parts in _units(stores):
        plans, kept = _planned(parts)
        if unit.barrier or plans or kept:
            return unit
    return None


def unit_of(stores: Sequence[BaseStore], moment: str) -> Unit | None:
    """The command of this moment that was not taken back; None for none."""
    return next((unit for unit, _ in _units(stores) if unit.moment == moment), None)


def recent(stores: Sequence[BaseStore], most: int) -> list[Change]:
    """The last commands that changed notes here, the newest first.

    Of a command that changed many files, it does not look whether `undo` can take each
    back. Raises `OSError`.
    """
    return list(islice(_changes(stores), most))


def _changes(stores: Sequence[BaseStore]) -> Iterator[Change]:
    for unit, parts in _units(stores):
        every = dict.fromkeys(
            (s.label, step.name) for s, u in parts for step in u.steps
        )
        files = [each for each in every if each[1] != MEMORY_INDEX_NAME] or list(every)
        stays = unit.barrier
        if not stays and len(every) <= _LOOKED_AT:
            plans, kept = _planned(parts)
            if not plans and not kept:
                continue  # all of it is as it was before
            stays = "" if plans else kept[0].reason
        yield Change(unit, files, stays)


def undo(
    stores: Sequence[BaseStore],
    now: Now,
    *,
    pretend: bool = False,
    of: str | None = None,
) -> Undone | None:
    """Undo the last command; None if there is nothing to undo.

    With `of`, undoes the command of that moment, whatever ran since. Archives what is
    replaced; a file that changed since then stays. With `pretend`, only says what it
    would do. Raises `Refused`, with the reason, for what cannot be undone, `Locked` and
    `OSError`.
    """
    with contextlib.ExitStack() as stack:
        # Always the workspace first: two commands in opposite order would deadlock.
        ordered = sorted(stores, key=lambda s: s.scope is not Scope.WORKSPACE)
        locked = [stack.enter_context(store.locked("undo")) for store in ordered]
        for unit, parts in _units(locked):
            if of not in (None, unit.moment):
                continue
            if unit.barrier:
                raise Refused(
                    f"the last change was {unit.barrier}",
                    hint="`memsync archive list` lists what you can restore one by one",
                    word="not-undoable",
                )
            plans, kept = _planned(parts)
            if not plans and not kept:
                continue  # all files already are as they were before
            items = [] if pretend else _carried_out(plans, kept, now)
            if pretend:
                items = [_item(plan) for plan in plans]
            else:
                for store, _ in parts:
                    Journal(store.archive).mark(unit.moment, now)
            items.sort()
            return Undone(unit.command, unit.moment, items, sorted(kept))
    return None


def _units(
    stores: Sequence[S],
) -> Iterator[tuple[Unit, list[tuple[S, Unit]]]]:
    """What each command changed in these memories, the newest first."""
    found: dict[str, list[tuple[S, Unit]]] = {}
    for store in stores:
        for unit in Journal(store.archive).units():
            found.setdefault(unit.moment, []).append((store, unit))
    for moment in sorted(found, reverse=True):
        parts = found[moment]
        barred = next((unit for _, unit in parts if unit.barrier), parts[0][1])
        yield barred, parts


def _planned(parts: Sequence[tuple[S, Unit]]) -> tuple[list[_Plan[S]], list[Kept]]:
    """What to restore, and what stays, with the reason."""
    plans: list[_Plan[S]] = []
    kept: list[Kept] = []
    for store, unit in parts:
        by_name: dict[str, list[Step]] = {}
        for step in unit.steps:
            by_name.setdefault(step.name, []).append(step)
        for name, steps in by_name.items():
            planned = _plan(store, name, steps)
            if isinstance(planned, Kept):
                kept.append(planned)
            elif planned is not None:
                plans.append(planned)
    touched = {(plan.store.scope, plan.name) for plan in plans}
    # If the index has changed since, only the entries of restored notes are updated.
    follows = {scope for scope, name in touched if name != MEMORY_INDEX_NAME}
    kept = [k for k in kept if k.name != MEMORY_INDEX_NAME or k.scope not in follows]
    # As a whole it would lose the entries of notes that stay.
    stay = {k.scope for k in kept if k.name != MEMORY_INDEX_NAME}
    plans = [
        p for p in plans if p.name != MEMORY_INDEX_NAME or p.store.label not in stay
    ]
    return plans, kept


def _plan(store: S, name: str, steps: Sequence[Step]) -> _Plan[S] | Kept | None:
    try:
        live = store.live(name)
    except MemsyncError as error:
        return Kept(name, store.label, error.message)
    found = chain(steps, None if live is None else digest_of(live))
    if found is None:
        return Kept(name, store.label, _CHANGED)
    if not found:
        return None
    try:
        text = replay(found, live, store.archive)
    except LookupError:
        return Kept(name, store.label, _GONE)
    return None if text == live else _Plan(store, name, live, text)


def _item(plan: _Plan[S]) -> Item:
    gone = plan.text is None
    return Item(plan.name, plan.store.label, "removed" if gone else "restored")


def _carried_out(
    plans: Sequence[_Plan[LockedStore]], kept: list[Kept], now: Now
) -> list[Item]:
    done = []
    indexes = {p.store.scope for p in plans if p.name == MEMORY_INDEX_NAME}
    # Notes first, so that no entry ever names a missing note.
    for plan in sorted(plans, key=lambda plan: plan.name == MEMORY_INDEX_NAME):
        try:
            if plan.text is None:
                assert plan.live is not None  # noqa: S101 -- else nothing is to be done
                take(plan.store, plan.name, plan.live, "overwritten", now)
                digest = digest_of(plan.live)
                plan.store.archive.events.record(GONE, plan.name, digest, now.utc)
            else:
                put(
                    *(plan.store, plan.name, plan.text, plan.live, now),
                    reason="restored",
                )
        # Changed since that command: undoing it would lose the newer text.
        except Moved:
            kept.append(Kept(plan.name, plan.store.label, _CHANGED))
            continue
        if plan.store.scope not in indexes:
            _follow(plan, now)
        done.append(_item(plan))
    return done


def _follow(plan: _Plan[LockedStore], now: Now) -> None:
    """Update the entry of a restored note, if the memory index has changed since."""
    name = plan.name
    if name == MEMORY_INDEX_NAME or is_log(name):
        return
    if plan.text is None:
        update_index(plan.store, lambda t: memory_index.without_entry(t, name), now)
        return
    description = Note.parse(plan.text).description
    before = Note.parse(plan.live or b"").description or None
    update_index(
        plan.store,
        lambda text: memory_index.with_entry(text, name, description, before),
        now,
    )
