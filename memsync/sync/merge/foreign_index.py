"""The lines of agents' own memory indexes: each about one file, or prose.

`- [Title](file.md) — hook`, as Claude Code, Gemini, Qwen and yottacode write it, and
``- `title` — hook (file: `file.md`)`` as jutul-agent does; also `[[name]]` and a bare
file name at the start of an item. Files may be in sub-folders. Any other line, and
what stands in code or comments, is prose.
"""

from __future__ import annotations

import re

from memsync.memory.index.memory_index import raw_lines

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
    """Each line, with the file that it is about, without `.md`; bytes of any kind."""
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
    # An address, and what leaves the folder, is no file of it.
    inside = all(part.strip() not in ("", ".", "..") for part in parts)
    return path if inside and ":" not in parts[0] else None


def _unescaped(found: re.Match[str]) -> str:
    raw = bytes.fromhex(found[0].replace("%", ""))
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return found[0]
