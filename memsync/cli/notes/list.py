"""`memsync list`."""

from __future__ import annotations

import click

from memsync.cli.notes.listing import run
from memsync.cli.shared.scope import scope_option
from memsync.cli.shared.session import Session, json_option, pass_session


@click.command()
@scope_option("Only this memory; both by default.")
@click.option("-t", "--type", "type_", help="List only notes of this type.")
@json_option
@pass_session
def command(session: Session, scope: str | None, type_: str | None) -> None:
    """List the notes of both memories, those of the workspace first.

    \b
    Examples:
      memsync list
      memsync list --scope user --type feedback
    """
    run(session, scope, type_)
