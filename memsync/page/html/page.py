"""The values of a page, before it becomes HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Page(NamedTuple):
    """The values of a page, before it becomes HTML."""

    template: str
    title: str
    values: Mapping[str, object]
    command: str = ""
    """The command that shows the same in a terminal."""
    status: int = 200
