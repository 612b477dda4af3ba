"""Finds out whether a text only repeats what other texts say already."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from memsync.learn.likeness import alike, folded, word_list

if TYPE_CHECKING:
    from collections.abc import Iterable

# The share of a text's runs of words that the other texts must hold.
_WITHIN = 0.9

# The words of one run; single words are compared, too.
_RUN = 3

# A text of fewer words may match by chance.
_FEWEST = 5


class Said:
    """Existing texts, to find out which new texts only repeat them."""

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
        """Whether the text says nothing that these texts do not say already."""
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
