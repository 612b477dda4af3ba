"""Synonyms and related words, from our own `thesaurus.txt`: one idea a line."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from memsync.lazy import lazy
from memsync.record import NamedTuple
from memsync.retrieval.words.lexicon import prefix_of
from memsync.retrieval.words.stem import stem

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    import re

_FILE = Path(__file__).with_name("thesaurus.txt")
# The file has one word a line, then its synonyms.
_WORD_END = lazy("[ \n]")


class Idea(NamedTuple):
    """One line: words with nearly the same meaning, and words related to them."""

    same: tuple[str, ...]
    near: tuple[str, ...]


class Thesaurus:
    """The lines by their words. `thesaurus` creates it.

    A query needs few words, so each is searched in the text: that takes less time
    than making an index.
    """

    def __init__(self, text: str) -> None:
        # A query's `sign in` gives the word `sign-in`, too.
        lines = [line for line in text.splitlines() if line[:1] not in ("", "#")]
        self._text = "\n" + "\n".join(lines).replace("-", "") + "\n"

    def has(self, term: str) -> bool:
        """Whether some line begins with the term or a word with its stem."""
        return bool(self.ideas(term)[0])

    def ideas(self, term: str) -> tuple[list[Idea], list[Idea]]:
        """The ideas that contain the term, and those to which it is only related."""
        text = self._text
        wanted = stem(term)
        prefix = prefix_of(wanted)
        same: dict[int, Idea] = {}
        near: dict[int, Idea] = {}
        at = text.find(prefix)
        while at >= 0:
            end = _WORD_END.search(text, at)
            if (
                end is not None
                and text[at - 1] in " \n"
                and _has(text, at, end, wanted)
            ):
                start = text.rindex("\n", 0, at) + 1
                line = text[start : text.index("\n", at)]
                bar = line.find("|")
                (near if 0 <= bar < at - start else same)[start] = _idea(line)
            at = text.find(prefix, at + 1)
        only_near = [idea for start, idea in near.items() if start not in same]
        return list(same.values()), only_near

    def lines(self) -> list[str]:
        """Every line unchanged, without comments."""
        return self._text.strip("\n").split("\n")


def _has(text: str, at: int, end: re.Match[str], wanted: str) -> bool:
    return stem(text[at : end.start()]) == wanted


@cache
def thesaurus() -> Thesaurus:
    """memsync's own thesaurus, read once."""
    return Thesaurus(_FILE.read_text("utf-8"))


@cache
def _idea(line: str) -> Idea:
    same, _, near = line.partition("|")
    return Idea(tuple(same.split()), tuple(near.split()))
