"""Whether two texts say the same in nearly the same words, and what stands in what."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_WORD = re.compile(r"\w+(?:[.'/_-]\w+)*")

# Of the words of both texts together that stand in each.
_ALIKE = 0.8

# Of a text's runs of three words that stand in the other.
_WITHIN = 0.9

_RUN = 3

# Words from which on a text can be told from chance.
_FEWEST = 5

_STOP = frozenset(
    _WORD.findall(
        "a an and are as at be been by do does for from has have he her his i in is it"
        " its of on or our she so that the their them then they this to use used uses"
        " was we were when which will with you your"
    )
)


def folded(text: str) -> str:
    """The text with each run of white space as one blank."""
    return " ".join(text.split())


def word_list(text: str) -> list[str]:
    """The words of a text, in their order, folded."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return _WORD.findall(plain)


def alike(first: str, second: str) -> bool:
    """Whether two texts have nearly the same words, in whatever order."""
    one, two = _content(first), _content(second)
    if not one or not two:
        return folded(first).casefold() == folded(second).casefold()
    return len(one & two) / len(one | two) >= _ALIKE


def _content(text: str) -> set[str]:
    return set(word_list(text)) - _STOP


class Said:
    """Texts that exist, so that what only repeats them can be told."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._runs: set[tuple[str, ...]] = set()
        self._sentences: list[str] = []
        self._exact: set[str] = set()
        for text in texts:
            found = word_list(text)
            self._runs.update(zip(found, found[1:], found[2:], strict=False))
            for sentence in re.split(r"(?<=[.!?])\s+|\n+", text):
                if plain := folded(sentence).strip("-*# "):
                    self._sentences.append(plain)
                    self._exact.add(" ".join(word_list(plain)))

    def has(self, text: str) -> bool:
        """Whether the text says nothing that does not stand there already."""
        found = word_list(text)
        if not found:
            return False
        if " ".join(found) in self._exact:
            return True
        if len(found) < _FEWEST:
            return False
        runs = list(zip(found, found[1:], found[_RUN - 1 :], strict=False))
        within = sum(run in self._runs for run in runs)
        if within / len(runs) >= _WITHIN:
            return True
        return any(alike(text, sentence) for sentence in self._sentences)
