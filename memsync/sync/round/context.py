"""The inputs of a round, and what it found in each memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from memsync.files import lock
from memsync.sync.round.guards import NOTHING_ALLOWED, Allowed

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from memsync.clock import Now
    from memsync.files.lock import Held, Round
    from memsync.sync.folder.effects import Effects
    from memsync.sync.folder.snapshot import Home, Snapshot
    from memsync.sync.round.arrivals import Arrivals
    from memsync.sync.state.state import StateFolder
    from memsync.sync.tree.clock import Who


def _to_nobody(step: str) -> None:
    del step


@dataclass(frozen=True, slots=True)
class RoundContext:
    """The inputs of a round. Create it with `open_context`."""

    state_folder: StateFolder
    homes: tuple[Home, ...]
    """The memories that are here; others in the trees stay as they are."""
    who: Who
    now: Now
    effects: Callable[[Held[Round]], Effects]
    """Opens the mirror."""
    remote: bool
    """Whether there is a remote; else the mirror is the only copy."""
    budget: float
    """Seconds to keep trying to push."""
    wait: float
    """Seconds to wait for another round."""
    allowed: Allowed = NOTHING_ALLOWED
    arrivals: Arrivals | None = None
    """None if nothing is received."""
    warnings: tuple[tuple[str, str | None], ...] = ()
    """Why memories were left out of this round, each with a hint."""
    restore: bool = False
    """Whether to forget the folders' bases: then nothing missing counts as deleted."""
    detach: bool = False
    """Whether to stop before the network; the caller starts a child for the rest."""
    step: Callable[[str], None] = _to_nobody
    """Called with what the round does now, in a few words for people."""
    told: str | None = None
    """The remote's main, if it was asked a moment ago and has one."""
    says: str | None = None
    """What this machine's save must say, even if nothing else changed; see
    `memsync.sync.tree.machines`. Empty: only that the machine is there."""
    pretend: bool = False
    """Whether it is a dry run."""

    def hold(self, what: str) -> AbstractContextManager[Held[Round]]:
        """Hold the lock of a round for a command; raises as `lock.hold`."""
        return lock.hold_round(self.state_folder.lock, what=what, wait=self.wait)

    @property
    def must_say(self) -> list[str] | None:
        """The paragraphs that the save must have; None if it need not be made."""
        found = [text for text in (self.who.says, self.says) if text]
        return found or (None if self.says is None else [])

    @property
    def user(self) -> Home:
        """The user memory."""
        return self.homes[0]


class Look(NamedTuple):
    """One memory as this round found it."""

    home: Home
    found: Snapshot
    was: str
    """The commit that the memory equalled when a round last looked, or empty."""
