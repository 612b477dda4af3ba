"""Changes in agents' own folders that are synced in place, and undoing them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.errors import NotFound
from memsync.files.atomic import read_regular
from memsync.memory.note.names import Scope
from memsync.memory.store import restoring
from memsync.page.changes import undoing
from memsync.page.changes.did import Did, undo_of
from memsync.page.html.notices import Notice
from memsync.page.html.shell import called
from memsync.page.views.homes import folder_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.memory.store.store import Store
    from memsync.page.html.page import Page
    from memsync.page.request.ask import Ask


def restore(ask: Ask, fields: Mapping[str, str]) -> Did:
    """Restore the version that lost, like `memsync archive restore --agent NAME`."""
    home = fields.get("home", "")
    store = _folder(ask, home)
    version = store.archive.find(fields.get("id", ""))
    data = read_regular(version.path)
    now = ask.commands.now("archive restore")
    done = restoring.restore(store, version.name, data, now)
    notice = Notice(
        f"the version of '{version.name}' is live again",
        tuple(message for message, _ in done.warnings),
        called("archive restore", version.id, _option(store)),
        undo=undo_of(now, "merges/undo", home=home),
    )
    return Did(ask.links.page("merges"), notice)


def undo(ask: Ask, fields: Mapping[str, str]) -> Did | Page:
    """Undo a change of a folder, like `memsync undo --agent NAME`."""
    store = _folder(ask, ask.query.get("home", ""))
    return undoing.take_back(
        ask, fields, [store], option=_option(store), back=ask.links.page("merges")
    )


def _folder(ask: Ask, home: str) -> Store:
    store = folder_of(ask, home)
    if store is None:
        raise NotFound("this folder is not synced here", hint="see the page Sync")
    return store


def _option(store: Store) -> str:
    whose = " --scope user" if store.scope is Scope.USER else ""
    return f" --agent {store.memory.agent}{whose}"
