"""A text as the tiers read it: the places of its words, found in one pass.

Searching for each of two dozen words costs as much as the rest of a scan. So one pass
finds them together by bit-parallel matching (Baeza-Yates and Gonnet, "A new approach to
text searching", 1992): each byte is mapped to bits that say at which places of a piece
of a word it may be, the whole text is one integer, and its shifted copies are joined by
AND. Several pieces share their bits, so a hit is only a candidate, and is compared with
the words themselves.
"""

from __future__ import annotations

from memsync.secrets.texts import crowds, places, runs
from memsync.secrets.texts.runs import LINE_ENDS, LONG, REACH, TOKEN, WITHIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import ClassVar

    from memsync.secrets.texts.hits import Hits

# Keywords by a piece of four letters that is rare in prose, with its place in the word.
_LONG_PIECES = {
    b"cret": (b"secret", 2),
    b"oken": (b"token", 1),
    b"auth": (b"auth", 0),
    b"cred": (b"cred", 0),
    b"ount": (b"account", 3),
    b"arer": (b"bearer", 2),
    b"curl": (b"curl", 0),
    b"senh": (b"senha", 0),
    b"ontr": (b"contrase", 1),
    b"dent": (b"identified by", 1),
    b"seed": (b"seed", 0),
    b"kenn": (b"kennwort", 0),
    b"acht": (b"wachtwoord", 1),
    b"over": (b"recovery", 3),
}

# Pieces of words, the words, and where the piece begins in them.
#
# The pieces, and their lengths, were chosen by trial on English notes: together they
# give two false candidates in a kilobyte for each true one.
_SHORT_PIECES = {
    b"key": (b"key", 0),
    b"psk": (b"psk", 0),
    b"api": (b"api", 0),
    b"log": (b"log", 0),
    b"ass": (b"pass", 1),
    b"asi": (b"basic", 1),
}

_LONG, _SHORT = 4, 3
_RUN_BIT = 0x80
_BLOCK = 1 << 14

# With this many of a word, and one in this many bytes, it may be in crowds.
_FEW, _DENSE = 1 << 10, 64


def _bits() -> bytes:
    table = [0] * 256
    for first, pieces in ((0, _LONG_PIECES), (_LONG, _SHORT_PIECES)):
        for piece in pieces:
            for place, letter in enumerate(piece):
                table[letter] |= 1 << first + place
    for letter in b"abcdefghijklmnopqrstuvwxyz":
        table[letter - 0x20] = table[letter]
    for letter in TOKEN + WITHIN + LINE_ENDS:
        table[letter] |= _RUN_BIT
    return bytes(table)


_TO_BITS = _bits()
_FIRST = int.from_bytes(b"\x01" * (_BLOCK + REACH), "little")
_RUN = _FIRST * _RUN_BIT
# Gates of texts that are scanned as another text.
_ASIDE = frozenset(("escapes",))

_HIT, _EDGE = b"\x01", bytes([_RUN_BIT])

_WORDS: dict[bytes, list[tuple[bytes, int]]] = {}
for _piece, _word in (*_LONG_PIECES.items(), *_SHORT_PIECES.items()):
    _WORDS.setdefault(_piece[:_SHORT], []).append(_word)
SOUGHT = [word for words in _WORDS.values() for word, _ in words]
_NOWHERE: list[int] = []
_NONE = dict.fromkeys(SOUGHT, _NOWHERE)


