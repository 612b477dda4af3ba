"""Coyote's memory tools: the same names, arguments and results, over our store.

Where Coyote can lose text, memsync cannot: names are checked, whatever is replaced or
deleted is archived, and only the note's own entry is removed from the memory index.
`global` and `workspace` are the scopes' names here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.mcp.calls.tool import SCOPES, Arguments, Parameter, Tool
from memsync.mcp.tools.coyote_lint import lint
from memsync.memory.change.leaks import refuse_secrets
from memsync.memory.note import links
from memsync.memory.note.compose import Given, check_text
from memsync.memory.note.names import MEMORY_INDEX_NAME
from memsync.memory.store.store import read_first
from memsync.memory.store.writing import check_size, check_write, save_edited

if TYPE_CHECKING:
    from memsync.mcp.calls.call import Call
    from memsync.memory.store.store import Store, StoredNote, Written

_SCOPE = Parameter(
    "'workspace' for this repository, 'global' for the person, in all repositories",
    required=True,
    schema={"type": "string", "enum": SCOPES},
)
_NAME = Parameter("The note's name, as the memory index has it", required=True)


def read(call: Call, given: Arguments) -> object:
    """One note; if both scopes have it, the workspace's."""
    found = read_first(call.opened().stores, given.text("name"))
    return {
        "name": found.name,
        "type": found.note.type or None,
        "content": found.note.body,
    }


def list_notes(call: Call, _: Arguments) -> object:
    """Every note with its description, malformed ones included."""
    opened = call.opened()
    workspace: dict[str, str] | None = None
    if opened.spot is not None and opened.workspace is not None:
        workspace = {"mode": "structured", "root": str(opened.spot.level)}
    elif opened.spot is not None and opened.lite is not None:
        root = str(opened.spot.level)
        workspace = {"mode": "lite", "root": root, "file": str(opened.lite)}
    return {
        "files": [_listed(note) for store in opened.stores for note in store.entries()],
        "global_index_exists": opened.user is not None,
        "workspace": workspace,
    }


def _listed(note: StoredNote) -> dict[str, object]:
    about = f"({note.unread})" if note.unread else note.note.description
    return {
        "name": note.name,
        "description": about,
        "type": note.note.type or None,
        "char_len": note.note.chars,
        "path": note.file,
    }


def write(call: Call, given: Arguments) -> object:
    """Create or replace a note; clears `expires` and `superseded_by` unless given."""
    name = given.text("name")
    what = Given(
        given.text("content"),
        given.text("description"),
        given.text_if_any("type"),
        given.text_if_any("expires") or "",
        given.text_if_any("superseded_by") or "",
    )
    store = call.to_write(
        given.text("scope"), lambda new: check_write(new, name, what, call.now)
    )
    before = store.find(name)
    written = store.write(
        name,
        what.body,
        now=call.now,
        description=what.description,
        type_=what.type,
        expires=what.expires,
        superseded_by=what.superseded_by,
    )
    call.warn(written.warnings)
    return _written(store, written, before)


def _written(store: Store, written: Written, before: StoredNote | None) -> object:
    return {
        "status": "ok",
        "path": str(written.path),
        "index_path": str(store.path_of(MEMORY_INDEX_NAME)),
        "index_updated": written.memory_index_updated,
        "replaced": before is not None,
        "previous_description": before.note.description if before else None,
    }


def edit_index(call: Call, given: Arguments) -> object:
    """Replace the whole memory index; archives the earlier one."""
    content = given.text("content")
    check_text(content)
    new = content.encode()

    def check(store: Store) -> None:
        check_size(store, len(new))
        refuse_secrets(store, MEMORY_INDEX_NAME, new, None)

    store = call.to_write(given.text("scope"), check)
    before = store.live(MEMORY_INDEX_NAME) or b""
    written, _ = save_edited(store, MEMORY_INDEX_NAME, new, before, call.now)
    call.warn(written.warnings)
    return {"status": "ok", "path": str(written.path)}


def rename(call: Call, given: Arguments) -> object:
    """Rename a note, its entry, and the links to it in both scopes."""
    name, new_name = given.text("name"), given.text("new_name")
    store, other = call.to_change(given.text("scope"))
    linking = _linking(name, store, other)
    removed = store.rename(name, new_name, call.now, other)
    return {
        "status": "ok",
        "old_path": str(store.path_of(name)),
        "new_path": str(store.path_of(new_name)),
        "rewritten_references": sorted(linking - set(removed.dangling)),
    }


def delete(call: Call, given: Arguments) -> object:
    """Delete a note and its entry; its text stays in the archive."""
    name = given.text("name")
    store, other = call.to_change(given.text("scope"))
    before = store.index_text()
    removed = store.forget(name, call.now, other)
    return {
        "status": "ok",
        "deleted_path": str(store.path_of(name)),
        "index_updated": store.index_text() != before,
        "dangling_references": list(removed.dangling),
    }


def _linking(name: str, *stores: Store | None) -> set[str]:
    """The other notes that link to this one."""
    return {
        note.name
        for store in stores
        if store is not None
        for note in store.entries()
        if note.name != name and any(x.name == name for x in links.find(note.note.body))
    }


TOOLS = (
    Tool(
        "memory__read",
        "Read one note of the memory by its name.",
        {"name": _NAME},
        read,
        only_reads=True,
    ),
    Tool(
        "memory__write",
        "Create or replace a note: one lasting fact, and its entry in the memory"
        " index. Never a secret. What is replaced stays in an archive.",
        {
            "name": Parameter(
                "A short name of a-z, 0-9, - and _, without .md", required=True
            ),
            "description": Parameter(
                "One line for the memory index", required=True, written=True
            ),
            "type": Parameter("Such as user, feedback, project or reference"),
            "content": Parameter(
                "The whole text of the note", required=True, written=True
            ),
            "scope": _SCOPE,
            "superseded_by": Parameter(
                "The name of the note that replaces this one; left out, it is cleared"
            ),
            "expires": Parameter(
                "The last day it holds, YYYY-MM-DD; left out, it is cleared"
            ),
        },
        write,
    ),
    Tool(
        "memory__list",
        "List all notes of both scopes with what they are about.",
        {},
        list_notes,
        only_reads=True,
    ),
    Tool(
        "memory__lint",
        "Check the memory: notes without an entry, links that lead nowhere, notes that"
        " are too long, out of date or broken.",
        {},
        lint,
        only_reads=True,
    ),
    Tool(
        "memory__edit_index",
        "Replace the whole memory index, MEMORY.md. Use it for facts that every"
        " session needs, and to reorder or shorten.",
        {
            "scope": _SCOPE,
            "content": Parameter(
                "All of the new MEMORY.md", required=True, written=True
            ),
        },
        edit_index,
    ),
    Tool(
        "memory__rename",
        "Rename a note; its entry and the links to it follow.",
        {"name": _NAME, "new_name": Parameter("Its new name", True), "scope": _SCOPE},
        rename,
    ),
    Tool(
        "memory__delete",
        "Delete a note and its entry, and name the notes whose links now lead nowhere."
        " Its text stays in an archive.",
        {"name": _NAME, "scope": _SCOPE},
        delete,
    ),
)
