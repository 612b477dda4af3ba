"""Where drafts go: the memories for which learning of one repository proposes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from memsync.clock import Now
    from memsync.learn.proposal import Draft, Known, Proposal, Proposed


class ReviewQueue(Protocol):
    """The memories of one repository, as learning sees them."""

    def known(self) -> Known:
        """What the memories hold, as far as a model may see it."""

    def is_rejected(self, quotes: Sequence[str], session: str = "") -> bool:
        """Whether a person rejected what was learned from these quotes."""

    def is_read(self, digest: str) -> bool:
        """Whether a session with this digest was handled, on any machine."""

    def mark_read(self, digests: Iterable[str]) -> None:
        """Record, for other machines too, that these sessions were handled."""

    def propose(
        self,
        drafts: Sequence[Draft],
        synopses: Mapping[str, str],
        *,
        run: str,
        review: bool,
        now: Now,
    ) -> Proposed:
        """Save drafts for review; with `review` off, make those that need none.

        `synopses` maps `<agent>:<session id>` to the session's synopsis.
        """

    def propose_merges(self, *, run: str, now: Now) -> Proposed:
        """Propose one note for each two learned ones that say nearly the same."""

    def pending(self) -> tuple[Proposal, ...]:
        """The proposals that wait for a person."""
