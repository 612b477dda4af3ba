"""`memsync export`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memsync.cli.agents.where import code_of, say, scope_of, shown, store_of
from memsync.cli.shared import notes
from memsync.cli.shared.place import where
from memsync.cli.shared.scope import scope_option
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.errors import BadUsage, Exit
from memsync.memory.note.names import Scope

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.agents.layouts.layout import Layout
    from memsync.agents.layouts.where import Where
    from memsync.agents.transfer.item import Transfer


@click.command()
@click.argument("agent")
@click.argument("path", required=False)
@scope_option("The memory to export; workspace by default.")
@click.option("--only", metavar="GLOB", help="Export only notes that match.")
@click.option("--strict", is_flag=True, help="Write nothing if anything would be lost.")
@click.option("--dry-run", is_flag=True, help="Show what would change, as a diff.")
@json_option
@pass_session
def command(
    session: Session,
    agent: str,
    path: str | None,
    scope: str | None,
    only: str | None,
    strict: bool,
    dry_run: bool,
) -> int:
    """Export notes to an agent's own folder, and change no other file there.

    PATH defaults to the agent's folder for this repository or, with `--scope user`, to
    your personal one. A file that somebody else has changed since the last export is
    reported as a conflict and left alone.

    Without PATH, learned skills are installed where Claude Code, Codex and pi load
    them, and those that were retired since are removed there.

    \b
    Examples:
      memsync export cursor --dry-run
      memsync export claude-code --only 'deploy-*'
    """
    from memsync.agents.layouts.registry import layout_called
    from memsync.agents.transfer import ledger
    from memsync.agents.transfer.exporting import Target, export_notes
    from memsync.agents.transfer.folders import choose, nothing_there

    layout = layout_called(agent)
    wanted = scope_of(scope)
    here = where(session)
    person = wanted is Scope.USER
    chosen = choose(layout, here, path, person=person, reading=False)
    if chosen is None:
        raise nothing_there(layout, person=person)
    store = store_of(notes.opened(session), wanted)
    memory = store.memory.folder if store else chosen.folder
    if store is not None and chosen.folder.resolve() == memory.resolve():
        raise BadUsage(
            f"'{chosen.folder}' is this memory's own folder", hint="give another PATH"
        )
    target = Target(
        layout.agent,
        chosen.folder,
        chosen.engine,
        ledger.ledger_file(session.places, layout.agent, chosen.folder, memory),
        only,
        with_logs=layout.agent in ("zerostack", "openclaw", "coyote"),
        tracked=chosen.in_work_tree and _may_be_committed(layout, here, chosen.folder),
        mode=None if chosen.in_work_tree else 0o600,
    )
    done = export_notes(store, target, session.now, write=not dry_run, strict=strict)
    say(session, done)
    skills = None
    if path is None:
        skills = _skills(session, layout.agent, here, wanted, only, write=not dry_run)
    data, text = done.json(), shown(done, dry_run=dry_run)
    if skills is not None:
        data["skills"] = skills.json()["items"]
        text += shown(skills, dry_run=dry_run)
    odd = skills is not None and bool(skills.odd)
    session.emit(data, text)
    return code_of(done, strict=strict) or (Exit.FOUND if odd else Exit.DONE)


def _may_be_committed(layout: Layout, here: Where, folder: Path) -> bool:
    """Whether git would take new files of a folder in the work tree."""
    from memsync.workspace.repository.ignore import is_ignored

    if layout.kind == "C" or here.root is None:
        return layout.kind == "C"
    # A rule such as `memory/` matches no folder that does not exist yet.
    return not is_ignored(here.root, folder / "note", here.places.environ)


def _skills(
    session: Session,
    agent: str,
    here: Where,
    scope: Scope,
    only: str | None,
    *,
    write: bool,
) -> Transfer | None:
    """Install learned skills for the agent; None if there are no skills."""
    from memsync.agents.transfer import ledger
    from memsync.agents.transfer.item import Transfer
    from memsync.agents.transfer.skills import export_skills, skills_folder

    store = notes.opened(session).learned(scope)
    to = skills_folder(agent, here, person=scope is Scope.USER)
    if store is None or to is None:
        return None
    folder = store.memory.folder
    sent = ledger.ledger_file(session.places, f"{agent}-skills", to.path, folder)
    items, diffs = export_skills(store, to, sent, only, session.now, write=write)
    return Transfer(agent, to.path, items, diffs) if items else None
