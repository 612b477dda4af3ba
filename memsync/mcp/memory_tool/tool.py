"""Anthropic's memory tool over memsync's store: its commands, and its exact messages.

The contract is that of `memory_20250818`, as in the reference stores of the SDKs:
models are trained on these texts. Each edit is a compare and swap, so that no change of
another program is lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.errors import BadUsage, Broken, NotFound, Refused
from memsync.mcp.calls.tool import Arguments, Parameter, Tool
from memsync.mcp.memory_tool.edits import insert, str_replace
from memsync.mcp.memory_tool.paths import ROOT, USER, Place, created, parse
from memsync.mcp.memory_tool.view import view
from memsync.memory.change.leaks import refuse_secrets
from memsync.memory.note.compose import check_text
from memsync.memory.note.names import Scope, check_name
from memsync.memory.store.writing import check_size
from memsync.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Callable

    from memsync.mcp.calls.call import Call
    from memsync.memory.store.store import Store


def run(call: Call, given: Arguments) -> str:
    """Carry out one command."""
    command = given.text("command")
    if command not in _COMMANDS:
        raise BadUsage(f"Unknown command: {printable(command)}")
    return _COMMANDS[command](call, given)


def _create(call: Call, given: Arguments) -> str:
    path, text = given.text("path"), given.text("file_text")
    place = _file(path, for_new=True)
    name = place.name or ""
    check_text(text)

    def make(store: Store) -> bytes:
        check_size(store, len(text.encode()))
        data = created(place, text, call.now.today)
        refuse_secrets(store, name, data, None)
        return data

    store = call.to_write(place.scope, make)
    written = None
    if not store.has(name):
        written = store.replace_bytes(name, make(store), None, call.now)
    if written is None:
        raise Broken(f"File {path} already exists", word="exists")
    call.warn(written.warnings)
    return f"File created successfully at: {path}"


def _delete(call: Call, given: Arguments) -> str:
    path = given.text("path")
    place = parse(path)
    if place is not None and place.name is None:
        if place.scope is Scope.WORKSPACE:
            raise Refused(f"Cannot delete the {ROOT} directory itself")
        raise Refused(f"Cannot delete the {place.path} directory itself")
    if place is not None and place.is_index:
        raise Refused(f"Cannot delete {path}: every memory has its index")
    found = _found(call, place)
    if place is None or found is None:
        raise NotFound(f"The path {printable(path)} does not exist")
    store, other = found
    store.forget(place.name or "", call.now, other)
    return f"Successfully deleted {path}"


def _rename(call: Call, given: Arguments) -> str:
    old_path, new_path = given.text("old_path"), given.text("new_path")
    old, new = parse(old_path), _file(new_path, for_new=True)
    found = None if old is None or old.name is None else _found(call, old)
    target = call.store(new.scope)
    if target is not None and target.has(new.name or ""):
        raise Broken(f"The destination {new_path} already exists", word="exists")
    if old is None or old.name is None or found is None:
        raise NotFound(f"The path {printable(old_path)} does not exist")
    if old.is_index or new.is_index:
        raise Refused("Cannot rename a memory index, or to one")
    store, other = found
    if old.scope is new.scope:
        store.rename(old.name, new.name or "", call.now, other)
    elif old.name == new.name:
        store.move_to(call.to_write(new.scope), old.name, call.now)
    else:
        raise BadUsage("Move it under the name it has, and rename it after")
    return f"Successfully renamed {old_path} to {new_path}"


_COMMANDS: dict[str, Callable[[Call, Arguments], str]] = {
    "view": view,
    "create": _create,
    "str_replace": str_replace,
    "insert": insert,
    "delete": _delete,
    "rename": _rename,
}


def _found(call: Call, place: Place | None) -> tuple[Store, Store | None] | None:
    """The memory that has the file, and the other scope's."""
    if place is None or place.name is None:
        return None
    store = call.store(place.scope)
    if store is None or not store.has(place.name):
        return None
    return store, call.store(place.scope.other)


def _file(path: str, *, for_new: bool) -> Place:
    place = parse(path)
    if place is None or place.name is None:
        raise BadUsage(
            f"{printable(path)} cannot be a file: memory files are {ROOT}/<name>.md"
            f" for this repository and {ROOT}/{USER}/<name>.md for the person"
        )
    if for_new and not place.is_index:
        check_name(place.name)
    return place


TOOL = Tool(
    "memory",
    "Keep memory as files: view, create, str_replace, insert, delete, rename."
    f" {ROOT}/<name>.md holds one fact of this repository, {ROOT}/{USER}/<name>.md one"
    " of the person, and MEMORY.md in each the index that every session sees.",
    {
        "command": Parameter(
            "What to do",
            required=True,
            schema={"type": "string", "enum": list(_COMMANDS)},
        ),
        "path": Parameter(f"A path below {ROOT}; for all commands but rename"),
        "view_range": Parameter(
            "For view: the first and the last line, -1 for the file's last",
            schema={"type": "array", "items": {"type": "integer"}},
        ),
        "file_text": Parameter("For create: the text of the new file", written=True),
        "old_str": Parameter(
            "For str_replace: a text that stands there once", written=True
        ),
        "new_str": Parameter("For str_replace: what replaces it", written=True),
        "insert_line": Parameter(
            "For insert: the line to insert after, 0 for the top",
            schema={"type": "integer"},
        ),
        "insert_text": Parameter("For insert: the text", written=True),
        "old_path": Parameter("For rename: the path of the file"),
        "new_path": Parameter("For rename: its new path"),
    },
    run,
)
