"""Changes keys of frontmatter that is not valid YAML, and keeps all others. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.errors import Broken
from memsync.memory.note.reading import TANGLED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.memory.note.note import Note


def with_fields(note: Note, name: str, values: Mapping[str, str | None]) -> Note:
    """Like `Note.with_fields`, for any note.

    In frontmatter that is not `sound` a key is changed only where it is clear which
    lines belong to it: another key, such as `sync: false`, may be among them by
    mistake. Else raises `Broken`.
    """
    changed = [key for key, value in values.items() if note.fields.get(key) != value]
    if changed and not note.sound and not _is_clear(note, changed):
        raise cannot_change(note, name)
    return note.with_fields(values)


def has_unread(note: Note, key: str) -> bool:
    """Whether the frontmatter has a value for the key that cannot be read."""
    if note.sound or note.fields.get(key):
        return False
    spans = (span for span in note.parts.spans if span.key == key)
    return any(span.data.partition(b":")[2].strip() for span in spans)


def said(note: Note) -> str:
    """What is wrong with frontmatter that is not `sound`, and at which line."""
    assert note.trouble is not None  # noqa: S101 -- only for notes with one
    return f"line {note.trouble.line}: {note.trouble.message}"


def cannot_change(note: Note, name: str) -> Broken:
    """The error for frontmatter in which no key can be changed without another one."""
    return Broken(
        f"the frontmatter of '{name}' cannot be changed ({said(note)})",
        hint="mend it with `memsync edit`, then try again",
        word="file",
    )


def _is_clear(note: Note, changed: list[str]) -> bool:
    if note.trouble is not None and note.trouble.message == TANGLED:
        return False
    for span in note.parts.spans:
        lines = span.data.splitlines()
        if span.key is None:
            if any(line.strip() and not line.startswith(b"#") for line in lines):
                return False
        elif span.key in changed and len(lines) > 1:
            return False
    return True
