"""Renders tables on a terminal, with rich."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

# Cells: the longest note name (64) with `@` and a number of up to three digits.
_LONGEST = 68


def render(
    heads: Sequence[str], rows: Sequence[Sequence[str]], *, coloured: bool
) -> str:
    """The rows under their heads, as wide as the terminal allows.

    The first column is never wrapped, so that it can be copied.
    """
    table = Table(box=None, pad_edge=False, header_style="bold")
    first = max((cell_len(row[0]) for row in rows), default=0)
    for number, head in enumerate(heads):
        least = min(first, _LONGEST) if number == 0 else None
        table.add_column(head, overflow="fold", min_width=least)
    for row in rows:
        table.add_row(*map(Text, row))
    console = Console() if coloured else Console(color_system=None)
    with console.capture() as captured:
        console.print(table)
    return captured.get()
