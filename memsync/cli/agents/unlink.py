"""`memsync unlink`."""

from __future__ import annotations

import click

from memsync.cli.agents.link import memory_here
from memsync.cli.shared.place import where
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.terminal import printable


@click.command()
@click.argument("agent")
@click.option("--dry-run", is_flag=True, help="Show what would change.")
@json_option
@pass_session
def command(session: Session, agent: str, dry_run: bool) -> None:
    """Undo `link`: restore the agent's settings, so that it uses its own folder.

    The notes stay in this repository's memory; `memsync export` copies them into the
    agent's folder.

    \b
    Example:
      memsync unlink claude-code
    """
    from memsync.agents.layouts.registry import layout_called
    from memsync.agents.transfer.linking import unlink

    layout = layout_called(agent)
    memory = memory_here(session)
    done = unlink(layout, where(session), memory, dry_run=dry_run)
    data = {
        "agent": layout.agent,
        "path": str(done.path),
        "action": done.action,
        "memory": str(memory),
        "dry_run": dry_run,
    }
    would = "would be " if dry_run and done.action != "unchanged" else ""
    session.emit(data, f"{would}{done.action}: {printable(str(done.path))}\n")
