"""Who said a turn: a person's words count most, a tool's output counts least."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memsync.sessions.past import PastSession, Said


class Tier(IntEnum):
    """Who said a turn, in the order in which the evidence takes them."""

    USER = 0
    ANSWER = 1
    """The assistant's last message before the person's next turn."""
    OTHER_AGENT = 2
    REMARK = 3
    """The assistant's messages on the way, and summaries of the conversation."""
    TOOL = 4

    @property
    def word(self) -> str:
        """The word for it in the evidence."""
        return self.name.lower().replace("_", " ")


class Heard(NamedTuple):
    """One turn, and who said it."""

    tier: Tier
    text: str
    time: float | None
    counts: bool
    """Whether the person or the assistant said it: only these show new content."""


def heard(turns: Iterable[Said], session: PastSession) -> list[Heard]:
    """The turns of a session, in order, on the branch that continued.

    The turns of sub-agents come last, sorted by their file names, so that the order in
    which files were read makes no difference.
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
