"""`memsync remember`."""

from __future__ import annotations

import os

import click

from memsync.cli.shared import notes
from memsync.cli.shared.author import author
from memsync.cli.shared.scope import scope_option
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.errors import BadUsage
from memsync.memory.note.compose import Given
from memsync.memory.note.names import MEMORY_INDEX_NAME
from memsync.memory.store.writing import check_prose, check_remember


@click.command()
@click.argument("words", nargs=-1, metavar="[TEXT]")
@click.option("--title", help="The note's title; by default the first line.")
@click.option("-t", "--type", "type_", help="For example user, feedback or project.")
@scope_option("The memory to change; workspace by default.")
@click.option(
    "--index",
    "prose",
    metavar="[TEXT]",
    is_flag=False,
    flag_value="",
    help="Add the text as a line of MEMORY.md, not as a note.",
)
@json_option
@pass_session
def command(
    session: Session,
    words: tuple[str, ...],
    title: str | None,
    type_: str | None,
    scope: str | None,
    prose: str | None,
) -> int:
    """Save a fact as a note, or update the note that has the same title.

    Without TEXT, or with -, the fact comes from stdin.

    \b
    Examples:
      memsync remember "The port is 8080."
      memsync remember "Run make release." --title "How we deploy"
      memsync remember "Answer in German." --scope user
    """
    if prose and words:
        raise BadUsage(
            "--index TEXT and the text exclude each other",
            hint="save them one at a time",
        )
    message = notes.message_of((prose,) if prose else words)
    text = notes.text_given(session, message, None)
    if not text or not text.strip():
        raise BadUsage("there is nothing to remember", hint="give a text")
    if prose is not None:
        return _add_prose(session, text, scope)
    given = Given(text, type=type_)
    given.checked()  # report malformed options before a missing memory
    store = notes.for_writing(
        session,
        scope,
        check=lambda new: check_remember(new, title or "", given, session.now),
    )
    written = store.remember(text, title or "", type_, session.now, by=author(session))
    return notes.emit_written(session, written)


def _add_prose(session: Session, text: str, scope: str | None) -> int:
    store = notes.for_writing(session, scope, check=lambda new: check_prose(new, text))
    changed = store.add_prose(text, session.now)
    path = store.path_of(MEMORY_INDEX_NAME)
    data = {
        "name": None,
        "scope": store.scope.value,
        "path": str(path),
        "action": "updated" if changed else "unchanged",
        "archived": None,
        "memory_index_updated": changed,
    }
    session.emit(data, b"updated " + os.fsencode(path) + b"\n")
    return 0
