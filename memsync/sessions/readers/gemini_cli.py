"""Gemini CLI: JSON lines of messages that may be said anew, taken back, or replaced.

Older versions wrote one JSON object a session instead.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, BinaryIO

from memsync.sessions.moments import moment
from memsync.sessions.reading.blocks import call, items, mapping, said, word
from memsync.sessions.reading.documents import told
from memsync.sessions.reading.events import Abandoned, About, Replaced, Skipped, Turn
from memsync.sessions.reading.inserted import GEMINI_CLI, persons_words
from memsync.sessions.reading.reader import Homes, Look, Reader, Records, Source

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from memsync.sessions.reading.events import Event, Role
    from memsync.sessions.reading.reader import Conversation, Saved

# The first characters of commands to Gemini CLI itself.
_COMMANDS = ("/", "?")
# Kinds of messages that the program writes, not the model.
_REMARKS = ("info", "error", "warning")


def _turns(found: dict[str, object], line: int | None, *, sub: bool) -> Iterator[Event]:
    kind = found.get("type")
    time = moment(found.get("timestamp"))
    id_ = word(found.get("id"))
    model = word(found.get("model")) or None
    text = said(found.get("content"))
    if kind == "user":
        words = persons_words(text, GEMINI_CLI)
        if words and not words.startswith(_COMMANDS):
            role: Role = "assistant" if sub else "user"
            yield Turn(role, words, time, None, line, id_, sub)
    elif kind == "gemini":
        if text.strip():
            yield Turn("assistant", text, time, model, line, id_, sub)
        for each in items(found.get("toolCalls")):
            tool = mapping(each)
            at = moment(tool.get("timestamp")) or time
            asked = call(word(tool.get("name")), tool.get("args"))
            answer = tool.get("resultDisplay") or tool.get("result")
            for part in (asked, said(answer)):
                if part.strip():
                    yield Turn("tool", part, at, model, line, id_, sub)
    elif kind not in _REMARKS:
        yield Skipped()


class _Gemini(Records):
    def __init__(self, source: Source, saved: Saved | None) -> None:
        super().__init__(source, saved)
        self._named = bool(self.saved)
        lines = mapping(self.saved.get("lines"))
        self._lines = {id_: int(str(line)) for id_, line in lines.items()}
        """Where each message stands that was not taken back."""
        self._dropped = [
            (int(pair[0]), int(pair[1]))
            for pair in items(self.saved.get("dropped"))
            if isinstance(pair, list) and len(pair) == 2
        ]
        self._sub = bool(self.saved.get("sub", bool(source.parent)))

    def record(self, number: int, found: dict[str, object]) -> Iterator[Event]:
        if "sessionId" in found and "type" not in found:
            yield from self._head(found)
            return
        if not self._named:
            self._named = True
            yield About(self.source.id, parent=self.source.parent or None)
        if "$set" in found:
            yield from self._set(number, mapping(found["$set"]))
        elif "$rewindTo" in found:
            self._rewind(number, word(found["$rewindTo"]))
        elif found.get("type"):
            yield from self._message(number, found)
        else:
            yield Skipped()

    def _head(self, found: dict[str, object]) -> Iterator[Event]:
        self._sub = self._sub or found.get("kind") == "subagent"
        id_ = self.source.parent or word(found.get("sessionId")) or self.source.id
        yield from _about(found, "" if self._named else id_, self.source)
        self._named = True

    def _message(self, number: int, found: dict[str, object]) -> Iterator[Event]:
        id_ = word(found.get("id"))
        if id_:
            if id_ in self._lines:
                yield Replaced(id_)
                del self._lines[id_]
            self._lines[id_] = number
        yield from _turns(found, number, sub=self._sub)

    def _set(self, number: int, new: dict[str, object]) -> Iterator[Event]:
        summary = word(new.get("summary"))
        if summary:
            yield About("", title=summary)
        if "messages" in new:
            for id_ in self._lines:
                yield Replaced(id_)
            self._lines.clear()
            for each in items(new["messages"]):
                yield from self._message(number, mapping(each))

    def _rewind(self, number: int, id_: str) -> None:
        first = self._lines.get(id_, 1)
        self._dropped = [d for d in self._dropped if d[0] < first]
        self._dropped.append((first, number))
        self._lines = {k: line for k, line in self._lines.items() if line < first}

    def end(self) -> Iterator[Event]:
        yield Abandoned(tuple(self._dropped))

    def state(self) -> Saved:
        return {"lines": self._lines, "dropped": self._dropped, "sub": self._sub}


def _about(found: dict[str, object], id_: str, source: Source) -> Iterator[Event]:
    folders = [word(folder) for folder in items(found.get("directories"))]
    cwd = folders[0] if folders and folders[0] else _project(source.path)
    yield About(
        id_,
        title=word(found.get("summary")) or None,
        cwd=cwd,
        started=moment(found.get("startTime")),
        parent=source.parent or None,
    )


def _project(path: Path) -> str | None:
    """The folder that a project's files belong to, as Gemini CLI wrote it down."""
    for folder in path.parents[1:3]:
        try:
            return (folder / ".project_root").read_text("utf-8")[:4096].strip() or None
        except (OSError, ValueError):
            continue
    short = next((p.name for p in path.parents if p.parent.name == "tmp"), "")
    register = next((p for p in path.parents if p.name == "tmp"), path)
    try:
        text = (register.parent / "projects.json").read_text("utf-8")
        known = mapping(mapping(json.loads(text)).get("projects"))
    except (OSError, ValueError, RecursionError):
        return None
    return next((folder for folder, id_ in known.items() if id_ == short), None)


class GeminiCli(Reader):
    """Sessions of Gemini CLI."""

    agent = "gemini-cli"

    def find(self, homes: Homes, look: Look) -> Iterator[Source]:
        for root in homes.below_home(".gemini", "tmp"):
            for project in look.folders(root):
                chats = project / "chats"
                if not chats.is_dir():
                    continue
                for folder in (chats, *look.folders(chats)):
                    for file in look.files(folder, (".jsonl", ".json")):
                        if source := self.claim(file):
                            yield source

    def claim(self, path: Path) -> Source | None:
        above = path.parent
        parent = above.name if above.parent.name == "chats" else ""
        if (
            above.name != "chats"
            and not parent
            and not path.name.startswith("session-")
        ):
            return None
        if path.suffix == ".jsonl":
            return Source(self.agent, path, "lines", parent or path.stem, parent)
        if path.suffix == ".json":
            return Source(self.agent, path, "document", parent or path.stem, parent)
        return None

    def conversation(self, source: Source, saved: Saved | None) -> Conversation:
        return _Gemini(source, saved)

    def document(self, source: Source, file: BinaryIO) -> Iterator[Event]:
        sub = bool(source.parent)
        yield from told(
            file,
            lambda head: source.parent or word(head.get("sessionId")) or source.id,
            lambda message, _: _turns(message, None, sub=sub),
            lambda head: _about(head, "", source),
        )

    def resume(self, id_: str) -> str | None:
        return f"gemini --resume {id_}"
