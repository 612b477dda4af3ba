"""The entries of a home's memory index, in the form that its agent writes.

For memsync's own memories see `entries`. Agents write an entry as
`- [Title](file.md) — hook` (Claude Code, Gemini, Qwen, yottacode) or as
``- `title` — hook (file: `file.md`)`` (jutul-agent); an item may also begin with
`[[name]]` or a bare file name. Files may be in sub-folders. Any other line is prose,
and so is every line in code or comments.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from memsync.memory.index.memory_index import raw_lines
from memsync.sync.merge.entries import (
    lines_by_entry,
    reinsert_entries,
    strip_entries,
)
from memsync.sync.tree.layout import agent_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from memsync.sync.merge.entries import Cut

# The agents whose `MEMORY.md` lists their files; for others it is an ordinary text.
WITH_INDEX = {"claude-code", "gemini-cli", "jutul-agent", "qwen-code", "yottacode"}

_ITEM = r"[ \t]*(?:[*+-]|[0-9]{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?[*_]{0,3}"
_BEGINS = re.compile(
    _ITEM
    + r"(?:\[(?:[^\[\]\r\n]|\[[^\[\]\r\n]*\])*\]\([ \t]*"
    + r"(?:<(?P<angled>[^<>\r\n]+?)\.md(?:\#[^<>\r\n]*)?>|(?P<link>[^<>()\r\n]+?)\.md"
    + r"(?:\#[^\s()]*)?)(?:[ \t]+(?:\"[^\"\r\n]*\"|'[^'\r\n]*'))?[ \t]*\)"
    + r"|\[\[(?P<wiki>[^\[\]|#\r\n]+)(?:\#[^\[\]|\r\n]*)?(?:\|[^\[\]\r\n]*)?\]\](?!\()"
    + r"|`?(?P<file>[\w./-]*\w)\.md(?![\w./-]))"
)
_ENDS = re.compile(
    _ITEM + r".*\(file:[ \t]*`?(?P<last>[^`()\r\n]+)\.md`?\)[ \t]*\r?\n?\Z"
)
_ESCAPED = re.compile(r"(?:%[0-9A-Fa-f]{2})+")


def lines_by_file(index: bytes) -> list[tuple[str | None, bytes]]:
    """Each line, with the file that it lists, without `.md`, or None for prose.

    The index may be any bytes; the lines joined are the index again.
    """
    text = index.decode("utf-8", "surrogateescape")
    return [
        (
            _file(line) if is_text else None,
            line.encode("utf-8", "surrogateescape"),
        )
        for line, is_text in raw_lines(text)
    ]


def _file(line: str) -> str | None:
    found = _BEGINS.match(line) or _ENDS.match(line)
    if found is None:
        return None
    kind = found.lastgroup or ""
    path = found[kind].strip()
    if kind in ("angled", "link"):
        path = _ESCAPED.sub(_unescaped, path)
    path = path.removesuffix(".md").removeprefix("./")
    parts = path.split("/")
    # A URL, or a path that leaves the folder, is not one of its files.
    inside = all(part.strip() not in ("", ".", "..") for part in parts)
    return path if inside and ":" not in parts[0] else None


def _unescaped(found: re.Match[str]) -> str:
    raw = bytes.fromhex(found[0].replace("%", ""))
    try:
        return raw.decode()
    # Bytes that are not UTF-8 stay escaped.
    except UnicodeDecodeError:
        return found[0]


def strip_at(home: str, index: bytes, names: Collection[str | None]) -> bytes:
    """A home's memory index without the entries of these notes.

    Prose stays, unless `PROSE` is among the names.
    """
    return strip_entries(index, names, _cut_at(home))


def reinsert_at(
    home: str, index: bytes, local: bytes, names: Collection[str | None]
) -> bytes:
    """The synced memory index, with the entries of these notes from `local`.

    As `entries.reinsert_entries`.
    """
    return reinsert_entries(index, local, names, _cut_at(home))


def named_at(home: str, index: bytes) -> set[str]:
    """The notes that have an entry in a home's memory index."""
    return {name for name, _ in _cut_at(home)(index) if name is not None}


def _cut_at(home: str) -> Cut:
    agent = agent_of(home)
    if agent is None:
        return lines_by_entry
    return lines_by_file if agent in WITH_INDEX else _all_prose


def _all_prose(index: bytes) -> list[tuple[str | None, bytes]]:
    return [(None, line) for line in index.splitlines(keepends=True)]
