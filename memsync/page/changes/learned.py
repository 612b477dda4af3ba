"""Decisions about proposals: accept, accept as edited, reject, and undo these."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from memsync.errors import BadUsage, Broken, MemsyncError, NotFound
from memsync.memory.archive.logs import is_log
from memsync.page.changes import undoing
from memsync.page.changes.did import Did, undo_of
from memsync.page.html.notices import Item, Notice
from memsync.page.views import decided, learned
from memsync.page.views.edit import as_it_was
from memsync.page.views.proposed import named
from memsync.page.views.proposed import said as said_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.learn.proposal import Proposal
    from memsync.learn.proposals.review_queue import ReviewQueue
    from memsync.memory.store.undoing import Item as StoreItem
    from memsync.page.html.page import Page
    from memsync.page.request.ask import Ask


def accept(ask: Ask, fields: Mapping[str, str]) -> Did:
    """Accept a proposal, like `memsync learn accept`."""
    queue = learned.opened(ask)
    proposal = learned.chosen(queue, fields.get("id", ""))
    _as_seen(queue, proposal, fields)
    return _accepted(ask, queue, proposal, None)


def accept_edited(ask: Ask, fields: Mapping[str, str]) -> Did | Page:
    """Accept a proposal that the person edited, like `e` in `memsync learn review`."""
    queue = learned.opened(ask)
    proposal = learned.chosen(queue, ask.query.get("id", ""))
    sent = fields.get("text", "").replace("\r\n", "\n")
    try:
        if not sent.strip():
            raise BadUsage("the text is empty", hint="write it, or reject the proposal")
        _as_seen(queue, proposal, fields)
        _, new = queue.before_and_after(proposal.draft)
        return _accepted(ask, queue, proposal, as_it_was(sent, new or b""))
    except MemsyncError as error:
        return learned.edit(ask, error, sent)


def reject(ask: Ask, fields: Mapping[str, str]) -> Did:
    """Reject a proposal for good, like `memsync learn reject`."""
    queue = learned.opened(ask)
    proposal = learned.chosen(queue, fields.get("id", ""))
    queue.reject([proposal], ask.commands.now("learn reject"))
    said = f"rejected: {said_of(proposal)}. It is not proposed again"
    notice = Notice(
        said,
        command=f"learn reject {proposal.id}",
        undo=f"learned/restore?{urlencode({'id': proposal.id})}",
    )
    return Did(ask.links.page("learned"), notice)


def restore(ask: Ask, fields: Mapping[str, str]) -> Did:  # noqa: ARG001 -- an action's
    """Take a rejection back, like `memsync learn undo ID`."""
    queue = learned.opened(ask)
    id_ = ask.query.get("id", "")
    found = queue.restore([each for each in queue.rejected() if each.id == id_])
    back = ask.links.page("learned")
    if not found:
        raise NotFound("this proposal is not rejected", hint="see the page Learned")
    said = f"not rejected any more: {said_of(found[0])}. It waits for you again"
    return Did(back, Notice(said, command=f"learn undo {quote(id_)}"))


def undo(ask: Ask, fields: Mapping[str, str]) -> Did:  # noqa: ARG001 -- an action's
    """Take back an acceptance or a run, like `memsync learn undo`."""
    from memsync.learn.proposals.taking_back import take_back

    back = ask.links.page("learned")
    queue = learned.opened(ask)
    names = {kept.id: named(kept.draft) for kept in queue.kept()}
    last = decided.newest(queue)
    of = ask.query.get("of") or None
    done = take_back(queue.place, ask.commands.now("learn undo"), of=of)
    if done is None:
        said = "this was undone already, or is as it was before"
        return Did(back, Notice(said, command="learn undo --dry-run"))
    names |= {kept.id: named(kept.draft) for kept in queue.kept()}
    undone = done.undone
    details = (
        *(f"waits again: {names.get(id_, id_)}" for id_ in done.waiting),
        *(f"waits no more: {names.get(id_, id_)}" for id_ in done.withdrawn),
        *(f"'{item.name}' stays as it is: {item.reason}" for item in undone.kept),
    )
    items = tuple(
        Item(item.action, item.name, _address(ask, item)) for item in undone.items
    )
    said = undoing.said_of(undone)
    command = "learn undo"
    if of not in (None, last):
        stores = queue.place.stores
        command = undoing.one_by_one(stores, undone)
    notice = Notice(said, details, command, bad=bool(undone.kept), items=items)
    return Did(back, notice)


def _address(ask: Ask, item: StoreItem) -> str:
    # A learned file that is no note, summary or skill has no page of its own.
    return "" if is_log(item.name) else ask.links.note(item.scope, item.name)


def _as_seen(queue: ReviewQueue, proposal: Proposal, fields: Mapping[str, str]) -> None:
    """Raise `Broken` if the text to replace has changed since the person saw it."""
    if fields.get("seen") != learned.seen(*queue.before_and_after(proposal.draft)):
        raise Broken(
            f"what '{said_of(proposal)}' would change is not what you looked at:"
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
    said = f"accepted: {said_of(proposal)}"
    command = f"learn accept {proposal.id}" if edited is None else "learn review"
    notice = Notice(said, tuple(details), command, undo=undo_of(now, "learned/undo"))
    return Did(ask.links.page("learned"), notice)
