"""Rejecting one proposal for good, and taking that back.

For the holder of the proposals' lock. Killed at any instant, the same call again does
the rest. Both raise `OSError`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.learn.proposals import pending, words
from memsync.memory.archive.journal import moment_of

if TYPE_CHECKING:
    from memsync.clock import Now
    from memsync.learn.proposals.pending import Kept
    from memsync.learn.proposals.view import View


def reject(kept: Kept, view: View, now: Now) -> None:
    """Drop a proposal that waits, and have nothing of its words proposed again."""
    folder, draft = view.place.folder, kept.draft
    said = [words.of_text(draft, view.live(draft))]
    if draft.kind in ("note", "skill"):
        said += words.of_quotes(draft)
    rejected = kept._replace(moment=moment_of(now), decided=tuple(said))
    pending.save(folder / pending.REJECTED, rejected)
    view.decisions.reject(said, draft.scope)
    pending.drop(folder / pending.WAITING, kept.id)


def restore(kept: Kept, view: View) -> None:
    """Have a rejected proposal wait again, its words no longer rejected.

    A quote that another rejected proposal has, too, stays rejected.
    """
    folder = view.place.folder
    waiting = {kept.id, *(each.id for each in view.kept())}
    others = (o for o in view.kept(pending.REJECTED) if o.id not in waiting)
    stay = {said for other in others for said in other.decided}
    again = [said for said in kept.decided if said not in stay]
    view.decisions.restore(again, kept.draft.scope)
    again_waiting = kept._replace(moment="", decided=())
    pending.save(folder / pending.WAITING, again_waiting)
    pending.drop(folder / pending.REJECTED, kept.id)
