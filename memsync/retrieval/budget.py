"""What fits under a cap, counted in characters; what does not is named, never lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Item = TypeVar("Item")

BODY_COST = 50
"""What a body costs beyond its own characters; wrappers cost nothing (as Coyote)."""


class Line(NamedTuple):
    """One line of a text, by its number from 1 and its characters."""

    number: int
    chars: int
    text: str


def choose(
    items: Sequence[Item], body_of: Callable[[Item], str | None], room: int
) -> tuple[list[tuple[Item, str]], list[Item]]:
    """The items whose bodies fit into `room` characters, and those left out.

    An item that does not fit is skipped, and a smaller one after it may still
    go in. `body_of` returns None for an item that is not there any more; it is
    not called once nothing can fit.
    """
    kept: list[tuple[Item, str]] = []
    omitted: list[Item] = []
    for item in items:
        if room < BODY_COST:
            omitted.append(item)
            continue
        body = body_of(item)
        if body is None:
            continue
        cost = len(body) + BODY_COST
        if cost <= room:
            kept.append((item, body))
            room -= cost
        else:
            omitted.append(item)
    return kept, omitted


def cut(text: str, room: int) -> str:
    """The start of `text` that fits into `room`, up to a line's end if it has one."""
    if len(text) <= room:
        return text
    start = text[: max(room, 0)]
    end = start.rfind("\n")
    return start[:end] if end > 0 else start


def largest_lines(text: str, count: int) -> list[Line]:
    """The longest lines, longest first; of equal ones the earlier first."""
    lines = [
        Line(number, len(line), line)
        for number, line in enumerate(text.split("\n"), 1)
        if line
    ]
    return sorted(lines, key=lambda line: (-line.chars, line.number))[:count]


def name_some(names: Sequence[str], most: int) -> str:
    """A list for a sentence: `a, b, c and 4 more`."""
    shown = ", ".join(names[:most])
    rest = len(names) - most
    return f"{shown} and {rest} more" if rest > 0 else shown
