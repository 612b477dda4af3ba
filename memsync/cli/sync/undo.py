"""`memsync sync undo`: says what will change, asks, and undoes a round."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from memsync.cli.shared.words import listed
from memsync.errors import BadUsage, Exit
from memsync.terminal import printable

if TYPE_CHECKING:
    from memsync.cli.shared.session import Session
    from memsync.config.settings import Settings
    from memsync.sync.state.last_round import LastRound


def run(session: Session, settings: Settings, *, yes: bool, dry_run: bool) -> int:
    """Undo the last round, if the person agrees; return the exit code."""
    from memsync.cli.shared.secrets_in import unlock
    from memsync.sync.round.opening import open_context
    from memsync.sync.verbs.undo import newest, take_back

    unlock(session)
    context = open_context(session.places, settings, session.now)
    last = newest(context)
    if last is None:
        session.say(
            "there is nothing to undo: no sync changed anything here that is not undone"
        )
    elif not (yes or dry_run or _agreed(last)):
        session.say("nothing was changed")
        return Exit.DONE
    result = take_back(context, pretend=dry_run)
    for message, hint in result.warnings:
        session.warn(message, hint)
    would = "would be " if dry_run else ""
    lines = [f"{would}taken back: {name}" for name in result.received]
    lines += [f"{would}archived: {version}" for version in result.archived]
    session.emit(result.data(), "".join(f"{printable(line)}\n" for line in lines))
    if result.changed and not dry_run:
        session.say("the next `memsync sync` sends this to all machines")
    return Exit.DONE


def _agreed(last: LastRound) -> bool:
    names = sorted(path.removesuffix(".md") for path in last.changes)
    said = listed(names)
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise BadUsage(
            f"undo changes {said} here, and with the next sync everywhere",
            hint="`memsync sync undo --yes` confirms, `--dry-run` shows what would"
            " change",
        )
    question = (
        f"The sync of {last.time} changed {said}.\n"
        "Take that back here, and with the next sync everywhere?"
    )
    return click.confirm(question, err=True)
