"""Exports notes to an agent's folder, and changes only our own files there."""

from __future__ import annotations

from dataclasses import replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, NamedTuple

from memsync.agents.layouts.engines.block import Blocks
from memsync.agents.layouts.engines.files import there
from memsync.agents.layouts.layout import Change, Outgoing, Sent
from memsync.agents.transfer import ledger
from memsync.agents.transfer.item import Diff, Item, Transfer
from memsync.errors import MemsyncError
from memsync.files import atomic
from memsync.files.stored import is_utf8
from memsync.memory.archive import logs
from memsync.memory.change.leaks import first_secret
from memsync.memory.files import origins
from memsync.memory.files.bulk import create_many
from memsync.memory.files.live import replace_keeping
from memsync.memory.files.origins import note_digest, source_digest
from memsync.memory.note.names import MEMORY_INDEX_NAME
from memsync.memory.note.note import Note
from memsync.terminal import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from pathlib import Path

    from memsync.agents.layouts.layout import Engine, FileChange, Plan
    from memsync.clock import Now
    from memsync.memory.files.origins import Origin
    from memsync.memory.store.store import Store


class Target(NamedTuple):
    """Where an export goes."""

    agent: str
    folder: Path
    engine: Engine
    ledger: Path
    """The ledger of earlier exports; see `ledger`."""
    only: str | None = None
    """A glob of note names."""
    with_logs: bool = False
    """Whether logs and the scratchpad are exported, too."""
    tracked: bool = False
    """Whether people commit these files, so that `sync: false` notes stay out."""
    mode: int | None = None
    """Of new files; None: what the umask gives."""


def export_notes(
    store: Store | None, target: Target, now: Now, *, write: bool, strict: bool
) -> Transfer:
    """Write the notes that the agent does not have.

    Writes nothing without `write`, or if `strict` and something would be lost. Each
    item reports its own trouble. Raises `Broken` and `Refused` for a folder that cannot
    be read or written at all.
    """
    if store is None:
        return Transfer(target.agent, target.folder, (), said="there are no notes here")
    notes, items = _outgoing(store, target)
    plan = _engine(target, notes).plan(target.folder, notes)
    changes = list(plan.changes)
    diffs = [Diff(f.path, f.expected or b"", f.data) for f in plan.files]
    lossy = any(change.lost for change in changes)
    warnings = list(plan.warnings)
    if strict and lossy:
        pass
    elif write:
        changes = _write(store, target, plan, now)
        left = set(plan.left) - {change.name for change in changes}
        _remember(target, changes, left)
        warnings += _taken_out(target, plan, sorted(left), "takes")
    else:
        warnings += _taken_out(target, plan, plan.left, "would take")
    items += [
        Item(c.path, c.name, c.action, c.reason, c.lost)
        for c in changes
        if c.name != MEMORY_INDEX_NAME
    ]
    items.sort(key=lambda item: item.name)
    said = "" if items else "there are no notes here"
    return Transfer(target.agent, target.folder, items, diffs, warnings, said)


def _engine(target: Target, notes: Sequence[Outgoing]) -> Engine:
    """The engine, told which notes have to leave a block that export wrote.

    With `--only` none has: the others stay as they are.
    """
    if target.only is not None or not isinstance(target.engine, Blocks):
        return target.engine
    written = ledger.load(target.ledger).keys()
    gone = frozenset(written - {note.name for note in notes})
    return replace(target.engine, gone=gone)


def _taken_out(
    target: Target, plan: Plan, names: Sequence[str], takes: str
) -> list[tuple[str, str | None]]:
    """What to say of notes that are not in the agent's file any more."""
    if not names:
        return []
    file = target.folder / plan.files[0].path
    return [(f"export {takes} out of '{file}': {', '.join(names)}", None)]


def _outgoing(store: Store, target: Target) -> tuple[list[Outgoing], list[Item]]:
    """The notes to export, and items for those that must not be."""
    rows = [
        row
        for row in origins.parse(origins.load(store.memory))
        if row.agent == target.agent
    ]
    by_name: dict[str, list[Origin]] = {}
    for row in rows:
        by_name.setdefault(row.name, []).append(row)
    sent = ledger.load(target.ledger)
    names = store.names()
    present = frozenset(names)
    if target.with_logs:
        names = [*names, *sorted(n for n, _ in logs.entries(store.memory.folder))]
    notes: list[Outgoing] = []
    items: list[Item] = []
    for name in counted(names, "reading notes"):
        if target.only is not None and not fnmatchcase(name, target.only):
            continue
        if not is_utf8(name):
            # Agents' indexes and memsync's own list of exports are UTF-8.
            items.append(Item("", name, "skipped", "its name is not UTF-8"))
            continue
        try:
            data = store.live(name)
        except MemsyncError as error:
            items.append(Item("", name, "refused", error.message))
            continue
        if data is None:
            continue
        note = Note.parse(data)
        if target.tracked and not note.sync:
            items.append(Item("", name, "skipped", _private(target, sent.get(name))))
            continue
        found = first_secret(store, data, None)
        if found is not None:
            items.append(Item("", name, "refused", found.rule))
            continue
        identities = target.engine.identities
        out = _with_past(store, name, note, data, by_name, sent, identities)
        notes.append(out._replace(settled=_settled(out, rows, present)))
    notes += _indexes(store, by_name, target.engine.identities)
    return notes, items


