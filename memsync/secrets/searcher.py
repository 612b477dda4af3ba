"""Searches texts with the compiled patterns of the native search, several at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memsync.secrets.gates import table
from memsync.secrets.model import candidates, search
from memsync.secrets.texts import crowds
from memsync.secrets.texts.chosen import Lines
from memsync.secrets.texts.hits import Hits

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# Python searches a text with more matches than this number, and than one in this many
# bytes: reporting each match would take longer than searching.
_FEW, _APART = 1000, 64

# The most escapes that are told one by one.
_MOST = 10_000

_NOTHING = Hits({}, [], [])

# The same for words that the model may judge, most of which are names in code.
_FEW_WORDS, _WORDS_APART = 2000, 16


class _Search:
    """What was found in a text so far."""

    __slots__ = ("data", "ends", "escapes", "found", "most", "stopped", "words")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.most = _FEW + len(data) // _APART
        self.found: list[tuple[int, int]] = []
        """The numbers of patterns, and where a match of each ends."""
        self.escapes: list[int] = []
        self.ends: list[int] = []
        """Where lines end that are chosen."""
        self.words: list[int] = []
        """Where words end that the model may judge."""
        # Each gate would follow each of many keywords to the end of its line.
        self.stopped = len(data) >= crowds.LONG and crowds.is_crowd(data)
        """Whether Python should search it."""


class Searcher:
    """Calling it searches one text, or returns None if Python is to search that.

    `databases` are the patterns for a text, for its words, and for its chosen lines.
    The numbers of the patterns are first those of the gates of `tiers`, in their order,
    then those of the `literals`, and then those of what chooses lines.
    """

    def __init__(
        self,
        databases: Sequence[Any],
        tiers: list[str | bytes],
        literals: list[bytes],
    ) -> None:
        from hyperscan import ScanTerminated

        self._databases = databases
        self._tiers, self._literals = tiers, literals
        self._terminated = ScanTerminated
        self._hit = self._reporter()
        self._ahead: dict[int, tuple[bytes, Hits | None]] = {}

    def __call__(self, data: bytes) -> Hits | None:
        """What may be found in a text, if this can tell."""
        known = self._ahead.pop(id(data), None)
        return self._all([data])[0] if known is None else known[1]

    def search_ahead(self, texts: Sequence[bytes]) -> None:
        """Search these very objects now, for the first call with each of them.

        Forgets those of earlier calls.
        """
        hits = self._all(texts)
        self._ahead = {
            id(text): (text, found) for text, found in zip(texts, hits, strict=True)
        }

    def _all(self, texts: Sequence[bytes]) -> list[Hits | None]:
        """What is found in each of these texts.

        All are searched with the same patterns before the next: only these are in a
        processor's cache then.
        """
        whole, _, within = self._databases
        searches = [*map(_Search, texts)]
        for one in searches:
            self._scan(whole, one.data, one)
        for one in searches:
            if not (one.stopped or candidates.begins_as_code(one.data)):
                one.words = self._words(one.data)
        for one in searches:
            if one.ends and not one.stopped:
                some = Lines(one.data, one.ends)
                known = len(one.found)
                self._scan(within, some.text, one)
                one.found[known:] = [(n, some.place(e)) for n, e in one.found[known:]]
        return [*map(self._hits, searches)]

    def _scan(self, database: Any, data: bytes, one: _Search) -> None:  # noqa: ANN401 -- the library has no types
        if not one.stopped:
            try:
                database.scan(data, match_event_handler=self._hit, context=one)
            except self._terminated:
                one.stopped = True

    def _words(self, data: bytes) -> list[int]:
        """Where the words of a text end that the model may judge, in order."""
        ends: set[int] = set()
        most = _FEW_WORDS + len(data) // _WORDS_APART

        def hit(
            _number: int, _start: int, end: int, _flags: int, _context: None
        ) -> bool:
            ends.add(end)
            return len(ends) > most

        try:
            self._databases[1].scan(data, match_event_handler=hit)
        except self._terminated:
            return [end for _, end in candidates.spans(data)]
        return sorted(ends)

    def _reporter(self) -> Callable[[int, int, int, int, _Search], bool]:
        """What is called for each match; it says whether to stop."""
        first = self._tiers.index(table.ESCAPES)
        last = first + self._tiers.count(table.ESCAPES)
        chosen = len(self._tiers) + len(self._literals)

        def hit(number: int, _start: int, end: int, _flags: int, one: _Search) -> bool:
            if number >= chosen:
                one.ends.append(end)
                return len(one.ends) > one.most
            if first <= number < last:
                if len(one.escapes) < _MOST:
                    one.escapes.append(end)
                return False
            one.found.append((number, end))
            return len(one.found) > one.most

        return hit

    def _hits(self, one: _Search) -> Hits | None:
        """What the numbers of patterns with the ends of their matches say of a text."""
        if one.stopped:
            return None
        if not (one.found or one.escapes or one.words):
            return _NOTHING
        held: list[bytes] = []
        ends: dict[str | bytes, list[int]] = {}
        for number, end in one.found:
            if number < len(self._tiers):
                ends.setdefault(self._tiers[number], []).append(end)
            else:
                held.append(self._literals[number - len(self._tiers)])
        # The model looks at these once more: of most texts nothing is left.
        words, figures, phrases = table.LIKELY
        passwords = search.passwords(one.data, one.words)
        codes = search.codes(one.data, sorted(ends.pop(figures, ())))
        clues = search.clues(one.data, sorted({*ends.pop(phrases, ())}))
        if clues:
            ends[phrases] = clues
        if passwords:
            ends[words] = passwords
        if codes:
            ends[figures] = codes
        if one.escapes:
            ends[table.ESCAPES] = []
        told = sorted(one.escapes) if len(one.escapes) < _MOST else None
        return Hits(ends, sorted(held), told)
