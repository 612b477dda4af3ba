"""Checks the notes of a memory, its links and its memory index."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from memsync.memory.index import memory_index
from memsync.memory.note import links
from memsync.memory.note.conflict import CONFLICT, conflict_line
from memsync.memory.note.names import MEMORY_INDEX_NAME, NAME, is_reserved, twin_key
from memsync.memory.note.note import chars, one_line
from memsync.memory.note.words import says_the_name, shares_a_word
from memsync.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import date

    from memsync.config.settings import Settings
    from memsync.memory.store.store import Store, StoredNote

Severity = Literal["error", "warning"]

# The rules' ids, each an error or a warning; errors make `lint` exit 1.
RULES: dict[str, Severity] = {
    "frontmatter": "error",
    "name": "error",
    "twin": "error",
    "symlink": "error",
    "conflict": "error",
    "oversized": "error",
    "broken-link": "error",
    "dead-entry": "error",
    "orphan": "warning",
    "drift": "warning",
    "expired": "warning",
    "superseded": "warning",
    "description": "warning",
    "aged": "warning",
}


class LintFinding(NamedTuple):
    """One finding: rule, place and message."""

    rule: str
    severity: Severity
    path: str
    line: int
    """From 1."""
    note: str
    """The name of the note that it is about; `MEMORY` for the memory index."""
    message: str


class Known(NamedTuple):
    """The names that links may refer to."""

    names: frozenset[str]
    """The names of notes in both memories."""
    aliases: frozenset[str]
    """Names in frontmatter that differ from the file's name."""

    def has(self, name: str) -> bool:
        """Whether a link to this name finds a note."""
        return name in self.names or name in self.aliases


def lint(store: Store, other: Store | None, today: date) -> list[LintFinding]:
    """Check one memory; links may refer to notes of `other`, the other scope, too.

    Sorted by the notes' names, the memory index last.
    """
    notes = store.entries()
    known = known_in([*notes, *(other.entries() if other else ())])
    found = [
        f for note in notes for f in check_note(note, known, store.settings, today)
    ]
    found += check_twins(notes)
    file = str(store.path_of(MEMORY_INDEX_NAME))
    if store.path_of(MEMORY_INDEX_NAME).is_symlink():
        return [*found, _finding("symlink", file, 1, MEMORY_INDEX_NAME, _LINK)]
    by_name = {note.name: note for note in notes}
    text = store.index_text()
    return [*found, *check_index(text, file, by_name, known, store.settings)]


def known_in(notes: list[StoredNote]) -> Known:
    """The names that links between these notes may refer to."""
    names = frozenset(note.name for note in notes)
    aliases = frozenset(note.note.fields.get("name", "") for note in notes)
    return Known(names, aliases - names - {""})


def check_note(
    found: StoredNote, known: Known, settings: Settings, today: date
) -> Iterator[LintFinding]:
    """The findings in one note, on its own."""
    name, file, note = found.name, found.file, found.note
    if not NAME.fullmatch(name) or is_reserved(name):
        shown = printable(name)
        yield _finding("name", file, 1, name, f"'{shown}' is not a valid note name")
    if found.unread:
        rule = "symlink" if found.unread == "a symlink" else "frontmatter"
        message = _LINK if rule == "symlink" else f"cannot be read: {found.unread}"
        yield _finding(rule, file, 1, name, message)
        return
    yield from _conflict(found.data, file, name)
    for problem in note.problems:
        yield _finding("frontmatter", file, problem.line, name, problem.message)
    alias = note.fields.get("name", "")
    if alias and alias != name:
        message = f"its frontmatter names it '{printable(alias)}'"
        yield _finding("name", file, _line_of(found, "name"), name, message)
    about = note.description
    if not (shares_a_word(about, note.body) or says_the_name(about, name)):
        message = "its description shares no word with its text"
        yield _finding(
            "description", file, _line_of(found, "description"), name, message
        )
    cap = settings.number("caps.note")
    if note.chars > cap:
        message = f"{note.chars} characters are over the limit of {cap} for a note"
        yield _finding("oversized", file, _body_line(found), name, message)
    yield from _out_of_date(found, known, today)
    yield from _broken_links(note.body, file, _body_line(found), name, known)


