"""`memsync sync` and what belongs to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memsync.cli.session import Session, json_option, pass_session
from memsync.cli.sync_init import init
from memsync.cli.sync_projects import add, remove
from memsync.cli.sync_views import log, status, verify
from memsync.errors import Exit

if TYPE_CHECKING:
    from memsync.sync.guards import Allowed
    from memsync.sync.result import Result


@click.group(invoke_without_command=True)
@click.option("--dry-run", is_flag=True, help="Show what a round would do.")
@click.option(
    "--allow-mass-delete", is_flag=True, help="Many notes are gone on purpose."
)
@click.option("--restore", is_flag=True, help="Bring back what is missing here.")
@click.option(
    "--accept-rewind", is_flag=True, help="The remote went back; bring it forward."
)
@click.option(
    "--merge-unrelated", is_flag=True, help="Join this memory and another one."
)
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    dry_run: bool,
    allow_mass_delete: bool,
    restore: bool,
    accept_rewind: bool,
    merge_unrelated: bool,
) -> int | None:
    """Mirror the user memory to a private git repository.

    Alone: one round. Saves what changed here, merges what came in, sends, and
    brings the memory folder up to date. No version of a note is ever lost.
    """
    if ctx.invoked_subcommand is not None:
        return None
    session = ctx.find_object(Session)
    assert session is not None  # noqa: S101 -- the top command made it
    in_hook = "GIT_DIR" in session.environ or "GIT_INDEX_FILE" in session.environ
    busy = in_hook or restore or dry_run
    if not busy and (head := _head_if_idle(session)):
        from memsync.sync.result import Result

        return _report(session, Result(head=head), dry_run=False)
    from memsync.sync.guards import Allowed

    allowed = Allowed(allow_mass_delete, accept_rewind, merge_unrelated)
    if dry_run:
        return _dry_run(session, allowed, restore=restore)
    from memsync.sync.damage import run
    from memsync.sync.desk import open_desk

    desk = open_desk(
        session.places,
        session.settings(None),
        session.now,
        allowed=allowed,
        restore=restore,
        detach=in_hook,
    )
    result = run(desk, session.environ)
    if result.detach:
        session.start_sync()
    return _report(session, result, dry_run=False)


def _dry_run(session: Session, allowed: Allowed, *, restore: bool) -> int:
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from memsync.sync.damage import run
    from memsync.sync.desk import open_desk

    with TemporaryDirectory(prefix="memsync-") as scratch:
        desk = open_desk(
            session.places,
            session.settings(None),
            session.now,
            allowed=allowed,
            restore=restore,
            scratch=Path(scratch),
        )
        result = run(desk, session.environ, dry_run=True)
    return _report(session, result, dry_run=True)


def _head_if_idle(session: Session) -> str | None:
    from memsync.sync.idle import head_if_idle
    from memsync.sync.transport import ask_quietly

    moment = round(session.now.utc.timestamp() * 1000) * 1_000_000
    return head_if_idle(session.environ, moment, ask_quietly)


def _report(session: Session, result: Result, *, dry_run: bool) -> int:
    for message, hint in result.warnings:
        session.warn(message, hint)
    for name, hold in sorted(result.held.items()):
        session.warn(f"'{name}' stays here: {hold.reason}")
    for name in result.left:
        session.say(f"'{name}' is being written; the next sync takes it")
    session.emit(result.data(), _text(result, dry_run=dry_run))
    if result.trouble is not None:
        queued = "saved and queued; " if result.queued else ""
        session.warn(f"{queued}{result.trouble.message}", result.trouble.hint)
        return result.trouble.exit_code
    # A note that is held must not stop the commit of a project.
    return Exit.FOUND if result.held and not result.detach else Exit.DONE


def _text(result: Result, *, dry_run: bool) -> str:
    from memsync.terminal import printable

    would = "would be " if dry_run else ""
    lines = [f"{would}sent: {name}" for name in result.sent]
    lines += [f"{would}received: {name}" for name in result.received]
    lines += [f"{would}merged: {o.name} ({o.outcome})" for o in result.merged]
    lines += [f"{would}archived: {version}" for version in result.archived]
    return "".join(f"{printable(line)}\n" for line in lines)


@command.command()
@click.argument("name")
@json_option
@pass_session
def release(session: Session, name: str) -> int:
    """Send the held note NAME as it stands now, and run a round."""
    from memsync.sync.damage import run
    from memsync.sync.desk import open_desk
    from memsync.sync.release import release as let_go

    desk = open_desk(session.places, session.settings(None), session.now)
    let_go(desk, name)
    return _report(session, run(desk, session.environ), dry_run=False)


@command.command()
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--dry-run", is_flag=True, help="Show what would be taken back.")
@json_option
@pass_session
def undo(session: Session, yes: bool, dry_run: bool) -> int:
    """Take back what the last round changed in the memory here.

    The notes are again what they were before that round. What that replaces goes
    to the archive, and the next sync spreads it as any other edit.
    """
    from memsync.cli.sync_undo import run

    return run(session, yes=yes, dry_run=dry_run)


for subcommand in (init, status, log, verify, add, remove):
    command.add_command(subcommand)
