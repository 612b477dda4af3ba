"""Plain JSON lines with `role` and `content`, as many programs write them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.sessions.moments import moment
from memsync.sessions.reading.blocks import blocks, mapping, word
from memsync.sessions.reading.events import About, Skipped, Turn
from memsync.sessions.reading.inserted import persons_words
from memsync.sessions.reading.lines import record
from memsync.sessions.reading.reader import Conversation, Homes, Look, Reader, Source

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from memsync.sessions.reading.events import Event, Role
    from memsync.sessions.reading.reader import Saved

# The names that programs give to the same keys.
_TIMES = ("timestamp", "time", "created_at", "created", "ts", "date")
_ROLES: dict[str, Role] = {
    **dict.fromkeys(("user", "human"), "user"),
    **dict.fromkeys(("assistant", "model", "ai", "gpt"), "assistant"),
    **dict.fromkeys(("tool", "function", "tool_result", "toolResult"), "tool"),
    "summary": "summary",
}
# Roles whose words nobody said.
_SILENT = ("system", "developer")
_IDS = ("session_id", "sessionId", "session", "conversation_id")


class _Plain(Conversation):
    def __init__(self, source: Source, saved: Saved | None) -> None:
        super().__init__(source, saved)
        self._named = bool(self.saved)
        self._cwd = word(self.saved.get("cwd"))

    def feed(self, number: int, data: bytes) -> Iterator[Event]:
        if not data.strip():
            return
        found = record(data)
        if found is None:
            yield Skipped(malformed=True)
            return
        yield from self._about(found)
        # Some wrap the message, beside what the line says of itself.
        message = mapping(found.get("message")) or found
        role = message.get("role") or found.get("type")
        time = next((moment(found[key]) for key in _TIMES if key in found), None)
        model = word(message.get("model")) or word(found.get("model")) or None
        text_of = message.get("content", message.get("text"))
        parts = list(blocks(text_of))
        text = "\n".join(part.text for part in parts if part.kind == "text")
        kept = _ROLES.get(role) if isinstance(role, str) else None
        if kept == "user":
            text = persons_words(text)
        if kept and text.strip():
            who = model if kept == "assistant" else None
            yield Turn(kept, text, time, who, number)
        elif not kept and role not in _SILENT:
            yield Skipped()
        for part in parts:
            if part.kind != "text" and part.text.strip():
                yield Turn("tool", part.text, time, None, number)

    def _about(self, found: dict[str, object]) -> Iterator[Event]:
        if not self._named:
            self._named = True
            id_ = next((word(found[key]) for key in _IDS if word(found.get(key))), "")
            yield About(id_ or self.source.id, title=word(found.get("title")) or None)
        if not self._cwd and (cwd := word(found.get("cwd"))):
            self._cwd = cwd
            yield About("", cwd=cwd)

    def state(self) -> Saved:
        return {"cwd": self._cwd}


class PlainJsonl(Reader):
    """Conversations at a path that a person gives."""

    agent = "jsonl"
    only_when_named = True

    def find(self, homes: Homes, look: Look) -> Iterator[Source]:
        return iter(())

    def claim(self, path: Path) -> Source | None:
        if path.suffix not in (".jsonl", ".ndjson"):
            return None
        return Source(self.agent, path, "lines", path.stem)

    def conversation(self, source: Source, saved: Saved | None) -> Conversation:
        return _Plain(source, saved)
