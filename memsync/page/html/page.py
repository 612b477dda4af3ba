"""A page before it is HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Page(NamedTuple):
    """A page before it is HTML."""

    template: str
    title: str
    values: Mapping[str, object]
    command: str = ""
    """What shows the same in a terminal."""
    status: int = 200
