"""Files of agents' folders for tests of their merge, and the merge both ways round."""

from __future__ import annotations

from memsync.sync.merge.foreign import merge_foreign, merge_foreign_index
from memsync.sync.merge.notes import Merged, Side
from memsync.sync.tree.clock import Clock

EARLY = Clock(1000, 0, "aaaaaaaa")
LATE = Clock(2000, 0, "bbbbbbbb")
AGENTS = (
    *("claude-code", "gemini-cli", "qwen-code", "goose", "basic-memory", "zerostack"),
    *("yottacode", "jutul-agent"),
)
INDEXED = ("claude-code", "gemini-cli", "qwen-code", "yottacode", "jutul-agent")


def merge(
    agent: str, base: bytes | None, early: bytes | None, late: bytes | None
) -> Merged:
    """Merge a file that is no index, whichever side is named first."""
    name = "note.txt" if agent == "goose" else "note"
    a, b = Side(early, EARLY), Side(late, LATE)
    merged = merge_foreign(agent, name, base, a, b)
    assert merged == merge_foreign(agent, name, base, b, a)
    return merged


def index(
    agent: str,
    base: bytes | None,
    early: bytes | None,
    late: bytes | None,
    *,
    gone: tuple[str, ...] = (),
    revived: tuple[str, ...] = (),
) -> Merged:
    """Merge an index, whichever side is named first."""
    a, b = Side(early, EARLY), Side(late, LATE)
    merged = merge_foreign_index(agent, base, a, b, gone=gone, revived=revived)
    other = merge_foreign_index(agent, base, b, a, gone=gone, revived=revived)
    assert merged == other
    return merged


CLAUDE = b"""---
name: deploys
description: when we deploy
metadata:
  node_type: memory
  type: project
  originSessionId: 0b54a1c5
  modified: 2026-10-01T10:00:00Z
---

Never on Fridays.

**Why:** nobody is there.
"""
JUTUL = b"---\nname: grid\ndescription: Grid: size\ntype: simulator\n---\n\nUse 30.\n"
BASIC = b"""---
title: Brewing
type: note
tags:
- coffee
created: 2026-01-02 10:00
modified: 2026-01-02 10:00
---

# Brewing

- [method] Pour over is clean #clarity (at 94 degrees)
- [tool] A kettle

- relates_to [[Coffee Beans]]
"""
GOOSE = b"# python style\nUse 4 spaces.\n\nRun ruff\nand mypy.\n\n"
INDEX = b"""# Memory

- [Testing](feedback/testing.md) \xe2\x80\x94 run the tests
- [Deploys](deploys.md) \xe2\x80\x94 Fridays are off

Be kind.
"""
