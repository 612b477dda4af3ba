"""The engine for files of many entries, each of which is a note.

A file is cut into chunks that together are the file, byte for byte: text before the
first entry belongs to that entry's chunk, and blank lines after an entry to its own. An
entry is identified by its text, not by its place, which changes when another is
removed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from memsync.agents.layouts.engines import one_file, text
from memsync.agents.layouts.engines.chunks import EntriesText, note_core
from memsync.agents.layouts.engines.files import WHOLE, File, files, there, too_large
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
from memsync.memory.files.origins import source_digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from memsync.agents.layouts.engines.chunks import Chunk
    from memsync.agents.layouts.layout import Action, Outgoing


class Content(NamedTuple):
    """The content of an entry."""

    body: str
    name: str = ""
    """What the note is called; empty: by its words, below the file's name."""
    type: str = ""
    description: str = ""
    tags: str = ""
    skip: str = ""
    """Why it does not become a note."""


class Written(NamedTuple):
    """A note as an entry."""

    core: str
    lost: tuple[str, ...] = ()
    refused: str = ""


@dataclass(frozen=True)
class EntriesFile:
    """Files of entries; see the module."""

    wanted: Callable[[str], bool]
    """Tells which paths below the folder are such files."""
    split: Callable[[str], list[Chunk]]
    """Cuts a file; joined, the chunks are the file again."""
    content: Callable[[str, str], Content]
    """What the core of an entry says, in a file of that path."""
    write: Callable[[Outgoing], Written] | None = None
    """Makes an entry of a note; None: export writes nothing here."""
    place: Callable[[Outgoing], str] = lambda _: ""
    """The file that a new note goes into."""
    joined: Callable[[str, str], str] = lambda before, core: before + core
    """A file with one entry more."""
    refusal: str = ""
    """Why nothing is written, if `write` is None."""
    cap: Callable[[str], int | None] = lambda _: None
    """Characters that a file may have, or of which no more are read."""
    most: int | None = None
    """Entries that a file may have."""
    deep: bool = False

    def read(self, folder: Path, limit: int) -> Reading:
        """See `layout.Engine`."""
        found: list[Found] = []
        unfit: list[Unfit] = []
        taken: set[str] = set()
        for file in files(folder, WHOLE, self.wanted, deep=self.deep):
            if isinstance(file, Unfit):
                unfit.append(file)
                continue
            if not file.data.strip(b"\xef\xbb\xbf \t\r\n"):
                unfit.append(Unfit(file.path, "skipped", "it is empty"))
                continue
            for each in self._entries(file, limit, taken):
                if isinstance(each, Unfit):
                    unfit.append(each)
                else:
                    found.append(each)
        return Reading(found, unfit)

    def identities(self, data: bytes) -> tuple[bytes, ...]:
        """See `layout.Engine`."""
        raw = data.decode("utf-8", "replace")
        return (note_core(self.chunks(raw), raw).encode(),)

    def chunks(self, content: str) -> list[Chunk]:
        """A file's entries; a byte order mark belongs to the first one's chunk."""
        if not content.startswith(_BOM):
            return self.split(content)
        found = self.split(content[1:])
        return [
            c._replace(raw=_BOM + c.raw) if not i else c for i, c in enumerate(found)
        ]

    def plan(self, folder: Path, notes: Sequence[Outgoing]) -> Plan:
        """See `layout.Engine`."""
        by_file: dict[str, list[Outgoing]] = {}
        for note in notes:
            path = note.origin.file if note.origin else ""
            path = path or (note.sent.path.partition("#")[0] if note.sent else "")
            by_file.setdefault(path or self.place(note), []).append(note)
        changes: list[Change] = []
        writes: list[FileChange] = []
        for path, those in by_file.items():
            planned, write = self._plan_file(folder, path, those)
            changes += planned
            writes += [write] if write else []
        return Plan(changes, writes)

    def seen(self, folder: Path) -> Seen:
        """See `layout.Engine`."""
        count = chars = over = 0
        caps: list[int] = []
        lost = []
        for file in files(folder, WHOLE, self.wanted, deep=self.deep):
            if isinstance(file, Unfit):
                continue
            content = file.data.decode()
            count += len(self.chunks(content))
            chars += len(content)
            cap = self.cap(file.path)
            if cap is not None:
                caps.append(cap)
                if len(content) > cap:
                    over += len(content) - cap
                    lost.append(file.path)
        return Seen(count, chars, sum(caps) if caps else None, over, tuple(lost))

    def _entries(
        self, file: File, limit: int, taken: set[str]
    ) -> Iterator[Found | Unfit]:
        chunks = self.chunks(file.data.decode())
        alone = len(chunks) == 1
        for number, chunk in enumerate(chunks, 1):
            source = f"{file.path}#{number}"
            raw = chunk.raw.encode()
            said = self.content(chunk.core, file.path)
            size = len(chunk.core.encode())
            if size > limit:
                yield Unfit(source, "refused", too_large(size, limit))
            elif not chunk.core.strip():
                yield Unfit(source, "skipped", "it is empty")
            elif said.skip:
                yield Unfit(source, "skipped", said.skip)
            else:
                wanted = said.name or _named(file.path, said.body, alone=alone)
                name = text.free_name(text.name_of(wanted), taken)
                about = said.description or text.describe(said.body, name)
                more = {"tags": said.tags} if said.tags else {}
                draft = text.Draft(name, text.short(about), said.body, said.type, more)
                core = chunk.core.encode()
                yield Found(source, raw, name, draft.render(), file.saved, core)

    def _plan_file(
        self, folder: Path, path: str, notes: Sequence[Outgoing]
    ) -> tuple[list[Change], FileChange | None]:
        try:
            live = there(folder, path)
            before = (live or b"").decode()
        except (UnicodeDecodeError, MemsyncError, OSError) as error:
            return _all(notes, path, one_file.why(error)), None
        file = EntriesText(before, self.chunks, self.joined)
        changes = [self._plan_note(note, path, file) for note in _in_order(notes)]
        new = file.text()
        if new == before and live is not None:
            return changes, None
        names = tuple(c.name for c in changes if c.action in ("created", "updated"))
        if not names:
            return changes, None
        return changes, FileChange(path, new.encode(), live, names)

    def _plan_note(self, note: Outgoing, path: str, file: EntriesText) -> Change:
        if note.untouched and note.original is not None:
            return self._plan_untouched(note, note.original, path, file)
        if self.write is None:
            return Change(note.name, path, "refused", self.refusal)
        written = self.write(note)
        if written.refused:
            return Change(note.name, path, "refused", written.refused)
        return self._put(note, written, path, file)

    def _plan_untouched(
        self, note: Outgoing, original: bytes, path: str, file: EntriesText
    ) -> Change:
        """An unchanged imported entry: leave it, or restore it."""
        raw = original.decode()
        core = note_core(self.chunks(raw), raw)
        # An empty file gets all of them back, even one that was there twice.
        if file.was_empty or not file.has(core):
            if self.write is None:
                return Change(note.name, path, "skipped", self.refusal)
            if not file.was_empty:
                return self._put(note, Written(core), path, file)
            file.restore(raw)
        action: Action = "created" if file.was_empty else "unchanged"
        digest = source_digest(core.encode())
        return Change(note.name, path, action, digest=digest)

    def _put(
        self, note: Outgoing, written: Written, path: str, file: EntriesText
    ) -> Change:
        """Replace the known entry of a note, else add a new one."""
        core = written.core
        change = Change(
            *(note.name, path, "unchanged"),
            lost=written.lost,
            digest=source_digest(core.encode()),
        )
        cores = file.cores()
        if core in cores:
            return change
        known = [each for each in cores if note.knows(source_digest(each.encode()))]
        if not known and (note.origins or note.sent) and not file.was_empty:
            reason = (
                "it was changed or removed there since: import it, or forget the note"
            )
            return Change(note.name, path, "conflict", reason)
        size = len(core) - len(known[0]) if known else len(core) + 2
        if reason := self._no_room(path, file, size, more=not known):
            return Change(note.name, path, "refused", reason)
        if known:
            file.replace(known[0], core)
            return change._replace(action="updated")
        file.add(core)
        return change._replace(action="created")

    def _no_room(self, path: str, file: EntriesText, size: int, *, more: bool) -> str:
        """Why a file has no room for more characters or entries; empty if it has."""
        cap = self.cap(path)
        if cap is not None and len(file.text()) + size > cap:
            return f"'{path}' takes {cap} characters, and has no room for it"
        if self.most is not None and len(file.cores()) + more > self.most:
            return f"'{path}' takes {self.most} entries"
        return ""


_BOM = "\ufeff"


def _in_order(notes: Sequence[Outgoing]) -> list[Outgoing]:
    """Those that were entries of the file, by their place; then all others."""

    def place(note: Outgoing) -> tuple[int, str]:
        number = note.origin.path.rpartition("#")[2] if note.origin else ""
        return (int(number) if number.isdigit() else 1 << 30, note.name)

    return sorted(notes, key=place)


def _all(notes: Sequence[Outgoing], path: str, reason: str) -> list[Change]:
    return [Change(note.name, path, "refused", reason) for note in notes]


def _named(path: str, body: str, *, alone: bool) -> str:
    """A name for an entry: its file's, and its first words where there are more."""
    stem = path.rpartition("/")[2].partition(".")[0]
    words = text.describe(body, "").split()[:6]
    first = " ".join(words)
    if alone or not first:
        return stem
    return f"{stem} {first}"
