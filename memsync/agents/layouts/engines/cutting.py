"""Ways to cut a text into entries; joined, the chunks of each are the text again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from memsync.agents.layouts.engines.chunks import Chunk

if TYPE_CHECKING:
    from collections.abc import Callable


def by_blank_lines(content: str) -> list[Chunk]:
    """Entries with blank lines between them."""
    chunks: list[str] = []
    ended = True
    for line in content.splitlines(keepends=True):
        blank = not line.strip()
        if chunks and (blank or not ended or not chunks[-1].strip()):
            chunks[-1] += line
        else:
            chunks.append(line)
        ended = blank
    return [Chunk(raw, raw.strip("\r\n")) for raw in chunks if raw]


def by_separator(content: str, mark: str) -> list[Chunk]:
    """Entries with a line of nothing but a mark between them."""
    chunks: list[str] = [""]
    for line in content.splitlines(keepends=True):
        if line.strip() == mark:
            chunks[-1] += line
            chunks.append("")
        else:
            chunks[-1] += line
    found: list[Chunk] = []
    for raw in chunks:
        lines = [line for line in raw.splitlines() if line.strip() != mark]
        core = "\n".join(lines).strip()
        if core or not found:
            found.append(Chunk(raw, core))
        else:
            found[-1] = Chunk(found[-1].raw + raw, found[-1].core)
    return [chunk for chunk in found if chunk.raw]


def by_headings(content: str, start: str) -> list[Chunk]:
    """Entries that each begin with a line that starts so."""
    chunks = _begun(content, lambda line: line.startswith(start))
    return [Chunk(raw, raw[raw.find(start) :].strip("\r\n")) for raw in chunks]


def _begun(content: str, begins: Callable[[str], object]) -> list[str]:
    """Pieces that each begin with such a line; the first includes what precedes it.

    Empty if there is no such line.
    """
    chunks: list[str] = []
    lead = ""
    for line in content.splitlines(keepends=True):
        if begins(line):
            chunks.append(lead + line)
            lead = ""
        elif chunks:
            chunks[-1] += line
        else:
            lead += line
    return chunks


# A list item that is not indented.
_BULLET = re.compile(r"[-*] +\S")


def by_bullets(content: str) -> list[Chunk]:
    """Entries that are items of a list; what is indented below one belongs to it."""
    chunks = _begun(content, _BULLET.match)
    return [Chunk(raw, _core_of_bullet(raw)) for raw in chunks]


def _core_of_bullet(raw: str) -> str:
    lines = raw.splitlines()
    start = next(i for i, line in enumerate(lines) if _BULLET.match(line))
    stop = start + 1
    while stop < len(lines) and lines[stop][:1] in (" ", "\t"):
        stop += 1
    return "\n".join(line.rstrip() for line in lines[start:stop])


def bullets_below(content: str, heading: str) -> list[Chunk]:
    """The items of the list below one heading; nothing else of the text is cut."""
    found: list[Chunk] = []
    inside = False
    blank: str | None = None
    # The lines between an item and the next line, which may belong to the item; None if
    # an item cannot continue here.
    for line in content.splitlines(keepends=True):
        if line.startswith("#"):
            inside, blank = line.strip() == heading, None
        elif inside and _BULLET.match(line):
            found.append(Chunk(line, line.strip("\r\n")))
            blank = ""
        elif blank is not None and not line.strip():
            blank += line
        elif blank is not None and line[:1] in (" ", "\t"):
            raw = found[-1].raw + blank + line
            found[-1] = Chunk(raw, raw.strip("\r\n"))
            blank = ""
        else:
            blank = None
    return found


def unbulleted(core: str) -> str:
    """The text of an item without its mark."""
    first, *more = core.splitlines()
    lines = [first.lstrip("-* "), *(line.strip() for line in more)]
    return "\n".join(lines)