def check_twins(notes: list[StoredNote]) -> Iterator[LintFinding]:
    """Notes whose names some file systems treat as one."""
    seen: dict[str, str] = {}
    for note in notes:
        first = seen.setdefault(twin_key(note.name), note.name)
        if first != note.name:
            message = f"differs from '{printable(first)}' only by case or form"
            yield _finding("twin", note.file, 1, note.name, message)


def check_index(
    text: str,
    file: str,
    notes: Mapping[str, StoredNote],
    known: Known,
    settings: Settings,
) -> Iterator[LintFinding]:
    """The differences between the memory index and the notes."""
    named = memory_index.names(text)
    for name, note in notes.items():
        if name not in named:
            message = "has no entry in the memory index"
            yield _finding("orphan", note.file, 1, name, message)
    about = memory_index.entries(text)
    dead = {entry.line for entry in about if not known.has(entry.name)}
    for entry in about:
        shown = printable(entry.name)
        if entry.line in dead:
            message = f"an entry for '{shown}', which does not exist"
            yield _finding("dead-entry", file, entry.line, entry.name, message)
        elif entry.name in notes and drifted(entry, notes[entry.name]):
            message = f"the entry for '{shown}' differs from the note's description"
            yield _finding("drift", file, entry.line, entry.name, message)
    for finding in _broken_links(text, file, 1, MEMORY_INDEX_NAME, known):
        if finding.line not in dead:
            yield finding
    yield from _conflict(text.encode("utf-8", "replace"), file, MEMORY_INDEX_NAME)
    cap = settings.number("caps.memory_index")
    if chars(text) > cap:
        message = (
            f"{chars(text)} characters are over the limit of {cap} for a memory index"
        )
        yield _finding("oversized", file, 1, MEMORY_INDEX_NAME, message)


def _conflict(data: bytes, file: str, name: str) -> Iterator[LintFinding]:
    line = conflict_line(data)
    if line is not None:
        yield _finding("conflict", file, line, name, CONFLICT)


_LINK = "is a symlink, which memsync neither reads nor writes"


def _finding(rule: str, file: str, line: int, name: str, message: str) -> LintFinding:
    return LintFinding(rule, RULES[rule], file, line, name, message)


def drifted(entry: memory_index.Entry, found: StoredNote) -> bool:
    """Whether an entry differs from its note's description."""
    description = found.note.description
    return bool(entry.description and description) and (
        one_line(entry.description) != description
    )


def _out_of_date(found: StoredNote, known: Known, today: date) -> Iterator[LintFinding]:
    note, name, file = found.note, found.name, found.file
    # ISO days compare as text; a text that is not a day never expires.
    if note.expires[:4].isdigit() and note.expires < today.isoformat():
        message = f"expired on {printable(note.expires)}"
        yield _finding("expired", file, _line_of(found, "expires"), name, message)
    if note.superseded_by:
        message = f"is superseded by '{printable(note.superseded_by)}'"
        if not known.has(note.superseded_by):
            message += ", which does not exist"
        line = _line_of(found, "superseded_by")
        yield _finding("superseded", file, line, name, message)


def _broken_links(
    text: str, file: str, first_line: int, name: str, known: Known
) -> Iterator[LintFinding]:
    # `x.md` may be any file; only `[[x]]` must be a note.
    broken = dict.fromkeys(
        (first_line + link.line - 1, link.name)
        for link in links.find(text)
        if link.wiki and not known.has(link.name)
    )
    for line, target in broken:
        message = f"links to '{printable(target)}', which does not exist"
        yield _finding("broken-link", file, line, name, message)


def _body_line(found: StoredNote) -> int:
    return found.data.count(b"\n", 0, len(found.data) - len(found.note.parts.body)) + 1


def _line_of(found: StoredNote, key: str) -> int:
    parts = found.note.parts
    line = (parts.bom + parts.fence).count(b"\n") + 1
    for span in parts.spans:
        if span.key == key:
            return line
        line += span.data.count(b"\n")
    return 1
