"""`purge`: remove a text from a memory, its archive and the synced history.

The history is purged first, then this machine's files. If the command is killed in
between, the next round goes on (`memsync.sync.round.pending`). The next round also
sends the new history to the remote.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from memsync.files import lock
from memsync.memory.archive.archive import Archive
from memsync.memory.note.names import MEMORY_INDEX_NAME
from memsync.memory.store import purging
from memsync.sync.merge.entries import strip_entries
from memsync.sync.mirror.lineage import Lineage
from memsync.sync.mirror.rewrite import Rewriting, texts_of
from memsync.sync.round.pending import PendingPurge
from memsync.sync.round.purging import purge_former
from memsync.sync.state import state as states
from memsync.sync.tree.clock import Clock, tick
from memsync.sync.tree.commit import commit_bytes
from memsync.sync.tree.layout import MANIFEST_FILE, PURGED_FILE, Item, blob_id
from memsync.sync.tree.manifest import with_manifest, with_our_numbers
from memsync.sync.tree.purged import (
    Purge,
    PurgeClock,
    PurgedNote,
    PurgedValue,
    Redactor,
    lines_of,
    render,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from memsync.files.lock import Held, Memory
    from memsync.memory.note.records import MemoryFolder
    from memsync.memory.store.purging import Remains
    from memsync.sync.folder.snapshot import Home
    from memsync.sync.mirror.protocol import Mirror
    from memsync.sync.round.context import RoundContext
    from memsync.sync.state.state import State
    from memsync.sync.tree.purged import Lines


# Of a purge that no history records.
_NO_CLOCK = Clock(0, 0, "00000000")


class What(NamedTuple):
    """What to purge: all versions of a note, or a value in any text."""

    name: str | None
    """The note; None to purge a value."""
    fingerprint: str | None = None
    salts: tuple[bytes, ...] = ()
    """The salts with which the fingerprint that a person saw may have been made."""
    values: tuple[tuple[PurgedValue, bytes], ...] = ()
    """The value, once `seen` in some memory: elsewhere another rule may match it."""


class PurgeResult(NamedTuple):
    """What a purge removed here."""

    texts: tuple[str, ...]
    """Names of notes and ids of archived versions that were removed or changed."""
    rewritten: bool
    """Whether the history was rewritten."""

    def __bool__(self) -> bool:
        """Whether there was anything to remove."""
        return self.rewritten or bool(self.texts)


def seen(what: What, memories: Iterable[MemoryFolder]) -> What:
    """The same, with the value that the fingerprint stands for in these memories.

    A history that is synced is purged without it: all machines must make the same of
    it, and they have only its own texts.
    """
    redactor = _redactor(what, _NO_CLOCK)
    for memory in memories:
        for text in purging.texts(memory, Archive(memory.archive, private=True)):
            redactor.learn(text)
    found = redactor.texts
    if not found:
        return what
    salts = tuple(value.salt for value in found)
    return what._replace(salts=salts, values=tuple(found.items()))


def purge_memory(memory: MemoryFolder, what: What, *, pretend: bool) -> PurgeResult:
    """Purge a memory that is not synced; with `pretend` return what it would remove.

    Raises `Locked` and `OSError`.
    """
    archive = Archive(memory.archive, private=memory.private)
    with lock.hold_memory(memory.lock, what="purge") as held:
        if what.name is not None:
            remains = _without_note(what.name)
        else:
            redactor = _redactor(what, _NO_CLOCK, dict(what.values))
            for text in purging.texts(memory, archive):
                redactor.learn(text)
            remains = _redacted(redactor)
        if pretend:
            texts = tuple(purging.would_change(memory, archive, remains))
        else:
            texts = _purge_files(memory, archive, remains, held)
        return PurgeResult(texts, rewritten=False)


def purge_synced(
    context: RoundContext, home: Home, what: What, *, pretend: bool
) -> PurgeResult:
    """Purge one memory and its history here; the next round sends the purge.

    With `pretend` nothing changes, and the result says what would. Raises `Locked`,
    `Broken`, `Refused` and `OSError`.
    """
    with context.hold("purge") as held:
        effects = context.effects(held)
        mirror, memory = effects.mirror, home.memory
        tip = mirror.tip()
        state = states.load(context.state_folder).settled(tip)
        lineage = Lineage(mirror, context.who.now_ms, (tip, mirror.agreed()))
        clock = _tick(context, state, tip, lineage)
        archive = Archive(memory.archive, private=memory.private)
        lines, redactor = _lines(what, clock, home, mirror)
        rewriting = Rewriting(mirror, lines, redactor)
        made = rewriting.commit(tip) if tip else None
        remains = PendingPurge(Purge(lines), None, None, redactor).remains_in(home.path)
        with lock.hold_memory(memory.lock, what="purge") as memory_held:
            if not pretend:
                purging.sweep(memory, archive, remains, memory_held)
            texts = tuple(purging.would_change(memory, archive, remains))
        former = effects.former()
        old = purge_former(former, lines, redactor, pretend=True)
        done = PurgeResult(texts, old or made != tip)
        if pretend or not done:
            return done
        if tip or context.remote:
            effects.remember(state)  # main moves: it would settle nothing any more
            _advance(mirror, lineage, rewriting, (tip, made), lines, clock)
            effects.remember(replace(state, clock=clock))
        with lock.hold_memory(memory.lock, what="purge") as memory_held:
            _purge_files(memory, archive, remains, memory_held)
        purge_former(former, lines, redactor)
        return done


def remains_of(what: What) -> Callable[[str], str]:
    """Returns a function that removes the purged value from a text.

    It knows the value if it was `seen`, or finds it in the text.
    """
    redactor = _redactor(what, _NO_CLOCK, dict(what.values))

    def remains(text: str) -> str:
        found = redactor(text.encode("utf-8", "surrogatepass"))
        return text if found is None else found[1].decode("utf-8", "replace")

    return remains


def _tick(
    context: RoundContext, state: State, tip: str | None, lineage: Lineage
) -> Clock:
    seen = [state.clock] if state.clock else []
    if tip:
        seen.append(lineage.clock_of(tip))
    return tick(context.who.now_ms, context.who.machine, *seen)


def _lines(
    what: What, clock: Clock, home: Home, mirror: Mirror
) -> tuple[Lines, Redactor]:
    """The lines of the list of purges, and the redactor that removes a value."""
    if what.name is not None:
        note = PurgedNote.of(PurgeClock.of(clock), home.path, what.name)
        return frozenset({note}), Redactor(())
    redactor = _redactor(what, clock)
    archive = Archive(home.memory.archive, private=True)
    for text in purging.texts(home.memory, archive):
        redactor.learn(text)
    tip = mirror.tip()
    if tip and not redactor.known:
        for text in texts_of(mirror, tip):
            redactor.learn(text)
    return frozenset(redactor.known), redactor


def _advance(
    mirror: Mirror,
    lineage: Lineage,
    rewriting: Rewriting,
    moved: tuple[str | None, str | None],
    lines: Lines,
    clock: Clock,
) -> None:
    """Replace the history with the purged one, and list the purge in it."""
    tip, made = moved
    old = mirror.tree(made) if made else {}
    before = lines_of(lineage.tree(tip), lineage.read) if tip else frozenset()
    listed = render(before | lines | rewriting.found)
    blobs = {blob_id(listed): listed}
    tree = {**old, PURGED_FILE: Item(blob_id(listed))}
    if MANIFEST_FILE in tree:
        data = with_our_numbers(lineage.read(tree[MANIFEST_FILE].oid))
        blobs[blob_id(data)] = data
        tree[MANIFEST_FILE] = Item(blob_id(data))
    else:
        tree = dict(with_manifest(tree, blobs))
    parents = [made] if made else []
    new = mirror.save(
        tree, blobs.values(), lambda top: commit_bytes(top, parents, clock)
    )
    agreed = mirror.agreed()
    mirror.advance(new, tip, rewriting.commit(agreed) if agreed else None)


def _purge_files(
    memory: MemoryFolder, archive: Archive, remains: Remains, held: Held[Memory]
) -> tuple[str, ...]:
    purging.sweep(memory, archive, remains, held)
    purging.bar_imports(memory, archive, remains, held)
    live = purging.purge_live(memory, remains, held)
    return (*live, *purging.purge_archive(archive, remains, held))


def _redactor(
    what: What, clock: Clock, known: Mapping[PurgedValue, bytes] | None = None
) -> Redactor:
    at = PurgeClock.of(clock)
    values = [PurgedValue(at, salt, what.fingerprint or "") for salt in what.salts]
    return Redactor(values, known)


def _without_note(name: str) -> Callable[[str, bytes], bytes | None]:
    def remains(each: str, data: bytes) -> bytes | None:
        if each == name:
            return None
        return strip_entries(data, {name}) if each == MEMORY_INDEX_NAME else data

    return remains


def _redacted(redactor: Redactor) -> Callable[[str, bytes], bytes | None]:
    def remains(_: str, data: bytes) -> bytes | None:
        found = redactor(data)
        return found[1] if found else data

    return remains
