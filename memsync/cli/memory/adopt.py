"""`memsync adopt`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.errors import BadUsage
from memsync.terminal import printable, printable_block

if TYPE_CHECKING:
    from memsync.workspace.repository.roots import GitRoot
    from memsync.workspace.verbs.adopt import Candidate


@click.command()
@click.argument("identity", metavar="[ID]", required=False)
@click.option(
    "--from",
    "source",
    metavar="REMOTE|FOLDER",
    help="Use the identity of a remote or of another clone.",
)
@click.option("--dry-run", is_flag=True, help="Show what would be done.")
@json_option
@pass_session
def command(
    session: Session, identity: str | None, source: str | None, dry_run: bool
) -> None:
    """Set this repository's identity after a move, a rename or a fork.

    The identity decides which private memory and which synced notes belong to a
    repository. By default it is the URL of `origin`; ID sets another URL or a name.
    Without ID, shows the current identity and the others it could have.
    """
    from memsync.workspace.repository.roots import require_root
    from memsync.workspace.verbs.adopt import adopt, identity_from

    if identity is not None and source is not None:
        raise BadUsage("give either ID or --from, not both", hint="give one of them")
    root = require_root(session.cwd, session.environ)
    if source is not None:
        identity = identity_from(root, session.places, source, session.cwd)
    if identity is None:
        _show(session, root)
        return
    done = adopt(root, session.places, identity, dry_run=dry_run)
    previous = done.previous.id if done.previous else None
    data = {
        "identity": done.id,
        "previous": previous,
        "action": "recorded" if done.changed else "unchanged",
        "memory": str(done.memory) if done.memory else None,
        "dry_run": dry_run,
    }
    if done.left is not None:
        session.warn(
            f"the private memory at '{done.left}' stays, and belongs to '{previous}'",
            f"`memsync adopt {previous}` goes back to it",
        )
    if done.enrolled:
        session.warn(
            f"sync knows this repository as '{previous}'",
            f"`memsync sync add`, and `memsync sync remove {previous}`",
        )
    would = "would be " if dry_run else ""
    said = f"{would}recorded" if done.changed else "unchanged"
    memory = f"its private memory: {done.memory}\n" if done.memory else ""
    session.emit(data, f"{said}: {done.id}\n{printable_block(memory)}")


def _show(session: Session, root: GitRoot) -> None:
    from memsync.workspace.repository.identity import identify
    from memsync.workspace.verbs.adopt import candidates

    held = identify(root, session.environ, session.settings(root.top))
    found = candidates(root, session.places)
    known = {candidate.id for candidate in found}
    found += [one for one in _in_the_mirror(session) if one.id not in known]
    data = {
        "identity": held.id if held else None,
        "source": held.source if held else None,
        "candidates": [candidate._asdict() for candidate in found],
    }
    rows = [[("* " if held and c.id == held.id else "  ") + c.id, c.why] for c in found]
    if held and held.id not in [candidate.id for candidate in found]:
        rows.insert(0, [f"* {held.id}", held.source])
    session.emit(data, session.table(["Identity", "Why"], rows))
    if not rows:
        session.say(
            f"nothing identifies '{printable(str(root.top))}':"
            " `memsync adopt NAME` gives it an identity"
        )


def _in_the_mirror(session: Session) -> list[Candidate]:
    """The repositories that other machines enrolled; none if names are encrypted."""
    from memsync.process.git import elsewhere
    from memsync.sync.state.state import state_folder_of
    from memsync.sync.tree.layout import PROJECTS
    from memsync.sync.tree.remote import MAIN
    from memsync.workspace.verbs.adopt import Candidate

    mirror = state_folder_of(session.places).mirror
    if not mirror.is_dir():
        return []
    tree = ("ls-tree", "--name-only", "-z", f"{MAIN}:{PROJECTS}")
    listed = elsewhere(mirror, session.environ).attempt(*tree).out
    names = os.fsdecode(listed).split("\0")
    return [Candidate(name, "a project of another machine") for name in names if name]
