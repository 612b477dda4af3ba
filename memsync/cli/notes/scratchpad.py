"""`memsync scratchpad`: a list of open items."""

from __future__ import annotations

import click

from memsync.cli.notes import logs
from memsync.cli.shared import notes
from memsync.cli.shared.scope import scope_option
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.errors import NotFound
from memsync.memory.archive.logs import SCRATCHPAD, open_items, scratchpad_entry
from memsync.memory.store.appending import tick
from memsync.terminal import printable_block


@click.group()
def command() -> None:
    """Keep a list of open items in scratchpad/SCRATCHPAD.md."""


@command.command()
@click.argument("text", required=False)
@scope_option("The memory to write to; workspace by default, outside git user.")
@json_option
@pass_session
def add(session: Session, text: str | None, scope: str | None) -> int:
    """Add TEXT as an open item; without TEXT, or with -, read stdin.

    \b
    Example:
      memsync scratchpad add "Ask about the port."
    """
    given = logs.text_of(session, text)
    entry = scratchpad_entry(given) if given.strip() else ""
    return notes.emit_written(session, logs.add(session, SCRATCHPAD, entry, scope))


@command.command()
@click.option("--all", "all_", is_flag=True, help="Print the whole file.")
@scope_option("Only this memory; both by default.")
@json_option
@pass_session
def show(session: Session, all_: bool, scope: str | None) -> None:
    """Print the open items with their numbers."""
    found = logs.find(session, scope, SCRATCHPAD)
    if found is None:
        session.emit({"name": SCRATCHPAD, "text": "", "items": []}, "")
        return
    store, text = found
    items = open_items(text.decode("utf-8", "replace"))
    data = logs.shown(store, SCRATCHPAD, text)
    data["items"] = [item._asdict() for item in items]
    rows = [
        f"{item.number:>3}  {printable_block(item.text)}".replace("\n", "\n     ")
        for item in items
    ]
    session.emit(data, text if all_ else "".join(f"{row}\n" for row in rows))


@command.command()
@click.argument("number", metavar="N", type=click.IntRange(min=1))
@scope_option("Only this memory; both by default.")
@json_option
@pass_session
def done(session: Session, number: int, scope: str | None) -> None:
    """Mark open item N as done; `scratchpad show` numbers the items."""
    found = logs.find(session, scope, SCRATCHPAD)
    if found is None:
        raise NotFound(
            "there is no scratchpad here",
            hint="memsync scratchpad add TEXT",
            word="no-such-item",
        )
    written, said = tick(found[0], number, session.now)
    notes.warn_all(session, written.warnings)
    session.emit(
        {**notes.written_json(written), "done": said},
        f"done: {printable_block(said)}\n",
    )
