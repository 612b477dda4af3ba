"""What learning would change in a memory: as it is asked for, and as it is proposed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from memsync.learn.fact import Source
    from memsync.memory.note.names import Scope

Kind = Literal["note", "retire", "summary", "skill"]
Action = Literal["create", "update", "retire", "summary", "skill"]


class Draft(NamedTuple):
    """One change as a model asks for it; its form is checked, the memory not looked at.

    A retired skill is a draft of kind `skill` with an empty body.
    """

    kind: Kind
    name: str
    """Of the note or skill; empty for the summary."""
    scope: Scope
    body: str
    sources: tuple[Source, ...]
    trusted: bool
    """Whether a person's words are among the quotes; a skill never counts as that."""
    description: str = ""
    type: str = ""
    why: str = ""


class Proposal(NamedTuple):
    """One change that waits for a person, or that was made without waiting."""

    id: str
    action: Action
    draft: Draft
    diff: str
    """From what stands in the memory to what would; unified, without secrets."""
    run: str
    """The run or import that it comes from."""
    made: float
    """Seconds since 1970."""


def proposal_json(proposal: Proposal) -> dict[str, object]:
    """A proposal as every command and tool prints it."""
    draft = proposal.draft
    return {
        "id": proposal.id,
        "action": proposal.action,
        "name": draft.name,
        "scope": str(draft.scope),
        "sources": [
            {"session": source.session, "quotes": list(source.quotes)}
            for source in draft.sources
        ],
        "diff": proposal.diff,
    }


class KnownNote(NamedTuple):
    """A note as a model is shown it."""

    name: str
    scope: Scope
    type: str
    description: str
    body: str
    learned: bool
    """Whether learning wrote these very bytes; else they are a person's."""


class KnownSkill(NamedTuple):
    """A skill that was learned before."""

    name: str
    description: str
    body: str


class Known(NamedTuple):
    """What stands in the memories that learning of one repository looks at."""

    notes: tuple[KnownNote, ...]
    summary: str
    skills: tuple[KnownSkill, ...]


class Proposed(NamedTuple):
    """What became of drafts."""

    waiting: tuple[Proposal, ...]
    """New proposals that wait for a person."""
    accepted: tuple[Proposal, ...]
    """What was made at once."""
    dropped: int
    """Drafts that change nothing, or that were rejected before."""
    refused: tuple[tuple[str, str], ...]
    """Name and reason of each draft that the store would not take."""
