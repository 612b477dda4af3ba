"""`memsync archive`: list, show, diff, restore and prune earlier versions."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from memsync.cli.history import past
from memsync.cli.shared import notes
from memsync.cli.shared.agent_memory import (
    Which,
    agent_option,
    agent_options,
    check_new_name,
    name_in,
)
from memsync.cli.shared.scope import scope_option
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.errors import BadUsage
from memsync.files import atomic
from memsync.memory.archive import logs
from memsync.memory.note.names import MEMORY_INDEX_NAME, check_name
from memsync.memory.note.note import Note
from memsync.terminal import printable, printable_block

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.memory.note.names import Scope
    from memsync.memory.store.store import Store

_HEADS = ("id", "scope", "saved", "reason", "chars")


@click.group()
def command() -> None:
    """List, compare, restore and prune earlier versions of notes."""


@command.command("list")
@click.argument("name", required=False)
@scope_option("Only this memory; both by default.")
@agent_option("List versions in this agent's synced folder.")
@json_option
@pass_session
def list_(
    session: Session, name: str | None, scope: str | None, agent: str | None
) -> None:
    """List archived versions, the newest first.

    Includes the versions that only the sync history still has. On a terminal, ids are
    short: port@1 is the version of port before the live one. -v shows full ids, which
    never change.

    \b
    Examples:
      memsync archive list port
      memsync archive list --agent claude-code
    """
    _check(name, agent)
    which = Which(agent, scope) if agent is not None else None
    found = past.versions(session, name, scope, which)
    if (
        agent is None
        and not found
        and name not in (None, MEMORY_INDEX_NAME)
        and not logs.is_log(name)
    ):
        check_name(name)
    if session.json or not found or session.verbose:
        _emit(session, found)
        return
    alone = scope is None or agent is not None
    every = found if alone else past.versions(session, name, None)
    _emit(session, found, past.short_ids(every) if sys.stdout.isatty() else {})


@command.command()
@click.argument("id_", metavar="ID")
@agent_options("Show a version in this agent's synced folder.")
@json_option
@pass_session
def show(session: Session, id_: str, agent: str | None, scope: str | None) -> None:
    """Print an archived version."""
    found = past.find(session, id_, Which.of(agent, scope))
    data = found.read()
    text = data.decode("utf-8", "replace")
    session.emit({**_json(found), "text": text}, data)


@command.command()
@click.argument("id_", metavar="ID")
@agent_options("Compare a version in this agent's synced folder.")
@json_option
@pass_session
def diff(session: Session, id_: str, agent: str | None, scope: str | None) -> None:
    """Show the changes from an archived version to the live note.

    \b
    Example:
      memsync archive diff port@1
    """
    from difflib import unified_diff

    found = past.find(session, id_, Which.of(agent, scope))
    name = found.version.name
    old = found.read().decode("utf-8", "replace")
    new = (found.store.live(name) or b"").decode("utf-8", "replace")
    lines = unified_diff(
        old.splitlines(keepends=True),
        new.splitlines(keepends=True),
        found.version.id,
        f"{name} (live)",
    )
    ended = (line if line.endswith("\n") else line + "\n" for line in lines)
    text = printable_block("".join(ended))
    session.emit({"id": found.version.id, "name": name, "diff": text}, text)


@command.command()
@click.argument("id_", metavar="ID", required=False)
@click.option(
    "--last", is_flag=True, help="Restore the version that was replaced last."
)
@click.option("--all", "all_", is_flag=True, help="Restore every note that is missing.")
@click.option("--as", "as_name", metavar="NAME", help="Restore as a new note.")
@agent_options("Restore a version in this agent's synced folder.")
@json_option
@pass_session
def restore(
    session: Session,
    id_: str | None,
    last: bool,
    all_: bool,
    as_name: str | None,
    agent: str | None,
    scope: str | None,
) -> int:
    """Restore a version; the live one is archived first.

    ID is from `archive list`; port@1 is the version of port before the live one.

    \b
    Examples:
      memsync archive restore port@1
      memsync archive restore port@2 --as old-port
      memsync archive restore --last
    """
    from memsync.memory.store import restoring
    from memsync.workspace.place.notices import RESTORE_ALL

    if (id_ is not None) + last + all_ != 1 or (all_ and as_name is not None):
        raise BadUsage(
            "restore takes an ID, --last or --all",
            hint="see `memsync archive list`",
        )
    which = Which.of(agent, scope)
    if not all_:
        if as_name is not None and which is None:
            check_name(as_name)
        elif as_name is not None:
            check_new_name(past.stores(session, None, which)[0], as_name)
        found = (
            past.newest(session, which)
            if id_ is None
            else past.find(session, id_, which)
        )
        if found is None:
            session.say("nothing was replaced or removed yet")
            session.emit(None, "")
            return 0
        name, data = found.version.name, found.read()
        if found.behind:
            ready = notes.for_writing(session, found.store.scope.value)
            session.warn(
                f"'{as_name or name}' was private; it is in the team's memory now,"
                " which git commits",
                f"`memsync forget {as_name or name}` takes it out again",
            )
        else:
            ready = _ready(session, found.store)
        written = restoring.restore_as(ready, name, as_name or name, data, session.now)
        return notes.emit_written(session, written)
    done = [
        written
        for store in past.stores(session, None, which, running=RESTORE_ALL)
        if store.archive.names()
        for ready in [_ready(session, store, RESTORE_ALL)]
        for written in restoring.restore_all(ready, session.now)
    ]
    if not done:
        session.say("no note is missing")
        if which is None and past.behind(session):
            session.say(
                "`memsync archive list` shows the versions of the private memory that"
                " was here, and `memsync archive restore ID` puts one into the team's"
            )
    session.emit(
        [notes.written_json(written) for written in done],
        b"".join(notes.written_line(written) for written in done),
    )
    return 0


@command.command()
@click.argument("name", required=False)
@scope_option("Only this memory; both by default.")
@click.option("--dry-run", is_flag=True, help="Show what would be removed.")
@agent_option("Prune versions in this agent's synced folder.")
@json_option
@pass_session
def prune(
    session: Session,
    name: str | None,
    scope: str | None,
    dry_run: bool,
    agent: str | None,
) -> None:
    """Delete versions that the archive settings do not keep."""
    from memsync.memory.store import restoring

    _check(name, agent)
    # Described first: a deleted version can no longer be read.
    which = Which(agent, scope) if agent is not None else None
    stores = past.stores(session, scope, which)
    named = [(store, name and name_in(store, name)) for store in stores]
    found = [
        past.Past(store, version)
        for store, own in named
        for version in restoring.expendable(store, own, session.now)
    ]
    _emit(session, found)
    if not dry_run:
        for store, own in named:
            restoring.prune(store, own, session.now)


def _check(name: str | None, agent: str | None) -> None:
    if agent is None and name is not None and name != MEMORY_INDEX_NAME:
        logs.check_any(name)


def _ready(session: Session, store: Store, running: str = "") -> Store:
    """The memory; creates its folder again if it is gone, for the command `running`."""
    if store.exists():
        return store
    if store.memory.agent:
        atomic.make_folder(store.memory.folder, mode=0o700)
        return store
    scope = store.scope.value
    return notes.for_writing(session, scope, revive=True, running=running)


def _emit(
    session: Session,
    found: list[past.Past],
    short: Mapping[tuple[Scope, str], str] | None = None,
) -> None:
    if session.json:
        session.emit([_json(each) for each in found], "")
        return
    rows = [
        (
            printable(
                (short or {}).get((each.store.scope, each.version.id), each.version.id)
            ),
            "private" if each.behind else each.store.label,
            each.version.time,
            each.version.reason,
            str(Note.parse(each.read()).chars),
        )
        for each in found
    ]
    session.emit(None, session.table(_HEADS, rows, empty="no earlier versions"))


def _json(found: past.Past) -> dict[str, object]:
    version = found.version
    return {
        "id": version.id,
        "name": version.name,
        "scope": found.store.label,
        "time": version.time,
        "reason": version.reason,
        "path": str(version.path),
        "chars": Note.parse(found.read()).chars,
    }
