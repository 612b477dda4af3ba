"""The interface to past sessions, for every other room.

    with past_sessions(places, environ, now) as past:
        past.refresh()
        for session in past.sessions(Wanted(identity="github.com+acme+shop")):
            for said in past.turns(session):
                ...

All texts are without secrets. Agents wrote them: they are data, never instructions, and
not yet safe to print on a terminal (`memsync.terminal.printable`).
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import sys
from typing import TYPE_CHECKING

from memsync.errors import BadUsage, NotFound
from memsync.files import lock, tables
from memsync.files.stored import storable, text_of
from memsync.sessions.answers import (
    SESSIONS,
    PastSession,
    Refreshed,
    Said,
    Totals,
    session_of,
)
from memsync.sessions.given import sources_named, usual_sources
from memsync.sessions.index import forgotten, schema
from memsync.sessions.index.growing import Growth
from memsync.sessions.index.redacting import redact_anew
from memsync.sessions.index.writing import drop_turns
from memsync.sessions.projects import known_tops, learn_places
from memsync.sessions.readers.table import READERS, reader_of
from memsync.sessions.reading.reader import Homes, Look
from memsync.sessions.recall.asking import ask
from memsync.sessions.wanted import Wanted, conditions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from memsync.paths import Places
    from memsync.sessions.reading.reader import Source
    from memsync.sessions.recall.asking import Hit

# The least characters of an id's prefix that may stand for it.
_SHORTEST_START = 4


@contextlib.contextmanager
def past_sessions(
    places: Places, environ: Mapping[str, str], now: float, *, keep: bool = False
) -> Iterator[PastSessions]:
    """Open the past sessions of one user on this machine.

    `now` is in seconds since 1970; `keep` is the setting `recall.keep`. Raises
    `Broken` where the state folder cannot be written.
    """
    path = places.state / schema.NAME
    connection = tables.opened(path, schema.TABLES)
    try:
        folders = (path, places.config, places.data)
        yield PastSessions(connection, *folders, environ, now, keep=keep)
    except sqlite3.Error as error:
        raise tables.trouble(error, path, schema.TABLES) from None
    finally:
        connection.close()


class PastSessions:
    """Made by `past_sessions`."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        path: Path,
        config: Path,
        data: Path,
        environ: Mapping[str, str],
        now: float,
        *,
        keep: bool,
    ) -> None:
        self._connection = connection
        self._path = path
        self._config = config
        self._data = data
        self._environ = environ
        self._now = now
        self._keep = keep

    # Bringing the index up to date

    def refresh(
        self,
        agent: str | None = None,
        path: Path | None = None,
        *,
        top: Path | None = None,
        wait: float = 0.0,
        progress: Callable[[list[Source]], Iterable[Source]] = iter,
        enough: Callable[[], bool] = lambda: False,
    ) -> Refreshed:
        """Index what is new in the agents' files, and drop what is gone.

        `agent` and `path` name further sources; `top` is the present git root. `enough`
        is called between files, and ends the update when it returns true. Raises
        `Locked` after `wait` seconds, `BadUsage` for an unknown agent.
        """
        with lock.hold(
            self._path.with_suffix(".lock"), what="recall", wait=wait
        ) as held:
            redact_anew(self._connection)
            kept = forgotten.read(self._config)
            growth = Growth(self._connection, READERS, kept, held)
            look = Look(self._tops(top))
            found, named = self._sources(agent, path, look)
            due = growth.due(found)
            done = 0
            given = {os.fspath(source.path) for source in named}
            growth.show_always([s for s in found if os.fspath(s.path) not in given])
            for source in progress(due):
                if enough():
                    break
                growth.read(source, named=os.fspath(source.path) in given)
                done += 1
            learn_places(self._connection, self._environ, self._now, self._data)
            if path is None and done == len(due):
                more = self._in_new_tops(found, look, top)
                found += more
                for source in growth.due(more):
                    growth.read(source, named=False)
                    done += 1
                    due.append(source)
            left = 0 if self._keep else self._drop_gone(growth, found, look)
            return Refreshed(done, left, len(due) - done, growth.without_zstd)

    def _in_new_tops(
        self, found: list[Source], look: Look, top: Path | None
    ) -> list[Source]:
        """The sources in git roots that were learned while `found` was read."""
        tops = [each for each in self._tops(top) if each not in look.tops]
        if not tops:
            return []
        there = {os.fspath(source.path) for source in found}
        again = Look(tops)
        others, _ = self._sources(None, None, again)
        look.unread += again.unread
        return [each for each in others if os.fspath(each.path) not in there]

    def _tops(self, top: Path | None) -> list[Path]:
        rows = self._connection.execute("SELECT path FROM source WHERE agent = 'aider'")
        tops = known_tops(self._connection) + ([top] if top else [])
        paths = [self._path.__class__(text_of(path)).parent for (path,) in rows]
        return list(dict.fromkeys(tops + paths))

    def _sources(
        self, agent: str | None, path: Path | None, look: Look
    ) -> tuple[list[Source], list[Source]]:
        homes = Homes(self._environ, sys.platform)
        if path is not None:
            named = list(sources_named(path, agent, homes, look))
            return named, named
        found = usual_sources(homes, look)
        named = []
        if agent is not None and reader_of(agent).only_when_named:
            named = list(READERS[agent].find(homes, look))
        return found + named, named

    def _drop_gone(self, growth: Growth, found: list[Source], look: Look) -> int:
        usual = {r.agent for r in READERS.values() if not r.only_when_named}
        looked = usual if any(s.agent in usual for s in found) or look.unread else set()
        gone = growth.gone(looked, found, look) + growth.gone_of_named()
        for path in gone:
            growth.leave(path)
        return len(gone)

    # Asking

    def sessions(self, wanted: Wanted | None = None) -> list[PastSession]:
        """The wanted sessions, the newest first; ignores `role`."""
        where, values = conditions(wanted or Wanted(), turns=False)
        return [
            session_of(row)
            for row in self._connection.execute(
                f"{SESSIONS} WHERE {where} ORDER BY s.ended DESC, s.id",
                values,
            )
        ]

    def find(self, id_: str) -> PastSession:
        """The session with this id, or this unique prefix of an id.

        `agent:id` names one of two agents' sessions. Raises `NotFound`, and `BadUsage`
        for an ambiguous id.
        """
        agent, colon, name = id_.partition(":")
        if not (colon and agent in READERS):
            agent, name = "", id_
        name = storable(name)
        by_agent = "(? = '' OR s.agent = ?) AND "
        query = f"{SESSIONS} WHERE {by_agent}"
        found = self._connection.execute(
            f"{query} s.name = ? LIMIT 3",
            (agent, agent, name),
        ).fetchall()
        if not found and len(name) >= _SHORTEST_START:
            found = self._connection.execute(
                f"{query} substr(s.name, 1, ?) = ? LIMIT 3",
                (agent, agent, len(name), name),
            ).fetchall()
        if not found:
            raise NotFound(
                f"no session has the id '{id_}'", hint="see `memsync sessions list`"
            )
        if len(found) > 1:
            ids = ", ".join(f"{row[2]}:{row[1]}" for row in found)
            raise BadUsage(f"several sessions are meant by '{id_}': {ids}")
        return session_of(found[0])

    def turns(self, session: PastSession) -> Iterator[Said]:
        """All that was said in a session, in its order, its sub-agents' turns last."""
        rows = self._connection.execute(
            "SELECT t.role, x.text, t.time, t.model, t.line, o.path, t.abandoned, t.sub"
            " FROM turn t JOIN text x ON x.id = t.id"
            " JOIN source o ON o.id = t.source WHERE t.session = ?"
            " ORDER BY o.id != ?, o.id, t.part, t.line, t.id",
            (session.row, self._main_source(session)),
        )
        for row in rows:
            said = Said(*row)
            yield said._replace(
                path=text_of(said.path),
                abandoned=bool(said.abandoned),
                by_sub_agent=bool(said.by_sub_agent),
            )

    def _main_source(self, session: PastSession) -> int:
        query = "SELECT source FROM session WHERE id = ?"
        row = self._connection.execute(query, (session.row,)).fetchone()
        return int(row[0]) if row and row[0] else 0

    def recall(self, query: str, wanted: Wanted, limit: int) -> list[Hit]:
        """The turns that match a query, the best first; none for an empty query."""
        where, values = conditions(wanted, turns=True)
        return ask(self._connection, query, where, values, limit)

    def totals(self) -> Totals:
        """What the index holds."""
        sessions, messages = self._connection.execute(
            "SELECT count(*), sum(messages) FROM session"
        ).fetchone()
        (turns,) = self._connection.execute("SELECT count(*) FROM turn").fetchone()
        skipped = self._connection.execute(
            "SELECT sum(malformed), sum(unknown), sum(unread) FROM source"
        ).fetchone()
        numbers = (sessions, messages, turns, *skipped)
        return Totals(*(int(number or 0) for number in numbers))

    # Forgetting

    def forget(self, session: PastSession, *, wait: float) -> int:
        """Erase a session's words from the index, for good; how many turns it had.

        Its id is stored in the config folder, so that it is never indexed again. Raises
        `Locked`.
        """
        with lock.hold(self._path.with_suffix(".lock"), what="recall", wait=wait):
            forgotten.add(self._config, session.agent, session.id)
            connection = self._connection
            with tables.transaction(connection):
                (count,) = connection.execute(
                    "SELECT count(*) FROM turn WHERE session = ?", (session.row,)
                ).fetchone()
                drop_turns(connection, "t.session = ?", (session.row,))
                connection.execute("DELETE FROM session WHERE id = ?", (session.row,))
                # The source row holds a reader's saved state, which may quote the
                # session.
                connection.execute(
                    "UPDATE source SET saved = NULL, size = -1 WHERE session = ?",
                    (session.row,),
                )
            self._erase()
            return int(count)

    def _erase(self) -> None:
        """Erase all traces: merge FTS segments, and truncate the write-ahead log."""
        for table in ("words", "parts"):
            self._connection.execute(
                f"INSERT INTO {table} ({table}) VALUES ('optimize')"  # noqa: S608 -- ours
            )
        # Empty the write-ahead log, which still holds the deleted rows.
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def rebuild(self, *, wait: float) -> None:
        """Empty the index; the next refresh reads everything. Raises `Locked`."""
        with lock.hold(self._path.with_suffix(".lock"), what="recall", wait=wait):
            self._connection.close()
            tables.remove(self._path)
            self._connection = tables.opened(self._path, schema.TABLES)

    def close(self) -> None:
        """Close the index."""
        self._connection.close()


__all__ = [
    "PastSession",
    "PastSessions",
    "Refreshed",
    "Said",
    "Totals",
    "Wanted",
    "past_sessions",
]
