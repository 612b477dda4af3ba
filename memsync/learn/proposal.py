"""The changes that learning proposes: as drafts, and as proposals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from memsync.learn.fact import Source
    from memsync.memory.note.names import Scope

Kind = Literal["note", "retire", "summary", "skill"]
Action = Literal["create", "update", "retire", "summary", "skill"]


class Draft(NamedTuple):
    """One change that a model asks for: well formed, but not compared with the memory.

    A draft of kind `skill` with an empty body retires the skill.
    """

    kind: Kind
    name: str
    """The name of the note or skill; empty for the summary."""
    scope: Scope
    body: str
    sources: tuple[Source, ...]
    trusted: bool
    """Whether the quotes include a person's words; always false for a skill."""
    description: str = ""
    type: str = ""
    why: str = ""


class Proposal(NamedTuple):
    """One change that waits for a person, or that was made without a review."""

    id: str
    action: Action
    draft: Draft
    diff: str
    """A unified diff from the present file to the proposed one, without secrets."""
    run: str
    """The run or import that made it."""
    made: float
    """Seconds since 1970."""


def proposal_json(proposal: Proposal) -> dict[str, object]:
    """A proposal in the JSON form that every command and tool prints."""
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
    """A note as a model sees it."""

    name: str
    scope: Scope
    type: str
    description: str
    body: str
    learned: bool
    """Whether learning wrote exactly these bytes; else they are a person's."""


class KnownSkill(NamedTuple):
    """A skill that was learned earlier."""

    name: str
    description: str
    body: str


class Known(NamedTuple):
    """What the memories hold that learning of one repository looks at."""

    notes: tuple[KnownNote, ...]
    summary: str
    skills: tuple[KnownSkill, ...]


class Proposed(NamedTuple):
    """The outcome of drafts."""

    waiting: tuple[Proposal, ...]
    """New proposals that wait for a person."""
    accepted: tuple[Proposal, ...]
    """Changes that were made at once."""
    dropped: int
    """How many drafts change nothing, or were rejected before."""
    refused: tuple[tuple[str, str], ...]
    """Name and reason of each draft that the store refused."""
