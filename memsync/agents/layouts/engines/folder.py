"""The engine for a folder of notes with frontmatter, mostly with an index beside them.

A file that is a note keeps its bytes, in both directions. The index is the agent's: it
gains a line for each note that it does not name, and loses none. Other text in the
index becomes a note, too, since agents keep facts there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memsync.agents.layouts.engines import one_file, text
from memsync.agents.layouts.engines.files import WHOLE, File, files, not_text, there
from memsync.agents.layouts.engines.index import (
    Line,
    cut,
    index_lines,
    link_line,
    prose,
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
from memsync.memory.files.origins import source_digest
from memsync.memory.index import memory_index
from memsync.memory.note.note import Note

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from memsync.agents.layouts.layout import Outgoing
    from memsync.memory.store.intake import Version

# What export did with a file that is there now.
_THERE = ("created", "updated", "unchanged")

# A line of an index: the file's path, its title, and what it is about.
Row = tuple[str, str, str]


@dataclass(frozen=True)
class NotesFolder:
    """A folder of notes; see the module."""

    agent: str
    ending: str = ".md"
    index: str | None = "MEMORY.md"
    index_line: Callable[[str, str, str], str] = link_line
    index_heading: str = "# Memory Index\n\n"
    index_is_generated: bool = False
    """Whether the agent regenerates it, so that it contains no facts of its own."""
    read_index: Callable[[str], Mapping[str, Line]] = index_lines
    skip: Callable[[str], bool] = lambda _: False
    """Paths that are not notes."""
    title_key: str = "name"
    """The key whose value names the note for people."""
    earlier: Callable[[Path, int], Mapping[str, list[Version]]] = field(
        default=lambda *_: {}
    )
    """Versions that the agent kept, by the file that they belong to."""
    render: Callable[[Outgoing], one_file.Rendered] = lambda out: one_file.Rendered(
        out.data
    )
    place: Callable[[Outgoing], str] | None = None
    """Where a new note goes; None: to `<name>.md`."""
    cap_lines: int | None = None
    cap_bytes: int | None = None
    """What the agent reads of the index at its start."""
    logs: Mapping[str, str] = field(default_factory=dict)
    """Files that are logs: the beginning of a path, and that of the log's name."""

    def read(self, folder: Path, limit: int) -> Reading:
        """See `layout.Engine`."""
        listed, found, unfit = self._index(folder)
        kept = self.earlier(folder, limit)
        taken = {each.name for each in found}
        for file in self._files(folder, limit):
            if isinstance(file, Unfit):
                unfit.append(file)
            elif not file.data.strip(b"\xef\xbb\xbf \t\r\n"):
                unfit.append(Unfit(file.path, "skipped", "it is empty"))
            else:
                line = listed.get(file.path, Line("", ""))
                found.append(self._found(file, line, taken, kept))
        return Reading(found, unfit)

    @staticmethod
    def identities(data: bytes) -> tuple[bytes, ...]:
        """See `layout.Engine`."""
        return (data,)

    def plan(self, folder: Path, notes: Sequence[Outgoing]) -> Plan:
        """See `layout.Engine`."""
        changes: list[Change] = []
        writes: list[FileChange] = []
        used = {self.index.casefold()} if self.index else set()
        rows: list[Row] = []
        restored: list[Row] = []
        start = None
        for note in notes:
            if note.origin is not None and note.origin.path == self.index:
                if note.untouched:
                    start = note.original
                    changes.append(self._index_note(folder, note))
                    continue
                note = note._replace(origin=None, original=None)  # noqa: PLW2901 -- its text goes to a file of its own
            path = self._path(note)
            change, write = one_file.plan_file(
                folder, note, path, self.render(note), used
            )
            changes.append(change)
            writes += [write] if write else []
            # Not a log: the agent does not list its logs in the index either.
            row = (path, self._title(note), note.note.description)
            if note.untouched and change.action == "created":
                restored.append(row)
            elif not note.untouched and change.action in _THERE:
                rows.append(row)
        warnings: list[tuple[str, str | None]] = []
        if self.index is not None:
            index, warnings = self._index_change(folder, rows, restored, start)
            writes += [index] if index else []
        return Plan(changes, writes, warnings)

    def seen(self, folder: Path) -> Seen:
        """See `layout.Engine`."""
        listed = self._files(folder, WHOLE)
        count = sum(isinstance(file, File) for file in listed)
        content = self._index_text(folder)
        cap = self.cap_bytes
        kept = cut(content, self.cap_lines, self.cap_bytes)
        over = len(content) - len(kept)
        lost = tuple(index_lines(content[len(kept) :])) if over else ()
        return Seen(count, len(content), cap, over, lost)

    def _files(self, folder: Path, limit: int) -> Iterable[File | Unfit]:
        def wanted(path: str) -> bool:
            return (
                path.endswith(self.ending)
                and path != self.index
                and not self.skip(path)
            )

        return files(folder, limit, wanted)

    def _found(
        self,
        file: File,
        line: Line,
        taken: set[str],
        kept: Mapping[str, list[Version]],
    ) -> Found:
        earlier = tuple(kept.get(file.path, ()))
        for start, log in self.logs.items():
            if file.path.startswith(start):
                name = log + file.path[len(start) :].removesuffix(self.ending)
                return Found(
                    *(file.path, file.data, name, file.data, file.saved),
                    earlier=earlier,
                )
        stem = file.path.rpartition("/")[2].removesuffix(self.ending)
        fields = Note.parse(file.data).fields
        titles = (fields.get(self.title_key, ""), line.title)
        name = text.free_name(text.name_of(stem, *titles), taken)
        about = line.about or fields.get("title", "") or line.title
        note = text.as_note(file.data, name, about=about)
        about = text.short(about)
        return Found(
            *(file.path, file.data, name, note, file.saved),
            about=about,
            earlier=earlier,
        )

    def _path(self, note: Outgoing) -> str:
        if note.origin is None and note.sent is None:
            for start, log in self.logs.items():
                if note.name.startswith(log):
                    return start + note.name[len(log) :] + self.ending
            if self.place is not None:
                return self.place(note)
        return one_file.path_of(note, self.ending)

    def _title(self, note: Outgoing) -> str:
        title = note.note.fields.get("title", "") or note.name
        return text.short(title).translate({ord(c): None for c in "[]"})

    def _index(
        self, folder: Path
    ) -> tuple[Mapping[str, Line], list[Found], list[Unfit]]:
        """The index's lines about files, and the note of its other text."""
        if self.index is None:
            return {}, [], []
        unfit: list[Unfit] = []
        one = list(files(folder, WHOLE, lambda path: path == self.index, deep=False))
        if not one:
            return {}, [], []
        (file,) = one
        if isinstance(file, Unfit):
            return {}, [], [file]
        content = file.data.removeprefix(b"\xef\xbb\xbf").decode()
        own = "" if self.index_is_generated else prose(content)
        name = f"{self.agent}-memory"
        if own:
            about = f"What the memory index of {self.agent} says"
            note = text.Draft(name, text.describe(own, about), own).render()
            found = Found(file.path, file.data, name, note, file.saved)
        else:
            found = Found(
                *(file.path, file.data, "MEMORY", b"", file.saved), is_index=True
            )
        return self.read_index(content), [found], unfit

    def _index_note(self, folder: Path, note: Outgoing) -> Change:
        assert self.index is not None  # noqa: S101 -- it came from there
        assert note.original is not None  # noqa: S101 -- the caller asked
        live = self._index_text(folder)
        action = "unchanged" if live else "created"
        return Change(
            note.name,
            self.index,
            action,  # type: ignore[arg-type]  # one of two
            digest=source_digest(note.original),
        )

    def _index_text(self, folder: Path) -> str:
        if self.index is None:
            return ""
        try:
            data = there(folder, self.index) or b""
        except (MemsyncError, OSError):
            return ""
        return data.decode("utf-8", "replace")

    def _index_change(
        self, folder: Path, rows: list[Row], restored: list[Row], start: bytes | None
    ) -> tuple[FileChange | None, list[tuple[str, str | None]]]:
        assert self.index is not None  # noqa: S101 -- the caller asked
        try:
            live = there(folder, self.index)
        except MemsyncError as error:
            return None, [(error.message, error.hint)]
        if live is not None and not_text(live):
            where = folder / self.index
            return None, [(f"'{where}' is not UTF-8, and stays as it is", None)]
        before = live if live is not None else start or b""
        if live is not None:  # else the whole index as it was has its lines
            rows = [*self._as_before(restored, start), *rows]
        new = self._with_rows(before.decode(), rows).encode()
        if new == live or (live is None and not new):
            return None, []
        return FileChange(self.index, new, live), []

    def _as_before(self, restored: list[Row], start: bytes | None) -> list[Row]:
        """The index's rows of restored files, as the imported index had them."""
        lines = self.read_index((start or b"").decode("utf-8", "replace"))
        return [
            (path, *lines.get(path, Line(title, about)))
            for path, title, about in restored
        ]

    def _with_rows(self, content: str, rows: list[Row]) -> str:
        named = memory_index.names(content)
        eol = "\r\n" if "\r\n" in content else "\n"
        added = ""
        for path, title, about in rows:
            file = path.rpartition("/")[2]
            stem = file.removesuffix(self.ending)
            if stem in named or f"({path})" in content or f"`{file}`" in content:
                continue
            if any(path.startswith(start) for start in self.logs):
                continue
            added += self.index_line(path, title, text.short(about)) + eol
        if not added:
            return content
        if not content.strip("\ufeff \t\r\n"):
            return self.index_heading.replace("\n", eol) + added
        ended = content if content.endswith("\n") else content + eol
        return ended + added
