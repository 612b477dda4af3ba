"""Renders tables on a terminal, with rich."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

# Cells: the longest note name (64) with `@` and a number of up to three digits.
_LONGEST = 68
# Cells that a column needs to be read: words such as a scope or a type are shorter.
_LEAST = 12
# Cells between two columns.
_BETWEEN = 2


def render(
    heads: Sequence[str], rows: Sequence[Sequence[str]], *, coloured: bool
) -> str:
    """The rows under their heads, as wide as the terminal allows.

    The first column is never wrapped, so that it can be copied. Where the terminal is
    too narrow for columns, each row takes several lines.
    """
    console = Console() if coloured else Console(color_system=None)
    least = _least_widths(heads, rows)
    narrow = sum(least) + _BETWEEN * (len(least) - 1) > console.width
    with console.capture() as captured:
        if narrow:
            _print_stacked(console, heads, rows)
        else:
            console.print(_table(heads, rows, least))
    return captured.get()


def _least_widths(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    """The cells that each column cannot do without."""
    widths = [max(map(cell_len, column)) for column in zip(heads, *rows, strict=True)]
    most = [_LONGEST] + [_LEAST] * (len(widths) - 1)
    return [min(pair) for pair in zip(widths, most, strict=True)]


def _table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], least: Sequence[int]
) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for head, width in zip(heads, least, strict=True):
        table.add_column(head, overflow="fold", min_width=width)
    for row in rows:
        table.add_row(*map(Text, row))
    return table


def _print_stacked(
    console: Console, heads: Sequence[str], rows: Sequence[Sequence[str]]
) -> None:
    """Print what names a row on a line of its own, and all else indented below it."""
    for number, (first, *others) in enumerate([heads, *rows]):
        style = "" if number else "bold"
        console.print(Text(first, style), soft_wrap=True)
        rest = Text((" " * _BETWEEN).join(filter(None, others)), style)
        console.print(Padding(rest, (0, 0, 0, _BETWEEN)))
