"""Codex CLI: JSON lines by day, newer files also as `.jsonl.zst`.

Each line has a `type` and a `payload`. `response_item` is what the model saw;
`event_msg` repeats most of it, and is read only for rollbacks.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from memsync.sessions.moments import moment
from memsync.sessions.reading.blocks import blocks, call, items, mapping, said, word
from memsync.sessions.reading.events import Abandoned, About, Skipped, Turn
from memsync.sessions.reading.inserted import CODEX, persons_words
from memsync.sessions.reading.lines import record
from memsync.sessions.reading.reader import Homes, Look, Reader, Records, Source

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from memsync.sessions.reading.events import Event, Role
    from memsync.sessions.reading.reader import Conversation, Saved

# Records that hold no words of anybody.
_WITHOUT_WORDS = {
    "compaction",
    "ghost_snapshot",
    "inter_agent_communication",
    "inter_agent_communication_metadata",
    "other",
    "realtime_item",
    "reasoning",
    "retained_context",
    "token_usage_record",
    "web_search_call",
    "world_state",
}
# The UUID at the end of a file's name.
_ID_LENGTH = 36
_NAMES = "session_index.jsonl"
# Bytes of the list of names.
_LARGEST_NAMES = 16 << 20
# Blocks that Codex puts before the person's words, without a closing tag we know.
_INSTRUCTIONS = ("<permissions instructions>", "<collaboration_mode>", "<model_switch>")


class _Codex(Records):
    def __init__(self, source: Source, saved: Saved | None) -> None:
        super().__init__(source, saved)
        self._model = word(self.saved.get("model")) or None
        self._sub = bool(self.saved.get("sub"))
        self._named = bool(self.saved)
        # The lines where the person's turns begin: a rollback counts turns.
        self._began = [int(str(line)) for line in items(self.saved.get("began"))]
        self._dropped = [
            (int(pair[0]), int(pair[1]))
            for pair in items(self.saved.get("dropped"))
            if isinstance(pair, list) and len(pair) == 2
        ]
        self._asked = {word(id_) for id_ in items(self.saved.get("asked"))}

    def record(self, number: int, found: dict[str, object]) -> Iterator[Event]:
        kind = word(found.get("type"))
        payload = mapping(found.get("payload"))
        time = moment(found.get("timestamp"))
        if kind == "session_meta":
            yield from self._meta(payload, time)
            return
        if not self._named:
            self._named = True
            yield About(self.source.id)
        yield from self._record(number, kind, payload, time)

    def _record(
        self, number: int, kind: str, payload: dict[str, object], time: float | None
    ) -> Iterator[Event]:
        if kind == "turn_context":
            self._model = word(payload.get("model")) or self._model
        elif kind == "response_item":
            yield from self._item(number, payload, time)
        elif kind == "compacted":
            if text := word(payload.get("message")):
                yield self._turn("summary", text, time, number)
        elif kind == "event_msg":
            if payload.get("type") == "thread_rolled_back":
                self._roll_back(number, payload.get("num_turns"))
        elif kind not in _WITHOUT_WORDS:
            yield Skipped()

    def _meta(self, payload: dict[str, object], time: float | None) -> Iterator[Event]:
        if self._named:
            return  # a fork repeats the records of its original
        self._named = True
        id_ = word(payload.get("id")) or word(payload.get("session_id"))
        origin = payload.get("source")
        parent = word(payload.get("parent_thread_id"))
        if isinstance(origin, dict):
            spawned = mapping(mapping(origin.get("subagent")).get("thread_spawn"))
            parent = parent or word(spawned.get("parent_thread_id"))
        self._sub = isinstance(origin, dict) or payload.get("thread_source") not in (
            None,
            "user",
        )
        parent = parent if self._sub else ""
        git = mapping(payload.get("git"))
        yield About(
            parent or id_ or self.source.id,
            cwd=word(payload.get("cwd")) or None if not parent else None,
            repository=word(git.get("repository_url")) or None,
            started=moment(payload.get("timestamp")) or time,
            parent=parent or None,
        )

    def _turn(
        self,
        role: Role,
        text: str,
        time: float | None,
        number: int,
        key: str = "",
    ) -> Turn:
        model = None if role == "user" else self._model
        return Turn(role, text, time, model, number, key, self._sub)

    def _item(
        self, number: int, payload: dict[str, object], time: float | None
    ) -> Iterator[Event]:
        kind = word(payload.get("type"))
        if kind == "message":
            yield from self._message(number, payload, time)
        elif kind in ("function_call", "custom_tool_call", "local_shell_call"):
            name = word(payload.get("name")) or kind
            if name == "request_user_input":
                self._asked.add(word(payload.get("call_id")))
            given = payload.get("arguments", payload.get("input"))
            text = call(name, payload.get("action") if given is None else given)
            yield self._turn("tool", text, time, number)
        elif kind in ("function_call_output", "custom_tool_call_output"):
            output = payload.get("output")
            answered = word(payload.get("call_id")) in self._asked
            text = said(mapping(output).get("content", output))
            role: Role = "user" if answered and not self._sub else "tool"
            if text.strip():
                yield self._turn(role, text, time, number)
        elif kind not in _WITHOUT_WORDS:
            yield Skipped()

    def _message(
        self, number: int, payload: dict[str, object], time: float | None
    ) -> Iterator[Event]:
        role = payload.get("role")
        parts = [b.text for b in blocks(payload.get("content")) if b.kind == "text"]
        if role == "assistant":
            yield self._turn("assistant", "\n".join(parts), time, number)
        elif role == "user":
            words = [persons_words(part, CODEX) for part in parts]
            text = "\n".join(word for word in words if word)
            if text and not text.startswith(_INSTRUCTIONS):
                self._began.append(number)
                yield self._turn(
                    "assistant" if self._sub else "user", text, time, number
                )

    def _roll_back(self, number: int, turns: object) -> None:
        if isinstance(turns, int) and turns > 0:
            taken = self._began[-turns:]
            del self._began[-turns:]
            if taken:
                self._dropped = [d for d in self._dropped if d[0] < taken[0]]
                self._dropped.append((taken[0], number))

    def end(self) -> Iterator[Event]:
        if title := _title(self.source):
            yield About("", title=title)
        yield Abandoned(tuple(self._dropped))

    def state(self) -> Saved:
        return {
            "model": self._model,
            "sub": self._sub,
            "began": self._began,
            "dropped": self._dropped,
            "asked": sorted(self._asked),
        }


def _title(source: Source) -> str:
    """What the session was called, from the list that Codex keeps of all."""
    for folder in source.path.parents:
        if folder.name in ("sessions", "archived_sessions"):
            path = folder.parent / _NAMES
            try:
                return _titles(path, path.stat().st_mtime_ns).get(source.id, "")
            except OSError:
                return ""
    return ""


@lru_cache(maxsize=2)
def _titles(path: Path, mtime: int) -> dict[str, str]:  # noqa: ARG001 -- when it changes, it is read anew
    with path.open("rb") as file:
        data = file.read(_LARGEST_NAMES)
    found = (mapping(record(line)) for line in data.splitlines())
    # Renaming a session adds a line; the last one counts.
    return {word(each.get("id")): word(each.get("thread_name")) for each in found}


class Codex(Reader):
    """Sessions of Codex, live and archived."""

    agent = "codex"

    def find(self, homes: Homes, look: Look) -> Iterator[Source]:
        own = homes.folder("CODEX_HOME")
        for root in [own] if own else homes.below_home(".codex"):
            # By year, month and day; of archived ones all in one folder.
            folders = [root / "archived_sessions"]
            for year in look.folders(root / "sessions"):
                for month in look.folders(year):
                    folders += look.folders(month)
            for folder in folders:
                names = {file.name for file in look.files(folder, ".jsonl")}
                for file in look.files(folder, (".jsonl", ".jsonl.zst")):
                    # While Codex packs a file both exist, and only the plain one is
                    # complete.
                    packed = file.name.endswith(".zst")
                    if packed and file.name.removesuffix(".zst") in names:
                        continue
                    if source := self.claim(file):
                        yield source

    def claim(self, path: Path) -> Source | None:
        name = path.name.removesuffix(".zst")
        if not name.endswith(".jsonl") or not name.startswith("rollout-"):
            return None
        id_ = name.removesuffix(".jsonl")[-_ID_LENGTH:]
        return Source(self.agent, path, "lines", id_)

    def conversation(self, source: Source, saved: Saved | None) -> Conversation:
        return _Codex(source, saved)

    def resume(self, id_: str) -> str | None:
        return f"codex resume {id_}"
