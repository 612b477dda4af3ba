"""The tools for earlier versions of notes: list and restore."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.errors import NotFound
from memsync.files.atomic import read_regular
from memsync.mcp.calls.tool import Arguments, Parameter, Tool, scope_name
from memsync.memory.archive.archive import no_such_version
from memsync.memory.archive.logs import check_any
from memsync.memory.note.names import MEMORY_INDEX_NAME
from memsync.memory.store.restoring import archived, restore
from memsync.workspace.open import archived_stores

if TYPE_CHECKING:
    from memsync.mcp.calls.call import Call
    from memsync.memory.archive.archive import Version
    from memsync.memory.store.store import Store

# Versions in one answer, so that they fit into a model's context.
_MOST = 50


def list_versions(call: Call, given: Arguments) -> object:
    """The versions that are not live, the newest first, of one note or of all."""
    name = given.text_if_any("name")
    if name is not None and name != MEMORY_INDEX_NAME:
        check_any(name)
    found = [
        {
            "id": version.id,
            "name": version.name,
            "scope": scope_name(store.scope),
            "time": version.time,
            "reason": version.reason,
        }
        for store, version in _versions(call, name)
    ]
    shown = sorted(found, key=lambda row: row["time"], reverse=True)[:_MOST]
    return {"versions": shown, "more": len(found) - len(shown)}


def restore_version(call: Call, given: Arguments) -> object:
    """Restore a version; archives what is live there first."""
    id_ = given.text("id")
    named = id_.rpartition("/")[0] or None
    matching = [each for each in _versions(call, named) if each[1].id == id_]
    if not matching:
        raise no_such_version(id_, {version.name for _, version in _versions(call)})
    store, version = matching[0]
    if not store.exists():
        store = call.to_write(store.scope)
    done = restore(store, version.name, read_regular(version.path), call.now)
    call.warn(done.warnings)
    return {"status": "ok", "path": str(done.path), "archived": done.archived}


def _versions(call: Call, name: str | None = None) -> list[tuple[Store, Version]]:
    stores = archived_stores(call.cwd, call.places, call.opened())
    if not stores:
        raise NotFound("there is no memory here, so there is no archive")
    return [(store, v) for store in stores for v in archived(store, name)]


TOOLS = (
    Tool(
        "memory__archive_list",
        "Earlier versions of notes, also of deleted ones, the newest first.",
        {"name": Parameter("Only versions of this note")},
        list_versions,
        only_reads=True,
    ),
    Tool(
        "memory__archive_restore",
        "Bring an earlier version of a note back. The live one is archived first.",
        {"id": Parameter("An id from memory__archive_list", required=True)},
        restore_version,
    ),
)
