"""Converts an agent's text to a note and back: names, loose frontmatter, bodies."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from memsync.memory.note import frontmatter
from memsync.memory.note.names import NAME, is_reserved, numbered, slug
from memsync.memory.note.note import Note, hook, one_line
from memsync.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Mapping

_BOM = b"\xef\xbb\xbf"
# A `key: value` line, also of frontmatter that is not valid YAML.
_PAIR = re.compile(r"([A-Za-z_][\w.-]*)[ \t]*:(?:[ \t]+(.*)|)")
# The keys that memsync gives a meaning; all others are kept as they are.
_OURS = ("name", "description", "type")

# Characters of a description that is taken from elsewhere.
_LONGEST = 200


class Draft(NamedTuple):
    """A note to be made."""

    name: str
    description: str
    body: str
    type: str = ""
    more: Mapping[str, str] = {}
    """Keys that mean nothing to memsync, as text."""

    def render(self) -> bytes:
        """The note's bytes; no dates, so that the same source makes the same note."""
        rows = [("name", self.name), ("description", self.description)]
        rows += [("type", self.type)] if self.type else []
        rows += [(k, v) for k, v in self.more.items() if k not in _OURS and k]
        header = "".join(f"{key}: {frontmatter.scalar(key, v)}\n" for key, v in rows)
        end = "" if self.body.endswith("\n") or not self.body else "\n"
        return f"---\n{header}---\n\n{self.body}{end}".encode(
            "utf-8", "surrogateescape"
        )


def name_of(stem: str, *titles: str) -> str:
    """A note's name from a file's, else from the first title that gives one."""
    if NAME.fullmatch(stem) and not is_reserved(stem):
        return stem
    for text in (stem, *titles):
        name = slug(text)
        if name != "note" or text.strip().lower() == "note":
            return name
    return "note"


def free_name(wanted: str, taken: set[str]) -> str:
    """The name, or its first free variant with a number; marks it as taken."""
    number = 1
    while numbered(wanted, number) in taken:
        number += 1
    name = numbered(wanted, number)
    taken.add(name)
    return name


def describe(body: str, fallback: str) -> str:
    """A description for a text: its first line of words."""
    return hook(body) or fallback


def short(text: str) -> str:
    """One line for a description."""
    text = printable(one_line(text))
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


def as_note(data: bytes, name: str, *, about: str = "") -> bytes:
    """The bytes of a note: the given ones if they are a note, else made from them.

    Reads invalid YAML frontmatter line by line. A text without frontmatter gets some,
    with `about` or its first line as the description.
    """
    note = Note.parse(data)
    if note.parts.fence and note.sound:
        return data
    if note.parts.fence:
        values = read_lines(note.parts.header.decode("utf-8", "replace"))
        body = note.body
    else:
        values, body = {}, data.removeprefix(_BOM).decode("utf-8", "replace")
    description = short(values.pop("description", "") or about)
    made = Draft(
        name=name,
        description=description or describe(body, name),
        body=body,
        type=values.pop("type", ""),
        more={("title" if k == "name" else k): v for k, v in values.items()},
    )
    return made.render()


def read_lines(header: str) -> dict[str, str]:
    """The values of frontmatter that is not YAML: the text after each line's colon.

    Lines without a key of their own belong to the key above.
    """
    found: dict[str, str] = {}
    last = ""
    for line in header.splitlines():
        pair = _PAIR.fullmatch(line.rstrip())
        if pair is not None:
            last = pair[1]
            found[last] = _unquoted((pair[2] or "").strip())
        elif last and line.strip() and not line.lstrip().startswith("#"):
            item = _unquoted(line.strip().removeprefix("- ").strip())
            found[last] = f"{found[last]}, {item}" if found[last] else item
    return found


def _unquoted(text: str) -> str:
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "'\"":
        return text[1:-1]
    return text


def keys_beyond(note: Note, kept: tuple[str, ...]) -> tuple[str, ...]:
    """The note's keys that a form cannot keep, in order."""
    keys = [span.key for span in note.parts.spans if span.key is not None]
    return tuple(dict.fromkeys(key for key in keys if key not in kept))


def plain_body(note: Note) -> str:
    """A note's text with LF line ends."""
    return note.body.replace("\r\n", "\n")
