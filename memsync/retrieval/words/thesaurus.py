"""Words of one meaning, from `thesaurus.txt`: our own list, a line an idea."""

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
    """One line: the words that mean nearly the same, and those that are near."""

    same: tuple[str, ...]
    near: tuple[str, ...]


class Thesaurus:
    """The lines by their words. Build it with `thesaurus`.

    A query asks for few words, so the text is looked through for each: that takes
    less time than making an index of it.
    """

    def __init__(self, text: str) -> None:
        # `sign-in` is the word that a query's `sign in` makes, too.
        lines = [line for line in text.splitlines() if line[:1] not in ("", "#")]
        self._text = "\n" + "\n".join(lines).replace("-", "") + "\n"

    def has(self, term: str) -> bool:
        """Whether some line begins with the term or a word of its stem."""
        return bool(self.ideas(term)[0])

    def ideas(self, term: str) -> tuple[list[Idea], list[Idea]]:
        """The ideas that the term stands for, and those that it is only near."""
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
        """Every line as it stands, without comments."""
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
