"""`memsync link`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memsync.cli.agents.where import code_of, say, shown
from memsync.cli.shared.place import where
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.memory.note.names import Scope
from memsync.terminal import printable

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.agents.layouts.layout import Layout
    from memsync.agents.layouts.where import Where
    from memsync.agents.transfer.item import Transfer


@click.command()
@click.argument("agent")
@click.option(
    "--yes", is_flag=True, help="Do not ask before a tracked memory is changed."
)
@click.option("--dry-run", is_flag=True, help="Show what would change.")
@json_option
@pass_session
def command(session: Session, agent: str, yes: bool, dry_run: bool) -> int:
    """Make an agent use this repository's memory as its own.

    Imports the agent's notes, then points the agent to this memory; its old folder
    stays. Only Claude Code has such a setting, in `.claude/settings.local.json` at the
    git root. `memsync unlink` restores the setting.

    \b
    Example:
      memsync link claude-code
    """
    from memsync.agents.layouts.registry import layout_called
    from memsync.agents.transfer.linking import is_linked, link

    layout = layout_called(agent)
    here = where(session)
    memory = memory_here(session)
    link(layout, here, memory, dry_run=True)  # raises before the import
    taken: Transfer | None = None
    if not is_linked(layout, here, memory):
        taken = _import(session, layout, yes=yes, dry_run=dry_run)
        say(session, taken)
    _made(session, memory, dry_run=dry_run)
    done = link(layout, here, memory, dry_run=dry_run)
    if done.action != "unchanged" and not dry_run:
        _warn_if_tracked(session, here, done.path)
    data = {
        "agent": layout.agent,
        "path": str(done.path),
        "action": done.action,
        "memory": str(memory),
        "imported": taken.json() if taken else None,
        "dry_run": dry_run,
    }
    would = "would be " if dry_run and done.action != "unchanged" else ""
    line = f"{would}{done.action}: {printable(str(done.path))}\n".encode()
    session.emit(data, (shown(taken, dry_run=False) if taken else b"") + line)
    return code_of(taken, strict=False) if taken else 0


def memory_here(session: Session) -> Path:
    """The folder of the repository's memory, even if it does not exist yet."""
    from memsync.workspace.target import memory_path

    _, memory = memory_path(session.cwd, session.places, Scope.WORKSPACE)
    return memory


def _import(session: Session, layout: Layout, *, yes: bool, dry_run: bool) -> Transfer:
    from memsync.cli.agents.import_ import Run

    run = Run(session, Scope.WORKSPACE, None, strict=False, yes=yes, dry_run=dry_run)
    return run.one(layout, None)


def _made(session: Session, memory: Path, *, dry_run: bool) -> None:
    """Create the memory, if the import had no note and so did not create it."""
    from memsync.cli.shared import notes

    if not dry_run and not memory.is_dir():
        notes.for_writing(session, str(Scope.WORKSPACE))


def _warn_if_tracked(session: Session, here: Where, path: Path) -> None:
    from memsync.process.git import elsewhere

    if here.root is None:
        return
    git = elsewhere(here.root.top, session.environ)
    below = path.relative_to(here.root.top).as_posix()
    if git.attempt("check-ignore", "-q", below).code == 0:
        return
    session.warn(
        f"'{below}' names a folder of this machine, and git does not ignore it",
        f"add '/{below}' to .gitignore, or to .git/info/exclude",
    )
