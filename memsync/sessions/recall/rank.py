"""Ranks hits: by the turn's own score, and shares of the scores around it.

The weights were tuned on half of a public set of long conversations, and hold on the
other half: tests/bench/bench_sessions.py.
"""

from __future__ import annotations

from math import log
from typing import NamedTuple

from memsync.sessions.moments import month_of

# What a turn gets of its session's score.
_SESSION_SHARE = 1.0

# The share that a turn gets of the scores of those so many places from it.
_NEIGHBOURS = {1: 0.2, 2: 0.1}

# The bonus for a turn in a month that the query names.
_MONTH = 0.5

# BM25's k1 and b, over sessions instead of turns.
_SATURATION = 2.0
_LENGTH_SHARE = 0.75


class Candidate(NamedTuple):
    """A turn that the query found; `score` is its bm25, greater is better."""

    turn: int
    session: int
    score: float
    time: float | None


class Around(NamedTuple):
    """What is known of a query besides the turns that it finds."""

    sessions: dict[int, float]
    """The score of each session as a whole."""
    months: frozenset[tuple[int | None, int]]
    """The months that it names, with their years where it names any."""


def rarity(having: int, of: int) -> float:
    """The weight of a word that so many of all sessions have."""
    return log(1 + (of - having + 0.5) / (having + 0.5))


def often(count: int, length: float) -> float:
    """What it counts that a session has a word so often; 1 is the usual length."""
    least = _SATURATION * (1 - _LENGTH_SHARE + _LENGTH_SHARE * length)
    return count * (_SATURATION + 1) / (count + least)


def ranked(found: list[Candidate], around: Around) -> list[Candidate]:
    """The candidates with their final scores, the best first and 1."""
    if not found:
        return []
    best = max(each.score for each in found) or 1.0
    best_session = max(around.sessions.values(), default=0.0) or 1.0
    scores = {each.turn: each.score / best for each in found}
    ranking = []
    for each in found:
        score = scores[each.turn]
        for distance, share in _NEIGHBOURS.items():
            # Never a turn of another session: ids of sessions are far apart.
            score += share * scores.get(each.turn - distance, 0.0)
            score += share * scores.get(each.turn + distance, 0.0)
        whole = around.sessions.get(each.session, 0.0) / best_session
        score += _SESSION_SHARE * whole
        if around.months and _in(around.months, each.time):
            score += _MONTH
        ranking.append(each._replace(score=score))
    ranking.sort(key=lambda each: (-each.score, each.turn))
    top = ranking[0].score or 1.0
    return [each._replace(score=each.score / top) for each in ranking]


def _in(months: frozenset[tuple[int | None, int]], time: float | None) -> bool:
    year, month = month_of(time)
    return (year, month) in months or (None, month) in months
