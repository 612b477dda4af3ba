"""A query in words, and as SQLite's full-text search takes it."""

from __future__ import annotations

import re

from memsync.sessions.words import is_unspaced, spaced

# Characters of a query that are looked at.
LONGEST = 4_000

# Words of a query that are used.
_MOST_WORDS = 64
_WORD = re.compile(r"\w+")
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()  # noqa: SIM905 -- a table
# `may` and `march` are words as well, where they are not written as names.
_NAMED = re.compile(
    r"\b((?i:january|february|april|june|july|august|september|october|november"
    r"|december|jan|feb|apr|jun|jul|aug|sept|sep|oct|nov|dec)|March|Mar|May)\b"
)
# A month or day as ISO 8601 writes it.
_NUMBERED = re.compile(r"\b((?:19|20)\d\d)-(0[1-9]|1[0-2])(?:-\d\d)?\b")
_YEAR = re.compile(r"\b((?:19|20)\d\d)\b")
# Words that most turns have.
_STOP = frozenset(
    """a about after all also am an and any are as at be been before being but by can
    could did do does doing done for from had has have having he her here hers him his
    how i if in into is it its just me might my no nor not of off on once only or our
    ours out over own s same shall she should so some such t than that the their theirs
    them then there these they this those through to too under until up very was we were
    what when where which while who whom whose why will with would you your
    yours""".split()  # noqa: SIM905 -- a table
)


def words(query: str) -> list[str]:
    """The words of a query, each once, without stop words where others are there."""
    # A pasted page as a query must not take minutes.
    found = [word.casefold() for word in _WORD.findall(query[:LONGEST])]
    found = [each for word in found for each in spaced(word.replace("_", " ")).split()]
    kept = dict.fromkeys(word for word in found if word not in _STOP)
    return list(kept or dict.fromkeys(found))[:_MOST_WORDS]


def months(query: str) -> frozenset[tuple[int | None, int]]:
    """The months that a query names in English or as 2026-01, with their years."""
    query = query[:LONGEST]
    found: set[tuple[int | None, int]] = {
        (int(year), int(month)) for year, month in _NUMBERED.findall(query)
    }
    years = [int(year) for year in _YEAR.findall(query)]
    for name in _NAMED.findall(query):
        month = _MONTHS.index(name[:3].lower()) + 1
        found |= {(year, month) for year in years} or {(None, month)}
    return frozenset(found)


def raw(query: str) -> str:
    """The query as a person wrote it, in SQLite's own syntax.

    Only runs of Chinese, Japanese or Korean are made phrases of their characters.
    """
    query = query[:LONGEST].replace("\x00", " ")
    if not is_unspaced(query):
        return query
    pieces = query.split('"')
    for number, piece in enumerate(pieces):
        if number % 2:
            pieces[number] = spaced(piece)
        else:
            pieces[number] = " ".join(map(_phrase, piece.split()))
    return '"'.join(pieces)


def _phrase(piece: str) -> str:
    return f'"{spaced(piece).strip()}"' if is_unspaced(piece) else piece


def any_of(found: list[str]) -> str:
    """A query for texts with any of the words."""
    return " OR ".join(f'"{word}"' for word in found)


def any_part_of(found: list[str]) -> str:
    """A query for identifiers that hold any of the words."""
    return any_of([word for word in found if len(word) > 2])
