"""Aider: one markdown file a repository, to which all sessions are appended.

`# aider chat started at …` begins a session, `#### ` is a line by the person, `> ` is
output of Aider and its tools, and the rest is the model's reply.
"""

from __future__ import annotations

import hashlib
import os
import re
from typing import TYPE_CHECKING

from memsync.sessions.moments import local_moment
from memsync.sessions.reading.blocks import word
from memsync.sessions.reading.events import LONGEST, About, Turn
from memsync.sessions.reading.inserted import persons_words, without_memory
from memsync.sessions.reading.reader import Conversation, Homes, Look, Reader, Source

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from memsync.sessions.reading.events import Event, Role
    from memsync.sessions.reading.reader import Saved

_NAME = ".aider.chat.history.md"
_BEGIN = re.compile(r"# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*")


class _Aider(Conversation):
    skips_blank = False

    def __init__(self, source: Source, saved: Saved | None) -> None:
        super().__init__(source, saved)
        self._started = word(self.saved.get("started"))
        self._role: Role | None = None
        self._line = 0
        self._lines: list[str] = []
        self._length = 0

    def takes_rest(self, data: bytes) -> bool:
        return bool(data.strip())

    def feed(self, number: int, data: bytes) -> Iterator[Event]:
        line = data.decode("utf-8", "replace").rstrip("\r")
        if found := _BEGIN.fullmatch(line):
            yield from self._ended()
            self._started = found[1]
            yield About(
                self._id(),
                cwd=os.fspath(self.source.path.parent),
                started=local_moment(found[1]),
            )
            return
        if not self._started:
            if not line.strip():
                return
            self._started = "0"
            yield About(self._id(), cwd=os.fspath(self.source.path.parent))
        role, text = _said(line)
        if role is None:
            role = "assistant"
            if not text.strip() and self._role != "assistant":
                yield from self._ended()
                return
        if role != self._role:
            yield from self._ended()
            self._role, self._line = role, number
        if self._length < LONGEST:
            self._lines.append(text)
            self._length += len(text) + 1

    def _id(self) -> str:
        path = os.fsencode(self.source.path.parent)
        place = hashlib.sha256(path).hexdigest()[:8]
        return f"{place}-{re.sub('[^0-9]', '', self._started)}"

    def _ended(self) -> Iterator[Event]:
        text = "\n".join(self._lines).strip()
        if self._role == "user":
            text = persons_words(text)
        elif text:
            text = without_memory(text)
        if text.strip() and self._role:
            # Aider writes no time but that of the session's start.
            time = local_moment(self._started)
            yield Turn(self._role, text, time, line=self._line)
        self._role, self._lines, self._length = None, [], 0

    def end(self) -> Iterator[Event]:
        yield from self._ended()

    def state(self) -> Saved:
        return {"started": self._started}


def _said(line: str) -> tuple[Role | None, str]:
    if line.startswith("####"):
        return "user", line.removeprefix("####").strip()
    if line.startswith(">"):
        return "tool", line.removeprefix(">").strip()
    return None, line


class Aider(Reader):
    """Sessions of Aider in the git roots that are known, and in the home folder."""

    agent = "aider"

    def find(self, homes: Homes, look: Look) -> Iterator[Source]:
        paths = [top / _NAME for top in (*look.tops, *homes.below_home())]
        if named := homes.folder("AIDER_CHAT_HISTORY_FILE"):
            paths.append(named)
        for path in dict.fromkeys(paths):
            if look.has(path):
                yield Source(self.agent, path, "lines")

    def claim(self, path: Path) -> Source | None:
        if path.suffix == ".md" and "aider" in path.name:
            return Source(self.agent, path, "lines")
        return None

    def conversation(self, source: Source, saved: Saved | None) -> Conversation:
        return _Aider(source, saved)

    def resume(self, id_: str) -> str | None:
        return "aider --restore-chat-history"
