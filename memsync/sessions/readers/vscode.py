"""Copilot Chat in VS Code: one JSON object a session, below the workspace's storage.

The format is not documented and changes, so it is read only when it is asked for.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, BinaryIO
from urllib.parse import unquote, urlsplit

from memsync.sessions.moments import moment
from memsync.sessions.reading.blocks import items, mapping, said, word
from memsync.sessions.reading.documents import fields
from memsync.sessions.reading.events import About, Skipped, Turn
from memsync.sessions.reading.inserted import persons_words
from memsync.sessions.reading.reader import Homes, Look, Reader, Source

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from memsync.sessions.reading.events import Event


class VsCode(Reader):
    """Sessions of Copilot Chat."""

    agent = "vscode"
    only_when_named = True

    def find(self, homes: Homes, look: Look) -> Iterator[Source]:
        for base in homes.config("Code"):
            for storage in look.folders(base / "User/workspaceStorage"):
                if (storage / "chatSessions").is_dir():
                    for file in look.files(storage / "chatSessions", ".json"):
                        yield Source(self.agent, file, "document", file.stem)

    def claim(self, path: Path) -> Source | None:
        if path.suffix == ".json" and path.parent.name == "chatSessions":
            return Source(self.agent, path, "document", path.stem)
        return None

    def document(self, source: Source, file: BinaryIO) -> Iterator[Event]:
        head: dict[str, object] = {}
        yield About(source.id, cwd=workspace_folder(source.path.parent.parent))
        for field in fields(file, {"requests"}):
            if field.malformed:
                yield Skipped(malformed=True)
            elif not field.item:
                head[field.name] = field.value
            else:
                yield from _turns(mapping(field.value))
        yield About(
            "",
            title=word(head.get("customTitle")) or None,
            started=moment(head.get("creationDate")),
        )


def _turns(request: dict[str, object]) -> Iterator[Event]:
    time = moment(request.get("timestamp"))
    model = word(request.get("modelId")) or None
    if words := persons_words(word(mapping(request.get("message")).get("text"))):
        yield Turn("user", words, time)
    texts = []
    for each in items(request.get("response")):
        part = mapping(each)
        value = part.get("value", part.get("content"))
        text = word(value) or word(mapping(value).get("value"))
        if part.get("kind") in (None, "markdownContent"):
            texts.append(text)
        elif part.get("kind") == "toolInvocationSerialized":
            told = part.get("pastTenseMessage", part.get("invocationMessage"))
            tool = word(told) or word(mapping(told).get("value"))
            if tool:
                yield Turn("tool", tool, time, model)
    if text := "".join(texts).strip():
        yield Turn("assistant", text, time, model)
    metadata = mapping(mapping(request.get("result")).get("metadata"))
    for result in mapping(metadata.get("toolCallResults")).values():
        if text := said(mapping(result).get("content")).strip():
            yield Turn("tool", text, time, model)


def workspace_folder(storage: Path) -> str | None:
    """The folder that a workspace's storage belongs to."""
    try:
        text = (storage / "workspace.json").read_bytes()[:65536]
        folder = word(mapping(json.loads(text)).get("folder"))
    except (OSError, ValueError, RecursionError):
        return None
    return unquote(urlsplit(folder).path) if folder.startswith("file:") else None
