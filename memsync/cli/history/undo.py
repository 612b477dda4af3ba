"""`memsync undo`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memsync.cli.history import past
from memsync.cli.shared.agent_memory import Which, agent_options
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.cli.shared.words import listed, local_time
from memsync.errors import BadUsage, Exit
from memsync.terminal import printable

if TYPE_CHECKING:
    from memsync.memory.archive.journal import Unit


@click.command()
@click.option("--yes", is_flag=True, help="Undo a sync without asking.")
@click.option("--dry-run", is_flag=True, help="Show what would be undone.")
@agent_options("Undo in this agent's synced folder instead.")
@json_option
@pass_session
def command(
    session: Session, yes: bool, dry_run: bool, agent: str | None, scope: str | None
) -> int:
    """Undo the last command that changed notes here.

    Undoes a whole command, MCP call or sync; run it again to undo the one before. Notes
    that have changed since then are left as they are. The archive keeps the text of
    every note that this changes.

    \b
    Examples:
      memsync forget auth && memsync undo
      memsync undo --agent claude-code
    """
    from memsync.memory.store.undoing import last, undo

    stores = past.stores(session, None, Which.of(agent, scope))
    unit = last(stores)
    if unit is not None and not (dry_run or yes or _agreed(unit)):
        session.say("nothing was changed")
        return Exit.DONE
    done = undo(stores, session.now, pretend=dry_run)
    if done is None:
        session.say("there is nothing to undo")
        session.emit({"command": None, "time": None, "items": [], "kept": []}, "")
        return Exit.DONE
    would = "would be " if dry_run else ""
    lines = [f"{would}{item.action}: {item.name}" for item in done.items]
    data = {
        "command": done.command,
        "time": done.moment,
        "items": [item._asdict() for item in done.items],
        "kept": [each._asdict() for each in done.kept],
    }
    undone = f"{would}undone" if done.items else "not undone"
    session.say(f"{undone}: `memsync {done.command}` of {local_time(done.moment)}")
    for each in done.kept:
        session.warn(f"'{each.name}' stays as it is: {each.reason}")
    session.emit(data, "".join(f"{printable(line)}\n" for line in lines))
    return Exit.FOUND if done.kept else Exit.DONE


def _agreed(unit: Unit) -> bool:
    """Whether the person agrees; asked only if other machines will follow."""
    from memsync.cli.shared.secrets_in import someone_is_there

    if not unit.is_sync:
        return True
    names = listed(sorted({step.name for step in unit.steps}))
    said = printable(f"`memsync {unit.command}` of {local_time(unit.moment)} changed")
    said += f" {names}"
    if not someone_is_there():
        raise BadUsage(
            f"{said}; the next sync undoes it on all machines",
            hint="`memsync undo --yes` confirms, `--dry-run` shows what would change",
        )
    return click.confirm(f"{said}.\nUndo that here, and everywhere?", err=True)
