"""The engine for instruction files that people write: one marked block, and no more.

Import takes a file without our block as one note, and rules in the folders beside it as
further notes. Export writes the block only; its first line has a digest of its content,
so that a block which somebody changed is noticed and left alone. A file that was
imported is restored if it no longer exists.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memsync.agents.layouts.engines import one_file, text
from memsync.agents.layouts.engines.files import WHOLE, File, read, there
from memsync.agents.layouts.engines.marks import (
    inner_of,
    marked,
    sections,
    settled_changes,
    with_block,
    without_blocks,
)
from memsync.agents.layouts.layout import (
    Change,
    FileChange,
    Found,
    Plan,
    Reading,
    Seen,
    Unfit,
)
from memsync.errors import MemsyncError
from memsync.files.siblings import linked_sibling
from memsync.memory.files.origins import source_digest
from memsync.memory.note.note import Note

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from memsync.agents.layouts.engines.entries import EntriesFile
    from memsync.agents.layouts.engines.marks import Marked
    from memsync.agents.layouts.engines.rules import RulesFolder
    from memsync.agents.layouts.layout import Action, Outgoing

# The most characters of note bodies in a block; further notes get one line each.
_ROOM = 12_000


EDITED = (
    "the text between the marks was changed there: delete the block with its marks, and"
    " export again"
)
_BETWEEN = (
    "the text between the marks of memsync was changed, and is not imported: move what"
    " is to stay out of them"
)


@dataclass(frozen=True)
class Blocks:
    """An engine with such a block."""

    gone: frozenset[str] = field(default=frozenset(), kw_only=True)
    """Notes that earlier exports wrote, and that are not to be there any more. A block
    of these alone is removed; another one belongs to somebody else."""


@dataclass(frozen=True)
class MarkedBlock(Blocks):
    """Instruction files; see the module."""

    file: str
    """The file that gets the block."""
    also: tuple[str, ...] = ()
    """Other files that are read whole."""
    private: tuple[str, ...] = ()
    """Those that a person keeps out of git: their notes are `sync: false`, or an export
    would put them into a file that people commit."""
    rules: RulesFolder | None = None
    rules_folder: str = ""
    section: EntriesFile | None = None
    """Entries in the file that are notes of their own, such as remembered facts."""
    name: str = ""
    """The name of the file's note; empty: the file's name."""
    cap: int | None = None
    """The bytes of the file that agents read."""
    room: int = _ROOM
    """Characters of the bodies in a block together."""
    strict: bool = False
    """Whether to refuse a file beyond the cap."""

    def read(self, folder: Path, limit: int) -> Reading:
        """See `layout.Engine`."""
        found: list[Found] = []
        unfit: list[Unfit] = []
        taken: set[str] = set()
        for each in self._read_whole(folder, limit, taken):
            if isinstance(each, Unfit):
                unfit.append(each)
            else:
                found.append(each)
        for engine in (self.section,):
            if engine is not None:
                more = engine.read(folder, limit)
                found += [
                    f._replace(name=text.free_name(f.name, taken)) for f in more.found
                ]
                unfit += more.unfit
        if self.rules is not None and (folder / self.rules_folder).is_dir():
            more = self.rules.read(folder / self.rules_folder, limit)
            for rule in more.found:
                name = text.free_name(rule.name, taken)
                source = f"{self.rules_folder}/{rule.source}"
                found.append(rule._replace(name=name, source=source))
            unfit += [
                u._replace(source=f"{self.rules_folder}/{u.source}") for u in more.unfit
            ]
        return Reading(found, unfit)

    def identities(self, data: bytes) -> tuple[bytes, ...]:
        """See `layout.Engine`."""
        return (data, *(self.section.identities(data) if self.section else ()))

    def plan(self, folder: Path, notes: Sequence[Outgoing]) -> Plan:
        """See `layout.Engine`."""
        changes: list[Change] = []
        writes: list[FileChange] = []
        used: set[str] = set()
        inside: list[Outgoing] = []
        start: bytes | None = None
        for note in notes:
            path = note.origin.path if note.origin else ""
            if self.rules is not None and path.startswith(f"{self.rules_folder}/"):
                planned = self.rules.plan(folder, [note])
                changes += planned.changes
                writes += planned.files
            elif path == self.file and note.untouched and note.original is not None:
                change, start = self._own_file(folder, note)
                changes.append(change)
            elif path and self.section and path.startswith(f"{self.file}#"):
                changes.append(self._entry(folder, note))
            elif path in self.also and note.untouched:
                rendered = one_file.Rendered(note.data)
                change, write = one_file.plan_file(folder, note, path, rendered, used)
                changes.append(change)
                writes += [write] if write else []
            else:
                inside.append(note)
        beside = linked_sibling(folder / self.file)
        if beside is not None:
            reason = f"it is a link to '{beside.name}': export into that file"
            names = [note.name for note in inside]
            planned = self._every(names, "skipped", reason)
        else:
            planned = self._plan_block(folder, inside, start)
        return planned._replace(
            changes=[*changes, *planned.changes], files=[*writes, *planned.files]
        )

    def seen(self, folder: Path) -> Seen:
        """See `layout.Engine`."""
        count = chars = 0
        for path in (self.file, *self.also):
            file = read(folder, path, WHOLE)
            if isinstance(file, File):
                content = file.data.decode()
                count += bool(without_blocks(content).strip())
                chars += len(content)
        if self.rules is not None and (folder / self.rules_folder).is_dir():
            count += self.rules.seen(folder / self.rules_folder).notes
        over = max(chars - self.cap, 0) if self.cap else 0
        return Seen(count, chars, self.cap, over, (self.file,) if over else ())

    def _read_whole(
        self, folder: Path, limit: int, taken: set[str]
    ) -> Iterator[Found | Unfit]:
        """The files that are a note each; a link to one beside it is that one."""
        for path in (self.file, *self.also):
            beside = linked_sibling(folder / path)
            if beside is not None:
                yield Unfit(path, "skipped", f"a link to '{beside.name}'")
            elif os.path.lexists(folder / path):
                file = read(folder, path, WHOLE)
                if isinstance(file, Unfit):
                    yield file
                    continue
                cut = marked(file.data.decode())
                if cut is not None and not cut.intact:
                    yield Unfit(path, "skipped", _BETWEEN)
                if (each := self._whole(file, limit, taken)) is not None:
                    yield each

    def _whole(self, file: File, limit: int, taken: set[str]) -> Found | Unfit | None:
        content = file.data.decode()
        own = without_blocks(content)
        if self.section is not None:
            own = without_section(own, self.section)
        if not own.strip("\ufeff \t\r\n"):
            return None
        raw = own.encode()
        if len(raw) > limit:
            reason = f"{len(raw)} bytes are more than {limit}; cut it into rules"
            return Unfit(file.path, "refused", reason)
        stem = file.path.rpartition("/")[2].partition(".")[0]
        wanted = self.name if file.path == self.file and self.name else stem
        name = text.free_name(text.name_of(wanted), taken)
        about = text.describe(own.removeprefix("\ufeff"), name)
        note = text.as_note(raw, name, about=about)
        if file.path in self.private:
            note = Note.parse(note).with_fields({"sync": "false"}).render()
        return Found(file.path, raw, name, note, file.saved)

    def _own_file(self, folder: Path, note: Outgoing) -> tuple[Change, bytes | None]:
        """The note made from the file itself: there already, or it begins a new one."""
        assert note.original is not None  # noqa: S101 -- the caller asked
        digest = source_digest(note.original)
        try:
            live = there(folder, self.file)
        except MemsyncError as error:
            return Change(note.name, self.file, "refused", error.message), None
        if live is None:
            return Change(note.name, self.file, "created", digest=digest), note.original
        own = without_blocks(live.decode("utf-8", "replace"))
        if self.section is not None:
            own = without_section(own, self.section)
        if own.encode("utf-8", "replace") == note.original:
            return Change(note.name, self.file, "unchanged", digest=digest), None
        reason = "the text outside the marks is yours, and has changed since: import it"
        return Change(note.name, self.file, "conflict", reason), None

    def _entry(self, folder: Path, note: Outgoing) -> Change:
        assert self.section is not None  # noqa: S101 -- the caller asked
        planned = self.section.plan(folder, [note])
        return planned.changes[0]

    def _plan_block(
        self, folder: Path, notes: list[Outgoing], start: bytes | None
    ) -> Plan:
        if not notes and start is None and not self.gone:
            return Plan([])
        names = [note.name for note in notes]
        try:
            live = there(folder, self.file)
            content = (live if live is not None else start or b"").decode()
        except (UnicodeDecodeError, MemsyncError, OSError) as error:
            return self._every(names, "refused", one_file.why(error))
        cut = marked(content)
        if cut is None:
            reason = (
                "the marks of memsync are not there exactly once each: delete what is"
                " left of the block, and export again"
            )
            mine = names or sorted(self.gone & sections(content).keys())
            return self._every(mine, "conflict", reason)
        there_now = sections(cut.inner)
        if not notes and start is None:
            if cut.inner is None or not there_now.keys() <= self.gone:
                return Plan([])
            names = sorted(there_now)
        inner, changes = inner_of(notes, self.file, self.room) if notes else ("", [])
        new = with_block(cut, inner).encode()
        why_not = self._why_not(cut, inner, len(new))
        if why_not is not None:
            return self._every(names, *why_not)
        same = new == live
        return Plan(
            settled_changes(changes, cut.inner, inner),
            [] if same else [FileChange(self.file, new, live, tuple(names))],
            [] if same else self._warnings(folder, len(new)),
            sorted(there_now.keys() - sections(inner).keys()),
        )

    def _why_not(self, cut: Marked, inner: str, size: int) -> tuple[Action, str] | None:
        """Why the block is not written; None if it is."""
        if not cut.intact and cut.inner != inner:
            return "conflict", EDITED
        if self.strict and self.cap is not None and size > self.cap:
            return "refused", f"the file would exceed its {self.cap} bytes"
        return None

    def _every(self, names: Iterable[str], action: Action, reason: str) -> Plan:
        return Plan([Change(name, self.file, action, reason) for name in names])

    def _warnings(self, folder: Path, size: int) -> list[tuple[str, str | None]]:
        if self.cap is None or size <= self.cap:
            return []
        said = f"'{folder / self.file}' gets {size} bytes, and agents read {self.cap}"
        return [(said, "export fewer notes with --only")]


def without_section(content: str, section: EntriesFile) -> str:
    """A text without the entries that become notes of their own."""
    chunks = section.chunks(content)
    for chunk in chunks:
        content = content.replace(chunk.raw, "", 1)
    return content
