"""`memsync merge-back`."""

from __future__ import annotations

from dataclasses import asdict

import click

from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.terminal import printable


@click.command()
@click.argument("worktree", required=False)
@json_option
@pass_session
def command(session: Session, worktree: str | None) -> None:
    """Merge a worktree's own notes back into the shared memory.

    WORKTREE is an id or a path, even of a removed worktree; by default the current one.
    Afterwards the worktree uses the repository's memory.
    """
    from memsync.workspace.verbs.merge_back import merge_back

    folder, brought, warnings = merge_back(
        session.cwd, session.places, session.now, worktree
    )
    for warning in warnings:
        session.warn(*warning)
    data = {"memory": str(folder), "notes": [asdict(note) for note in brought]}
    session.emit(data, "".join(f"{n.action}: {printable(n.name)}\n" for n in brought))
    if not brought:
        session.say(f"there was no note to merge into '{printable(str(folder))}'")
    for note in brought:
        if note.archived:
            session.say(
                f"both memories had '{note.name}': the worktree's is live, the other"
                f" is in the archive, `memsync archive diff {note.archived}`"
            )
