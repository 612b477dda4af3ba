"""`memsync remember`."""

from __future__ import annotations

import click

from memsync.cli import notes
from memsync.cli.session import Session, json_option, pass_session
from memsync.errors import BadUsage
from memsync.memory.compose import Given


@click.command()
@click.argument("text", required=False)
@click.option("--title", help="What the note is called; by default its first line.")
@click.option("-t", "--type", "type_", help="Such as user, feedback, project.")
@click.option("--scope", help="workspace (default) or user.")
@click.option(
    "--index",
    "prose",
    metavar="[TEXT]",
    is_flag=False,
    flag_value="",
    help="Add a line to the memory index instead: TEXT, or the text given.",
)
@json_option
@pass_session
def command(
    session: Session,
    text: str | None,
    title: str | None,
    type_: str | None,
    scope: str | None,
    prose: str | None,
) -> int:
    """Save a fact as a note named by its title; the same title updates it."""
    if prose:
        _add_prose(session, prose, scope)
        if text is None:
            return 0
    text = notes.text_given(session, text, None)
    if not text or not text.strip():
        raise BadUsage("there is nothing to remember", hint="give a text")
    if prose == "":
        _add_prose(session, text, scope)
        return 0
    Given(type=type_).checked()
    store = notes.for_writing(session, scope)
    written = store.remember(text, title or "", type_, session.now)
    return notes.emit_written(session, written)


def _add_prose(session: Session, prose: str, scope: str | None) -> None:
    store = notes.for_writing(session, scope)
    changed = store.add_prose(prose, session.now)
    path = store.path_of("MEMORY")
    data = {
        "name": None,
        "scope": store.scope.value,
        "path": str(path),
        "action": "updated" if changed else "unchanged",
        "archived": None,
        "memory_index_updated": changed,
    }
    session.emit(data, f"updated {path}\n")
