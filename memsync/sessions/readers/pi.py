"""pi and oh-my-pi: JSON lines that form a tree; the last one ends the live branch."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from memsync.sessions.moments import moment
from memsync.sessions.reading.blocks import blocks, mapping, said, word
from memsync.sessions.reading.events import Abandoned, About, Skipped, Turn
from memsync.sessions.reading.inserted import persons_words
from memsync.sessions.reading.reader import Homes, Look, Reader, Records, Source
from memsync.sessions.reading.tree import Tree

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from memsync.sessions.reading.events import Event, Role
    from memsync.sessions.reading.reader import Conversation, Saved

# Records that hold no words of anybody.
_WITHOUT_WORDS = {
    "custom",
    "custom_message",
    "label",
    "mode_change",
    "model_change",
    "session_info",
    "session_init",
    "thinking_level_change",
    "title_change",
}


class _Pi(Records):
    def __init__(self, source: Source, saved: Saved | None) -> None:
        super().__init__(source, saved)
        tree = mapping(self.saved.get("tree"))
        self._tree = Tree.restored(tree) if tree else Tree()
        self._named = bool(self.saved)
        self._sub = bool(self.saved.get("sub"))
        self._model = word(self.saved.get("model")) or None

    def record(self, number: int, found: dict[str, object]) -> Iterator[Event]:
        kind = word(found.get("type"))
        if not self._named:
            self._named = True
            yield About(word(found.get("id")) if kind == "session" else self.source.id)
        if kind == "session":
            yield About(
                "",
                title=word(found.get("title")) or None,
                cwd=word(found.get("cwd")) or None,
                started=moment(found.get("timestamp")),
            )
            return
        if id_ := word(found.get("id")):
            self._tree.add(number, id_, word(found.get("parentId")) or None)
        yield from self._entry(number, kind, found)

    def _entry(
        self, number: int, kind: str, found: dict[str, object]
    ) -> Iterator[Event]:
        time = moment(found.get("timestamp"))
        if kind == "message":
            yield from self._message(number, mapping(found.get("message")), time)
        elif kind in ("compaction", "branch_summary"):
            text = word(found.get("summary"))
            if text:
                yield Turn("summary", text, time, self._model, number)
        elif kind in ("session_info", "title_change"):
            title = word(found.get("name")) or word(found.get("title"))
            yield About("", title=title or None)
        elif kind == "model_change":
            self._model = word(found.get("modelId")) or word(found.get("model")) or None
        elif kind == "session_init":
            self._sub = True
        elif kind not in _WITHOUT_WORDS:
            yield Skipped()

    def _message(
        self, number: int, message: dict[str, object], time: float | None
    ) -> Iterator[Event]:
        role = message.get("role")
        time = time or moment(message.get("timestamp"))
        sub = self._sub
        if role == "user":
            words = persons_words(said(message.get("content")))
            who: Role = "assistant" if sub else "user"
            if words:
                yield Turn(who, words, time, None, number, by_sub_agent=sub)
        elif role == "assistant":
            model = word(message.get("model")) or self._model
            yield from self._reply(number, message, time, model)
        elif role in ("toolResult", "bashExecution"):
            text = said(message.get("content"))
            if role == "bashExecution":
                text = f"{word(message.get('command'))}\n{word(message.get('output'))}"
            if text.strip():
                yield Turn("tool", text, time, None, number, by_sub_agent=sub)
        elif role not in ("custom", "hookMessage", "branchSummary", "developer"):
            yield Skipped()

    def _reply(
        self,
        number: int,
        message: dict[str, object],
        time: float | None,
        model: str | None,
    ) -> Iterator[Event]:
        sub = self._sub
        parts = list(blocks(message.get("content")))
        text = "\n".join(part.text for part in parts if part.kind == "text")
        if text.strip():
            yield Turn("assistant", text, time, model, number, by_sub_agent=sub)
        for part in parts:
            if part.kind == "call":
                yield Turn("tool", part.text, time, model, number, by_sub_agent=sub)

    def end(self) -> Iterator[Event]:
        yield Abandoned(self._tree.abandoned())

    def state(self) -> Saved:
        return {"tree": self._tree.saved(), "sub": self._sub, "model": self._model}


class Pi(Reader):
    """Sessions of pi."""

    agent = "pi"
    _folder: ClassVar[str] = ".pi"

    def find(self, homes: Homes, look: Look) -> Iterator[Source]:
        for root in self._roots(homes):
            for folder in (root, *look.folders(root)):
                for file in look.files(folder, ".jsonl"):
                    if source := self.claim(file):
                        yield source

    def _roots(self, homes: Homes) -> list[Path]:
        if sessions := homes.folder("PI_CODING_AGENT_SESSION_DIR"):
            return [sessions]
        if own := homes.folder("PI_CODING_AGENT_DIR"):
            return [own / "sessions"]
        return homes.below_home(self._folder, "agent", "sessions")

    def claim(self, path: Path) -> Source | None:
        if path.suffix != ".jsonl" or "_" not in path.stem:
            return None
        return Source(self.agent, path, "lines", path.stem.rpartition("_")[2])

    def conversation(self, source: Source, saved: Saved | None) -> Conversation:
        return _Pi(source, saved)

    def resume(self, id_: str) -> str | None:
        return f"pi --session {id_}"


class OhMyPi(Pi):
    """Sessions of oh-my-pi, which keeps pi's format in a folder of its own."""

    agent = "oh-my-pi"
    _folder = ".omp"

    def _roots(self, homes: Homes) -> list[Path]:
        return homes.below_home(self._folder, "agent", "sessions")

    def resume(self, id_: str) -> str | None:
        return f"omp --resume {id_}"
