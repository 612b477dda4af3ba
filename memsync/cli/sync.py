"""`memsync sync` and what belongs to it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from memsync.cli.session import Session, json_option, pass_session
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
        _detach(session)
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
    from memsync.errors import Unreachable
    from memsync.sync.idle import head_if_idle
    from memsync.sync.state import user_vault
    from memsync.sync.transport import ask_quietly

    vault = user_vault(session.places)
    try:
        return head_if_idle(
            session.places,
            session.settings(None),
            session.now,
            vault,
            lambda remote: ask_quietly(vault.mirror, session.environ, remote),
        )
    except Unreachable:
        return None  # the whole round says so


def _detach(session: Session) -> None:
    from memsync.git import environ_for_another_repository
    from memsync.spawn import detach

    # -P: the project that is being committed to must not be able to shadow us.
    argv = [sys.executable, "-P", "-m", "memsync", "-q", "sync"]
    detach(argv, environ_for_another_repository(session.environ))


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


class UrlCommand(click.Command):
    """A command whose argument may be an address that poses as an option.

    `-oProxyCommand=…` is an attack on ssh, not a typing error: the allow-list
    answers it.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take words that begin with one dash, but for `-h`, as the argument."""
        odd = [a for a in args if a[:1] == "-" and a[:2] != "--" and a != "-h"]
        if odd and "--" not in args:
            args = [*(a for a in args if a not in odd), "--", *odd]
        return super().parse_args(ctx, args)


@command.command(cls=UrlCommand)
@click.argument("url", required=False)
@click.option("--allow-http", is_flag=True, help="Let the remote be http://.")
@json_option
@pass_session
def init(session: Session, url: str | None, allow_http: bool) -> int:
    """Set up sync with the repository at URL, which should be empty and private.

    URL is https://…, ssh://…, user@host:path, file://… or a path. Without it a
    private repository on this machine keeps the history.
    """
    from memsync.sync.setup import prepare

    done = prepare(
        session.places,
        session.settings(None),
        session.cwd,
        url,
        allow_http=allow_http,
        interactive=sys.stdin.isatty() and sys.stderr.isatty(),
    )
    data: dict[str, object] = {
        "changed": done.changed,
        "head": done.head,
        "sent": [],
        "received": [],
        "merged": [],
        "archived": [],
        "held": [],
        "queued": False,
        "remote": done.shown,
    }
    if done.trouble is not None:
        error = done.trouble
        data["error"] = {
            "code": error.word,
            "message": error.message,
            "hint": error.hint,
        }
    session.emit(data, "")
    if done.trouble is not None:
        session.warn(done.trouble.message, done.trouble.hint)
        return done.trouble.exit_code
    where = "stays on this machine" if done.shown == "none" else f"to {done.shown}"
    session.say(f"sync is set up: {where}; `memsync sync` runs a round")
    return Exit.DONE


@command.command()
@json_option
@pass_session
def status(session: Session) -> None:
    """Show how sync stands, without asking the remote."""
    from memsync.sync.status import ago, summary
    from memsync.terminal import printable

    found = summary(session.places, session.settings(None))
    nowhere = "none, this machine alone" if found["configured"] else "not set up"
    rows = [("remote", str(found["remote"] or nowhere))]
    if last := found["last_success"]:
        rows.append(("last success", f"{last} ({ago(str(last), session.now.utc)})"))
    elif found["configured"]:
        rows.append(("last success", "never"))
    if found["unpushed"]:
        rows.append(("unpushed", f"{found['unpushed']} commits wait here"))
    if problem := found.get("problem"):
        rows.append(("problem", str(problem)))
    held = found["held"]
    assert isinstance(held, list)  # noqa: S101 -- `summary` made it
    rows += [("held", f"{h['name']}: {h['reason']} ({h['since']})") for h in held]
    text = "".join(f"{head}: {printable(value)}\n" for head, value in rows)
    session.emit(found, text)


@command.command()
@click.argument("name", required=False)
@click.option(
    "-n",
    "limit",
    type=click.IntRange(min=0),
    default=50,
    show_default=True,
    help="At most so many.",
)
@json_option
@pass_session
def log(session: Session, name: str | None, limit: int) -> None:
    """Show the rounds that changed NAME, or anything, newest first."""
    import os

    from memsync.git import environ_for_another_repository

    # GitPython reads the process's environment, which a hook has set.
    for variable in os.environ.keys() - environ_for_another_repository(os.environ):
        del os.environ[variable]
    from memsync.sync.history import rounds
    from memsync.terminal import printable

    found = rounds(session.places, name, limit)
    data = [
        {
            "head": each.head,
            "time": each.time,
            "machine": each.machine,
            "kind": each.kind,
            "notes": each.notes,
            "archived": each.archived,
        }
        for each in found
    ]
    rows = [
        (
            each.time,
            printable(each.machine),
            each.kind,
            printable(", ".join([*each.notes, *each.archived])) or "-",
        )
        for each in found
    ]
    session.emit(data, session.table(("time", "machine", "kind", "what"), rows))


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
    from memsync.cli.undo import run

    return run(session, yes=yes, dry_run=dry_run)
