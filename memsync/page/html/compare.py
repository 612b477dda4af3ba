"""Compares two texts word by word."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Kind = Literal["same", "gone", "new"]

# The units of a comparison: a line break, spaces, a word, or a single character.
_WORD = re.compile(r"\n|[^\S\n]+|\w+|[^\w\s]")

# A changed passage of more words than this is shown as a whole.
_MOST_WORDS = 4000

# A longer comparison takes seconds, and nobody reads it.
_MOST_LINES = 20_000

# How many unchanged lines are shown around a change.
_AROUND = 3


class Piece(NamedTuple):
    """A run of text of one kind."""

    kind: Kind
    text: str


def compare(old: str, new: str) -> list[Piece]:
    """Compare two texts; all pieces except the `new` ones make up the old text."""
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    if max(len(before), len(after)) > _MOST_LINES:
        return _joined(_whole(old, new))
    pieces: list[Piece] = []
    for tag, a, b, c, d in SequenceMatcher(None, before, after, False).get_opcodes():
        if tag == "equal":
            pieces.append(Piece("same", "".join(before[a:b])))
        else:
            pieces += _by_word("".join(before[a:b]), "".join(after[c:d]))
    return _joined(pieces)


def _by_word(old: str, new: str) -> list[Piece]:
    before, after = _WORD.findall(old), _WORD.findall(new)
    if max(len(before), len(after)) > _MOST_WORDS:
        return _whole(old, new)
    pieces: list[Piece] = []
    matcher = SequenceMatcher(None, before, after, False)
    if matcher.ratio() < 0.3:
        return _whole(old, new)  # mostly other words: marking each helps nobody
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            pieces.append(Piece("same", "".join(before[a:b])))
        else:
            pieces += _whole("".join(before[a:b]), "".join(after[c:d]))
    return pieces


def _whole(old: str, new: str) -> list[Piece]:
    return [Piece("gone", old), Piece("new", new)]


def _joined(pieces: Sequence[Piece]) -> list[Piece]:
    found: list[Piece] = []
    for piece in pieces:
        if not piece.text:
            continue
        if found and found[-1].kind == piece.kind:
            found[-1] = Piece(piece.kind, found[-1].text + piece.text)
        else:
            found.append(piece)
    return found


def folded(pieces: Sequence[Piece]) -> list[Piece]:
    """Shorten long unchanged passages to the lines around each change."""
    return list(_folded(pieces))


def _folded(pieces: Sequence[Piece]) -> Iterator[Piece]:
    for at, piece in enumerate(pieces):
        lines = piece.text.splitlines(keepends=True)
        first, last = at == 0, at == len(pieces) - 1
        head = [] if first else lines[:_AROUND]
        tail = [] if last else lines[-_AROUND:]
        hidden = len(lines) - len(head) - len(tail)
        if piece.kind != "same" or hidden < 4:
            yield piece
            continue
        word = f"\u22ef {hidden} lines as before \u22ef\n"
        between = "" if not head or head[-1].endswith("\n") else "\n"
        yield Piece("same", "".join(head) + between + word + "".join(tail))
