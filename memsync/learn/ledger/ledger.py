"""The ledger of learning on this machine, for all projects."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from typing import TYPE_CHECKING

from memsync.files import tables
from memsync.learn.fact import Fact, Source
from memsync.learn.ledger import schema
from memsync.learn.ledger.rows import Call, Run, Spent, Trouble
from memsync.learn.ledger.trouble import ALL_KILLED, MOST_TRIES, Standing, wait_after
from memsync.memory.note.names import Scope

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from memsync.learn.evidence.evidence import Evidence
    from memsync.learn.models.model import Failed

DAY = 86_400.0


@contextlib.contextmanager
def open_ledger(state: Path) -> Iterator[Ledger]:
    """Open the ledger in the state folder. Raises `Broken` if it cannot be written."""
    path = state / schema.NAME
    connection = tables.opened(path, schema.TABLES)
    try:
        yield Ledger(connection)
    except sqlite3.Error as error:
        raise tables.trouble(error, path, schema.TABLES) from None
    finally:
        connection.close()


class Ledger:
    """The ledger of this machine; `open_ledger` makes it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    # Sessions

    def standing(self, agent: str, id_: str) -> Standing | None:
        """The state of a session; None if it was never tried."""
        row = self._connection.execute(
            "SELECT digest, state, tries, waits, next, class, reason, changed"
            " FROM session WHERE agent = ? AND id = ?",
            (agent, id_),
        ).fetchone()
        return Standing(*row) if row else None

    def claim(self, evidence: Evidence, project: str, now: float) -> None:
        """Count a try before it begins, so that a killed one counts too.

        The caller holds the session's lock.
        """
        self._connection.execute(
            "INSERT INTO session VALUES (?, ?, ?, ?, 'claimed', 1, 0, 0, '', '', ?)"
            " ON CONFLICT (agent, id) DO UPDATE SET project = excluded.project,"
            " tries = iif(digest = excluded.digest, tries + 1, 1),"
            " waits = iif(digest = excluded.digest, waits, 0),"
            " digest = excluded.digest, state = 'claimed', changed = excluded.changed",
            (evidence.agent, evidence.session, project, evidence.digest, now),
        )

    def not_claimed(self, evidence: Evidence, before: Standing | None) -> None:
        """Take a claim back: nothing was asked about the session."""
        if before is None:
            self._connection.execute(
                "DELETE FROM session WHERE agent = ? AND id = ?",
                (evidence.agent, evidence.session),
            )
            return
        self._connection.execute(
            "UPDATE session SET digest = ?, state = ?, tries = ?, waits = ?, next = ?,"
            " class = ?, reason = ?, changed = ? WHERE agent = ? AND id = ?",
            (*before, evidence.agent, evidence.session),
        )

    def read(
        self,
        evidence: Evidence,
        project: str,
        facts: Iterable[Fact],
        synopsis: str,
        now: float,
    ) -> int:
        """Record what was found in a session; return how many facts are new."""
        with tables.transaction(self._connection):
            self._connection.execute(
                "INSERT OR REPLACE INTO session"
                " VALUES (?, ?, ?, ?, 'read', 0, 0, 0, '', '', ?)",
                (evidence.agent, evidence.session, project, evidence.digest, now),
            )
            new = sum(self._keep(fact, project, now) for fact in facts)
            if synopsis:
                self._connection.execute(
                    "INSERT OR REPLACE INTO synopsis VALUES (?, ?, ?)",
                    (evidence.key, project, synopsis),
                )
        return new

    def _keep(self, fact: Fact, project: str, now: float) -> int:
        added = self._connection.execute(
            "INSERT OR IGNORE INTO fact VALUES (?, ?, ?, ?, 0, 0, ?)",
            (fact.id, project, fact.source.key, now, _packed(fact)),
        )
        return added.rowcount

    def failed(self, evidence: Evidence, failed: Failed, now: float) -> None:
        """Record why a claimed session could not be read."""
        found = self.standing(evidence.agent, evidence.session)
        tries, waits = (found.tries, found.waits) if found else (1, 0)
        later, state = 0.0, "failed"
        if failed.kind == "transient":
            # Not the session's fault: it lengthens the wait, but is not a try.
            tries, waits = tries - 1, waits + 1
            later = now + wait_after(waits, failed.wait)
        elif failed.kind == "refused":
            state = "refused"
        else:
            waits = 0
            state = "parked" if tries >= MOST_TRIES else "failed"
        self._connection.execute(
            "UPDATE session SET state = ?, tries = ?, waits = ?, next = ?, class = ?,"
            " reason = ?, changed = ? WHERE agent = ? AND id = ?",
            (
                *(state, tries, waits, later, str(failed.kind), str(failed)),
                *(now, evidence.agent, evidence.session),
            ),
        )

    def troubles(self, project: str) -> list[Trouble]:
        """The sessions of a project that failed and have not been read since."""
        rows = self._connection.execute(
            "SELECT id, class, reason, state, next FROM session WHERE project = ?"
            " AND (state IN ('failed', 'parked', 'refused')"
            " OR state = 'claimed' AND tries >= ?) ORDER BY changed DESC, id",
            (project, MOST_TRIES),
        )
        return [
            Trouble(id_, "content", ALL_KILLED, "parked", 0.0)
            if state == "claimed"
            else Trouble(id_, kind, reason, state, later)
            for id_, kind, reason, state, later in rows
        ]

    # Facts

    def unconsolidated(self, project: str) -> list[Fact]:
        """The facts of a project that stage two has not handled yet, oldest first."""
        rows = self._connection.execute(
            "SELECT body FROM fact WHERE project = ? AND NOT consolidated"
            " AND tries < ? ORDER BY made, id",
            (project, MOST_TRIES),
        )
        return [_unpacked(body) for (body,) in rows]

    def facts(self, ids: Iterable[str]) -> dict[str, Fact]:
        """Facts by their ids; leaves out unknown ids."""
        found: dict[str, Fact] = {}
        for id_ in ids:
            row = self._connection.execute(
                "SELECT body FROM fact WHERE id = ?", (id_,)
            ).fetchone()
            if row:
                found[id_] = _unpacked(row[0])
        return found

    def elsewhere(self, project: str) -> list[str]:
        """What was learned in other projects."""
        rows = self._connection.execute(
            "SELECT body FROM fact WHERE project != ?", (project,)
        )
        return [_unpacked(body).text for (body,) in rows]

    def count_try(self, ids: Iterable[str]) -> None:
        """Count a try of facts in stage two, before the call."""
        with tables.transaction(self._connection):
            self._connection.executemany(
                "UPDATE fact SET tries = tries + 1 WHERE id = ?",
                [(id_,) for id_ in ids],
            )

    def not_tried(self, ids: Iterable[str]) -> None:
        """Take a try back: the failure was not the facts' fault."""
        with tables.transaction(self._connection):
            self._connection.executemany(
                "UPDATE fact SET tries = max(0, tries - 1) WHERE id = ?",
                [(id_,) for id_ in ids],
            )

    def consolidated(self, ids: Iterable[str]) -> None:
        """Record that stage two has handled these facts."""
        with tables.transaction(self._connection):
            self._connection.executemany(
                "UPDATE fact SET consolidated = 1 WHERE id = ?", [(id_,) for id_ in ids]
            )

    def synopses(self, sessions: Iterable[str]) -> dict[str, str]:
        """The synopses of sessions, by `<agent>:<id>`."""
        found: dict[str, str] = {}
        for key in sessions:
            row = self._connection.execute(
                "SELECT text FROM synopsis WHERE session = ?", (key,)
            ).fetchone()
            if row:
                found[key] = row[0]
        return found

    # Calls and runs

    def spent(self, now: float) -> Spent:
        """The calls and tokens of the last 24 hours.

        Counts calls dated a little in the future, by a clock that was fast. Ignores
        those dated years ahead, which would otherwise stop all calls until then.
        """
        row = self._connection.execute(
            "SELECT count(*), coalesce(sum(tokens_in), 0), coalesce(sum(tokens_out), 0)"
            " FROM call WHERE time > ? AND time < ?",
            (now - DAY, now + DAY),
        ).fetchone()
        return Spent(*row)

    def begin_call(self, call: Call) -> int:
        """Count a call before it is made; return its number."""
        done = self._connection.execute(
            "INSERT INTO call VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", call
        )
        return int(done.lastrowid or 0)

    def end_call(
        self, number: int, seconds: float, tokens: tuple[int, int], outcome: str
    ) -> None:
        """Record the outcome of a call."""
        self._connection.execute(
            "UPDATE call SET seconds = ?, tokens_in = ?, tokens_out = ?, outcome = ?"
            " WHERE rowid = ?",
            (seconds, *tokens, outcome, number),
        )

    def not_called(self, number: int) -> None:
        """Take a call back: nothing was sent."""
        self._connection.execute("DELETE FROM call WHERE rowid = ?", (number,))

    def keep_run(self, run: Run) -> None:
        """Record a run as far as it has come."""
        self._connection.execute(
            "INSERT OR REPLACE INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (*run[:7], json.dumps(run.report)),
        )

    def runs(self, project: str | None, limit: int) -> list[Run]:
        """The last runs, the newest first; of all projects if None is given."""
        rows = self._connection.execute(
            "SELECT * FROM run WHERE ? IS NULL OR project = ?"
            " ORDER BY began DESC, id LIMIT ?",
            (project, project, limit),
        )
        return [
            Run._make((*row[:4], bool(row[4]), *row[5:7], json.loads(row[7])))
            for row in rows
        ]

    def roots(self) -> list[str]:
        """The folders in which a person ran learning, the most recent first."""
        rows = self._connection.execute(
            "SELECT root FROM run WHERE NOT by_itself GROUP BY root"
            " ORDER BY max(began) DESC"
        )
        return [root for (root,) in rows]

    def clear(self) -> None:
        """Forget sessions, facts and runs; the calls of today still count."""
        with tables.transaction(self._connection):
            for table in ("session", "fact", "synopsis", "run"):
                self._connection.execute(f"DELETE FROM {table}")  # noqa: S608 -- ours
        # Empty the write-ahead log, which still holds the deleted rows.
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _packed(fact: Fact) -> str:
    return json.dumps({**fact._asdict(), "source": fact.source._asdict()})


def _unpacked(body: str) -> Fact:
    given = json.loads(body)
    source = given["source"]
    return Fact(
        **{
            **given,
            "scope": Scope(given["scope"]),
            "source": Source(**{**source, "quotes": tuple(source["quotes"])}),
        }
    )
