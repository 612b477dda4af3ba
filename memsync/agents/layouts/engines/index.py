"""Parses an agent's index of its notes: its lines about files, and its other text."""

from __future__ import annotations

import re
from typing import NamedTuple

from memsync.memory.index import memory_index

# The text after a link: agents separate it by a dash of any length, or a colon.
_ABOUT = r"[ \t]*(?:(?:\u2014|\u2013|--?|:)[ \t]*)?(?P<about>.*)"
_LINK = re.compile(
    r"[ \t]*[-*+][ \t]+\[(?P<title>(?:[^\[\]\n]|\[[^\[\]\n]*\])*)\]"
    r"\((?P<file>[^()\n]+)\)" + _ABOUT
)
_WIKI = re.compile(r"[ \t]*[-*+][ \t]+\[\[(?P<file>[^\[\]\n|#]+)[^\]\n]*\]\]" + _ABOUT)
_NO_PROSE = re.compile(r"\s*(?:#.*|<!--.*-->|---+|> WARNING: .*|)\s*")


class Line(NamedTuple):
    """What an index line says of a file."""

    title: str
    about: str


def link_line(file: str, title: str, about: str) -> str:
    """An index line as Claude Code writes it, and others after it."""
    return f"- [{title}]({file}) \u2014 {about}" if about else f"- [{title}]({file})"


def wiki_line(file: str, title: str, about: str) -> str:  # noqa: ARG001 -- one signature
    """An index line as Coyote writes it."""
    name = file.rpartition("/")[2].removesuffix(".md")
    return f"- [[{name}]]: {about}" if about else f"- [[{name}]]"


def index_lines(content: str) -> dict[str, Line]:
    """What an index says of each file, by path."""
    found: dict[str, Line] = {}
    for line in content.splitlines():
        if match := _LINK.fullmatch(line):
            file = match["file"].strip().removeprefix("./")
            found[file] = Line(match["title"].strip(), match["about"].strip())
        elif match := _WIKI.fullmatch(line):
            file = match["file"].strip()
            found[f"{file}.md"] = Line(file, match["about"].strip())
    return found


def prose(content: str) -> str:
    """The text of an index without headings and lines about files."""
    kept = [
        line
        for line in memory_index.lines(content)
        if line.kind == "prose" and not _LINK.fullmatch(line.text.rstrip("\r\n"))
    ]
    said = "".join(line.text for line in kept)
    bare = re.sub(r"<!--.*?-->", "", said, flags=re.DOTALL)
    if all(_NO_PROSE.fullmatch(line) for line in bare.splitlines()):
        return ""
    return said.strip("\r\n") + "\n"


def cut(content: str, lines: int | None, size: int | None) -> str:
    """The part of a text that an agent reads: whole lines, up to a number or size."""
    kept, used = 0, 0
    for number, line in enumerate(content.splitlines(keepends=True), 1):
        used += len(line.encode("utf-8", "surrogatepass"))
        if (lines is not None and number > lines) or (size is not None and used > size):
            return content[:kept]
        kept += len(line)
    return content
