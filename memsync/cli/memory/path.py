"""`memsync path`."""

from __future__ import annotations

import os

import click

from memsync.cli.shared.scope import scope_option
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.memory.note.names import Scope


@click.command()
@scope_option("Print the path of this memory; by default the one that applies here.")
@json_option
@pass_session
def command(session: Session, scope: str | None) -> None:
    """Print the path of the memory for this folder, even if it does not exist yet."""
    from memsync.workspace.target import memory_path

    wanted = Scope.parse(scope) if scope else None
    found, path = memory_path(session.cwd, session.places, wanted, scoped=True)
    session.emit({"scope": found.value, "path": str(path)}, os.fsencode(path) + b"\n")
