"""`memsync read`."""

from __future__ import annotations

import click

from memsync.cli.shared import notes
from memsync.cli.shared.agent_memory import agent_option, agent_store, read_in
from memsync.cli.shared.scope import scope_option
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.memory.store.store import read_first


@click.command()
@click.argument("name")
@scope_option("Only this memory; both by default.")
@agent_option("Read a file in this agent's synced folder.")
@json_option
@pass_session
def command(session: Session, name: str, scope: str | None, agent: str | None) -> None:
    """Print a note's file; of two with one name, the workspace's.

    \b
    Examples:
      memsync read port
      memsync read port --scope user --json
      memsync read feedback/style --agent claude-code
    """
    if agent is None:
        found = read_first(notes.readable(session, scope), name)
        called = found.scope.value
    else:
        store = agent_store(session, agent, scope)
        found, called = read_in(store, name), store.label
    data = {
        "name": found.name,
        "scope": called,
        "type": found.note.type or None,
        "description": found.note.description,
        "body": found.note.body,
        "path": found.file,
        "frontmatter": found.note.frontmatter,
    }
    session.emit(data, found.data)
