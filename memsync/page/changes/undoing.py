"""Undoes one change, and only that one, even if other commands ran since."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.errors import MemsyncError
from memsync.memory.archive.archive import digest_of
from memsync.memory.archive.journal import is_sync
from memsync.memory.archive.logs import is_log
from memsync.memory.note.names import MEMORY_INDEX_NAME
from memsync.memory.store import undoing
from memsync.page.changes.did import Did
from memsync.page.html.notices import Item, Notice
from memsync.page.html.page import Page
from memsync.page.html.shell import called
from memsync.workspace.open import archived_stores

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from memsync.memory.store.store import Store
    from memsync.memory.store.undoing import Undone
    from memsync.page.request.ask import Ask

# The most commands that the page suggests if no single one does the same.
_FEW = 3


def undo(ask: Ask, fields: Mapping[str, str]) -> Did | Page:
    """Undo a change of notes, like `memsync undo`; without `of`, the last one."""
    stores = archived_stores(ask.commands.cwd, ask.commands.places, ask.opened)
    name = "now" if ask.query.get("back") == "now" else "notes"
    return take_back(ask, fields, stores, back=ask.links.page(name))


def take_back(
    ask: Ask,
    fields: Mapping[str, str],
    stores: Sequence[Store],
    *,
    back: str,
    option: str = "",
) -> Did | Page:
    """Undo a change in any memories; ask first if a sync made the change.

    `option` is the option with which `memsync undo` acts on these memories. Raises the
    same errors as `undo`.
    """
    newest = undoing.last(stores)
    wanted = ask.query.get("of") or (newest.moment if newest else "")
    if fields.get("sure") != "yes" and _is_sync(stores, wanted):
        return _sure(ask, back, option)
    done = undoing.undo(stores, ask.commands.now("undo"), of=wanted) if wanted else None
    if done is None:
        said = "there is nothing to undo"
        if newest is not None:
            said = "this was undone already, or is as it was before"
        return Did(back, Notice(said, command=f"undo --dry-run{option}"))
    items = tuple(
        Item(each.action, each.name, _address(ask, stores, each)) for each in done.items
    )
    details = tuple(
        f"'{each.name}' stays as it is: {each.reason}" for each in done.kept
    )
    if newest is not None and newest.moment == done.moment:
        yes = " --yes" * is_sync(done.command)
        command = f"undo{yes}{option}"
    else:
        command = one_by_one(stores, done, option)
    said = said_of(done)
    notice = Notice(said, details, command, bad=bool(done.kept), items=items)
    return Did(_back(ask, items) or back, notice)


def _back(ask: Ask, items: Sequence[Item]) -> str:
    """The one restored note; empty if there is none, or the page Now was open."""
    notes = [item for item in items if item.name != MEMORY_INDEX_NAME]
    alone = len(notes) == 1 and notes[0].said == "restored"
    return notes[0].address if alone and "back" not in ask.query else ""


def _is_sync(stores: Sequence[Store], moment: str) -> bool:
    """Whether a round of sync made this change, which other machines then follow."""
    unit = undoing.unit_of(stores, moment)
    return unit is not None and unit.is_sync


def _sure(ask: Ask, back: str, option: str) -> Page:
    values: dict[str, object] = {
        "question": "Undo this sync?",
        "says": [
            "Notes become what they were before, and the next sync tells all machines.",
            "What is replaced stays among the versions of each note.",
        ],
        "remote": "",
        "action": ask.links.page("merges/undo" if option else "undo", ask.query),
        "button": "Undo the sync",
        "fields": {"sure": "yes"},
        "back": back,
    }
    return Page("confirm.html", "Undo a sync", values, f"undo --dry-run{option}")


def _address(ask: Ask, stores: Sequence[Store], item: undoing.Item) -> str:
    store = next((each for each in stores if each.label == item.scope), None)
    if store is None or store.memory.agent or is_log(item.name):
        return ""
    return ask.links.note(store.scope.value, item.name)


def said_of(done: Undone) -> str:
    """What was undone; if every note has changed since, nothing was."""
    return f"{'undone' if done.items else 'not undone'}: memsync {done.command}"


def one_by_one(stores: Sequence[Store], done: Undone, option: str = "") -> str:
    """Commands that undo each note if `memsync undo` no longer undoes them all."""
    found: list[str] = []
    by_label = {store.label: store for store in stores}
    for item in done.items:
        store = by_label[item.scope]
        if item.action == "removed":
            # No command removes a file from an agent's own folder.
            scope = f" --scope {store.scope}"
            found += [] if option else [called("forget", item.name, scope)]
        elif id_ := _version(store, item.name):
            found.append(called("archive restore", id_, option))
    return " && memsync ".join(found[:_FEW])


def _version(store: Store, name: str) -> str:
    try:
        live = store.live(name)
    except MemsyncError:
        return ""
    digest = None if live is None else digest_of(live)
    versions = store.archive.versions(name)
    return next((each.id for each in versions if each.digest == digest), "")
