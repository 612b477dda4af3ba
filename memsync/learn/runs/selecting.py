"""Chooses the sessions of a run: those that ended, and were not read as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.learn.evidence.evidence import heads_of
from memsync.learn.ledger.trouble import why_not
from memsync.learn.runs.context import session_here
from memsync.learn.runs.report import Skipped

if TYPE_CHECKING:
    from memsync.learn.runs.context import RunContext
    from memsync.sessions.past import PastSession

_HOUR = 3600.0
_DAY = 86_400.0


class Asked(NamedTuple):
    """What a person asks of a run."""

    session: str | None = None
    """Read only this session, even if it is new, old or short."""
    limit: int | None = None
    rebuild: bool = False
    """Read again what was read before."""


class Chosen(NamedTuple):
    """The sessions of a run, the newest first."""

    sessions: list[PastSession]
    skipped: list[Skipped]


def choose(context: RunContext, asked: Asked) -> Chosen:
    """Choose the sessions that a run reads; also say why not the others.

    Raises `NotFound` for an unknown id, and `BadUsage` for an ambiguous one.
    """
    if asked.session is not None:
        one = session_here(context, asked.session)
        why = _was_read(context, one, asked)
        return Chosen([], [Skipped(one.id, why)]) if why else Chosen([one], [])
    most = context.settings.number("learn.max_sessions")
    most = most if asked.limit is None else min(most, asked.limit)
    chosen: list[PastSession] = []
    skipped: list[Skipped] = []
    for session in context.past.sessions(context.here.wanted):
        why = _unfit(context, session)
        if not why and len(chosen) >= most:
            why = f"more than {most} sessions"
        why = why or _was_read(context, session, asked)
        if why:
            skipped.append(Skipped(session.id, why))
        else:
            chosen.append(session)
    return Chosen(chosen, skipped)


def _unfit(context: RunContext, session: PastSession) -> str:
    """Why a session is not read, whatever it says; empty if it may be."""
    number = context.settings.number
    if session.ended is None:
        return "nothing says when it ended"
    age = context.clock.time - session.ended
    if age < number("learn.min_idle_hours") * _HOUR:
        return "not ended yet"
    if age > number("learn.max_age_days") * _DAY:
        return "too old"
    # The count includes the assistant's turns: enough to skip most short sessions.
    return "too few turns" if session.messages < number("learn.min_turns") else ""


def _was_read(context: RunContext, session: PastSession, asked: Asked) -> str:
    heads = heads_of(context.past, session)
    fewest = context.settings.number("learn.min_turns")
    if asked.session is None and heads.turns < fewest:
        return "too few turns"
    standing = context.ledger.standing(session.agent, session.id)
    why = why_not(standing, heads.digest, context.clock.time)
    if asked.rebuild:
        return why if why.startswith("refused") else ""
    if not why and context.queue.is_read(heads.digest):
        return "already read"
    return why
