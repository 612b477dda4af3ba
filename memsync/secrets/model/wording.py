"""What the model sees of words with blanks between them, and right beside them."""

from __future__ import annotations

from functools import lru_cache

from memsync.secrets.model.form import number
from memsync.secrets.model.grammar import GRAMMAR
from memsync.secrets.model.words import KINDS
from memsync.secrets.values.phrase import NAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memsync.secrets.model.form import Feature

# The parts that are seen of the words, and of what is right beside them.
OF_WORDS = (
    *("count", "grammar", "share", "count share", "names", "figures", "case"),
    *("first", "last", "ending", "about", "size", "lead grammar"),
)
BESIDE = ("leads", "ends", "held", "lead case", "held so")
OF_LEAD = ("lead about",)

_QUOTES = b"\"'`*"
_OTHER_QUOTES = ("« ".encode(), "«".encode(), "„".encode(), "“".encode())
_ENDINGS = (b"ing", b"ed", b"s", b"ly", b"ion")
# The kinds of words that say what a lead leads to.
_SAY = frozenset((b"secret", b"worded", b"opens"))
# Bytes beside the words that are looked at.
_BESIDE = 24


def beside(data: bytes, start: int, end: int) -> Iterator[Feature]:
    """What leads to the words, and what ends them."""
    value = data[start:end]
    before, behind = data[max(0, start - _BESIDE) : start], data[end : end + _BESIDE]
    lead = _beside(before)
    yield "leads", lead
    yield "ends", _beside(behind[::-1])
    quotes = bool(before[-1:]) and before[-1] in _QUOTES and before[-1:] == behind[:1]
    if quotes:
        yield "held", b"quotes"
    if before.endswith(_OTHER_QUOTES):
        yield "held", b"other quotes"
    yield "lead case", lead + (b" small" if value.islower() else b" other")
    many = number(min(value.count(b" ") + 1, 6))
    yield "held so", (b"held" if quotes else lead) + b" " + many


def of_words(data: bytes, start: int, end: int) -> Iterator[Feature]:
    """What is seen of the words themselves."""
    value = data[start:end]
    words = value.lower().split(b" ")
    count = len(words)
    grammar, names, numbers, *endings = map(sum, zip(*map(_marks, words), strict=True))
    share = number(4 * grammar // count)
    yield "count", number(next((n for n in (12, 9) if count >= n), count))
    yield "grammar", number(min(grammar, 4))
    yield "share", share
    yield "count share", number(min(count, 8)) + b" " + share
    yield "names", number(min(4, names))
    yield "figures", number(min(numbers, 3))
    yield "case", _case(value)
    yield "first", words[0]
    yield "last", words[-1]
    for ending, many in zip(_ENDINGS, endings, strict=True):
        yield "ending", ending + b" " + number(min(3, many))
    for kind in {kind for word in words for kind in KINDS.get(word, ())}:
        yield "about", kind
    yield "size", number(min(9, len(value) // count))
    lead = _beside(data[max(0, start - _BESIDE) : start])
    yield "lead grammar", lead + (b" some" if grammar else b" none")


def of_lead(data: bytes, start: int, near: Iterable[Feature]) -> Iterator[Feature]:
    """What leads to the words, with what the words before that are about."""
    lead = _beside(data[max(0, start - _BESIDE) : start])
    for kind in _SAY.intersection(what for part, what in near if part == "left"):
        yield "lead about", lead + b" " + kind


@lru_cache(1 << 14)
def _marks(word: bytes) -> tuple[int, ...]:
    """What a word is: of grammar, of names, a number, and how it ends."""
    return (
        word in GRAMMAR,
        word in NAMES,
        word.isdigit(),
        *(word.endswith(ending) for ending in _ENDINGS),
    )


def _case(value: bytes) -> bytes:
    """How the words are written; numbers do not count."""
    if value.islower():
        return b"small"
    words = [word for word in value.split(b" ") if not word.isdigit()]
    if all(word[:1].isupper() for word in words):
        return b"each"
    first = words[0][:1].isupper() and all(map(bytes.islower, words[1:]))
    return b"first" if first else b"mixed"


def _beside(part: bytes) -> bytes:
    """The sign at the end of a part of a line, with a blank if one follows it."""
    line = part.rpartition(b"\n")[2]
    bare = line.rstrip()
    if not bare:
        return b"line"
    last = bare[-1:]
    if last.isalnum() or last >= b"\x80":
        return b"word"
    return last + (b" " if line != bare else b"")
