"""Finds and prints proposals, for the verbs about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.errors import BadUsage, NotFound
from memsync.meant import nearest
from memsync.sessions.moments import local_day
from memsync.terminal import printable, printable_block

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memsync.cli.shared.session import Session
    from memsync.learn.proposal import Proposal
    from memsync.learn.proposals.review_queue import ReviewQueue

_REVIEW = "see `memsync learn review`"
_REJECTED = "see `memsync learn review --rejected`"


def queue_of(session: Session) -> ReviewQueue:
    """The proposals of the repository that the command runs in."""
    from memsync.cli.shared.notes import warn_all
    from memsync.learn.proposals.review_queue import open_queue

    queue = open_queue(session.cwd, session.places, session.now)
    warn_all(session, queue.place.opened.warnings)
    return queue


def chosen(
    queue: ReviewQueue, ids: Iterable[str], *, rejected: bool = False
) -> list[Proposal]:
    """The proposals with these ids, or unique prefixes of ids.

    Looks among those that wait or, with `rejected`, those rejected on this machine.
    Raises `NotFound`, and `BadUsage` for an ambiguous prefix.
    """
    among = queue.rejected() if rejected else queue.pending()
    see = _REJECTED if rejected else _REVIEW
    found = {p.id: p for p in (_chosen(queue, among, id_, see) for id_ in ids)}
    return list(found.values())


def _chosen(
    queue: ReviewQueue, among: Sequence[Proposal], id_: str, see: str
) -> Proposal:
    wanted = id_.strip().lower()
    begun = [each for each in among if wanted and each.id.startswith(wanted)]
    if len(begun) == 1:
        return begun[0]
    shown = printable(id_[:40])
    if begun:
        raise BadUsage(
            f"{len(begun)} proposals begin with '{shown}'",
            hint=f"such as {begun[0].id} and {begun[1].id}",
        )
    if (other := _elsewhere(queue, wanted)) is not None:
        message, hint = f"proposal '{shown}' {other[0]}", other[1]
    else:
        near = nearest(wanted, [each.id for each in among])
        message = f"there is no proposal '{shown}'"
        hint = f"did you mean {near}? {see}" if near else see
    raise NotFound(message, hint=hint, word="no-such-proposal")


def _elsewhere(queue: ReviewQueue, id_: str) -> tuple[str, str] | None:
    """What became of a proposal that is not among those asked for, and a hint."""
    from memsync.learn.proposals.pending import ACCEPTED, REJECTED

    if any(each.id == id_ for each in queue.pending()):
        return "waits for review", _REVIEW
    if any(kept.id == id_ for kept in queue.kept()):
        return "changes nothing any more", _REVIEW
    if any(kept.id == id_ for kept in queue.kept(REJECTED)):
        return "was rejected", f"`memsync learn undo {id_}` reverts that"
    if any(kept.id == id_ for kept in queue.kept(ACCEPTED)):
        return "was accepted", "`memsync learn undo` reverts the last acceptance"
    return None


def name_of(proposal: Proposal) -> str:
    """The name of the note, skill or summary that a proposal is about."""
    return printable(proposal.draft.name) or "summary"


def said(proposal: Proposal) -> str:
    """A proposal in a few words: `create deploys`."""
    draft = proposal.draft
    action = str(proposal.action)
    if draft.kind == "skill":
        action = "retire skill" if not draft.body.strip() else "skill"
    return action if draft.kind == "summary" else f"{action} {name_of(proposal)}"


def whole(queue: ReviewQueue, proposal: Proposal) -> str:
    """A whole proposal for a person: what it would change, and why."""
    draft = proposal.draft
    lines = [f"{proposal.id}  {said(proposal)}  ({draft.scope})"]
    if draft.why:
        lines.append(f"why: {draft.why}")
    if left := queue.why_by_hand(draft):
        lines.append(f"note: {left}")
    lines += ["", proposal.diff.rstrip("\n"), ""]
    for source in draft.sources:
        lines.append(f"{source.key}  {local_day(source.ended)}")
        lines += [f"  > {quote}" for text in source.quotes for quote in _lines(text)]
    return printable_block("\n".join(lines)) + "\n"


def rows(queue: ReviewQueue, proposals: Iterable[Proposal]) -> list[tuple[str, ...]]:
    """One row for each proposal: id, change, scope, session, day, warnings."""
    found: list[tuple[str, ...]] = []
    for proposal in proposals:
        sources = proposal.draft.sources
        first = sources[0] if sources else None
        more = f" and {len(sources) - 1} more" if len(sources) > 1 else ""
        found.append(
            (
                proposal.id,
                said(proposal),
                str(proposal.draft.scope),
                printable(first.key + more if first else ""),
                local_day(first.ended if first else None),
                queue.why_by_hand(proposal.draft),
            )
        )
    return found


HEADS = ("id", "what", "scope", "session", "day", "note")


def _lines(quote: str) -> list[str]:
    return quote.splitlines() or [""]
