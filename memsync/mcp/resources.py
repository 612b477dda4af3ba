"""The memory as resources: the context, the memory index, each note."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, unquote

from memsync.errors import NotFound
from memsync.memory.archive import learned
from memsync.memory.note.names import MEMORY_INDEX_NAME, Scope
from memsync.memory.note.note import Note
from memsync.memory.store.store import read_first
from memsync.retrieval.context import Ask, build
from memsync.terminal import printable, printable_block

if TYPE_CHECKING:
    from memsync.mcp.calls.call import Call
    from memsync.retrieval.origins import Synced
    from memsync.workspace.open import Opened

# URIs are part of the interface: clients store them.
ROOT = "memory://root"
INDEX = "memory://root/MEMORY.md"
NOTES = "memory://notes/"
SKILLS = "memory://root/skills/"
_SKILL_FILE = "/SKILL.md"

# Resources of one page of the list.
PAGE = 200


class Offered(NamedTuple):
    """One resource, as the list has it."""

    uri: str
    name: str
    about: str


def offered(call: Call, cursor: str | None) -> tuple[list[Offered], str | None]:
    """One page of what can be read, and the cursor of the next.

    Sorted by name; if both scopes have a note, the workspace's.
    """
    opened = call.opened()
    notes = {
        note.name: note for store in reversed(opened.stores) for note in store.entries()
    }
    every = []
    if opened.stores or opened.lite:
        every.append(Offered(ROOT, "memory", "What a session starts with"))
    if opened.stores:
        every.append(Offered(INDEX, "MEMORY.md", "The memory index"))
    every += [
        Offered(
            NOTES + quote(name, safe=""),
            printable(name),
            printable(notes[name].note.description),
        )
        for name in sorted(notes)
    ]
    every += [
        Offered(f"{SKILLS}{skill}{_SKILL_FILE}", skill, printable(about))
        for skill, about in _skills(opened)
    ]
    start = int(cursor) if cursor and cursor.isdecimal() else 0
    end = start + PAGE
    return every[start:end], str(end) if end < len(every) else None


def text_of(call: Call, uri: str) -> str:
    """The text of a resource; raises `NotFound`, and what reading a memory raises."""
    opened = call.opened()
    if uri == ROOT:
        summary = _learned(opened, learned.SUMMARY)
        return context_text(call) if summary is None else _safe(summary)
    if uri.startswith(SKILLS) and uri.endswith(_SKILL_FILE):
        skill = unquote(uri.removeprefix(SKILLS).removesuffix(_SKILL_FILE))
        name = learned.skill_name(skill)
        found = _learned(opened, name) if learned.is_learned(name) else None
        if found is not None:
            return _safe(found)
    if uri == INDEX:
        for store in opened.stores:
            data = store.live(MEMORY_INDEX_NAME)
            if data is not None:
                return _safe(data)
    elif uri.startswith(NOTES):
        return _safe(read_first(opened.stores, unquote(uri.removeprefix(NOTES))).data)
    raise NotFound(f"there is no '{printable(uri)}'")


def _learned(opened: Opened, name: str) -> bytes | None:
    """A learned file, of the workspace if it has one, else of the user."""
    for scope in (Scope.WORKSPACE, Scope.USER):
        store = opened.learned(scope)
        data = store.live(name) if store is not None else None
        if data is not None and data.strip():
            return data
    return None


def _skills(opened: Opened) -> list[tuple[str, str]]:
    """The skills of both scopes by name, with what each is for."""
    found: dict[str, str] = {}
    for scope in (Scope.WORKSPACE, Scope.USER):
        store = opened.learned(scope)
        for name, _ in learned.entries(store.memory.folder) if store else ():
            skill = learned.skill_of(name)
            if store is not None and skill is not None and skill not in found:
                found[skill] = Note.parse(store.live(name) or b"").description
    return sorted(found.items())


def context_text(call: Call, query: str = "") -> str:
    """What `memsync context` prints, with the notes that match a query."""
    opened = call.opened()
    found = build(opened, Ask(query=query), call.now, _synced(call, opened))
    call.warn(found.warnings)
    return found.text


def _synced(call: Call, opened: Opened) -> Synced | None:
    settings = opened.settings
    if not (settings.text("sync.remote") or settings.profiles):
        return None
    from memsync.retrieval.origins import Synced
    from memsync.retrieval.parts import Held
    from memsync.sync.verbs.prompt import came_in, held

    kept = held(call.places, settings.profiles)
    return Synced(
        [Held(name, why.reason, why.since) for name, why in kept],
        came_in(call.places, settings.profiles),
    )


def _safe(data: bytes) -> str:
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    return printable_block(text.replace("\r\n", "\n"))
