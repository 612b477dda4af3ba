"""Plans an import: what to do with each item of an agent's folder."""

from __future__ import annotations

from collections import Counter
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, NamedTuple

from memsync.agents.layouts.engines.text import free_name
from memsync.agents.transfer.item import Item
from memsync.errors import MemsyncError
from memsync.memory.files import origins, purged
from memsync.memory.files.origins import Origin, note_digest, source_digest
from memsync.memory.note.names import MEMORY_INDEX_NAME, numbered
from memsync.memory.note.note import Note
from memsync.memory.store.intake import Intake, Version

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from pathlib import Path

    from memsync.agents.layouts.layout import Action, Found, Reading, Sent
    from memsync.memory.store.store import Store

# Characters of a note name (`names.NAME`), which a number must not exceed.
_LONGEST = 64


class Wanted(NamedTuple):
    """What is to be imported, and from where."""

    agent: str
    folder: Path
    reading: Reading
    only: str | None = None
    """A glob of note names or of paths below the folder."""
    sent: Mapping[str, Sent] = {}
    """What earlier exports wrote to the folder."""
    drawn: Callable[[str, Note, bytes], bytes | None] = lambda *_: None
    """What an export would write for a note, if that is known."""
    elsewhere: Collection[tuple[str, str]] = frozenset()
    """The digest and path of what was imported from other folders."""


class Step(NamedTuple):
    """The report on one item, and what to import of it."""

    item: Item
    intake: Intake | None = None


