"""`memsync sync`, `sync release` and `sync undo`."""

from __future__ import annotations

import click

from memsync.cli.shared.agent_memory import (
    Which,
    agent_home,
    agent_options,
    agent_store,
    name_in,
)
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.cli.sync.init import init
from memsync.cli.sync.machines import machines
from memsync.cli.sync.profile import every, profile_option, settings_of
from memsync.cli.sync.projects import add, remove
from memsync.cli.sync.report import report
from memsync.cli.sync.timer import timer
from memsync.cli.sync.views import log, status, verify
from memsync.cli.sync.watch import watch
from memsync.errors import BadUsage, Exit
from memsync.sync.early.idle import Done, NotDone


@click.group(invoke_without_command=True)
@click.option(
    "--dry-run", is_flag=True, help="Show what would be sent, received and merged."
)
@click.option(
    "--allow-mass-delete", is_flag=True, help="Sync even if many notes were deleted."
)
@click.option(
    "--restore",
    is_flag=True,
    help="Restore missing notes instead of deleting them everywhere.",
)
@click.option(
    "--accept-rewind",
    is_flag=True,
    help="Accept a remote that was rewound (force-pushed).",
)
@click.option(
    "--merge-unrelated",
    is_flag=True,
    help="Merge with a remote whose history is unrelated.",
)
@profile_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    dry_run: bool,
    allow_mass_delete: bool,
    restore: bool,
    accept_rewind: bool,
    merge_unrelated: bool,
    profile: str | None,
) -> int | None:
    """Sync your user memory with a private git repository.

    Without a command, commits local changes, fetches, merges, pushes, and updates the
    memory folder. The archive keeps each text that a merge does not. Syncs every
    profile, unless --profile names one.

    \b
    Examples:
      memsync sync init git@git.example.com:me/memory.git
      memsync sync --dry-run
      memsync sync status
    """
    if ctx.invoked_subcommand is not None:
        return None
    session = ctx.find_object(Session)
    assert session is not None  # noqa: S101 -- the top command made it
    busy = session.in_hook or restore or dry_run or profile
    told = None
    if not busy:
        early = _early(session)
        if isinstance(early, Done):
            from memsync.sync.state.result import Result

            result = Result(head=early.head, sent=early.sent, changed=early.changed)
            return report(session, result, dry_run=False)
        session.explain(f"looking at everything: {early.why}")
        told = early.tip
    from memsync.cli.sync.rounds import How, run_all
    from memsync.sync.round.guards import Allowed

    allowed = Allowed(allow_mass_delete, accept_rewind, merge_unrelated)
    which = [settings_of(session, profile)] if profile else every(session)
    return run_all(
        session, which, How(allowed, restore=restore, dry_run=dry_run, told=told)
    )


def _early(session: Session) -> Done | NotDone:
    """What the entry point learned; if it did not try, try an idle or short round."""
    if isinstance(session.early, NotDone):
        return session.early
    from memsync.sync.early.door import early_round

    return early_round(session.environ, session.now_ns)


@command.command()
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@agent_options("Release a file in this agent's synced folder.")
@profile_option
@json_option
@pass_session
def release(
    session: Session,
    name: str,
    yes: bool,
    agent: str | None,
    scope: str | None,
    profile: str | None,
) -> int:
    """Send the note NAME although it is held, and sync.

    Says why it is held, and asks first: the remote's history keeps what is sent.

    \b
    Examples:
      memsync sync release port
      memsync sync release deploys --agent claude-code
    """
    from memsync.cli.shared.secrets_in import someone_is_there, unlock
    from memsync.sync import sync
    from memsync.sync.round.opening import open_context
    from memsync.sync.verbs.release import held
    from memsync.sync.verbs.release import release as let_go
    from memsync.terminal import printable, printable_block

    unlock(session)
    typed = printable(name)
    if which := Which.of(agent, scope):
        home = agent_home(session, *which)
        profile = profile or home.profile or None
        name = f"{home.path}/{name_in(agent_store(session, *which), name)}"
        typed = f"{typed} --agent {home.agent}"
    settings = settings_of(session, profile)
    context = open_context(session.places, settings, session.now)
    found = held(context, name)
    said = f"'{printable(found.said)}' is held: {found.reason}"
    if not yes:
        if not someone_is_there():
            raise BadUsage(said, hint=f"`memsync sync release {typed} --yes` sends it")
        question = f"{said}.\nSend it anyway? The remote's history keeps it."
        if not click.confirm(printable_block(question), err=True):
            session.say("nothing was sent")
            return Exit.DONE
    let_go(context, found)
    result = sync(session.places, settings, session.now)
    return report(session, result, dry_run=False)


@command.command()
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@click.option("--dry-run", is_flag=True, help="Show what would be undone.")
@profile_option
@json_option
@pass_session
def undo(session: Session, yes: bool, dry_run: bool, profile: str | None) -> int:
    """Undo what the last sync changed on this machine.

    Each note becomes what it was before that sync; the archive keeps what this
    replaces. The next sync sends the undo to your other machines. Run it again to undo
    the sync before.
    """
    from memsync.cli.sync.undo import run

    return run(session, settings_of(session, profile), yes=yes, dry_run=dry_run)


for subcommand in (init, status, log, verify, add, remove, watch, timer, machines):
    command.add_command(subcommand)