class Text:
    """Bytes, and where their words are."""

    __slots__ = (
        *("_crowds", "_hits", "_near", "_long", "_places", "_runs", "apart"),
        *("data", "low"),
    )

    search: ClassVar[Callable[[bytes], Hits | None] | None] = None
    """What looks first, where it is installed and wanted; it may leave a text."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.apart: list[bytes] = []
        """Runs that hold backticks, with blanks for these: words begin behind them."""
        self._long: bytes | None = None
        self._hits = Text.search(data) if Text.search is not None else None
        if self._hits is not None:
            # For most texts no tier would read it.
            self.low = b"" if self._hits.tiers.keys() <= _ASIDE else data.lower()
            self._places: dict[bytes, list[int]] = {}
            self._crowds: list[tuple[int, int]] = []
            self._near: dict[str | bytes, tuple[list[tuple[int, int]], bytes]] = {}
            self._runs: list[bytes] | None = None if self.may_hold("runs") else []
            return
        self.low = data.lower()
        hits, edges = _flags(data)
        self._runs = runs.between(data, edges.split(_EDGE), self.apart)
        self._crowds = [*crowds.find(self.low, hits, _HIT)]
        self._places = _compared(self.low, hits, self._crowds)

    @property
    def is_clear(self) -> bool:
        """Whether it is certain that no tier finds anything."""
        hits = self._hits
        return hits is not None and not hits.literals and hits.tiers.keys() <= _ASIDE

    def may_hold(self, tier: str | bytes) -> bool:
        """Whether a tier, or a stem of the context tier, may find something.

        False is certain; True is not.
        """
        return self._hits is None or tier in self._hits.tiers

    def may_hold_any(self, tiers: frozenset[str | bytes]) -> bool:
        """Whether one of these may find something, as `may_hold`."""
        return self._hits is None or not self._hits.tiers.keys().isdisjoint(tiers)

    @property
    def literals(self) -> list[bytes] | None:
        """The providers' literals in the text, if that is known already."""
        return None if self._hits is None else self._hits.literals

    @property
    def escapes(self) -> list[int] | None:
        """Where the first bytes of escapes end, in order, if that is known already."""
        return None if self._hits is None else self._hits.escapes

    @property
    def runs(self) -> list[bytes]:
        """The long runs of token characters, where every provider's token must lie.

        If a native search has told where some may hold something, only those.
        """
        if self._runs is None:
            ends = self._hits.tiers["runs"] if self._hits else []
            self._runs = runs.near(self.data, sorted(ends), self.apart)
        return self._runs

    @property
    def long(self) -> bytes:
        """The runs of at least `LONG` bytes, separated by blanks."""
        if self._long is None:
            self._long = b" ".join([run for run in self.runs if len(run) >= LONG])
        return self._long

    def may_hold_long(self, sign: bytes) -> bool:
        """Whether it is possible that a long run holds these bytes."""
        return (self.long if self._hits is None else self.data).find(sign) >= 0

    def places(self, word: bytes) -> list[int]:
        """Where a lower-case word occurs, in any case, in order, without overlaps."""
        found = self._places.get(word)
        if found is None:
            found = places.find(self.low, word)
            if self._hits and len(found) > _FEW + len(self.low) // _DENSE:
                self._crowds = [*crowds.find(self.low, _flags(self.data)[0], _HIT)]
            if self._crowds:
                found = [*crowds.outside(found, self._crowds)]
            self._places[word] = found
        return found

    def among(self, words: Iterable[bytes]) -> list[bytes]:
        """Those of some words that the text may hold."""
        get = self._places.get
        return [word for word in words if get(word, True)]

    def places_before(self, word: bytes, gate: str | bytes) -> list[int]:
        """As `places`; if the gate reports places, only words before one."""
        if self._hits is None:
            return self.places(word)
        near = self._near.get(gate)
        if near is None:
            ends = self._hits.tiers.get(gate, ())
            parts = places.before(self.low, sorted(ends))
            near = parts, b"\n".join([self.low[start:end] for start, end in parts])
            self._near[gate] = near
        parts, all_of_them = near
        # A gate has several words, and most parts hold one of them.
        if all_of_them.find(word) < 0:
            return []
        return [at for part in parts for at in places.within(self.low, word, *part)]


def _flags(data: bytes) -> tuple[bytes, bytes]:
    """For each byte, whether a piece may begin there, and whether runs change there."""
    if len(data) <= _BLOCK:
        hits, edges, _ = _flags_of(data, before=0)
        return hits, edges
    all_hits, all_edges, last = [], [], 0
    for start in range(0, len(data), _BLOCK):
        block = data[start : start + _BLOCK + REACH]
        hits, edges, run = _flags_of(block, before=last)
        all_hits.append(hits[:_BLOCK])
        all_edges.append(edges[:_BLOCK])
        last = run >> 8 * (_BLOCK - 1) & _RUN_BIT
    return b"".join(all_hits), b"".join(all_edges)


def _flags_of(block: bytes, *, before: int) -> tuple[bytes, bytes, int]:
    n = len(block)
    # The byte at place i has the bits 8i to 8i+7. Its bit k says that it may be the
    # k-th of a piece, so what the next byte says of k+1 is nine bits further.
    bits = int.from_bytes(block.translate(_TO_BITS), "little")
    three = bits & bits >> 9
    three &= bits >> 18
    hits = (three & bits >> 27 | three >> _LONG) & _FIRST
    run = bits & bits >> 8
    run &= run >> 16
    run &= run >> 32
    run &= run >> 64
    run &= _RUN
    # No run begins at the last places of a text, so that every run ends within it.
    edges = run ^ (run << 8 | before)
    return hits.to_bytes(n, "little"), edges.to_bytes(n + 1, "little"), run


def _compared(
    low: bytes, hits: bytes, crowded: list[tuple[int, int]]
) -> dict[bytes, list[int]]:
    places = _NONE.copy()
    done = 0
    for start, end in crowded:
        _compare(low, hits[done:start], done, places)
        done = end
    _compare(low, hits[done:] if done else hits, done, places)
    return places


def _compare(
    low: bytes, hits: bytes, start: int, places: dict[bytes, list[int]]
) -> None:
    words_of = _WORDS.get
    at = start - 1
    for gap in hits.split(_HIT)[:-1]:
        at += len(gap) + 1
        words = words_of(low[at : at + _SHORT])
        if words:
            for word, offset in words:
                if at >= offset and low.startswith(word, at - offset):
                    found = places[word]
                    if found is _NOWHERE:
                        found = places[word] = []
                    found.append(at - offset)
