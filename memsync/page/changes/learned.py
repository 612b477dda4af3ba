"""Decisions about proposals: accept, accept as edited, reject, and the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.errors import Broken, MemsyncError
from memsync.page.changes.did import Did
from memsync.page.html.notices import Notice
from memsync.page.views import learned
from memsync.page.views.edit import as_it_was

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.learn.proposal import Proposal
    from memsync.learn.proposals.review_queue import ReviewQueue
    from memsync.page.html.page import Page
    from memsync.page.request.ask import Ask

_UNDO = "learned/undo"


def accept(ask: Ask, fields: Mapping[str, str]) -> Did:
    """Make a proposal true, as `memsync learn accept`."""
    queue = learned.opened(ask)
    proposal = learned.chosen(queue, fields.get("id", ""))
    _as_seen(queue, proposal, fields)
    return _accepted(ask, queue, proposal, None)


def accept_edited(ask: Ask, fields: Mapping[str, str]) -> Did | Page:
    """Accept what a person made of a proposal, as `e` in `memsync learn review`."""
    queue = learned.opened(ask)
    proposal = learned.chosen(queue, ask.query.get("id", ""))
    sent = fields.get("text", "").replace("\r\n", "\n")
    try:
        _as_seen(queue, proposal, fields)
        _, new = queue.before_and_after(proposal.draft)
        return _accepted(ask, queue, proposal, as_it_was(sent, new or b""))
    except MemsyncError as error:
        return learned.edit(ask, error, sent)


def reject(ask: Ask, fields: Mapping[str, str]) -> Did:
    """Drop a proposal for good, as `memsync learn reject`."""
    queue = learned.opened(ask)
    proposal = learned.chosen(queue, fields.get("id", ""))
    queue.reject([proposal], ask.commands.now("learn reject"))
    said = f"rejected: {learned.said(proposal)}. It is not proposed again"
    details = ("`memsync learn clear` forgets what was rejected",)
    command = f"learn reject {proposal.id}"
    return Did(ask.links.page("learned"), Notice(said, details, command))


def undo(ask: Ask, fields: Mapping[str, str]) -> Did:  # noqa: ARG001 -- an action's
    """Take the last acceptance or run back, as `memsync learn undo`."""
    from memsync.learn.proposals.taking_back import take_back

    back = ask.links.page("learned")
    done = take_back(learned.opened(ask).place, ask.commands.now("learn undo"))
    if done is None:
        return Did(back, Notice("there is nothing to undo", command="learn undo"))
    undone = done.undone
    details = (
        *(f"{item.action}: {item.name}" for item in undone.items),
        *(f"waits again: {id_}" for id_ in done.waiting),
        *(f"waits no more: {id_}" for id_ in done.withdrawn),
        *(f"'{item.name}' stays as it is: {item.action}" for item in undone.kept),
    )
    said = f"undone: memsync {undone.command}"
    return Did(back, Notice(said, details, "learn undo", bad=bool(undone.kept)))


def _as_seen(queue: ReviewQueue, proposal: Proposal, fields: Mapping[str, str]) -> None:
    """Raise `Broken` where what would be replaced changed since it was shown."""
    if fields.get("seen") != learned.seen(*queue.before_and_after(proposal.draft)):
        raise Broken(
            f"what '{learned.said(proposal)}' would change is not what you looked at:"
            " it changed meanwhile",
            hint="look at it again on the page Learned",
        )


def _accepted(
    ask: Ask, queue: ReviewQueue, proposal: Proposal, edited: bytes | None
) -> Did:
    now = ask.commands.now("learn accept")
    found = queue.accept([proposal], now, edited=edited)
    if not found:
        raise Broken("another command decided this proposal", hint="look again")
    done = found[0]
    if done.error is not None:
        raise done.error
    details = [message for message, _ in done.made.warnings] if done.made else []
    said = f"accepted: {learned.said(proposal)}"
    command = f"learn accept {proposal.id}" if edited is None else "learn review"
    notice = Notice(said, tuple(details), command, undo=_UNDO)
    return Did(ask.links.page("learned"), notice)
