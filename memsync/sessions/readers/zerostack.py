"""zerostack: one JSON object a session, written anew with each turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

from memsync.sessions.moments import moment
from memsync.sessions.reading.blocks import call, mapping, said, word
from memsync.sessions.reading.documents import fields
from memsync.sessions.reading.events import About, Skipped, Turn
from memsync.sessions.reading.inserted import persons_words
from memsync.sessions.reading.reader import Homes, Look, Reader, Source

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from memsync.sessions.reading.events import Event

# Read one item at a time, since they hold all of the session.
_LISTS = {"messages", "compactions"}


class Zerostack(Reader):
    """Sessions of zerostack."""

    agent = "zerostack"

    def find(self, homes: Homes, look: Look) -> Iterator[Source]:
        own = homes.folder("ZS_DATA_DIR")
        for root in [own] if own else homes.data("zerostack"):
            for file in look.files(root / "sessions", ".json"):
                yield Source(self.agent, file, "document", file.stem)

    def claim(self, path: Path) -> Source | None:
        if path.suffix != ".json" or path.parent.parent.name != "zerostack":
            return None
        return Source(self.agent, path, "document", path.stem)

    def document(self, source: Source, file: BinaryIO) -> Iterator[Event]:
        # What the session is called stands behind its messages, or before them.
        head = {f.name: f.value for f in fields(file, _LISTS) if not f.item}
        model = word(head.get("model")) or None
        yield About(
            source.id,
            title=word(head.get("name")) or None,
            cwd=word(head.get("working_dir")) or None,
            started=moment(head.get("created_at")),
        )
        file.seek(0)
        for field in fields(file, _LISTS):
            if field.malformed:
                yield Skipped(malformed=True)
            elif field.item and field.name == "messages":
                yield from _turns(mapping(field.value), model)
            elif field.item:
                summary = mapping(field.value)
                if text := word(summary.get("summary")):
                    yield Turn("summary", text, moment(summary.get("created_at")))

    def resume(self, id_: str) -> str | None:
        return f"zerostack --resume {id_}"


def _turns(message: dict[str, object], model: str | None) -> Iterator[Event]:
    role = message.get("role")
    text = said(message.get("content"))
    time = moment(message.get("timestamp"))
    if role == "user":
        if words := persons_words(text):
            yield Turn("user", words, time)
    elif role == "assistant":
        if text.strip():
            yield Turn("assistant", text, time, model)
    elif role in ("tool_call", "subagent_tool_call"):
        tool = mapping(message.get("tool"))
        asked = call(word(tool.get("name")), tool.get("args"))
        sub = role != "tool_call"
        yield Turn("tool", asked or text, time, model, by_sub_agent=sub)
    elif role == "tool_result":
        if text.strip():
            yield Turn("tool", text, time)
    elif role != "system":
        yield Skipped()
