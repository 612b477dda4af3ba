"""A repository whose past sessions teach something, before any model is asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

from memsync.learn.fact import Source
from memsync.learn.proposal import Draft
from memsync.learn.proposals.review_queue import open_queue
from memsync.memory.note.names import Scope
from memsync.paths import Places
from support.memories import NOW

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.clock import Now
    from memsync.learn.proposal import Proposal, Proposed
    from memsync.learn.proposals.review_queue import Decided, ReviewQueue
    from support.machine import Machine

QUOTE = "we always deploy from the release branch, never from main"
BODY = "Deploys leave from `release`, never from `main`."


def source(*quotes: str, session: str = "4f2a") -> Source:
    """Words of a session of Claude Code."""
    return Source("claude-code", session, 1_790_000_000.0, quotes or (QUOTE,))


def note(name: str = "deploys", body: str = BODY, *quotes: str) -> Draft:
    """A note that somebody would propose."""
    sources = (source(*quotes),)
    return Draft("note", name, Scope.WORKSPACE, body, sources, trusted=True)


def skill(name: str = "release", body: str = "1. Tag it.\n2. Push the tag.") -> Draft:
    """A skill that somebody would propose."""
    return Draft(
        *("skill", name, Scope.WORKSPACE, body, (source(),)),
        trusted=True,
        description="How a release is made",
    )


def summary(body: str = "Deploys leave from `release`.") -> Draft:
    """A summary that somebody would propose."""
    return Draft("summary", "", Scope.WORKSPACE, body, (source(),), trusted=True)


# A second note that somebody would propose.
PORTS = note("ports", "The server listens on 8080.", "it listens on port 8080 here")


@dataclass
class Learner:
    """A repository on a machine."""

    machine: Machine
    repository: Path
    minute: int = field(default=0)

    @classmethod
    def of(cls, machine: Machine, *drafts: Draft) -> Learner:
        """One whose repository has a memory, of which this was proposed."""
        repository = machine.repository()
        machine.memsync("init", cwd=repository)
        made = cls(machine, repository)
        if drafts:
            made.propose(*drafts)
        return made

    @property
    def places(self) -> Places:
        return Places(self.machine.environ)

    @property
    def memory(self) -> Path:
        return self.repository / ".coyote" / "memory"

    @property
    def data(self) -> Path:
        return self.machine.home / ".local/share/memsync/learn"

    def now(self, by: str) -> Now:
        """A later moment each time."""
        self.minute += 1
        return NOW._replace(utc=NOW.utc + timedelta(minutes=self.minute), by=by)

    def queue(self) -> ReviewQueue:
        return open_queue(self.repository, self.places, NOW)

    def propose(self, *drafts: Draft, review: bool = True) -> Proposed:
        synopses = {source().key: "What was done in the session."}
        return self.queue().propose(
            drafts, synopses, run="r1", review=review, now=self.now("learn")
        )

    def waiting(self) -> tuple[Proposal, ...]:
        return self.queue().pending()

    def accept(self, *proposals: Proposal) -> list[Decided]:
        return self.queue().accept(proposals, self.now("learn accept"))

    def learn_twice(self, one: Draft, two: Draft) -> None:
        """Have two notes of one fact, as machines make them that did not meet yet."""
        self.propose(one)
        self.accept(*self.waiting())
        file = self.memory / f"{one.name}.md"
        data = file.read_bytes()
        self.machine.memsync("forget", one.name, cwd=self.repository)
        self.propose(two)
        self.accept(*self.waiting())
        file.write_bytes(data)

    def text(self, file: str) -> str:
        return (self.memory / file).read_text()
