"""Documents in chunks of lines, and which of their lines are prose, not code."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    import peers

# Lines of prose that count as one.
LINES = 40

DOCUMENTS = (".md", ".mdx", ".rst", ".adoc", ".txt")
_FENCES = (b"```", b"~~~")


def count(path: Path) -> int:
    """How many chunks a document has."""
    return path.read_bytes().count(b"\n") // LINES + 1


def outside_code(folder: Path, places: set[peers.Place]) -> set[peers.Place]:
    """Of some places those in documents, outside of blocks of code."""
    by_path: dict[str, set[int]] = defaultdict(set)
    for path, line in places:
        if path.lower().endswith(DOCUMENTS):
            by_path[path].add(line)
    return {
        (path, line)
        for path, lines in by_path.items()
        for line in lines - _in_code((folder / path).read_bytes())
    }


def _in_code(data: bytes) -> set[int]:
    """The lines of fenced blocks, and those that are indented as code is."""
    found, fence = set(), b""
    for number, line in enumerate(data.split(b"\n"), 1):
        mark = line.lstrip(b" >")[:3]
        if fence or mark in _FENCES or line.startswith((b"    ", b"\t")):
            found.add(number)
        if mark in _FENCES and fence in (b"", mark):
            fence = b"" if fence else mark
    return found
