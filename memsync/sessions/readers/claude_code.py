"""Claude Code: JSON lines, one file a session, sub-agents in files of their own.

The format is undocumented. Each line has `uuid` and `parentUuid`; a reply of the model
is split over several lines with the same `message.id`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.sessions.moments import moment
from memsync.sessions.reading.blocks import blocks, mapping, word
from memsync.sessions.reading.events import Abandoned, About, Skipped, Turn
from memsync.sessions.reading.inserted import CLAUDE_CODE, persons_words
from memsync.sessions.reading.reader import Homes, Look, Reader, Records, Source
from memsync.sessions.reading.reply import Reply
from memsync.sessions.reading.tree import Tree

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from memsync.sessions.reading.events import Event, Role
    from memsync.sessions.reading.reader import Conversation, Saved

# Records with a title: the field, and its rank among them.
_TITLES = {
    "custom-title": ("customTitle", 4),
    "agent-name": ("agentName", 3),
    "ai-title": ("aiTitle", 2),
    "summary": ("summary", 1),
}

# Records that hold no words of anybody.
_WITHOUT_WORDS = {
    "attachment",
    "file-history-snapshot",
    "file-history-delta",
    "last-prompt",
    "mode",
    "permission-mode",
    "pr-link",
    "progress",
    "queue-operation",
    "system",
}
_SUB_AGENTS = "subagents"
# How Claude Code begins the summary after a compaction.
_SUMMARY = "This session is being continued from a previous conversation"


class _Claude(Records):
    def __init__(self, source: Source, saved: Saved | None) -> None:
        super().__init__(source, saved)
        tree = mapping(self.saved.get("tree"))
        self._tree = Tree.restored(tree) if tree else Tree()
        self._reply = Reply.restored(mapping(self.saved.get("reply")))
        self._rank = int(str(self.saved.get("rank", 0)))
        self._cwd = word(self.saved.get("cwd"))
        self._named = bool(self.saved)
        # A sub-agent that speaks before the person's first turn is a warm-up.
        self._spoken = bool(self.saved.get("spoken"))

    def record(self, number: int, found: dict[str, object]) -> Iterator[Event]:
        if not self._named:
            self._named = True
            id_ = self.source.id or word(found.get("sessionId"))
            parent = self.source.parent or None
            yield About(id_ or self.source.path.stem, parent=parent)
        kind = word(found.get("type"))
        if kind in _TITLES:
            yield from self._title(found, *_TITLES[kind])
        self._place(number, kind, found)
        if kind in ("user", "assistant"):
            yield from self._about(found)
            message = mapping(found.get("message"))
            if kind == "user":
                yield from self._user(number, found, message)
            else:
                yield from self._assistant(number, found, message)
        elif kind not in _WITHOUT_WORDS and kind not in _TITLES:
            yield Skipped()

    def _title(
        self, found: dict[str, object], field: str, rank: int
    ) -> Iterator[Event]:
        title = word(found.get(field)) or word(found.get("title"))
        # Of summaries the first one counts, of other titles the last.
        if title and (rank > self._rank or rank == self._rank > 1):
            self._rank = rank
            yield About("", title=title)

    def _place(self, number: int, kind: str, found: dict[str, object]) -> None:
        id_ = word(found.get("uuid"))
        if not id_ or found.get("isSidechain"):
            return
        parent = word(found.get("parentUuid")) or word(found.get("logicalParentUuid"))
        message = mapping(found.get("message"))
        # Parallel tool calls have results with the same parent: not another branch.
        beside = kind == "assistant" and word(message.get("id")) == self._reply.id
        beside = beside and bool(self._reply.id)
        if kind == "user":
            beside = any(b.kind == "result" for b in blocks(message.get("content")))
        self._tree.add(number, id_, parent or None, beside=beside)

    def _about(self, found: dict[str, object]) -> Iterator[Event]:
        cwd = word(found.get("cwd"))
        if cwd and not self._cwd:
            self._cwd = cwd
            yield About("", cwd=cwd)

    def _user(
        self, number: int, found: dict[str, object], message: dict[str, object]
    ) -> Iterator[Event]:
        time = moment(found.get("timestamp"))
        id_ = word(found.get("uuid"))
        sub = self._is_sub(found)
        parts = list(blocks(message.get("content")))
        results = "\n".join(part.text for part in parts if part.kind == "result")
        if results:
            yield Turn("tool", results, time, line=number, key=id_, by_sub_agent=sub)
        text = "\n".join(part.text for part in parts if part.kind == "text")
        if found.get("isCompactSummary") or text.startswith(_SUMMARY):
            yield from self._reply.ended()
            yield Turn("summary", text, time, line=number, key=id_, by_sub_agent=sub)
            return
        if found.get("isMeta") or results or self._not_typed(found):
            return
        words = persons_words(text, CLAUDE_CODE)
        if not words:
            return
        yield from self._reply.ended()
        # A prompt from one agent to another is not a person's.
        role: Role = "assistant" if sub else "user"
        self._spoken = self._spoken or not sub
        if self._spoken or self.source.parent:
            yield Turn(role, words, time, line=number, key=id_, by_sub_agent=sub)

    def _is_sub(self, found: dict[str, object]) -> bool:
        return bool(self.source.parent or found.get("isSidechain"))

    @staticmethod
    def _not_typed(found: dict[str, object]) -> bool:
        origin = mapping(found.get("origin")).get("kind")
        return isinstance(origin, str) and origin != "human"

    def _assistant(
        self, number: int, found: dict[str, object], message: dict[str, object]
    ) -> Iterator[Event]:
        model = word(message.get("model"))
        if found.get("isApiErrorMessage") or model == "<synthetic>":
            return
        sub = self._is_sub(found)
        if sub and not (self._spoken or self.source.parent):
            return
        time = moment(found.get("timestamp"))
        id_ = word(found.get("uuid"))
        for part in blocks(message.get("content")):
            if part.kind == "text":
                yield from self._reply.add(
                    word(message.get("id")) or id_,
                    Turn("assistant", part.text, time, model or None, number, id_, sub),
                )
            elif part.kind == "call":
                yield Turn("tool", part.text, time, model or None, number, id_, sub)

    def end(self) -> Iterator[Event]:
        yield from self._reply.so_far()
        yield Abandoned(self._tree.abandoned())

    def state(self) -> Saved:
        return {
            "tree": self._tree.saved(),
            "reply": self._reply.saved(),
            "rank": self._rank,
            "cwd": self._cwd,
            "spoken": self._spoken,
        }


class ClaudeCode(Reader):
    """Sessions of Claude Code, and of the desktop app's agent mode."""

    agent = "claude-code"

    def find(self, homes: Homes, look: Look) -> Iterator[Source]:
        for root in self._roots(homes, look):
            for project in look.folders(root / "projects"):
                below = [each / _SUB_AGENTS for each in look.folders(project)]
                folders = [project, *(each for each in below if each.is_dir())]
                for folder in folders:
                    for file in look.files(folder, ".jsonl"):
                        if source := self.claim(file):
                            yield source

    @staticmethod
    def _roots(homes: Homes, look: Look) -> list[Path]:
        own = homes.folder("CLAUDE_CONFIG_DIR")
        roots = [own] if own else homes.below_home(".claude")
        # The desktop app's agent mode has a settings folder for each task.
        for base in homes.config("Claude"):
            tasks = base / "local-agent-mode-sessions"
            if not tasks.is_dir():
                continue
            for organisation in look.folders(tasks):
                for account in look.folders(organisation):
                    roots += [task / ".claude" for task in look.folders(account)]
        return roots

    def claim(self, path: Path) -> Source | None:
        if path.suffix != ".jsonl":
            return None
        if path.parent.name == _SUB_AGENTS:
            parent = path.parent.parent.name
            return Source(self.agent, path, "lines", parent, parent)
        return Source(self.agent, path, "lines", path.stem)

    def conversation(self, source: Source, saved: Saved | None) -> Conversation:
        return _Claude(source, saved)

    def resume(self, id_: str) -> str | None:
        return f"claude --resume {id_}"
