"""`memsync move`."""

from __future__ import annotations

import click

from memsync.cli.shared import notes
from memsync.cli.shared.scope import scope_option
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.memory.change.unfinished import is_left
from memsync.memory.note.names import Scope, check_name
from memsync.memory.store.removing import check_move, not_here


@click.command()
@click.argument("name")
@scope_option("The memory to move the note to.", required=True)
@json_option
@pass_session
def command(session: Session, name: str, scope: str) -> None:
    """Move a note and its index entry to the other memory.

    \b
    Example:
      memsync move editor --scope user
    """
    check_name(name)
    target_scope = Scope.parse(scope)
    source, other = notes.for_change(session, target_scope.other.value)
    # Looked up first, so that no memory is created for a missing note.
    if not source.has(name) and not is_left(source, "move", name):
        raise not_here(source, name, other)
    target = notes.for_writing(
        session, target_scope.value, check=lambda new: check_move(source, new, name)
    )
    removed = source.move_to(target, name, session.now)
    notes.emit_removed(session, removed, f"moved {name} to {target_scope}, archived")
