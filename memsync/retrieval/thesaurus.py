"""Words of one meaning, from `thesaurus.txt`: our own list, a line an idea."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from memsync.retrieval.lexicon import Lexicon
from memsync.retrieval.stem import stem

_FILE = Path(__file__).with_name("thesaurus.txt")


class Idea(NamedTuple):
    """One line: the stems that mean nearly the same, and those that are near."""

    same: frozenset[str]
    near: frozenset[str]


class Thesaurus:
    """The lines by their words. Build it with `thesaurus`."""

    def __init__(self, text: str) -> None:
        self._lines = [line for line in text.splitlines() if line[:1] not in ("", "#")]
        self._same: dict[str, list[int]] = {}
        self._near: dict[str, list[int]] = {}
        for number, line in enumerate(self._lines):
            same, _, near = line.replace("-", "").partition("|")
            for words, where in ((same, self._same), (near, self._near)):
                for word in words.split():
                    where.setdefault(word, []).append(number)
        self._lexicon = Lexicon(self._same.keys() | self._near.keys())

    def has(self, term: str) -> bool:
        """Whether some line begins with the term or a word of its stem."""
        return any(word in self._same for word in self._lexicon.with_stem(stem(term)))

    def ideas(self, term: str) -> tuple[list[Idea], list[Idea]]:
        """The ideas that the term stands for, and those that it is only near."""
        words = self._lexicon.with_stem(stem(term))
        same = {number for word in words for number in self._same.get(word, ())}
        near = {number for word in words for number in self._near.get(word, ())}
        return (
            [_idea(self._lines[number]) for number in sorted(same)],
            [_idea(self._lines[number]) for number in sorted(near - same)],
        )


@cache
def thesaurus() -> Thesaurus:
    """memsync's own thesaurus, read once."""
    return Thesaurus(_FILE.read_text("utf-8"))


@cache
def _idea(line: str) -> Idea:
    same, _, near = line.replace("-", "").partition("|")
    return Idea(frozenset(map(stem, same.split())), frozenset(map(stem, near.split())))
