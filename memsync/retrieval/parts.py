"""The parts of a context, as values."""

from __future__ import annotations

from memsync.record import NamedTuple

TYPE_CHECKING = False  # importing typing would cost a search 2 ms
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# A message, and the command that solves the problem.
Warn = tuple[str, str | None]


# How an open item of the scratchpad begins.
BOX = "- [ ] "


class Text(NamedTuple):
    """A memory index or a lite memory, with the scope or path it is known by."""

    source: str
    text: str
    origin: str = ""
    """Who else than this person on this machine may have written it; empty: nobody."""


class Log(NamedTuple):
    """The open items of a scratchpad, or the log of one day."""

    day: str
    """YYYY-MM-DD; empty for the scratchpad."""
    scope: str
    text: str
    origin: str = ""


class Body(NamedTuple):
    """A note whose body may go in; `read` returns None if it is gone."""

    name: str
    scope: str
    read: Callable[[], Text | None]


class Held(NamedTuple):
    """A note that sync keeps on this machine, why, and since when."""

    name: str
    reason: str
    since: str


class Parts(NamedTuple):
    """All that may go into a block, in its order in the block."""

    indexes: Sequence[Text] = ()
    lite: Text | None = None
    logs: Sequence[Log] = ()
    """The scratchpads, then the newest day, then the older one."""
    bodies: Sequence[Body] = ()
    beyond: Sequence[str] = ()
    """Notes that a query finds beyond its limits."""
    best_first: bool = False
    """The bodies come by rank: the first of them is never left out."""
    held: Sequence[Held] = ()
    summaries: Sequence[Text] = ()
    """What was learned from past sessions, in short; the source is the scope."""
    most: int = 0
    """Characters of all summaries together."""


class Context(NamedTuple):
    """The block, and what did not fit into it."""

    text: str
    """Empty, or one `<memory>` block without a final newline."""
    cap: int
    """What the block should stay under, in the unit of its budget."""
    omitted: int = 0
    """Notes that did not fit."""
    warnings: tuple[Warn, ...] = ()

    @property
    def chars(self) -> int:
        """The characters of `text`."""
        return len(self.text)
