"""Markdown on a terminal, by rich, whose import only a terminal pays for."""

from __future__ import annotations

import click
from rich.console import Console
from rich.markdown import Markdown


def show(text: str) -> None:
    """Print markdown without control characters, by pages where it is long.

    Colour and width are the terminal's; links stand as text, so that none leads
    elsewhere than it says.
    """
    console = Console()
    with console.capture() as captured:
        console.print(Markdown(text, hyperlinks=False))
    out = captured.get()
    if out.count("\n") < console.height:
        click.echo(out, nl=False, color=True)
    else:
        click.echo_via_pager(out, color=True)
