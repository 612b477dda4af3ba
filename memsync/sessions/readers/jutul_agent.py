"""jutul-agent: one SQLite file a session, with a row for each event."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from memsync.sessions.moments import moment
from memsync.sessions.reading.blocks import call, mapping, said, word
from memsync.sessions.reading.events import About, Skipped, Turn
from memsync.sessions.reading.inserted import persons_words
from memsync.sessions.reading.reader import Homes, Look, Reader, Source, Stamp

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path

    from memsync.sessions.reading.events import Event

_DATABASE = "trace.sqlite"
# Events that hold no words.
_WITHOUT_WORDS = ("message_reasoning", "artifact", "attempt")
# The keys of a summary, in different versions.
_SUMMARIES = ("summary", "content", "text")


class JutulAgent(Reader):
    """Sessions of jutul-agent."""

    agent = "jutul-agent"

    def find(self, homes: Homes, look: Look) -> Iterator[Source]:
        for home in homes.data("jutul-agent"):
            for workspace in look.folders(home / "workspaces"):
                for session in look.folders(workspace / "sessions"):
                    if look.has(session / _DATABASE):
                        yield self._source(session / _DATABASE)

    def _source(self, path: Path) -> Source:
        return Source(self.agent, path, "database", path.parent.name)

    def claim(self, path: Path) -> Source | None:
        return self._source(path) if path.name == _DATABASE else None

    def stamps(self, database: sqlite3.Connection) -> Iterator[Stamp]:
        rows = database.execute("SELECT count(*), max(rowid) FROM events").fetchone()
        yield Stamp("", json.dumps(rows))

    def stored(
        self, source: Source, database: sqlite3.Connection, id_: str
    ) -> Iterator[Event]:
        yield About(source.id)
        rows = database.execute(
            "SELECT timestamp, kind, payload_json FROM events ORDER BY rowid"
        )
        for timestamp, kind, payload in rows:
            try:
                body = mapping(json.loads(payload))
            except (TypeError, ValueError, RecursionError):
                yield Skipped(malformed=True)
                continue
            yield from self._event(kind, body, moment(timestamp))

    def _event(
        self, kind: object, body: dict[str, object], time: float | None
    ) -> Iterator[Event]:
        if kind == "session_start":
            cwd = word(body.get("cwd")) or word(body.get("workspace"))
            yield About("", cwd=cwd or None, started=time)
        elif kind == "session_title":
            title = word(body.get("title")) or said(body.get("content"))
            yield About("", title=title or None)
        elif turn := _turn(kind, body, time):
            if turn.text.strip():
                yield turn
        elif kind not in _WITHOUT_WORDS and not str(kind).startswith("hitl_"):
            yield Skipped()

    def resume(self, id_: str) -> str | None:
        return f"jutul-agent --resume {id_}"


def _turn(kind: object, body: dict[str, object], time: float | None) -> Turn | None:
    model = word(body.get("model")) or None
    text = said(body.get("content"))
    if kind == "message_user":
        return Turn("user", persons_words(text), time)
    if kind == "message_assistant":
        return Turn("assistant", text, time, model)
    if kind == "tool_call":
        asked = call(word(body.get("name")), body.get("args"))
        return Turn("tool", asked, time, model)
    if kind == "tool_result":
        return Turn("tool", text, time)
    if kind == "context_compaction":
        found = (word(body.get(key)) for key in _SUMMARIES)
        return Turn("summary", next(filter(None, found), ""), time)
    return None
