"""`memsync daily`: the running log of a local day."""

from __future__ import annotations

import click

from memsync.cli.notes import logs
from memsync.cli.shared import notes
from memsync.cli.shared.scope import scope_option
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.clock import local
from memsync.errors import NotFound
from memsync.memory.archive.logs import daily_entry, daily_name, days, parse_day


@click.group()
def command() -> None:
    """Keep a daily log in daily/<YYYY-MM-DD>.md."""


@command.command()
@click.argument("text", required=False)
@click.option(
    "--heading", metavar="H", help="Add a heading above the text: the time and H."
)
@scope_option("The memory to write to; workspace by default, outside git user.")
@json_option
@pass_session
def add(
    session: Session, text: str | None, heading: str | None, scope: str | None
) -> int:
    """Append TEXT to today's log; without TEXT, or with -, read stdin.

    \b
    Examples:
      memsync daily add "Moved the database."
      memsync daily add --heading Release "Tagged v2."
    """
    given = logs.text_of(session, text)
    if given.strip():
        clock = f"{local(session.now.utc):%H:%M}"
        given = daily_entry(given, heading, clock)
    name = daily_name(session.now.today)
    return notes.emit_written(session, logs.add(session, name, given, scope))


@command.command()
@click.argument("day", metavar="[DATE]", required=False)
@scope_option("Only this memory; both by default.")
@json_option
@pass_session
def show(session: Session, day: str | None, scope: str | None) -> None:
    """Print today's log, or that of DATE (YYYY-MM-DD, today or yesterday)."""
    today = session.now.today
    wanted = parse_day(day or "today", today)
    name = daily_name(wanted)
    found = logs.find(session, scope, name)
    if found is not None:
        store, data = found
        shown = logs.shown(store, name, data)
        session.emit({"date": str(wanted), **shown}, data)
        return
    if day is None:
        # No log of today yet, as every morning: not an error.
        session.emit({"date": str(wanted), "name": name, "text": ""}, "")
        return
    there = [
        past
        for store in notes.readable(session, scope)
        for past in days(store.memory.folder, today)
    ]
    raise NotFound(
        f"there is no log of {wanted}",
        hint=f"memsync daily show {max(there)}" if there else "memsync daily add TEXT",
        word="no-such-log",
    )