class Planning:
    """One import, before anything is written."""

    def __init__(self, store: Store | None, wanted: Wanted) -> None:
        self.store = store
        self.wanted = wanted
        rows = origins.parse(origins.load(store.memory)) if store else []
        self.purged = purged.load(store.memory.archive) if store else purged.Purged()
        self.rows = [row for row in rows if row.agent == wanted.agent]
        self.by_path: dict[str, list[Origin]] = {}
        self.by_file: dict[str, list[Origin]] = {}
        for row in self.rows:
            self.by_path.setdefault(row.path, []).append(row)
            self.by_file.setdefault(row.file, []).append(row)
        self.written = {sent.digest: name for name, sent in wanted.sent.items()}
        self.names: set[str] = set()
        """The names that this import gives to new notes."""
        self.present = Counter(
            (self._file(found), source_digest(found.identity))
            for found in wanted.reading.found
        )

    def steps(self) -> list[Step]:
        """One step for each item in the folder."""
        steps = [
            self._step(found)
            for found in self.wanted.reading.found
            if found.is_index or self._chosen(found.source, found.name)
        ]
        for unfit in self.wanted.reading.unfit:
            if self._chosen(unfit.source, ""):
                item = Item(unfit.source, "", unfit.action, unfit.reason)
                steps.append(Step(item))
        return steps

    def _chosen(self, source: str, name: str) -> bool:
        only = self.wanted.only
        return only is None or any(
            fnmatchcase(text, only)
            for text in (name, source, source.rpartition("/")[2])
        )

    @staticmethod
    def _file(found: Found) -> str:
        return Origin("", "", "", "", found.source).file

    def _step(self, found: Found) -> Step:
        digest = source_digest(found.identity)
        if found.is_index:
            return self._index(found, digest)
        known = self._known(found, digest)
        if known:
            return self._again(found, known, digest)
        if self._was_purged(found, digest):
            return self._skipped(found, found.name, _PURGED)
        if digest in self.written:
            return self._ours(found, self.written[digest])
        before = self._before(found)
        if before:
            return self._changed(found, before, digest)
        return self._new(found, digest)

    def _was_purged(self, found: Found, digest: str) -> bool:
        """Whether a purge removed what an import of this would bring back."""
        live, agent = self._live(found.name), self.wanted.agent
        if live == found.note:
            return False  # a person wrote it again
        if self.purged.has_text(agent, digest):
            return True
        if live is not None:
            return False
        sent = self.wanted.sent.get(found.name)
        if sent is not None and sent.path == found.source:
            return self.purged.has_note(found.name)
        return found.core is None and self.purged.has_path(agent, found.source)

    def _skipped(self, found: Found, name: str, reason: str) -> Step:
        return Step(Item(found.source, name, "skipped", reason.format(name=name)))

    def _known(self, found: Found, digest: str) -> list[Origin]:
        """The imports of these very bytes from this place."""
        rows = self.by_path.get(found.source, [])
        if found.core is not None:
            rows = self.by_file.get(self._file(found), [])
        return [row for row in rows if row.source == digest]

    def _before(self, found: Found) -> list[Origin]:
        """The imports of the former content of this place, if it is nowhere now."""
        file = self._file(found)
        return [
            row
            for row in self.by_path.get(found.source, [])
            if (found.core is None or not self._is_there(file, row.name))
            and (row.source, row.path) not in self.wanted.elsewhere
        ]

    def _is_there(self, file: str, name: str) -> bool:
        """Whether an entry of the file is a note's, as imported or as export wrote it.

        Then the entry in the note's former place is another one.
        """
        digests = {row.source for row in self.by_file.get(file, []) if row.name == name}
        if name in self.wanted.sent:
            digests.add(self.wanted.sent[name].digest)
        return any(self.present[file, digest] for digest in digests)

    def _live(self, name: str) -> bytes | None:
        if self.store is None:
            return None
        try:
            return self.store.live(name)
        except MemsyncError:
            return b""  # such as a symlink: something is there, but not this text

    def _again(self, found: Found, known: list[Origin], digest: str) -> Step:
        """An item imported before: nothing to do, unless the note was restored."""
        for row in known:
            live = self._live(row.name)
            if live is not None:
                others = self._at_path(found)
                older = [o for o in others if o.name == row.name and o.source != digest]
                if note_digest(live) != row.note and any(
                    note_digest(live) == o.note for o in older
                ):
                    return self._replace(found, row.name, live, digest)
                return Step(Item(found.source, row.name, "unchanged", lost=found.lost))
        name = known[0].name
        if self._is_gone_for_good(name):
            return self._skipped(found, name, _FORGOTTEN)
        return self._take(found, name, digest, "created")

    def _is_gone_for_good(self, name: str) -> bool:
        """Whether a missing note was removed on purpose, and not by `undo`."""
        if self.store is None:
            return False
        past = self.store.archive.events.past()
        of_note = [each for (of, _), each in past.items() if of == name]
        last = max(of_note, key=lambda each: each.order, default=None)
        return last is not None and last.reason not in (None, "overwritten")

    def _at_path(self, found: Found) -> list[Origin]:
        return self.by_path.get(found.source, [])

    def _ours(self, found: Found, name: str) -> Step:
        """An item that our export wrote."""
        if self._live(name) is not None:
            return Step(Item(found.source, name, "unchanged"))
        if self.purged.has_note(name):
            return self._skipped(found, name, _PURGED)
        if self._is_gone_for_good(name):
            return self._skipped(found, name, _FORGOTTEN)
        return self._new(found, source_digest(found.identity))

    def _changed(self, found: Found, before: list[Origin], digest: str) -> Step:
        """An item that the agent changed: imported if nobody changed the note."""
        for row in before:
            live = self._live(row.name)
            if live is None:
                continue
            note = self._named(found, row.name)
            if live == note:
                return self._noted(found, row.name, digest)
            if note_digest(live) == row.note:
                return self._replace(found, row.name, live, digest)
        for row in before:
            if self._live(row.name) is not None:
                reason = f"'{row.name}' was changed here since"
                return self._beside(found, row.name, digest, reason)
        if self._is_gone_for_good(before[0].name):
            return self._skipped(found, before[0].name, _FORGOTTEN)
        return self._new(found, digest)

    def _new(self, found: Found, digest: str) -> Step:
        live = self._live(found.name)
        if live is None and found.name not in self.names:
            self.names.add(found.name)
            return self._take(found, found.name, digest, "created")
        if live is None:
            name = free_name(found.name, self.names)
            return self._take(found, name, digest, "created")
        if live == found.note or self._drawn(found, live):
            return self._noted(found, found.name, digest)
        return self._beside(
            found, found.name, digest, f"'{found.name}' is another text here"
        )

    def _drawn(self, found: Found, live: bytes) -> bool:
        """Whether an export of the live note would write exactly this."""
        made = self.wanted.drawn(found.name, Note.parse(live), live)
        return made is not None and made == found.identity

    def _beside(self, found: Found, name: str, digest: str, reason: str) -> Step:
        """Import a text under another name, since its name is taken."""
        agent = self.wanted.agent
        base = name.replace("/", "-")[: _LONGEST - len(agent) - 1].rstrip("-_")
        number = 1
        while True:
            own = numbered(f"{base}-{agent}", number)
            live = self._live(own)
            if live is not None and live == self._named(found, own):
                return self._noted(found, own, digest)
            if live is None and own not in self.names:
                break
            number += 1
        self.names.add(own)
        return self._take(found, own, digest, "conflict", reason)

    def _named(self, found: Found, name: str) -> bytes:
        """The note under another name, if its bytes were made here."""
        if name == found.name or found.note == found.raw:
            return found.note
        note = Note.parse(found.note)
        if note.sound and note.fields.get("name") == found.name:
            return note.with_fields({"name": name}).render()
        return found.note

    def _replace(self, found: Found, name: str, live: bytes, digest: str) -> Step:
        return self._take(found, name, digest, "updated", expected=live)

    def _noted(self, found: Found, name: str, digest: str) -> Step:
        """The note is here already: only record its origin."""
        live = self._live(name) or b""
        origin = self._origin(found, name, live, digest)
        item = Item(found.source, name, "unchanged", lost=found.lost)
        if origin in self.rows:
            return Step(item)
        return Step(item, Intake(name, None, live, found.about, origin))

    def _index(self, found: Found, digest: str) -> Step:
        item = Item(found.source, MEMORY_INDEX_NAME, "unchanged")
        origin = self._origin(found, MEMORY_INDEX_NAME, found.raw, digest)
        if origin in self.rows:
            return Step(item)
        earlier = (Version(found.raw, found.saved),)
        return Step(item, Intake(origin.name, None, None, "", origin, earlier))

    def _take(
        self,
        found: Found,
        name: str,
        digest: str,
        action: Action,
        reason: str = "",
        expected: bytes | None = None,
    ) -> Step:
        data = self._named(found, name)
        earlier = list(found.earlier)
        if data != found.raw:
            earlier.append(Version(found.raw, found.saved))
        origin = self._origin(found, name, data, digest)
        intake = Intake(name, data, expected, found.about, origin, tuple(earlier))
        return Step(Item(found.source, name, action, reason, found.lost), intake)

    def _origin(self, found: Found, name: str, note: bytes, digest: str) -> Origin:
        agent = self.wanted.agent
        return Origin(agent, digest, note_digest(note), name, found.source)


_PURGED = "it was purged here; `memsync write {name}` takes it in again"
_FORGOTTEN = (
    "it was forgotten or renamed here; `memsync archive restore` brings it back"
)
