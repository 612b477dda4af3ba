"""Coyote: one YAML file a session, written anew with each turn.

It is read as a stream of events: a tree of a large file would not fit. There is
neither a time nor a folder in it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, BinaryIO

from memsync.sessions.moments import moment
from memsync.sessions.reading.blocks import call, items, mapping, said, values, word
from memsync.sessions.reading.events import About, Skipped, Turn
from memsync.sessions.reading.inserted import persons_words
from memsync.sessions.reading.reader import Homes, Look, Reader, Source
from memsync.sessions.reading.yaml_lists import list_items

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from memsync.sessions.reading.events import Event

# The two lists of a session; the first has what a compression replaced.
_MESSAGES = ("compressed_messages", "messages")
# The time in the name of a session that nobody named.
_NAMED = re.compile(r"(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)")


class Coyote(Reader):
    """Sessions that Coyote saved."""

    agent = "coyote"

    def find(self, homes: Homes, look: Look) -> Iterator[Source]:
        own = homes.folder("COYOTE_CONFIG_DIR")
        config = [own] if own else homes.config("coyote")
        sessions = homes.folder("COYOTE_SESSIONS_DIR")
        roots = [sessions] if sessions else [base / "sessions" for base in config]
        for base in config:
            agents = base / "agents"
            if agents.is_dir():
                roots += [agent / "sessions" for agent in look.folders(agents)]
        for root in roots:
            for folder in (root, root / "_"):
                if folder != root and not folder.is_dir():
                    continue
                for file in look.files(folder, ".yaml"):
                    yield self._source(file)

    def _source(self, path: Path) -> Source:
        above = path.parent.parent if path.parent.name == "_" else path.parent
        agent = above.parent.name if above.parent.parent.name == "agents" else ""
        name = f"_/{path.stem}" if path.parent.name == "_" else path.stem
        id_ = f"{agent}/{name}" if agent else name
        return Source(self.agent, path, "document", id_)

    def claim(self, path: Path) -> Source | None:
        return self._source(path) if path.suffix == ".yaml" else None

    def document(self, source: Source, file: BinaryIO) -> Iterator[Event]:
        found = _NAMED.match(source.path.stem)
        day = "{}-{}-{}T{}:{}:{}".format(*found.groups()) if found else ""
        yield About(source.id, started=moment(day))
        model = None
        for name, value in list_items(file, _MESSAGES):
            if name == "model":
                model = word(value) or None
            elif name == "":
                yield Skipped(malformed=True)
            elif name in _MESSAGES:
                yield from _turns(mapping(value), model)

    def resume(self, id_: str) -> str | None:
        agent, _, name = (
            id_.rpartition("/") if not id_.startswith("_/") else ("", "", id_)
        )
        by = f" --agent {agent}" if agent else ""
        return f"coyote{by} --session {name}"


def _turns(message: dict[str, object], model: str | None) -> Iterator[Event]:
    role = message.get("role")
    content = message.get("content")
    parts = mapping(content)
    if "tool_results" in parts:
        if text := word(parts.get("text")):
            yield Turn("assistant", text, None, model)
        for each in items(parts["tool_results"]):
            yield from _tool(mapping(each), model)
        return
    text = said(content)
    if role == "user":
        text = persons_words(text)
    if role in ("user", "assistant", "tool"):
        if text.strip():
            yield Turn(role, text, None, model if role == "assistant" else None)
    elif role != "system":
        yield Skipped()


def _tool(result: dict[str, object], model: str | None) -> Iterator[Event]:
    asked = mapping(result.get("call"))
    if asked:
        text = call(word(asked.get("name")), asked.get("arguments"))
        yield Turn("tool", text, None, model)
    answer = result.get("output", None if asked else result)
    if (text := values(answer)).strip():
        yield Turn("tool", text)
