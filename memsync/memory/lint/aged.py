"""Finds learned notes that name files which no longer exist. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from memsync.memory.lint.lint import RULES, LintFinding
from memsync.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from memsync.memory.store.store import StoredNote

AGED = "aged"

# The frontmatter key of a note that was learned from a session.
LEARNED = "learned"

# A run without blanks, quotes and brackets: a path, perhaps.
_WORD = re.compile(r"[^\s`'\"()\[\]{}<>,;]+")
# A path relative to the repository.
_FILE = re.compile(r"[\w.-]+(?:/[\w.-]+)*")
# Only words with a file ending are looked for: others are mostly not files.
_ENDING = re.compile(r"\w\.[A-Za-z][A-Za-z0-9]{0,9}\Z")
# `file.py:12:3`, as compilers print positions.
_LINE_NUMBER = re.compile(r"(?::[0-9]+)+\Z")

# The most files to look for, of one note.
_MOST = 50


def files_named(found: StoredNote) -> dict[str, int]:
    """The words of a learned note that may be paths, each with its first line."""
    if not found.note.fields.get(LEARNED):
        return {}
    first = found.data.count(b"\n", 0, len(found.data) - len(found.note.parts.body)) + 1
    named: dict[str, int] = {}
    for number, line in enumerate(found.note.body.splitlines(), first):
        for word in _WORD.findall(line):
            path = _LINE_NUMBER.sub("", word.strip(".:!?*_")).removeprefix("./")
            is_path = "/" in path or _ENDING.search(path)
            path = path.rstrip("/")
            if is_path and _FILE.fullmatch(path) and ".." not in path.split("/"):
                named.setdefault(path, number)
    return dict(list(named.items())[:_MOST])


def findings(notes: Iterable[StoredNote], gone: Collection[str]) -> list[LintFinding]:
    """The findings for notes that name missing files."""
    return [
        LintFinding(
            AGED,
            RULES[AGED],
            found.file,
            line,
            found.name,
            f"was learned, and names '{printable(path)}', which is gone from the"
            " repository",
        )
        for found in notes
        for path, line in files_named(found).items()
        if path in gone
    ]