def _settled(
    out: Outgoing, rows: Sequence[Origin], present: frozenset[str]
) -> tuple[str, ...]:
    """What came from the note's file as another note, which is gone by now.

    That is how a person settles a conflict: import kept the agent's text beside the
    note, and they merged the two and forgot the second.
    """
    paths = {row.path for row in out.origins if row.file == row.path}
    if out.sent is not None and "#" not in out.sent.path:
        paths.add(out.sent.path)
    return tuple(
        row.source for row in rows if row.path in paths and row.name not in present
    )


def _private(target: Target, sent: Sent | None) -> str:
    """Why a private note is not exported, and which file still has it."""
    reason = "it says `sync: false`"
    if sent is None or isinstance(target.engine, Blocks):
        return reason  # a block without the note is written
    path = sent.path.partition("#")[0]
    if not (target.folder / path).is_file():
        return reason
    return f"{reason}; an earlier export wrote '{path}': take it out there"


def _with_past(
    store: Store,
    name: str,
    note: Note,
    data: bytes,
    by_name: dict[str, list[Origin]],
    sent: dict[str, Sent],
    identities: Callable[[bytes], tuple[bytes, ...]],
) -> Outgoing:
    known = by_name.get(name, [])
    out = Outgoing(name, note, data, tuple(known), sent=sent.get(name))
    if not known:
        return out
    digest = note_digest(data)
    as_imported = [row for row in known if row.note == digest]
    for row in as_imported:
        original = _original(store, row, data, identities)
        if original is not None:
            return out._replace(origin=row, original=original, untouched=True)
    return out._replace(origin=(as_imported or known)[-1])


def _original(
    store: Store,
    row: Origin,
    live: bytes,
    identities: Callable[[bytes], tuple[bytes, ...]],
) -> bytes | None:
    """The original bytes of an imported note; None if they are no longer known."""
    if source_digest(live) == row.source:
        return live
    for version in store.archive.versions(row.name):
        data = _stored(version.path)
        if data is None:
            continue
        if any(source_digest(each) == row.source for each in identities(data)):
            return data
    return None


def _stored(path: Path) -> bytes | None:
    try:
        return atomic.read_regular(path)
    except (OSError, MemsyncError):
        return None


def _indexes(
    store: Store,
    by_name: dict[str, list[Origin]],
    identities: Callable[[bytes], tuple[bytes, ...]],
) -> list[Outgoing]:
    """The agent's own index, as imported."""
    found = []
    for row in by_name.get(MEMORY_INDEX_NAME, []):
        original = _original(store, row, b"", identities)
        if original is not None:
            note = Note.parse(b"")
            out = Outgoing(
                MEMORY_INDEX_NAME, note, b"", (row,), original, row, untouched=True
            )
            found.append(out)
    return found[-1:]


def _write(store: Store, target: Target, plan: Plan, now: Now) -> list[Change]:
    """Write the files of a plan, each only if it has not changed since."""
    lost: dict[str, str] = {}
    new = [file for file in plan.files if file.expected is None]
    for file in plan.files:
        atomic.make_folder((target.folder / file.path).parent)
        there(target.folder, file.path)  # raises, if a symlink was put in the way
    made = create_many(
        [(target.folder / file.path, file.data) for file in new], target.mode
    )
    for file, done in zip(new, made, strict=True):
        if not done:
            lost.update(dict.fromkeys(file.names, _MEANWHILE))
    for file in counted(plan.files, "writing files"):
        if file.expected is not None and not _replace(store, target, file, now):
            lost.update(dict.fromkeys(file.names, _MEANWHILE))
    changes = [
        change._replace(action="conflict", reason=lost[change.name], digest="")
        if change.name in lost
        else change
        for change in plan.changes
    ]
    known = {change.name for change in changes}
    changes += [
        Change(name, file.path, "conflict", lost[name])
        for file in plan.files
        for name in file.names
        if name in lost and name not in known
    ]
    return changes


_MEANWHILE = "it was changed there meanwhile; export again"


def _replace(store: Store, target: Target, file: FileChange, now: Now) -> bool:
    """Replace one file; False if somebody changed it meanwhile."""
    name = file.names[0] if file.names else MEMORY_INDEX_NAME

    def keep(late: bytes) -> None:
        store.archive.store(name, late, now.utc)

    return replace_keeping(target.folder / file.path, file.data, file.expected, keep)


def _remember(target: Target, changes: Sequence[Change], left: Collection[str]) -> None:
    before = ledger.load(target.ledger)
    sent = {name: row for name, row in before.items() if name not in left}
    for change in changes:
        if change.digest and change.action in ("created", "updated", "unchanged"):
            sent[change.name] = Sent(change.path, change.digest)
    if sent or before:
        ledger.save(target.ledger, target.folder, sent)
