"""`memsync move`."""

from __future__ import annotations

import click

from memsync.cli.shared import notes
from memsync.cli.shared.scope import scope_option
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.errors import NotFound
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
    try:
        source, other = notes.for_change(session, target_scope.other.value)
    except NotFound as error:
        # Its hint names a scope, which here is that of the target.
        error.hint = "see `memsync list`"
        raise
    # Looked up first, so that no memory is created for a missing note.
    if not source.has(name) and not is_left(source, "move", name):
        if other is not None and other.has(name):
            raise NotFound(
                f"'{name}' is in the {other.scope} memory already, so there is nothing"
                f" to move with --scope {target_scope}",
                hint=f"`memsync move {name} --scope {source.scope}` moves it to the"
                f" {source.scope}'s",
            )
        raise not_here(source, name, None)
    target = notes.for_writing(
        session, target_scope.value, check=lambda new: check_move(source, new, name)
    )
    removed = source.move_to(target, name, session.now)
    notes.emit_removed(session, removed, f"moved {name} to {target_scope}, archived")
