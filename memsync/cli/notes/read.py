"""`memsync read`."""

from __future__ import annotations

import click

from memsync.cli.shared import notes
from memsync.cli.shared.scope import scope_option
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.memory.store.store import read_first


@click.command()
@click.argument("name")
@scope_option("Only this memory; both by default.")
@json_option
@pass_session
def command(session: Session, name: str, scope: str | None) -> None:
    """Print a note's file; the workspace's note comes before the user's.

    \b
    Examples:
      memsync read port
      memsync read port --scope user --json
    """
    found = read_first(notes.readable(session, scope), name)
    data = {
        "name": found.name,
        "scope": found.scope.value,
        "type": found.note.type or None,
        "description": found.note.description,
        "body": found.note.body,
        "path": found.file,
        "frontmatter": found.note.frontmatter,
    }
    session.emit(data, found.data)
