"""yottacode: one JSON object a session, written anew with each turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

from memsync.sessions.moments import moment
from memsync.sessions.reading.blocks import call, items, mapping, said, word
from memsync.sessions.reading.documents import told
from memsync.sessions.reading.events import About, Skipped, Turn
from memsync.sessions.reading.inserted import persons_words
from memsync.sessions.reading.reader import Homes, Look, Reader, Source

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from memsync.sessions.reading.documents import Head
    from memsync.sessions.reading.events import Event


class Yottacode(Reader):
    """Sessions of yottacode."""

    agent = "yottacode"

    def find(self, homes: Homes, look: Look) -> Iterator[Source]:
        for root in homes.below_home(".yottacode", "sessions"):
            for file in look.files(root, ".json"):
                yield Source(self.agent, file, "document", file.stem)

    def claim(self, path: Path) -> Source | None:
        if path.suffix != ".json" or path.parent.name != "sessions":
            return None
        above = path.parent.parent.name
        if above == "zerostack":
            return None
        return Source(self.agent, path, "document", path.stem)

    def document(self, source: Source, file: BinaryIO) -> Iterator[Event]:
        yield from told(
            file, lambda head: word(head.get("id")) or source.id, _turns, _about
        )

    def resume(self, id_: str) -> str | None:
        return f"yottacode --resume {id_}"


def _about(head: Head) -> Iterator[Event]:
    yield About(
        "",
        title=word(head.get("name")) or None,
        cwd=word(head.get("cwd")) or None,
        started=moment(head.get("created")),
    )


def _turns(message: dict[str, object], head: Head) -> Iterator[Event]:
    model = word(head.get("model")) or None
    role = message.get("role")
    text = said(message.get("content"))
    if role == "user":
        if words := persons_words(text):
            yield Turn("user", words)
    elif role == "assistant":
        if text.strip():
            yield Turn("assistant", text, None, model)
        for each in items(message.get("tool_calls")):
            asked = mapping(each)
            given = asked.get("args_json", asked.get("args"))
            yield Turn("tool", call(word(asked.get("name")), given), None, model)
    elif role == "tool":
        if text.strip():
            yield Turn("tool", text)
    elif role != "system":
        yield Skipped()
