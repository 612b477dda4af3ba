"""Searches the index: for the query as it is, else any word, else parts of words."""

from __future__ import annotations

import re
import sqlite3
from typing import TYPE_CHECKING, Any, NamedTuple

from memsync.files.stored import storable, text_of
from memsync.sessions.index.schema import SESSION_BITS
from memsync.sessions.readers.table import resume_command
from memsync.sessions.recall import query as queries
from memsync.sessions.recall.rank import Around, Candidate, often, ranked, rarity
from memsync.sessions.recall.snippet import pattern, snippet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memsync.sessions.reading.events import Role

# How many turns are ranked: those with the best bm25.
_CANDIDATES = 1_000

# What a hit in a part of a word counts beside one of the word.
_PART_WEIGHT = 0.5

# Words of a query that score whole sessions.
_MOST_WORDS = 16

# Characters of a title in a list.
_LONGEST_TITLE = 100
# How many copies of a turn one may expect: resumed sessions repeat their history.
_COPIES = 4

# The least turns to examine, since some may be copies of others.
_LEAST = 50

_BLANK = re.compile(r"\s+")

# The tables that a condition on turns needs.
_TURNS = (
    " JOIN turn t ON t.id = {table}.rowid JOIN session s ON s.id = t.session"
    " JOIN source o ON o.id = s.source LEFT JOIN place p ON p.cwd = s.cwd"
)


# All that is shown of a hit.
_WHOLE = (
    "SELECT s.agent, t.role, x.text, t.time, s.started, s.ended, s.id, s.name,"
    " coalesce(p.root, s.cwd), coalesce(s.title, s.begins, ''), t.model, o.path,"
    " t.line, t.abandoned, coalesce(p.identity, s.repository)"
    " FROM turn t JOIN text x ON x.id = t.id JOIN session s ON s.id = t.session"
    " JOIN source o ON o.id = t.source LEFT JOIN place p ON p.cwd = s.cwd"
    " WHERE t.id = ?"
)


class Hit(NamedTuple):
    """One turn that a query found."""

    session: str
    agent: str
    root: str | None
    title: str
    time: float | None
    role: Role
    model: str | None
    snippet: str
    score: float
    """The best hit's is 1."""
    path: str
    line: int | None
    resume: str | None
    branch: str | None
    """`abandoned` on a branch that was left."""
    identity: str | None


def ask(
    connection: sqlite3.Connection,
    query: str,
    where: str,
    values: Sequence[object],
    limit: int,
) -> list[Hit]:
    """The turns that a query finds among those that `where` lets through."""
    query = storable(query)
    words = queries.words(query)
    if not query.strip():
        return []
    asked = _Asked(connection, where, tuple(values))
    found = asked.words(queries.raw(query))
    if not found and words:
        found = asked.words(queries.any_of(words)) or []
    if len(found or ()) < limit and (wanted := queries.any_part_of(words)):
        found = (found or []) + asked.parts(wanted, {each.turn for each in found or ()})
    around = Around(asked.sessions(words), queries.months(query))
    return _hits(connection, ranked(found or [], around), pattern(words), limit)


class _Asked:
    """The index, for the turns that are wanted."""

    def __init__(
        self, connection: sqlite3.Connection, where: str, values: tuple[object, ...]
    ) -> None:
        self._connection = connection
        self._where = where
        self._values = values

    def words(self, query: str) -> list[Candidate] | None:
        """The turns that match; None for a query that SQLite refuses."""
        try:
            return self._find("words", query)
        except sqlite3.OperationalError as error:
            if _is_refusal(error):
                return None
            raise

    def parts(self, query: str, known: set[int]) -> list[Candidate]:
        """The turns with an identifier that holds a word of the query."""
        found = self._find("parts", query)
        return [
            each._replace(score=each.score * _PART_WEIGHT)
            for each in found
            if each.turn not in known
        ]

    def sessions(self, words: list[str]) -> dict[int, float]:
        """How well each session as a whole fits the words: bm25 over sessions.

        A word's frequency in a session is the number of its turns that have it.
        """
        sizes = dict(
            self._connection.execute("SELECT id, messages + 1 FROM session").fetchall()
        )
        if not sizes:
            return {}
        usual = sum(sizes.values()) / len(sizes)
        scores: dict[int, float] = {}
        for word in words[:_MOST_WORDS]:
            rows = self._connection.execute(
                f"SELECT rowid >> {SESSION_BITS}, count(*) FROM words"  # noqa: S608 -- ours
                " WHERE words MATCH ? GROUP BY 1",
                (f'"{word}"',),
            ).fetchall()
            weight = rarity(len(rows), len(sizes))
            for session, count in rows:
                length = sizes.get(session, 1) / usual
                scores[session] = scores.get(session, 0.0) + weight * often(
                    count, length
                )
        return scores

    def _find(self, table: str, query: str) -> list[Candidate]:
        rows = self._connection.execute(
            f"SELECT t.id, t.session, -{table}.rank,"  # noqa: S608 -- ours
            f" coalesce(t.time, s.ended) FROM {table}"
            f"{_TURNS.format(table=table)} WHERE {table} MATCH ? AND {self._where}"
            f" ORDER BY {table}.rank LIMIT {_CANDIDATES}",
            (query, *self._values),
        )
        return [Candidate(*row) for row in rows]


def _is_refusal(error: sqlite3.OperationalError) -> bool:
    words = str(error)
    return (
        words.startswith(("fts5:", "no such column", "unterminated", "unknown special"))
        or "syntax error" in words
        or "malformed MATCH" in words
        or "parser stack" in words
    )


def _hits(
    connection: sqlite3.Connection,
    found: list[Candidate],
    marked: re.Pattern[str] | None,
    limit: int,
) -> list[Hit]:
    # A resumed session may contain a copy of its history: show the oldest copy, at the
    # rank of the best.
    shown: dict[tuple[object, ...], tuple[float, tuple[Any, ...]]] = {}
    for each in found[: max(_COPIES * limit, _LEAST)]:
        row = connection.execute(_WHOLE, (each.turn,)).fetchone()
        same = row[:4] if row[3] is not None else (each.turn,)
        score, known = shown.get(same, (each.score, row))
        shown[same] = score, min(known, row, key=_age)
    return [_hit(score, row, marked) for score, row in list(shown.values())[:limit]]


def _age(row: tuple[Any, ...]) -> tuple[float, float, int]:
    began, ended, session = row[4:7]
    return began or 0.0, ended or 0.0, session


def _hit(score: float, row: tuple[Any, ...], marked: re.Pattern[str] | None) -> Hit:
    agent, role, text, time, _, ended, _, name, root, title, model, *rest = row
    path, line, left, identity = rest
    return Hit(
        session=name,
        agent=agent,
        root=root and text_of(root),
        title=one_line(title),
        time=ended if time is None else time,
        role=role,
        model=model,
        snippet=snippet(text, marked),
        score=round(score, 4),
        path=text_of(path),
        line=line,
        resume=resume_command(agent, name),
        branch="abandoned" if left else None,
        identity=identity,
    )


def one_line(text: str) -> str:
    """A title of one line and a bearable length."""
    text = _BLANK.sub(" ", text).strip()
    return text if len(text) <= _LONGEST_TITLE else text[: _LONGEST_TITLE - 1] + "…"
