"""A text as the tiers read it: the places of its words, and its long runs."""

from __future__ import annotations

from memsync.secrets.texts import bits, crowds, places, runs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import ClassVar

    from memsync.secrets.texts.hits import Hits

# With this many of a word, and one in this many bytes, it may be in crowds.
_FEW, _DENSE = 1 << 10, 64

# Gates of texts that are scanned as another text.
_ASIDE = frozenset(("escapes",))

_NOWHERE: list[int] = []


class Text:
    """Bytes, and where their words are."""

    __slots__ = (
        *("_crowds", "_hits", "_near", "_long", "_places", "_runs", "backticked"),
        *("data", "low"),
    )

    search: ClassVar[Callable[[bytes], Hits | None] | None] = None
    """The native search, if it is on; it returns None for what Python is to search."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.backticked: list[bytes] = []
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
        hits, edges = bits.flags(data)
        self._runs = runs.between(data, edges.split(bits.EDGE), self.backticked)
        gaps = hits.split(bits.HIT)
        self._crowds = []
        if len(gaps) > crowds.FEWEST:
            self._crowds = [*crowds.find(self.low, hits, bits.HIT)]
        self._places = bits.compared(self.low, hits, gaps, self._crowds)

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

    def ends(self, gate: str) -> list[int] | None:
        """Where the matches of a gate end, if a native search has told."""
        return None if self._hits is None else self._hits.tiers.get(gate, [])

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
            self._runs = runs.near(self.data, sorted(ends), self.backticked)
        return self._runs

    @property
    def long(self) -> bytes:
        """The runs of at least `runs.LONG` bytes, separated by blanks."""
        if self._long is None:
            self._long = b" ".join([run for run in self.runs if len(run) >= runs.LONG])
        return self._long

    def may_hold_long(self, sign: bytes) -> bool:
        """Whether it is possible that a long run holds these bytes."""
        return (self.long if self._hits is None else self.data).find(sign) >= 0

    def places(self, word: bytes) -> list[int]:
        """Where a lower-case word occurs, in any case, in order, without overlaps."""
        found = self._places.get(word)
        if found is None:
            if self._hits is None and word in bits.SOUGHT:
                return _NOWHERE
            found = places.find(self.low, word)
            if self._hits and len(found) > _FEW + len(self.low) // _DENSE:
                hits, _ = bits.flags(self.data)
                self._crowds = [*crowds.find(self.low, hits, bits.HIT)]
            if self._crowds:
                found = [*crowds.outside(found, self._crowds)]
            self._places[word] = found
        return found

    def says_any(self, words: frozenset[bytes] | tuple[bytes, ...]) -> bool:
        """Whether the text may hold one of these words, all of which are `SOUGHT`.

        False is certain; True is not.
        """
        return self._hits is not None or not self._places.keys().isdisjoint(words)

    def among(self, words: Iterable[bytes]) -> list[bytes]:
        """Those of some words that the text may hold."""
        if self._hits is None:
            return [word for word in words if word in self._places]
        get = self._places.get
        return [word for word in words if get(word, True)]

    def among_before(self, words: Iterable[bytes], gate: str | bytes) -> list[bytes]:
        """As `among`; if the gate reports places, those that are before one."""
        if self._hits is None:
            return [word for word in words if word in self._places]
        _, all_of_them = self._parts(gate)
        return [word for word in words if all_of_them.find(word) >= 0]

    def parts_before(self, gate: str | bytes) -> list[tuple[int, int]]:
        """The parts of lines before the places that a gate reports, or the whole."""
        return [(0, len(self.low))] if self._hits is None else self._parts(gate)[0]

    def places_above(self, word: bytes, gate: str, reach: int) -> list[int]:
        """As `places`; if the gate reports places, only words not far before one."""
        if self._hits is None:
            return self.places(word)
        ends = sorted(self._hits.tiers.get(gate, ()))
        parts = places.close(self.low, ends, reach)
        return [at for part in parts for at in places.within(self.low, word, *part)]

    def _parts(self, gate: str | bytes) -> tuple[list[tuple[int, int]], bytes]:
        near = self._near.get(gate)
        if near is None:
            ends = self._hits.tiers.get(gate, ()) if self._hits else ()
            parts = places.before(self.low, sorted(ends))
            near = parts, b"\n".join([self.low[start:end] for start, end in parts])
            self._near[gate] = near
        return near

    def places_before(self, word: bytes, gate: str | bytes) -> list[int]:
        """As `places`; if the gate reports places, only words before one."""
        if self._hits is None:
            return self.places(word)
        parts, all_of_them = self._parts(gate)
        # A gate has several words, and most parts hold one of them.
        if all_of_them.find(word) < 0:
            return []
        return [at for part in parts for at in places.within(self.low, word, *part)]
