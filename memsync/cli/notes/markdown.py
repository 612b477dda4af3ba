"""Renders markdown on a terminal, with rich."""

from __future__ import annotations

import click
from rich.console import Console
from rich.markdown import Markdown


def show(text: str) -> None:
    """Print markdown in a pager, if it is long; the text has no control characters.

    Uses the terminal's own colours and width. Links are printed as text, since a
    rendered link can hide its address.
    """
    console = Console()
    with console.capture() as captured:
        console.print(Markdown(text, hyperlinks=False))
    out = captured.get()
    if out.count("\n") < console.height:
        click.echo(out, nl=False, color=True)
    else:
        # Click knows which pager shows colours, and tells less to.
        click.echo_via_pager(out)
