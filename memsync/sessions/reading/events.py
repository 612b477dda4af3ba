"""What a reader tells of a session, in the order in which it stands in the file."""

from __future__ import annotations

from typing import Literal, NamedTuple

Role = Literal["user", "assistant", "tool", "summary"]

ROLES: tuple[Role, ...] = ("user", "assistant", "tool", "summary")

# Characters of a turn that are kept: what is longer is a tool's output or a paste.
LONGEST = 200_000


class About(NamedTuple):
    """What was learned of a session; None leaves what was known.

    One with another `id` than the last begins another session of the same file;
    one with an empty `id` is about the same.
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
    """Names the turn in its session, where it may be said anew."""
    by_sub_agent: bool = False


class Replaced(NamedTuple):
    """The turns of this key are void; what they became follows, if anything."""

    key: str


class Abandoned(NamedTuple):
    """Lines that are not on the branch on which the session went on.

    The whole state: lines of earlier ones that are in none of these are live.
    """

    ranges: tuple[tuple[int, int], ...]
    """First and last line of each."""


class Skipped(NamedTuple):
    """A record that the reader does not know, or that is malformed."""

    malformed: bool = False


Event = About | Turn | Replaced | Abandoned | Skipped
