"""`memsync archive`: list, show, diff, restore and prune earlier versions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memsync.cli import notes
from memsync.cli.session import Session, json_option, pass_session
from memsync.errors import BadUsage, NotFound
from memsync.memory.names import Scope
from memsync.memory.note import Note
from memsync.terminal import printable, printable_block

if TYPE_CHECKING:
    from memsync.memory.archive import Version
    from memsync.memory.store import Store

_HEADS = ("id", "scope", "saved", "reason", "chars")


@click.group()
def command() -> None:
    """List, show, compare, restore and prune earlier versions of notes."""


@command.command("list")
@click.argument("name", required=False)
@click.option("--scope", help="Only workspace or user.")
@json_option
@pass_session
def list_(session: Session, name: str | None, scope: str | None) -> None:
    """List the stored versions that are not live, the newest first."""
    found = [
        (store, version)
        for store in _stores(session, scope)
        for version in store.archived(name)
    ]
    found.sort(key=lambda pair: pair[1].time, reverse=True)
    _emit_versions(session, found)


@command.command()
@click.argument("id_", metavar="ID")
@json_option
@pass_session
def show(session: Session, id_: str) -> None:
    """Print a stored version as it was saved."""
    store, version = _find(session, id_)
    data = version.path.read_bytes()
    text = data.decode("utf-8", "replace")
    session.emit({**_json(store, version), "text": text}, data)


@command.command()
@click.argument("id_", metavar="ID")
@json_option
@pass_session
def diff(session: Session, id_: str) -> None:
    """Show what changed from a stored version to the live note."""
    from difflib import unified_diff

    store, version = _find(session, id_)
    old = version.path.read_bytes().decode("utf-8", "replace")
    new = (store.live(version.name) or b"").decode("utf-8", "replace")
    lines = unified_diff(
        old.splitlines(keepends=True),
        new.splitlines(keepends=True),
        version.id,
        f"{version.name} (live)",
    )
    ended = (line if line.endswith("\n") else line + "\n" for line in lines)
    text = printable_block("".join(ended))
    session.emit({"id": version.id, "name": version.name, "diff": text}, text)


@command.command()
@click.argument("id_", metavar="ID", required=False)
@click.option("--all", "all_", is_flag=True, help="Every note that is gone.")
@click.option("--as", "as_name", metavar="NAME", help="Under another name.")
@json_option
@pass_session
def restore(session: Session, id_: str | None, all_: bool, as_name: str | None) -> int:
    """Make a stored version live again; what is live there is stored first."""
    from memsync.memory import restoring

    if all_ == (id_ is not None) or (all_ and as_name is not None):
        raise BadUsage("restore takes an ID, or --all", hint="see archive list")
    if id_ is not None:
        store, version = _find(session, id_)
        ready = _ready(session, store)
        written = restoring.restore(ready, version, as_name, session.now)
        return notes.emit_written(session, written)
    done = [
        written
        for store in _stores(session, None)
        if store.archive.names()
        for written in restoring.restore_all(_ready(session, store), session.now)
    ]
    if not done:
        session.say("every note that was live is there")
    session.emit(
        [notes.written_json(written) for written in done],
        b"".join(notes.written_line(written) for written in done),
    )
    return 0


@command.command()
@click.argument("name", required=False)
@click.option("--scope", help="Only workspace or user.")
@click.option("--dry-run", is_flag=True, help="Say what would go.")
@json_option
@pass_session
def prune(session: Session, name: str | None, scope: str | None, dry_run: bool) -> None:
    """Remove the versions that `archive.keep_last` and `keep_days` do not keep."""
    from memsync.memory import restoring

    stores = _stores(session, scope)
    found = [
        (store, version)
        for store in stores
        for version in restoring.expendable(store, name, session.now)
    ]
    _emit_versions(session, found)
    if not dry_run:
        for store in stores:
            restoring.prune(store, name, session.now)


def _stores(session: Session, scope: str | None) -> list[Store]:
    """The memories with an archive to look into, also one whose notes vanished."""
    from memsync.workspace.open import archived_stores

    wanted = Scope.parse(scope) if scope else None
    stores = archived_stores(session.cwd, session.places, notes.opened(session))
    return [store for store in stores if wanted in (None, store.scope)]


def _find(session: Session, id_: str) -> tuple[Store, Version]:
    missing: NotFound | None = None
    for store in _stores(session, None):
        try:
            return store, store.archive.find(id_)
        except NotFound as error:
            missing = error
    raise missing or NotFound(
        "there is no memory here, so there is no archive", hint="run `memsync init`"
    )


def _ready(session: Session, store: Store) -> Store:
    """The memory with its folder, made anew where it vanished."""
    if store.exists():
        return store
    return notes.for_writing(session, store.scope.value, revive=True)


def _emit_versions(session: Session, found: list[tuple[Store, Version]]) -> None:
    if session.json:
        session.emit([_json(*pair) for pair in found], "")
        return
    rows = [
        (
            printable(version.id),
            store.scope.value,
            version.time,
            version.reason,
            str(_chars(version)),
        )
        for store, version in found
    ]
    session.emit(None, session.table(_HEADS, rows))


def _json(store: Store, version: Version) -> dict[str, object]:
    return {
        "id": version.id,
        "name": version.name,
        "scope": store.scope.value,
        "time": version.time,
        "reason": version.reason,
        "path": str(version.path),
        "chars": _chars(version),
    }


def _chars(version: Version) -> int:
    return Note.parse(version.path.read_bytes()).chars
