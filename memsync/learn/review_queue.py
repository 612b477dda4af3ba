"""Where drafts go: the memories that learning of one repository proposes for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from memsync.clock import Now
    from memsync.learn.proposal import Draft, Known, Proposal, Proposed


class ReviewQueue(Protocol):
    """The memories of one repository, as learning sees them."""

    def known(self) -> Known:
        """What stands there, as far as a model may see it."""

    def is_rejected(self, quotes: Sequence[str], session: str = "") -> bool:
        """Whether a person rejected what these quotes led to."""

    def is_read(self, digest: str) -> bool:
        """Whether a session of this digest was dealt with, on any machine."""

    def mark_read(self, digests: Iterable[str]) -> None:
        """Keep, for other machines too, that sessions were dealt with."""

    def propose(
        self,
        drafts: Sequence[Draft],
        synopses: Mapping[str, str],
        *,
        run: str,
        review: bool,
        now: Now,
    ) -> Proposed:
        """Keep drafts for a person, or make what needs none where `review` is off.

        `synopses` are by `<agent>:<session id>`.
        """

    def propose_merges(self, *, run: str, now: Now) -> Proposed:
        """Propose one note for each two learned ones that say nearly the same."""

    def pending(self) -> tuple[Proposal, ...]:
        """What waits for a person."""
