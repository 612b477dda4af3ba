"""`memsync recall`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from memsync.cli.sessions import past as past_sessions
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.sessions.moments import iso, local_day
from memsync.sessions.reading.events import ROLES
from memsync.terminal import printable

if TYPE_CHECKING:
    from memsync.sessions.recall.asking import Hit

_LIMIT = 10


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="QUERY")
@click.option("--agent", metavar="AGENT", help="Search only sessions of this agent.")
@click.option("--here", is_flag=True, help="Search only sessions in this repository.")
@click.option(
    "--since", metavar="DAY", help="Search what was said on this day or later."
)
@click.option(
    "--until", metavar="DAY", help="Search what was said on this day or before."
)
@click.option(
    "--role", type=click.Choice(ROLES), help="Search only what this role said."
)
@click.option(
    "--limit",
    type=click.IntRange(min=1, max=1000),
    default=_LIMIT,
    metavar="N",
    help=f"Show at most N hits; {_LIMIT} by default.",
)
@click.option(
    "--path",
    type=click.Path(path_type=Path),
    metavar="FILE|DIR",
    help="Search this session file or folder only.",
)
@json_option
@pass_session
def command(
    session: Session,
    words: tuple[str, ...],
    agent: str | None,
    here: bool,
    since: str | None,
    until: str | None,
    role: str | None,
    limit: int,
    path: Path | None,
) -> None:
    """Search what was said in the past sessions of all agents.

    QUERY may use words, "a phrase", prefix*, a OR b, and a NOT b. Write DAY as
    YYYY-MM-DD. Nothing leaves this machine, and secrets are printed as [redacted RULE].

    \b
    Examples:
      memsync recall flaky login
      memsync recall "database lock" --since 2026-01-31
    """
    query = " ".join(words)
    where = None if path is None else Path(session.cwd, path).resolve()
    wanted = past_sessions.wanted(
        session, agent, here=here, since=since, until=until, role=role, path=where
    )
    with past_sessions.opened(session) as past:
        past_sessions.refresh(session, past, agent, where)
        hits = past.recall(query, wanted, limit)
    if not hits and not session.json:
        session.say("nothing found")
    mark = _marked(query)
    text = "".join(f"{_text(hit, mark)}\n" for hit in hits)
    session.emit([json_of(hit) for hit in hits], text)


def json_of(hit: Hit) -> dict[str, object]:
    """A hit as JSON."""
    row = {**hit._asdict(), "time": iso(hit.time)}
    del row["identity"]
    return row


def _text(hit: Hit, mark: Mark) -> str:
    day = local_day(hit.time)
    left = ", on an abandoned branch" if hit.branch else ""
    head = f"{hit.agent}  {day}  {hit.role}{left}  {hit.title}"
    where = hit.path if hit.line is None else f"{hit.path}:{hit.line}"
    lines = [
        printable(head),
        f"    {mark(printable(hit.snippet))}",
        printable(f"    {hit.session}  {where}"),
    ]
    if hit.resume:
        lines.append(printable(f"    {hit.resume}"))
    return "".join(f"{line}\n" for line in lines)


def _marked(query: str) -> Mark:
    """Returns the function that highlights a query's words, if colours are on."""
    import os
    import sys

    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return str
    from memsync.sessions.recall.query import words
    from memsync.sessions.recall.snippet import pattern

    found = pattern(words(query))
    if found is None:
        return str
    return lambda text: found.sub(lambda m: click.style(m[0], bold=True), text)


if TYPE_CHECKING:
    from collections.abc import Callable

    Mark = Callable[[str], str]
