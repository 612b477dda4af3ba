"""Whose words a turn has: what a person said counts most, what a tool printed least."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memsync.sessions.past import PastSession, Said


class Tier(IntEnum):
    """Whose words, in the order in which they are taken into the evidence."""

    USER = 0
    ANSWER = 1
    """What the assistant said last before it was the person's turn again."""
    OTHER_AGENT = 2
    REMARK = 3
    """What the assistant said on its way, and summaries of what was said before."""
    TOOL = 4

    @property
    def word(self) -> str:
        """What it is called in the evidence."""
        return self.name.lower().replace("_", " ")


class Heard(NamedTuple):
    """One turn, with whose words it has."""

    tier: Tier
    text: str
    time: float | None
    counts: bool
    """Whether the person or the assistant said it: what tells that there is more."""


def heard(turns: Iterable[Said], session: PastSession) -> list[Heard]:
    """The turns of a session on the branch on which it went on, in their order.

    Sub-agents' turns come last, by their files' names: no order in which files were
    read shows in it.
    """
    live = [turn for turn in turns if not turn.abandoned and turn.text.strip()]
    live.sort(key=lambda turn: (turn.path != session.path, turn.path))
    answers = _answers(live)
    return [
        Heard(
            _tier(turn, is_answer=number in answers),
            turn.text,
            turn.time,
            turn.role in ("user", "assistant") and not turn.by_sub_agent,
        )
        for number, turn in enumerate(live)
    ]


def _answers(turns: Sequence[Said]) -> set[int]:
    """Which turns are the assistant's last before a person's, or the very last."""
    found: set[int] = set()
    last: int | None = None
    for number, turn in enumerate(turns):
        if turn.by_sub_agent:
            continue
        if turn.role == "assistant":
            last = number
        elif turn.role == "user" and last is not None:
            found.add(last)
            last = None
    return found | ({last} if last is not None else set())


def _tier(turn: Said, *, is_answer: bool) -> Tier:
    if turn.role == "tool":
        return Tier.TOOL
    if turn.by_sub_agent:
        return Tier.OTHER_AGENT
    if turn.role == "user":
        return Tier.USER
    return Tier.ANSWER if is_answer else Tier.REMARK
