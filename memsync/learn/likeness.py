"""Whether two texts say the same, by their words and by those that they quote. Pure.

Two facts with other words and the same quote are one fact if they take the same words
from it: of `use uv, never pip, and run tests with -n 2` one may say what uv is for, and
another how tests run. So what counts of a text is the part that its quotes have, too.
"""

from __future__ import annotations

import re
import unicodedata
from enum import IntEnum
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from memsync.retrieval.words.query import LIGHT
from memsync.retrieval.words.stem import stem
from memsync.retrieval.words.terms import STOPWORDS, terms, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memsync.learn.fact import Source

_WORD = re.compile(r"\w+(?:[.'/_-]\w+)*")

# A quote of at least this many characters counts in every session; a shorter one, such
# as `yes, do that`, only in its own.
SAYS_ITSELF = 24

# The share of the words of two texts that both must hold: for texts that say the same,
# and for texts in another language than their quote.
_ALIKE = 0.8
_HALF = 0.5

# The share of a shorter quote that a longer one must hold.
_OVERLAP = 0.6

# The share of the words taken from its quotes that the other text may lack.
_SPARE = 0.25

# The share of a text's words that may be new while the text still says nothing new.
_FRESH = 1 / 3

# Two texts about the same part of a quote share at least this many of its words.
_FEWEST = 2


class Nearness(IntEnum):
    """How near a new text is to an older one."""

    APART = 0
    NEAR = 1
    """Both are about the same and belong in one note; either may say more."""
    SAME = 2
    """The new text says nothing that the older one does not."""


class Told(NamedTuple):
    """A text and its quotes, prepared for comparison."""

    text: frozenset[str]
    """The stems of the text's words that carry meaning."""
    quoted: frozenset[str]
    """The stems of the quotes' words that carry meaning."""
    quotes: tuple[_Quote, ...]
    marks: frozenset[object]
    """Quotes that overlap share at least one of these: sessions and word pairs."""


class _Quote(NamedTuple):
    session: str
    said: str
    runs: frozenset[tuple[str, str]]
    """Its pairs of words; empty if it is too short to count in other sessions."""


def told(text: str, sources: Iterable[Source] = ()) -> Told:
    """Prepare a text, with the quotes that it was learned from, for comparison."""
    given = [(each.key, quote) for each in sources for quote in each.quotes]
    quotes = tuple(_quote(*each) for each in given)
    quoted = (content(quote) for _, quote in given)
    marks: set[object] = {quote.session for quote in quotes}
    return Told(
        content(text),
        frozenset().union(*quoted) - _light(),
        quotes,
        frozenset(marks.union(*(quote.runs for quote in quotes))),
    )


def compare(new: Told, old: Told) -> Nearness:
    """How near `new` is to `old`."""
    if new.marks.isdisjoint(old.marks) and not _may_be_alike(new.text, old.text):
        return Nearness.APART  # so are nearly any two notes
    fresh = new.text - old.text
    if _are_alike(new.text, old.text):
        return Nearness.NEAR if fresh else Nearness.SAME
    if not _overlap(new, old):
        return Nearness.APART
    took, had = new.text & new.quoted, old.text & old.quoted
    if _is_within(took, old.text, new.quoted):
        of_old = old.text & new.quoted
        whole = took <= old.text and len(took) >= _HALF * len(of_old)
        little = len(fresh) <= _FRESH * len(new.text) and not _has_number(fresh)
        return Nearness.SAME if whole and little else Nearness.NEAR
    # The words of a quote in another language do not help: compare without them.
    untold = len(took) < _FEWEST and len(had) < _FEWEST and not _has_number(fresh)
    is_near = untold and _shared(new.text, old.text) >= _HALF
    return Nearness(is_near or _is_within(had, new.text, old.quoted))


def alike(first: str, second: str) -> bool:
    """Whether two texts have nearly the same words, in any order."""
    one, two = content(first), content(second)
    if not one or not two:
        return folded(first).casefold() == folded(second).casefold()
    return _are_alike(one, two)


def content(text: str) -> frozenset[str]:
    """The stems of the words of a text that carry meaning.

    A word of several parts with a number, such as `build-3.1`, also counts as a whole.
    """
    found = {stem(term) for term in _terms(text) if term not in STOPWORDS}
    whole = (word.casefold() for word in words(text) if not word.isalnum())
    return frozenset(found.union(word for word in whole if _has_number((word,))))


@cache
def _light() -> frozenset[str]:
    """Words that are too common to show what a text is about."""
    return frozenset(map(stem, LIGHT))


def folded(text: str) -> str:
    """The text with each run of white space replaced by one space."""
    return " ".join(text.split())


def word_list(text: str) -> list[str]:
    """The words of a text, folded, in order."""
    # NFKC: full-width and other compatibility letters count as the plain ones.
    plain = unicodedata.normalize("NFKC", text).casefold()
    return _WORD.findall(plain)


def _terms(text: str) -> Iterator[str]:
    for word in words(text):
        yield from terms(word)


def _quote(session: str, quote: str) -> _Quote:
    said = " ".join(_terms(quote))
    runs = pairwise(said.split()) if len(said) >= SAYS_ITSELF else ()
    return _Quote(session, said, frozenset(runs))


def _overlap(new: Told, old: Told) -> bool:
    """Whether both have the same quote, or quotes that share much of their words."""
    if new.marks.isdisjoint(old.marks):
        return False
    return any(_is_shared(one, two) for one in new.quotes for two in old.quotes)


def _is_shared(one: _Quote, two: _Quote) -> bool:
    if one.runs and two.runs:
        least = _OVERLAP * min(len(one.runs), len(two.runs))
        # Unrelated sentences of one form share as much, but not in one run.
        return len(one.runs & two.runs) >= least and _longest_run(one, two) >= least
    if one.session != two.session or not one.said or not two.said:
        return False
    return f" {one.said} " in f" {two.said} " or f" {two.said} " in f" {one.said} "


def _longest_run(one: _Quote, two: _Quote) -> int:
    """The length, in pairs of words, of the longest run that both quotes share."""
    from difflib import SequenceMatcher

    first, second = one.said.split(), two.said.split()
    found = SequenceMatcher(None, first, second, autojunk=False).find_longest_match()
    return found.size - 1


def _is_within(took: frozenset[str], other: frozenset[str], of: frozenset[str]) -> bool:
    """Whether another text has nearly all the words that one takes from its quotes."""
    both, own = took & other, took - other
    enough = len(both) >= _FEWEST or (took and len(both) >= _HALF * len(of))
    return bool(enough) and len(own) <= _SPARE * len(took) and not _has_number(own)


def _may_be_alike(one: frozenset[str], two: frozenset[str]) -> bool:
    return min(len(one), len(two)) >= _ALIKE * max(len(one), len(two))


def _are_alike(one: frozenset[str], two: frozenset[str]) -> bool:
    """Whether two texts have nearly the same words, and do not differ in numbers."""
    differ = _has_number(one - two) and _has_number(two - one)
    return _shared(one, two) >= _ALIKE and not differ


def _shared(one: frozenset[str], two: frozenset[str]) -> float:
    """How many of the words of both texts together occur in each, as a share."""
    return len(one & two) / (len(one | two) or 1)


def _has_number(found: Iterable[str]) -> bool:
    return any(char.isdigit() for word in found for char in word)
