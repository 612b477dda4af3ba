"""The evidence of one session: as much as the budget allows, without secrets."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

from memsync.learn.evidence.fences import fenced
from memsync.learn.evidence.tiers import Heard, Tier, heard
from memsync.learn.evidence.tokens import cut_to, tokens_of
from memsync.secrets.redact import redact_text
from memsync.sessions.moments import iso

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memsync.sessions.past import PastSession, PastSessions

# The most tokens of one turn: a longer one was pasted, or is a tool's output.
_MOST_OF = {Tier.USER: 2_500, Tier.ANSWER: 1_500, Tier.TOOL: 500}

# The most characters of a turn of a kind that `_MOST_OF` does not name.
_MOST_OF_OTHERS = 1_000

# Tokens reserved for each turn, for the mark of a gap.
_GAP = 10

# A turn cut to fewer characters than this says nothing.
_LEAST_OF_A_TURN = 24

# The share of a session's tokens that remarks and tools may take: they are most of a
# session, and little of them is worth keeping.
_SHARE = 0.1

# Tokens that they may take however short the session is.
_LEAST_SHARE = 1_500


class Piece(NamedTuple):
    """One turn as the evidence shows it, and who said it."""

    tier: Tier
    text: str


class Evidence(NamedTuple):
    """What a model sees of one session; its quotes are checked against this."""

    agent: str
    session: str
    ended: float | None
    digest: str
    """The digest of what person and assistant said: changes when that changes."""
    text: str
    pieces: tuple[Piece, ...]
    turns: int
    """The number of the person's turns."""

    @property
    def key(self) -> str:
        """The session's name among all agents: `<agent>:<id>`."""
        return f"{self.agent}:{self.session}"

    def record(self) -> dict[str, object]:
        """A line of `memsync learn --export FILE`."""
        return {
            "session": self.session,
            "agent": self.agent,
            "ended": iso(self.ended),
            "evidence": self.text,
        }


class Heads(NamedTuple):
    """What decides whether a run reads a session; known before its evidence is made."""

    digest: str
    turns: int


def heads_of(past: PastSessions, session: PastSession) -> Heads:
    """Compute the digest of a session, and count the person's turns."""
    return _heads(session, heard(past.turns(session), session))


def evidence_of(past: PastSessions, session: PastSession, tokens: int) -> Evidence:
    """Make the evidence of a session, in at most this many tokens.

    Takes what the person said first, then the assistant's answers, other agents,
    remarks and tools, the newest of each first. Shows all of it in the order of the
    session.
    """
    every = heard(past.turns(session), session)
    heads = _heads(session, every)
    text, pieces = laid_out(every, tokens)
    return Evidence(
        session.agent,
        session.id,
        session.ended,
        heads.digest,
        redact_text(text).text,
        pieces,
        heads.turns,
    )


def laid_out(every: Sequence[Heard], tokens: int) -> tuple[str, tuple[Piece, ...]]:
    """Lay out turns in at most this many tokens; also return the turns that fit."""
    taken = _taken(every, tokens)
    pieces = tuple(Piece(every[at].tier, text) for at, text in sorted(taken.items()))
    return _rendered(every, taken), pieces


def _heads(session: PastSession, every: Iterable[Heard]) -> Heads:
    digest = hashlib.sha256(f"{session.agent}:{session.id}\0".encode())
    turns = 0
    for each in every:
        if each.counts:
            # A remark may become an answer; its words stay the same.
            who = "user" if each.tier is Tier.USER else "assistant"
            digest.update(f"{who}\0{each.text}\0".encode("utf-8", "replace"))
            turns += each.tier is Tier.USER
    return Heads(digest.hexdigest(), turns)


def _taken(every: Sequence[Heard], tokens: int) -> dict[int, str]:
    """The turns that fit, by their position, with as much of their text as fits."""
    found: dict[int, str] = {}
    left = tokens - _GAP
    whole = sum(tokens_of(each.text) for each in every)
    enough = max(_LEAST_SHARE, round(whole * _SHARE))
    # By tier, and the newest turn first, so that the oldest are left out.
    order = sorted(range(len(every)), key=lambda at: (every[at].tier, -at))
    for at in order:
        each = every[at]
        room = left - _GAP - tokens_of(_head(each))
        if each.tier in (Tier.REMARK, Tier.TOOL):
            room = min(room, enough - (tokens - left))
        if room < _LEAST_OF_A_TURN:
            break
        most = min(room, _MOST_OF.get(each.tier, _MOST_OF_OTHERS))
        text = _fitted(each.text, most)
        if text:
            found[at] = text
            left -= _GAP + tokens_of(_head(each)) + tokens_of(_indented(text))
    return found


def _fitted(text: str, tokens: int) -> str:
    """The text as the evidence shows it, cut until it fits with its indentation."""
    room = tokens
    for _ in range(8):
        made = fenced(cut_to(text, room))
        over = tokens_of(_indented(made)) - tokens
        if over <= 0:
            return made
        room = max(0, room - over - 1)
    return ""


def _rendered(every: Sequence[Heard], taken: dict[int, str]) -> str:
    lines: list[str] = []
    before = -1
    for at in sorted(taken):
        lines += _gap(at - before - 1)
        lines += [_head(every[at]), _indented(taken[at])]
        before = at
    lines += _gap(len(every) - before - 1)
    return "\n".join(lines)


def _gap(count: int) -> list[str]:
    if not count:
        return []
    return ["[… 1 turn left out …]" if count == 1 else f"[… {count} turns left out …]"]


def _head(each: Heard) -> str:
    # The day in UTC: the same on each machine.
    return f"{each.tier.word} {(iso(each.time) or '')[:10]}".rstrip()


def _indented(text: str) -> str:
    """The text with a space before each line, so that no line looks like a heading."""
    return "\n".join(f" {line}" for line in text.splitlines())
