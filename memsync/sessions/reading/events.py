"""The events that a reader yields from a session, in the order of the file."""

from __future__ import annotations

from typing import Literal, NamedTuple

Role = Literal["user", "assistant", "tool", "summary"]

ROLES: tuple[Role, ...] = ("user", "assistant", "tool", "summary")

# The most characters of a turn to keep: longer ones are tool output or pastes.
LONGEST = 200_000


class About(NamedTuple):
    """Facts about a session; None leaves what was known before.

    An `id` that differs from the last one begins another session in the same file; an
    empty `id` means the same session.
    """

    id: str
    title: str | None = None
    cwd: str | None = None
    repository: str | None = None
    """The address of the remote, where the agent wrote it down."""
    started: float | None = None
    """Seconds since 1970, as all times here; may be negative."""
    parent: str | None = None
    """The session that started this one for a part of its work."""


class Turn(NamedTuple):
    """One thing that was said."""

    role: Role
    text: str
    time: float | None = None
    model: str | None = None
    line: int | None = None
    """1-based line of the file; None for databases."""
    key: str = ""
    """A key for the turn in its session, if the agent may write it again."""
    by_sub_agent: bool = False


class Replaced(NamedTuple):
    """The turns with this key are void; their replacement follows, if there is one."""

    key: str


class Abandoned(NamedTuple):
    """The lines that are on abandoned branches.

    This is the whole state: lines not in these ranges are live, whatever was said
    before.
    """

    ranges: tuple[tuple[int, int], ...]
    """First and last line of each."""


class Skipped(NamedTuple):
    """A record that the reader does not know, or that is malformed."""

    malformed: bool = False


Event = About | Turn | Replaced | Abandoned | Skipped
