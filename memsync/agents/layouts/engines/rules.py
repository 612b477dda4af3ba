"""The engine for a folder of rules: each an own file, with frontmatter of the agent's.

A rule that was imported goes back to its own file; a note of ours becomes a new one.
Only a description and the agent's own keys have a place there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memsync.agents.layouts.engines import one_file, text
from memsync.agents.layouts.engines.files import WHOLE, File, files
from memsync.agents.layouts.layout import Change, Found, Plan, Reading, Seen, Unfit
from memsync.memory.note import frontmatter
from memsync.memory.note.note import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from memsync.agents.layouts.layout import FileChange, Outgoing
    from memsync.memory.note.note import Note


@dataclass(frozen=True)
class RulesFolder:
    """A folder of rules; see the module."""

    ending: str = ".md"
    keys: tuple[str, ...] = ()
    """The keys that a rule may have besides a description, in their order."""
    new: Mapping[str, str] = field(default_factory=dict)
    """The values of these keys for a note of ours."""
    has_description: bool = True
    title: bool = False
    """Whether there is no frontmatter: then the description is a heading."""
    cap: int | None = None
    """Characters of one file."""
    prefix: str = ""
    """A sub-folder, or the prefix of file names, for notes of ours."""
    foreign: tuple[str, ...] = ()
    """Files that the agent makes itself, which we never write."""

    def read(self, folder: Path, limit: int) -> Reading:
        """See `layout.Engine`."""
        found: list[Found] = []
        unfit: list[Unfit] = []
        taken: set[str] = set()
        for file in self._files(folder, limit):
            if isinstance(file, Unfit):
                unfit.append(file)
            elif not file.data.strip(b"\xef\xbb\xbf \t\r\n"):
                unfit.append(Unfit(file.path, "skipped", "it is empty"))
            else:
                stem = file.path.rpartition("/")[2].removesuffix(self.ending)
                name = text.free_name(text.name_of(stem), taken)
                note = text.as_note(file.data, name)
                found.append(Found(file.path, file.data, name, note, file.saved))
        return Reading(found, unfit)

    @staticmethod
    def identities(data: bytes) -> tuple[bytes, ...]:
        """See `layout.Engine`."""
        return (data,)

    def plan(self, folder: Path, notes: Sequence[Outgoing]) -> Plan:
        """See `layout.Engine`."""
        changes: list[Change] = []
        writes: list[FileChange] = []
        # macOS and Windows would write `A.md` into `a.md`.
        used = {name.casefold() for name in self.foreign}
        for note in notes:
            path = one_file.path_of(note, self.ending, self.prefix)
            if path in self.foreign:
                changes.append(self._foreign(folder, note, path))
                continue
            rendered = self._rendered(note)
            change, write = one_file.plan_file(folder, note, path, rendered, used)
            changes.append(change)
            writes += [write] if write else []
        return Plan(changes, writes)

    def _foreign(self, folder: Path, note: Outgoing, path: str) -> Change:
        """A note that came from a file of the agent's own: there, or not written."""
        reason = "the agent makes this file itself"
        if not note.untouched:
            return Change(note.name, path, "refused", f"{reason}: change it there")
        change, _ = one_file.plan_file(folder, note, path, self._rendered(note), set())
        if change.action in ("unchanged", "conflict"):
            return change
        return Change(note.name, path, "skipped", reason)

    def seen(self, folder: Path) -> Seen:
        """See `layout.Engine`."""
        found = [f for f in self._files(folder, WHOLE) if isinstance(f, File)]
        sizes = {file.path: len(file.data.decode()) for file in found}
        cap = self.cap
        lost = {p: size - cap for p, size in sizes.items() if cap and size > cap}
        largest = max(sizes.values(), default=0) if cap else sum(sizes.values())
        return Seen(len(found), largest, cap, sum(lost.values()), tuple(lost))

    def _files(self, folder: Path, limit: int) -> Iterable[File | Unfit]:
        return files(folder, limit, lambda path: path.endswith(self.ending))

    def _rendered(self, note: Outgoing) -> one_file.Rendered:
        parsed = note.note
        kept = ["name", *self.keys]
        rows = []
        if self.has_description:
            about = frontmatter.scalar("description", parsed.description)
            rows.append(f"description: {about}\n")
            kept.append("description")
        rows += [row for key in self.keys if (row := self._row(parsed, key))]
        body = text.plain_body(parsed)
        head = ""
        if self.title:
            kept.append("description")
            head = "" if body.startswith("# ") else f"# {parsed.description}\n\n"
        elif rows:
            head = "---\n" + "".join(rows) + "---\n\n"
        # Bytes that are not UTF-8 survive the round trip.
        data = (head + body).encode("utf-8", "surrogateescape")
        size = len(head) + len(body)
        refused = ""
        if self.cap is not None and size > self.cap:
            refused = f"{size} characters are more than the {self.cap} of a rule"
        lost = text.keys_beyond(parsed, tuple(kept))
        return one_file.Rendered(data, lost, refused)

    def _row(self, note: Note, key: str) -> str:
        """A key with its value, unquoted: these parsers accept no quotes on globs."""
        value = note.fields.get(key)
        if value is not None:
            return f"{key}: {one_line(value)}".rstrip() + "\n"
        # Keep a list as it was written.
        spans = (span.data for span in note.parts.spans if span.key == key)
        for data in spans:
            return data.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
        return f"{key}: {self.new[key]}\n" if key in self.new else ""
