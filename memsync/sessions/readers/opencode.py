"""opencode: one SQLite database; before that, a folder of small JSON files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from memsync.sessions.moments import moment
from memsync.sessions.reading.blocks import call, mapping, said, word
from memsync.sessions.reading.database import columns
from memsync.sessions.reading.events import About, Skipped, Turn
from memsync.sessions.reading.inserted import persons_words
from memsync.sessions.reading.reader import Homes, Look, Reader, Source, Stamp

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO

    from memsync.sessions.reading.events import Event, Role

# Titles that opencode makes itself; the first prompt says more.
_NAMELESS = ("New session - ", "Child session - ")
# Bytes of one of its small files.
_LARGEST = 4 << 20


class OpenCode(Reader):
    """Sessions of opencode, in its database and in its older folder."""

    agent = "opencode"

    def find(self, homes: Homes, look: Look) -> Iterator[Source]:
        own = homes.folder("OPENCODE_DB")
        if own:
            roots = []
            if look.has(own):
                yield Source(self.agent, own, "database")
        elif folder := homes.folder("OPENCODE_DATA_DIR"):
            roots = [folder]
        else:
            roots = homes.data("opencode")
        for root in roots:
            for file in look.files(root, ".db"):
                if file.name == "opencode.db" or file.name.startswith("opencode-"):
                    yield Source(self.agent, file, "database")
            sessions = root / "storage/session"
            if sessions.is_dir():
                for project in (sessions, *look.folders(sessions)):
                    for file in look.files(project, ".json"):
                        yield Source(self.agent, file, "document", file.stem)

    def claim(self, path: Path) -> Source | None:
        if path.suffix == ".db" and path.name.startswith("opencode"):
            return Source(self.agent, path, "database")
        if path.suffix == ".json" and path.name.startswith("ses_"):
            return Source(self.agent, path, "document", path.stem)
        return None

    def stamps(self, database: sqlite3.Connection) -> Iterator[Stamp]:
        updated = (
            "time_updated"
            if "time_updated" in columns(database, "session")
            else "time_created"
        )
        rows = database.execute(
            f"SELECT s.id, s.{updated}, s.title, (SELECT count(*) || '/' ||"  # noqa: S608 -- one of two names of ours
            " coalesce(max(p.rowid), 0) FROM part p WHERE p.session_id = s.id)"
            " FROM session s ORDER BY s.id"
        )
        for id_, *changed in rows:
            yield Stamp(str(id_), json.dumps(changed))

    def stored(
        self, source: Source, database: sqlite3.Connection, id_: str
    ) -> Iterator[Event]:
        head = database.execute(
            "SELECT parent_id, directory, title, time_created FROM session"
            " WHERE id = ?",
            (id_,),
        ).fetchone()
        if head is None:
            return
        parent = word(head[0]) or None
        yield _about(id_, parent, head[1], head[2], head[3])
        rows = database.execute(
            "SELECT m.id, m.data, p.data, m.time_created FROM part p JOIN message m"
            " ON m.id = p.message_id WHERE p.session_id = ?"
            " ORDER BY p.message_id, p.id",
            (id_,),
        )
        reply = _Message()
        for of, message, part, created in rows:
            said_by = _parsed(message)
            if said_by is None or (found := _parsed(part)) is None:
                yield Skipped(malformed=True)
                continue
            yield from reply.add(said_by, of, found, created, sub=bool(parent))
        yield from reply.ended()

    def document(self, source: Source, file: BinaryIO) -> Iterator[Event]:
        head = _parsed(file.read(_LARGEST))
        if head is None:
            yield Skipped(malformed=True)
            return
        id_ = word(head.get("id")) or source.id
        parent = word(head.get("parentID")) or None
        time = mapping(head.get("time")).get("created")
        yield _about(id_, parent, head.get("directory"), head.get("title"), time)
        storage = next(p for p in source.path.parents if p.name == "session").parent
        reply = _Message()
        look = Look()
        for message in look.files(storage / "message" / id_, ".json"):
            said_by = _of_file(message)
            if said_by is None:
                yield Skipped(malformed=True)
                continue
            for part in look.files(storage / "part" / message.stem, ".json"):
                found = _of_file(part)
                if found is None:
                    yield Skipped(malformed=True)
                    continue
                created = mapping(said_by.get("time")).get("created")
                yield from reply.add(
                    said_by, message.stem, found, created, sub=bool(parent)
                )
        yield from reply.ended()

    def resume(self, id_: str) -> str | None:
        return f"opencode -s {id_}"


def _about(
    id_: str, parent: str | None, folder: object, title: object, created: object
) -> About:
    name = word(title)
    return About(
        parent or id_,
        title=None if name.startswith(_NAMELESS) or parent else name or None,
        cwd=word(folder) or None,
        started=moment(created),
        parent=parent,
    )


class _Message:
    """The parts of one message, whose texts make one turn."""

    def __init__(self) -> None:
        self._of: object = None
        self._turn: Turn | None = None

    def add(
        self,
        message: dict[str, object],
        of: object,
        part: dict[str, object],
        created: object,
        *,
        sub: bool,
    ) -> Iterator[Event]:
        """Take the next part, of the same message or another."""
        if of != self._of:
            yield from self.ended()
            self._of = of
        person = message.get("role") == "user"
        model = mapping(message.get("model")).get("modelID", message.get("modelID"))
        time = moment(created)
        kind = part.get("type")
        if kind == "text":
            text = word(part.get("text"))
            if person:
                text = "" if part.get("synthetic") else persons_words(text)
            role: Role = "user" if person and not sub else "assistant"
            if message.get("summary") is True:
                role = "summary"
            if text.strip() and self._turn:
                joined = f"{self._turn.text}\n{text}"
                self._turn = self._turn._replace(text=joined)
            elif text.strip():
                who = None if person else word(model) or None
                self._turn = Turn(role, text, time, who, by_sub_agent=sub)
        elif kind == "tool":
            state = mapping(part.get("state"))
            asked = call(word(part.get("tool")), state.get("input"))
            answer = said(state.get("output", state.get("error")))
            for text in (asked, answer):
                if text.strip():
                    yield Turn(
                        "tool", text, time, word(model) or None, by_sub_agent=sub
                    )

    def ended(self) -> Iterator[Event]:
        """The message's turn."""
        if self._turn:
            yield self._turn
        self._turn = None


def _parsed(data: object) -> dict[str, object] | None:
    if not isinstance(data, str | bytes) or len(data) > _LARGEST:
        return None
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _of_file(path: Path) -> dict[str, object] | None:
    try:
        with path.open("rb") as file:
            return _parsed(file.read(_LARGEST + 1))
    except OSError:
        return None
