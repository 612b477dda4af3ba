"""The terms of caches."""

from __future__ import annotations

from memsync.retrieval.words.lexicon import Lexicon

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

# Values in one query; SQLite before 3.32 accepts 999.
_AT_ONCE = 400

# A term that only shadowed notes have is not in the corpus.
_LIVE = "word NOT IN (SELECT word FROM dead)"

# SQLite runs a cross join in the order in which it is written: from the few asked.
_BEGINNING = (
    "SELECT DISTINCT asked, term FROM given CROSS JOIN term"
    # The last code point ends the range of all terms with this beginning, by the index.
    " WHERE term >= asked AND term < asked || char(1114111)"
)
# char(1114111) is the last code point: all terms that begin with the word.
_BEGUN = (
    "SELECT asked FROM given WHERE EXISTS (SELECT 1 FROM term"
    # As above.
    " WHERE term >= asked AND term < asked || char(1114111) AND %s)"
)
_WITH_STEM = "SELECT DISTINCT asked, term FROM given CROSS JOIN term WHERE stem = asked"
_PRESENT = (
    "SELECT asked FROM given WHERE EXISTS (SELECT 1 FROM term"
    " WHERE term = asked AND %s)"
)


class KeptLexicon(Lexicon):
    """The terms of several caches together, without those of each one's `dead` words.

    It creates a temporary table of the dead words.
    """

    def __init__(
        self, connections: Sequence[sqlite3.Connection], dead: Sequence[Sequence[int]]
    ) -> None:
        self._parts = []
        for connection, words in zip(connections, dead, strict=True):
            if words:
                connection.execute("CREATE TEMP TABLE dead (word INTEGER PRIMARY KEY)")
                rows = [(word,) for word in words]
                connection.executemany("INSERT INTO dead VALUES (?)", rows)
            self._parts.append((connection, _LIVE if words else "TRUE"))

    def beginning(self, prefixes: Collection[str]) -> Mapping[str, Sequence[str]]:
        """As `Lexicon.beginning`."""
        return self._found(_BEGINNING, prefixes)

    def begun(self, prefixes: Collection[str]) -> AbstractSet[str]:
        """As `Lexicon.begun`."""
        return {prefix for (prefix,) in self._asked(_BEGUN, prefixes)}

    def present(self, terms: Collection[str]) -> AbstractSet[str]:
        """As `Lexicon.present`."""
        return {term for (term,) in self._asked(_PRESENT, terms)}

    def with_stems(self, wanted: Collection[str]) -> Mapping[str, Sequence[str]]:
        """As `Lexicon.with_stems`."""
        return self._found(_WITH_STEM, wanted)

    def _found(
        self, question: str, asked: Collection[str]
    ) -> Mapping[str, Sequence[str]]:
        found: dict[str, set[str]] = {each: set() for each in asked}
        for each, term in self._asked(f"{question} AND %s", asked):
            found[each].add(term)
        return {each: sorted(terms) for each, terms in found.items()}

    def _asked(
        self, question: str, values: Collection[str]
    ) -> Iterator[tuple[str, ...]]:
        """The answers of all caches; `%s` is where shadowed notes are left out."""
        every = list(values)
        for begin in range(0, len(every), _AT_ONCE):
            some = every[begin : begin + _AT_ONCE]
            given = f"WITH given(asked) AS (VALUES {','.join(['(?)'] * len(some))}) "
            for connection, live in self._parts:
                yield from connection.execute(given + question % live, some)
