"""Literal search: each term exactly as typed, in everything that a memory holds.

It searches notes, memory indexes, daily logs and scratchpads line by line, ignoring
case. As zerostack's users know it: more terms rank before fewer, matches in a file's
text before those in its name, newer days before older ones.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Broken, Refused
from memsync.files.atomic import read_regular
from memsync.memory.archive.logs import DAILY, entries
from memsync.memory.note.names import SUFFIX
from memsync.paths import MEMORY_INDEX
from memsync.retrieval.search.notes import shadowing
from memsync.retrieval.search.ranked import Hit, Limits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from memsync.memory.store.store import Store
    from memsync.retrieval.words.documents import Document

# Lines shown before and after a matching one.
_CONTEXT = 3

# The most passages of one file that are shown.
_MOST_WINDOWS = 5

# Lines shown of a file of which only the name matches.
_PREVIEW = 3

# The most characters of a line that are shown.
_LONGEST_LINE = 400


class Literal(NamedTuple):
    """The results of a literal search."""

    terms: tuple[tuple[str, int], ...]
    """Each term of the query, and how many lines hold it."""
    files: int
    """How many files have a match; `hits` may be fewer."""
    hits: list[Hit]


class _File(NamedTuple):
    name: str | None
    scope: str
    label: str
    """What its name says: searched, too."""
    description: str
    path: str
    text: str


class _Match(NamedTuple):
    file: _File
    counts: dict[str, int]
    """For each term that the file has, on how many lines; 0: in its name."""
    lines: tuple[int, ...]
    """The lines that match, from 0."""

    def order(self) -> tuple[object, ...]:
        """A sort key: smaller comes first; equal ones by newer day, then path."""
        in_text = len([term for term, count in self.counts.items() if count])
        day = self.file.label.removeprefix(f"{DAILY}/")
        newest_first = [-ord(char) for char in day] if day != self.file.label else [1]
        return (
            os.path.basename(self.file.path) != MEMORY_INDEX,  # noqa: PTH119 -- text
            -len(self.counts),
            in_text == 0,
            -in_text,
            -len(self.lines),
            newest_first,
            self.file.path,
        )


def literal(stores: Sequence[Store], query: str, limits: Limits) -> Literal:
    """Search for every word of `query`; an empty query finds nothing."""
    # A word that is typed twice counts once; `dict` keeps the order.
    terms = tuple(dict.fromkeys(query.casefold().split()))
    if not terms:
        return Literal((), 0, [])
    matches = [
        match for file in _files(stores) if (match := _match(file, terms)) is not None
    ]
    matches.sort(key=_Match.order)
    totals = tuple(
        (term, sum(match.counts.get(term, 0) for match in matches)) for term in terms
    )
    hits = []
    score = 1.0
    for match in matches[: limits.most]:
        # A memory index comes first whatever its score, so scores must only fall.
        score = min(score, len(match.counts) / len(matches[0].counts))
        if score >= limits.min_score:
            hits.append(_hit(match, round(score, 4)))
    return Literal(totals, len(matches), hits)


def order_of(notes: Sequence[Document], query: str) -> list[int]:
    """The notes of a fixture that a literal search finds, the best first."""
    terms = tuple(dict.fromkeys(query.casefold().split()))
    found = []
    for at, note in enumerate(notes):
        text = f"{note.description}\n{note.type}\n\n{note.body}"
        path = f"{note.name}{SUFFIX}"
        file = _File(note.name, "", note.name, note.description, path, text)
        if (match := _match(file, terms)) is not None:
            found.append((match.order(), at))
    return [at for _, at in sorted(found)]


def _files(stores: Sequence[Store]) -> Iterator[_File]:
    for store in stores:
        index = store.memory.folder / MEMORY_INDEX
        if text := _text(index):
            yield _File(None, store.scope.value, "", "", str(index), text)
        for log in sorted(name for name, _ in entries(store.memory.folder)):
            path = str(store.path_of(log))
            if text := _text(path):
                yield _File(None, store.scope.value, log, "", path, text)
    for note in shadowing(stores):
        yield _File(
            note.name,
            note.scope.value,
            note.name,
            note.note.description,
            note.file,
            note.data.decode("utf-8", "replace"),
        )


def _text(path: str | os.PathLike[str]) -> str:
    from pathlib import Path

    try:
        return read_regular(Path(path)).decode("utf-8", "replace")
    except (FileNotFoundError, NotADirectoryError, Refused, Broken):
        return ""  # gone, or of a form that `lint` names


def _match(file: _File, terms: Sequence[str]) -> _Match | None:
    whole = file.text.casefold()
    present = [term for term in terms if term in whole]
    label = file.label.removesuffix(SUFFIX).casefold()
    counts = {term: 0 for term in terms if term in label}
    if not present:
        return _Match(file, counts, ()) if counts else None
    hit: set[int] = set()
    for term in present:
        lines = [at for at, line in enumerate(whole.split("\n")) if term in line]
        counts[term] = len(lines)
        hit.update(lines)
    return _Match(file, counts, tuple(sorted(hit)))


def _hit(match: _Match, score: float) -> Hit:
    file = match.file
    return Hit(
        file.name,
        file.scope,
        score,
        file.description,
        file.path,
        _windows(file.text.split("\n"), match.lines),
        tuple(match.counts.items()),
    )


def _windows(lines: Sequence[str], hits: Sequence[int]) -> str:
    """The matching lines with those around them; passages that overlap are one."""
    if not hits:
        return "\n".join(map(_shown, lines[:_PREVIEW])).rstrip("\n")
    pieces: list[tuple[int, int]] = []
    for at in hits:
        first, end = max(at - _CONTEXT, 0), min(at + _CONTEXT + 1, len(lines))
        if pieces and first <= pieces[-1][1]:
            pieces[-1] = (pieces[-1][0], end)
        else:
            pieces.append((first, end))
    shown = [
        "\n".join(map(_shown, lines[first:end])).strip("\n")
        for first, end in pieces[:_MOST_WINDOWS]
    ]
    rest = len(pieces) - _MOST_WINDOWS
    return "\n…\n".join(shown + ([f"{rest} more places"] if rest > 0 else []))


def _shown(line: str) -> str:
    line = line.rstrip("\r")
    return line if len(line) <= _LONGEST_LINE else line[: _LONGEST_LINE - 1] + "…"
