"""What each agent takes of a text that it is given at the start, as data.

A row says at what size the agent cuts, or what it says it reads. Sources are the
agents' public documents and code as of 2026-11; `docs/retrieval.md` has the table.
"""

from __future__ import annotations

from typing import NamedTuple

from memsync.errors import BadUsage
from memsync.retrieval.budget import Budget

_TOKEN = 4
"""Characters that oh-my-pi counts as a token; others count alike in English."""


class Reader(NamedTuple):
    """One agent. None where it has no limit of its own: the settings' caps hold."""

    budget: Budget | None
    about: str


READERS = {
    "claude-code": Reader(
        Budget(25_000, "bytes", lines=200, whole=True), "200 lines or 25 KB"
    ),
    "codex": Reader(Budget(2_500 * _TOKEN, whole=True), "2,500 tokens"),
    "coyote": Reader(None, "the settings' caps, which are Coyote's"),
    "gemini": Reader(None, "none known; the settings' caps"),
    "jutul-agent": Reader(None, "none; the settings' caps"),
    "oh-my-pi": Reader(Budget(5_000 * _TOKEN, whole=True), "5,000 tokens"),
    "qwen": Reader(Budget(25_000, lines=200, whole=True), "200 lines or 25,000"),
    "windsurf": Reader(Budget(6_000, whole=True), "6,000 characters of rules"),
    "yottacode": Reader(Budget(24_000, "bytes"), "24,000 bytes of bodies"),
    "zerostack": Reader(Budget(32_768, "bytes", whole=True), "32 KiB, all of it"),
}
_ALSO = {
    "claude": "claude-code",
    "gemini-cli": "gemini",
    "jutul": "jutul-agent",
    "omp": "oh-my-pi",
    "qwen-code": "qwen",
}


def reader(name: str) -> Reader:
    """The agent of this name, in either case; raises `BadUsage` naming the nearest."""
    wanted = name.strip().lower().replace("_", "-").replace(" ", "-")
    wanted = _ALSO.get(wanted, wanted)
    if wanted in READERS:
        return READERS[wanted]
    from difflib import get_close_matches

    near = get_close_matches(wanted, [*READERS, *_ALSO], n=1, cutoff=0.4)
    raise BadUsage(
        f"no agent is known as {name!r}",
        hint=f"did you mean {near[0]}?" if near else f"one of {', '.join(READERS)}",
        word="unknown-agent",
    )
