"""`memsync learn accept`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memsync.cli.learn import proposals
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.errors import BadUsage, Exit
from memsync.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memsync.learn.proposal import Proposal
    from memsync.learn.proposals.review_queue import Decided


@click.command()
@click.argument("ids", metavar="ID...", nargs=-1)
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="Accept all but skills, facts no person stated, and changes to your notes.",
)
@click.option("--dry-run", is_flag=True, help="Show what would be accepted.")
@json_option
@pass_session
def command(session: Session, ids: tuple[str, ...], every: bool, dry_run: bool) -> int:
    """Accept proposals: write their notes, summary and skills.

    The archive keeps what they replace, and `memsync learn undo` reverts them.

    \b
    Examples:
      memsync learn accept 3f2a 90bc
      memsync learn accept --all --dry-run
    """
    if every == bool(ids):
        raise BadUsage(
            "give ids of proposals, or --all",
            hint="`memsync learn review` lists them",
        )
    queue = proposals.queue_of(session)
    found = list(queue.pending()) if every else proposals.chosen(queue, ids)
    left: list[tuple[Proposal, str]] = []
    if every:
        reasons = [(each, queue.why_by_hand(each.draft)) for each in found]
        left = [(each, reason) for each, reason in reasons if reason]
        found = [each for each, reason in reasons if not reason]
    lines = [f"would accept {each.id}: {proposals.said(each)}" for each in found]
    accepted = [_json(each) for each in found]
    code = Exit.DONE
    if not dry_run:
        done = queue.accept(found, session.now)
        lines, accepted, code = _told(session, done, left)
    for proposal, reason in left:
        session.say(f"left {proposal.id}, {proposals.said(proposal)}: {reason}")
    if not found and not left:
        session.say("no proposal waits here")
    data = {
        "accepted": accepted,
        "left": [{"id": each.id, "reason": reason} for each, reason in left],
    }
    session.emit(data, "".join(f"{printable(line)}\n" for line in lines))
    return code


def _told(
    session: Session, done: Sequence[Decided], left: list[tuple[Proposal, str]]
) -> tuple[list[str], list[dict[str, object]], Exit]:
    """The result of accepting, as lines and as JSON, and the exit code."""
    lines, accepted, code = [], [], Exit.DONE
    for proposal, made, error in done:
        if error is not None:
            session.warn(f"{proposal.id}: {error.message}", error.hint)
            left.append((proposal, error.message))
            code = error.exit_code
        elif made is not None:
            for message, hint in made.warnings:
                session.warn(message, hint)
            lines.append(f"accepted {proposal.id}: {proposals.said(proposal)}")
            accepted.append(_json(proposal, made.path, made.archived))
    return lines, accepted, code


def _json(
    proposal: Proposal, path: str | None = None, archived: str | None = None
) -> dict[str, object]:
    return {
        "id": proposal.id,
        "action": proposal.action,
        "name": proposal.draft.name,
        "scope": str(proposal.draft.scope),
        "path": path,
        "archived": archived,
    }
