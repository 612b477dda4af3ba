"""Saves, writes, restores and forgets notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.errors import BadUsage, MemsyncError, NotFound
from memsync.memory.note.names import Scope, check_name
from memsync.memory.store import restoring
from memsync.memory.store.writing import refuse_empty, save_edited
from memsync.page.changes.did import Did, undo_of
from memsync.page.html.notices import Notice
from memsync.page.html.shell import called
from memsync.page.request.ask import Ask
from memsync.page.views.edit import Draft, as_it_was, digest, editable, form, new
from memsync.workspace.target import open_for_writing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.clock import Now
    from memsync.memory.store.store import Store
    from memsync.page.html.page import Page


def save(ask: Ask, fields: Mapping[str, str]) -> Did | Page:
    """Save an edited note, like `memsync edit`; shows the form again on an error."""
    store, _ = ask.to_change(ask.scope)
    sent = fields.get("text", "").replace("\r\n", "\n")
    live = store.live(ask.name)
    draft = Draft(sent, digest(live))
    if fields.get("seen") != draft.seen:
        return form(ask, draft, live=None if live is None else editable(live))
    command = called("edit", ask.name, f" --scope {ask.scope}")
    now = ask.commands.now("edit")
    try:
        refuse_empty(sent.encode("utf-8", "replace"))
        written, other = save_edited(
            store, ask.name, as_it_was(sent, live or b""), live, now
        )
    except MemsyncError as error:
        return form(ask, draft, error=error)
    if written.action == "unchanged":
        notice = Notice(f"'{ask.name}' is as it was", command=command)
    else:
        details = [message for message, _ in written.warnings]
        if other is not None:
            details.append("it changed meanwhile; the other text is among its versions")
        notice = Notice(
            f"'{ask.name}' is saved", tuple(details), command, undo=undo_of(now)
        )
    return Did(ask.links.note(ask.scope, ask.name), notice)


def write(ask: Ask, fields: Mapping[str, str]) -> Did | Page:
    """Write a new note, like `memsync write`; refuses to replace an existing one."""
    from memsync.errors import Broken

    name, scope = fields.get("name", "").strip(), fields.get("scope", "")
    now = ask.commands.now("write")
    filled = Ask(ask.commands, ask.links, {**fields, "scope": scope}, ask.path)
    try:
        check_name(name)
        wanted = Scope.parse(scope)
        store = _to_write(ask, wanted, now)
        if store.has(name):
            raise Broken(
                f"there is a note '{name}' already",
                hint="choose another name, or edit that one",
                word="exists",
            )
        text = fields.get("text", "").replace("\r\n", "\n")
        if not text.strip():
            raise BadUsage("the text is empty", hint="fill in the field Text")
        about = " ".join(fields.get("about", "").split()) or None
        written = store.write(name, text, now=now, description=about)
    except MemsyncError as error:
        return new(filled, error)
    details = tuple(message for message, _ in written.warnings)
    command = f"write {name} --scope {wanted}"
    notice = Notice(f"'{name}' is written", details, command, undo=undo_of(now))
    return Did(ask.links.note(wanted.value, name), notice)


def restore(ask: Ask, fields: Mapping[str, str]) -> Did:
    """Make a version live again, like `memsync archive restore`."""
    id_ = fields.get("id", "")
    found = [
        each
        for each in ask.commands.versions(ask.name, ask.scope)
        if each.version.id == id_
    ]
    if not found:
        raise NotFound("there is no such version", hint="choose one from the list")
    store, name = found[0].store, found[0].version.name
    now = ask.commands.now("archive restore")
    if not store.exists():
        store = _to_write(ask, store.scope, now, revive=True)
    done = restoring.restore(store, name, found[0].read(), now)
    details = tuple(message for message, _ in done.warnings)
    notice = Notice(
        f"the version of '{name}' is live again",
        details,
        called("archive restore", id_),
        undo=undo_of(now),
    )
    back = ask.query.get("back")
    to = ask.links.page("merges") if back == "merges" else None
    return Did(to or ask.links.note(store.scope.value, name), notice)


def forget(ask: Ask, fields: Mapping[str, str]) -> Did:  # noqa: ARG001 -- an action's
    """Remove a note, like `memsync forget`; its versions stay."""
    store, other = ask.to_change(ask.scope)
    now = ask.commands.now("forget")
    gone = store.forget(ask.name, now, other)
    details: tuple[str, ...] = ()
    if gone.dangling:
        details = (f"links to it now lead nowhere in: {', '.join(gone.dangling)}",)
    command = called("forget", ask.name, f" --scope {ask.scope}")
    notice = Notice(f"'{ask.name}' is forgotten", details, command, undo=undo_of(now))
    return Did(ask.links.page("notes"), notice)


def _to_write(ask: Ask, scope: Scope, now: Now, *, revive: bool = False) -> Store:
    commands = ask.commands
    store, _ = open_for_writing(
        commands.cwd, commands.places, now, scope, revive=revive
    )
    return store
