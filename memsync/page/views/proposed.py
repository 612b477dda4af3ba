"""Describes proposals in a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memsync.learn.proposal import Draft, Proposal


def said(proposal: Proposal) -> str:
    """What a proposal would do, in the words of `memsync learn review`."""
    draft = proposal.draft
    action = str(proposal.action)
    if draft.kind == "skill":
        action = "skill" if draft.body.strip() else "retire skill"
    return f"{action} {draft.name}".strip()


def named(draft: Draft) -> str:
    """What a proposal is about, for after it is decided."""
    if draft.kind == "summary":
        return "the summary"
    retired = draft.kind == "retire" or not draft.body.strip()
    kind = "skill" if draft.kind == "skill" else "note"
    return f"{'retire ' * retired}{kind} {draft.name}"
