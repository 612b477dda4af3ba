"""Copilot CLI: a folder a session with `events.jsonl`, older ones as one file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.sessions.moments import moment
from memsync.sessions.reading.blocks import call, items, mapping, said, word
from memsync.sessions.reading.events import Abandoned, About, Skipped, Turn
from memsync.sessions.reading.inserted import COPILOT, persons_words
from memsync.sessions.reading.reader import Homes, Look, Reader, Records, Source
from memsync.sessions.reading.tree import Tree

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from memsync.sessions.reading.events import Event, Role
    from memsync.sessions.reading.reader import Conversation, Saved

_EVENTS = "events.jsonl"
# Beginnings of the names of events that hold no words.
_WITHOUT_WORDS = (
    *("abort", "assistant.", "hook.", "session.", "skill.", "subagent.", "system."),
    *("tool.", "user.", "permission.", "pending_messages."),
)


class _Copilot(Records):
    def __init__(self, source: Source, saved: Saved | None) -> None:
        super().__init__(source, saved)
        tree = mapping(self.saved.get("tree"))
        self._tree = Tree.restored(tree) if tree else Tree()
        self._model = word(self.saved.get("model")) or None
        self._named = bool(self.saved)

    def record(self, number: int, found: dict[str, object]) -> Iterator[Event]:
        kind = word(found.get("type"))
        body = mapping(found.get("data"))
        time = moment(found.get("timestamp"))
        if not self._named:
            self._named = True
            yield About(word(body.get("sessionId")) or self.source.id)
        id_ = word(found.get("id"))
        if id_:
            beside = kind == "tool.execution_complete"
            parent = word(found.get("parentId")) or None
            self._tree.add(number, id_, parent, beside=beside)
        if kind in ("session.start", "session.resume"):
            where = mapping(body.get("context"))
            yield About(
                "",
                cwd=word(where.get("cwd")) or None,
                repository=word(where.get("repository")) or None,
                started=moment(body.get("startTime")),
            )
            self._model = word(body.get("selectedModel")) or self._model
        elif kind == "session.model_change":
            self._model = word(body.get("newModel")) or self._model
        elif turns := list(self._turns(number, kind, body, time)):
            yield from turns
        elif not kind.startswith(_WITHOUT_WORDS):
            yield Skipped()

    def _turns(
        self, number: int, kind: str, body: dict[str, object], time: float | None
    ) -> Iterator[Turn]:
        # A sub-agent's events name the call that started it.
        sub = bool(word(body.get("parentToolCallId")))
        if kind == "user.message":
            words = persons_words(said(body.get("content")), COPILOT)
            role: Role = "assistant" if sub else "user"
            if words:
                yield Turn(role, words, time, None, number, by_sub_agent=sub)
        elif kind == "assistant.message":
            text = said(body.get("content"))
            if text.strip():
                yield Turn(
                    "assistant", text, time, self._model, number, by_sub_agent=sub
                )
            for each in items(body.get("toolRequests")):
                asked = mapping(each)
                text = call(word(asked.get("name")), asked.get("arguments"))
                yield Turn("tool", text, time, self._model, number, by_sub_agent=sub)
        elif kind == "tool.execution_complete":
            result = body.get("result", body.get("error"))
            text = said(mapping(result).get("content", result))
            if text.strip():
                yield Turn("tool", text, time, self._model, number, by_sub_agent=sub)
        elif kind == "session.compaction_complete":
            text = word(body.get("summaryContent"))
            if text:
                yield Turn("summary", text, time, self._model, number)

    def end(self) -> Iterator[Event]:
        title = _of_workspace(self.source.path)
        if title:
            yield About("", title=title)
        yield Abandoned(self._tree.abandoned())

    def state(self) -> Saved:
        return {"tree": self._tree.saved(), "model": self._model}


def _of_workspace(path: Path) -> str:
    """The session's name, from the file of plain `key: value` lines beside it."""
    try:
        text = (path.parent / "workspace.yaml").read_bytes()[:65536]
    except OSError:
        return ""
    for line in text.decode("utf-8", "replace").splitlines():
        key, _, value = line.partition(":")
        if (
            key in ("name", "summary")
            and value.strip()
            and value.strip()[0] not in "|>"
        ):
            return value.strip().strip("'\"")
    return ""


class CopilotCli(Reader):
    """Sessions of GitHub Copilot CLI."""

    agent = "copilot-cli"

    def find(self, homes: Homes, look: Look) -> Iterator[Source]:
        for root in homes.below_home(".copilot", "session-state"):
            files = look.files(root, ".jsonl")
            for folder in look.folders(root):
                if look.has(folder / _EVENTS):
                    files.append(folder / _EVENTS)
            for file in files:
                if source := self.claim(file):
                    yield source

    def claim(self, path: Path) -> Source | None:
        if path.name == _EVENTS:
            return Source(self.agent, path, "lines", path.parent.name)
        if path.suffix == ".jsonl" and path.parent.name == "session-state":
            return Source(self.agent, path, "lines", path.stem)
        return None

    def conversation(self, source: Source, saved: Saved | None) -> Conversation:
        return _Copilot(source, saved)

    def resume(self, id_: str) -> str | None:
        return f"copilot --resume {id_}"
