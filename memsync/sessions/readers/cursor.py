"""Cursor: key-value tables of its desktop app, and one database a session of its CLI.

The format is not documented and changes, so it is read only when it is asked for.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from memsync.sessions.moments import moment
from memsync.sessions.reading.blocks import blocks, call, items, mapping, said, word
from memsync.sessions.reading.events import About, Skipped, Turn
from memsync.sessions.reading.inserted import CURSOR, persons_words
from memsync.sessions.reading.reader import Homes, Look, Reader, Source, Stamp

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path

    from memsync.sessions.reading.events import Event

_DESKTOP = "state.vscdb"
_CLI = "store.db"
# The keys of sessions in the desktop app's table.
_HEAD = "composerData:"
# The number by which Cursor marks a person's turn.
_USER = 1


class Cursor(Reader):
    """Sessions of Cursor, of its desktop app and of its command line."""

    agent = "cursor"
    only_when_named = True

    def find(self, homes: Homes, look: Look) -> Iterator[Source]:
        for base in homes.config("Cursor"):
            file = base / "User/globalStorage" / _DESKTOP
            if look.has(file):
                yield Source(self.agent, file, "database")
        for root in homes.below_home(".cursor", "chats"):
            for project in look.folders(root):
                for session in look.folders(project):
                    if look.has(session / _CLI):
                        yield Source(
                            self.agent, session / _CLI, "database", session.name
                        )

    def claim(self, path: Path) -> Source | None:
        if path.name == _DESKTOP:
            return Source(self.agent, path, "database")
        if path.name == _CLI:
            return Source(self.agent, path, "database", path.parent.name)
        return None

    def stamps(self, database: sqlite3.Connection) -> Iterator[Stamp]:
        if _is_cli(database):
            row = database.execute("SELECT count(*), max(rowid) FROM blobs").fetchone()
            yield Stamp("", json.dumps(row))
            return
        rows = database.execute(
            "SELECT key, value FROM cursorDiskKV WHERE key >= ? AND key < ?",
            (_HEAD, _HEAD[:-1] + ";"),
        )
        for key, value in rows:
            head = _parsed(value)
            bubbles = items(head.get("fullConversationHeadersOnly"))
            changed = (head.get("lastUpdatedAt"), len(bubbles), head.get("name"))
            if bubbles:
                yield Stamp(str(key).removeprefix(_HEAD), json.dumps(changed))

    def stored(
        self, source: Source, database: sqlite3.Connection, id_: str
    ) -> Iterator[Event]:
        if _is_cli(database):
            yield from _of_cli(source, database)
        else:
            yield from _of_desktop(database, id_)

    def resume(self, id_: str) -> str | None:
        return f"cursor-agent --resume {id_}"


def _is_cli(database: sqlite3.Connection) -> bool:
    query = "SELECT 1 FROM sqlite_schema WHERE name = 'blobs'"
    return database.execute(query).fetchone() is not None


def _value(database: sqlite3.Connection, key: str) -> dict[str, object]:
    query = "SELECT value FROM cursorDiskKV WHERE key = ?"
    row = database.execute(query, (key,)).fetchone()
    return _parsed(row[0]) if row else {}


def _of_desktop(database: sqlite3.Connection, id_: str) -> Iterator[Event]:
    head = _value(database, f"{_HEAD}{id_}")
    uri = mapping(mapping(head.get("workspaceIdentifier")).get("uri"))
    sub = bool(head.get("isSubagent"))
    yield About(
        id_,
        title=word(head.get("name")) or None,
        cwd=word(uri.get("fsPath")) or None,
        started=moment(head.get("createdAt")),
    )
    for each in items(head.get("fullConversationHeadersOnly")):
        bubble = _value(database, f"bubbleId:{id_}:{mapping(each).get('bubbleId')}")
        if not bubble:
            yield Skipped(malformed=True)
            continue
        time = moment(bubble.get("createdAt"))
        text = word(bubble.get("text"))
        if bubble.get("type") == _USER:
            if words := persons_words(text, CURSOR):
                yield Turn(
                    "assistant" if sub else "user", words, time, by_sub_agent=sub
                )
            continue
        if text.strip():
            yield Turn("assistant", text, time, by_sub_agent=sub)
        tool = mapping(bubble.get("toolFormerData"))
        if tool:
            asked = call(word(tool.get("name")), tool.get("params"))
            for part in (asked, said(tool.get("result"))):
                if part.strip():
                    yield Turn("tool", part, time, by_sub_agent=sub)


def _of_cli(source: Source, database: sqlite3.Connection) -> Iterator[Event]:
    about = {}
    row = database.execute("SELECT value FROM meta WHERE key = '0'").fetchone()
    if row and isinstance(row[0], str):
        try:
            about = _parsed(bytes.fromhex(row[0]))
        except ValueError:
            yield Skipped(malformed=True)
    yield About(
        source.id,
        title=word(about.get("name")) or word(about.get("title")) or None,
        started=moment(about.get("createdAt") or about.get("createdAtMs")),
    )
    for (data,) in database.execute("SELECT data FROM blobs ORDER BY rowid"):
        message = _parsed(data)
        role = message.get("role")
        parts = list(blocks(message.get("content")))
        text = "\n".join(part.text for part in parts if part.kind == "text")
        if role == "user" and (words := persons_words(text, CURSOR)):
            yield Turn("user", words)
        elif role == "assistant" and text.strip():
            yield Turn("assistant", text)
        for part in parts:
            if part.kind != "text" and part.text.strip():
                yield Turn("tool", part.text)


def _parsed(data: object) -> dict[str, object]:
    """An object of JSON; empty for anything else, such as a blob of protobuf."""
    if not isinstance(data, str | bytes) or data[:1] not in ("{", b"{"):
        return {}
    try:
        return mapping(json.loads(data))
    except (ValueError, RecursionError):
        return {}
