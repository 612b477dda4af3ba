"""Learned: proposals from past sessions, for a person to decide."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import MemsyncError, NoGitRoot, NotFound
from memsync.page.html.compare import Piece, compare, folded
from memsync.page.html.page import Page
from memsync.page.views.decided import decided
from memsync.page.views.edit import editable
from memsync.page.views.proposed import said
from memsync.secrets.redact import redact_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memsync.learn.proposal import Proposal
    from memsync.learn.proposals.review_queue import ReviewQueue
    from memsync.page.request.ask import Ask


class Quoted(NamedTuple):
    """A quote from one session."""

    session: str
    """As `<agent>:<id>`."""
    ended: float | None
    quotes: Sequence[str]


class Shown(NamedTuple):
    """One proposal, compared with the present memory."""

    id: str
    said: str
    """Such as `create deploys`."""
    scope: str
    address: str
    """The address of the note that it would change; empty if there is none."""
    why: str
    odd: str
    """A warning to read before accepting it; empty if there is none."""
    pieces: Sequence[Piece]
    """The comparison of the present file with the proposed one."""
    quoted: Sequence[Quoted]
    editable: bool
    seen: str
    """Identifies the two texts that were compared."""


def view(ask: Ask) -> Page:
    """The page Learned."""
    values: dict[str, object] = {
        "enabled": ask.opened.settings.flag("learn.enabled"),
        "review": ask.opened.settings.flag("learn.review"),
        "away": "",
        "learning": {},
        "proposals": [],
        "decided": [],
    }
    try:
        queue = opened(ask)
        values["proposals"] = [shown(ask, queue, each) for each in queue.pending()]
        values["learning"] = ask.commands.learning()
        values["decided"] = decided(ask, queue)
    except NoGitRoot as error:
        values["away"] = error.message
    return Page("learned.html", "Learned", values, "learn review")


def opened(ask: Ask) -> ReviewQueue:
    """The proposals of the repository that the page shows. Raises `NoGitRoot`."""
    from memsync.learn.proposals.review_queue import open_queue

    return open_queue(ask.commands.cwd, ask.commands.places, ask.now)


def waiting(ask: Ask) -> int:
    """How many proposals wait here."""
    from memsync.learn.proposals.pending import WAITING

    # Most machines have none, and need not ask git which repository this is.
    if not (ask.commands.places.data / "learn" / WAITING).is_dir():
        return 0
    try:
        return len(opened(ask).pending())
    except MemsyncError:
        return 0  # the page Learned shows the error


def chosen(queue: ReviewQueue, id_: str) -> Proposal:
    """The proposal with this id. Raises `NotFound` if it no longer waits."""
    for each in queue.pending():
        if each.id == id_:
            return each
    raise NotFound("this proposal waits no more", hint="see the page Learned")


def shown(ask: Ask, queue: ReviewQueue, proposal: Proposal) -> Shown:
    """Everything that a person needs to decide about a proposal."""
    draft = proposal.draft
    old, new = queue.before_and_after(draft)
    is_note = draft.kind in ("note", "retire")
    return Shown(
        id=proposal.id,
        said=said(proposal),
        scope=str(draft.scope),
        address=ask.links.note(str(draft.scope), draft.name) if is_note and old else "",
        why=draft.why,
        odd=queue.why_by_hand(draft),
        pieces=folded(compare(_text(old), _text(new))),
        quoted=[Quoted(each.key, each.ended, each.quotes) for each in draft.sources],
        editable=new is not None,
        seen=seen(old, new),
    )


def seen(old: bytes | None, new: bytes | None) -> str:
    """Identifies two texts: changes if one of them changes."""
    both = hashlib.sha256(old or b"").digest() + hashlib.sha256(new or b"").digest()
    return hashlib.sha256(both).hexdigest()


def edit(ask: Ask, error: MemsyncError | None = None, text: str | None = None) -> Page:
    """The form for editing a proposal before accepting it."""
    queue = opened(ask)
    proposal = chosen(queue, ask.query.get("id", ""))
    old, new = queue.before_and_after(proposal.draft)
    if new is None:
        raise NotFound("there is no text to edit", hint="accept or reject it")
    values = {
        "proposal": shown(ask, queue, proposal),
        "text": editable(new) if text is None else text,
        "error": error,
        "seen": seen(old, new),
        "action": ask.links.page("learned/edit", {"id": proposal.id}),
    }
    status = 200 if error is None else 422
    title = f"Edit: {said(proposal)}"
    return Page("learned_edit.html", title, values, "learn review", status)


def _text(data: bytes | None) -> str:
    return redact_text((data or b"").decode("utf-8", "replace")).text
