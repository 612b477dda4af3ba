"""A fact learned from a session, and the words that it rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memsync.memory.note.names import Scope


class Source(NamedTuple):
    """The words of one session from which something was learned."""

    agent: str
    session: str
    """The session's id, as its agent gave it."""
    ended: float | None
    """Seconds since 1970."""
    quotes: tuple[str, ...]
    """Copied word for word from the session's evidence."""

    @property
    def key(self) -> str:
        """The session's name among all agents: `<agent>:<id>`."""
        return f"{self.agent}:{self.session}"


class Fact(NamedTuple):
    """One fact that a model found in one session; it has passed every check."""

    id: str
    """The same for the same words of the same session, on every machine."""
    text: str
    type: str
    scope: Scope
    why: str
    """Why it is worth keeping; may be empty."""
    source: Source
    trusted: bool
    """Whether at least one of its quotes is from a person's turn."""


def merged(sources: Iterable[Source]) -> tuple[Source, ...]:
    """The sources, in order, with the quotes of each session put together."""
    found: dict[str, Source] = {}
    for source in sources:
        had = found.get(source.key)
        quotes = (*(had.quotes if had else ()), *source.quotes)
        found[source.key] = source._replace(quotes=tuple(dict.fromkeys(quotes)))
    return tuple(found.values())
