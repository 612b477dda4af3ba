"""The entries of a home's memory index, by the form that the home has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.sync.merge.entries import (
    lines_by_entry,
    reinsert_entries,
    strip_entries,
)
from memsync.sync.merge.foreign import cut_of, reinsert_foreign, strip_foreign
from memsync.sync.tree.layout import agent_of

if TYPE_CHECKING:
    from collections.abc import Collection


def strip_at(home: str, index: bytes, names: Collection[str | None]) -> bytes:
    """A home's memory index without its entries of these notes."""
    agent = agent_of(home)
    return strip_foreign(agent, index, names) if agent else strip_entries(index, names)


def reinsert_at(
    home: str, index: bytes, local: bytes, names: Collection[str | None]
) -> bytes:
    """The synced memory index with the entries that `local` has of these notes."""
    if agent := agent_of(home):
        return reinsert_foreign(agent, index, local, names)
    return reinsert_entries(index, local, names)


def named_at(home: str, index: bytes) -> set[str]:
    """The notes that have an entry in a home's memory index."""
    agent = agent_of(home)
    lines = cut_of(agent)(index) if agent else lines_by_entry(index)
    return {name for name, _ in lines if name is not None}
