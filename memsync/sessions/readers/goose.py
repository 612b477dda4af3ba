"""goose: one SQLite database; before that, JSON lines with metadata on the first."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from memsync.sessions.moments import moment
from memsync.sessions.reading.blocks import call, items, mapping, said, word
from memsync.sessions.reading.events import About, Skipped, Turn
from memsync.sessions.reading.inserted import persons_words
from memsync.sessions.reading.reader import Homes, Look, Reader, Records, Source, Stamp

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path

    from memsync.sessions.reading.events import Event, Role
    from memsync.sessions.reading.reader import Conversation, Saved

_DATABASE = "sessions.db"
# The kind of a session that an agent started.
_SUB = "sub_agent"


def _turns(
    role: object,
    content: object,
    time: float | None,
    line: int | None,
    *,
    sub: bool,
) -> Iterator[Event]:
    texts = []
    for each in items(content):
        item = mapping(each)
        kind = item.get("type")
        if kind == "text":
            texts.append(word(item.get("text")))
        elif kind in ("toolRequest", "frontendToolRequest"):
            asked = mapping(mapping(item.get("toolCall")).get("value"))
            asked = asked or mapping(item.get("toolCall"))
            text = call(word(asked.get("name")), asked.get("arguments"))
            yield Turn("tool", text, time, None, line, by_sub_agent=sub)
        elif kind == "toolResponse":
            result = mapping(item.get("toolResult"))
            value = result.get("value", result.get("error"))
            text = said(mapping(value).get("content", value))
            if text.strip():
                yield Turn("tool", text, time, None, line, by_sub_agent=sub)
    text = "\n".join(texts)
    person = role == "user"
    if person:
        text = persons_words(text)
    if text.strip():
        who: Role = "user" if person and not sub else "assistant"
        yield Turn(who, text, time, None, line, by_sub_agent=sub)


class _Goose(Records):
    """The older form."""

    def record(self, number: int, found: dict[str, object]) -> Iterator[Event]:
        if "role" not in found:
            if number == 1:
                yield About(
                    self.source.id,
                    title=word(found.get("description")) or None,
                    cwd=word(found.get("working_dir")) or None,
                )
        else:
            if number == 1:
                yield About(self.source.id)
            time = moment(found.get("created"))
            yield from _turns(
                found["role"], found.get("content"), time, number, sub=False
            )


class Goose(Reader):
    """Sessions of goose."""

    agent = "goose"

    def find(self, homes: Homes, look: Look) -> Iterator[Source]:
        if own := homes.folder("GOOSE_PATH_ROOT"):
            roots = [own / "data/sessions"]
        else:
            roots = [base / "sessions" for base in homes.data("goose")]
            roots += [base / "goose/sessions" for base in homes.data("Block")]
        for root in roots:
            for file in look.files(root, (_DATABASE, ".jsonl")):
                if source := self.claim(file):
                    yield source

    def claim(self, path: Path) -> Source | None:
        if path.name == _DATABASE:
            return Source(self.agent, path, "database")
        if path.suffix == ".jsonl" and path.parent.name == "sessions":
            return Source(self.agent, path, "lines", path.stem)
        return None

    def conversation(self, source: Source, saved: Saved | None) -> Conversation:
        return _Goose(source, saved)

    def stamps(self, database: sqlite3.Connection) -> Iterator[Stamp]:
        rows = database.execute(
            "SELECT s.id, s.updated_at, (SELECT count(*) || '/' ||"
            " coalesce(max(m.rowid), 0) FROM messages m WHERE m.session_id = s.id)"
            " FROM sessions s ORDER BY s.id"
        )
        for id_, *changed in rows:
            yield Stamp(str(id_), json.dumps(changed))

    def stored(
        self, source: Source, database: sqlite3.Connection, id_: str
    ) -> Iterator[Event]:
        cursor = database.execute("SELECT * FROM sessions WHERE id = ?", (id_,))
        names = [column[0] for column in cursor.description]
        row = cursor.fetchone()
        if row is None:
            return
        head = dict(zip(names, row, strict=True))
        sub = head.get("session_type") == _SUB
        if head.get("session_type") == "hidden":
            return
        parent = word(head.get("parent_session_id")) if sub else ""
        yield About(
            parent or id_,
            title=word(head.get("name")) or word(head.get("description")) or None,
            cwd=word(head.get("working_dir")) or None,
            started=moment(head.get("created_at")),
            parent=parent or None,
        )
        rows = database.execute(
            "SELECT role, content_json, created_timestamp, metadata_json"
            " FROM messages WHERE session_id = ? ORDER BY rowid",
            (id_,),
        )
        for role, content, created, metadata in rows:
            try:
                parts = json.loads(content)
                about = mapping(json.loads(metadata or "{}"))
            except (TypeError, ValueError, RecursionError):
                yield Skipped(malformed=True)
                continue
            # What the person was never shown, the harness said.
            if about.get("userVisible") is not False:
                yield from _turns(role, parts, moment(created), None, sub=sub)

    def resume(self, id_: str) -> str | None:
        return f"goose session --resume --session-id {id_}"
