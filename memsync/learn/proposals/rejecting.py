"""Rejects one proposal for good, and takes a rejection back.

The caller holds the lock of the proposals. After a kill at any moment, the same call
completes the rest. Both functions raise `OSError`.
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
    """Drop a waiting proposal, and never propose anything from its words again."""
    folder, draft = view.place.folder, kept.draft
    said = [words.of_text(draft, view.live(draft))]
    if draft.kind in ("note", "skill"):
        said += words.of_quotes(draft)
    rejected = kept._replace(moment=moment_of(now), decided=tuple(said))
    pending.save(folder / pending.REJECTED, rejected)
    view.decisions.reject(said, draft.scope)
    pending.drop(folder / pending.WAITING, kept.id)


def restore(kept: Kept, view: View) -> None:
    """Return a rejected proposal to the waiting ones, its words no longer rejected.

    A quote that another rejected proposal also has stays rejected.
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
