"""`memsync sessions`: lists, prints and forgets agents' past sessions."""

from __future__ import annotations

import os
from itertools import pairwise
from typing import TYPE_CHECKING

import click

from memsync.amounts import amount
from memsync.cli.sessions import past as past_sessions
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.errors import BadUsage
from memsync.sessions.moments import iso, local_day
from memsync.terminal import printable, printable_block

if TYPE_CHECKING:
    from memsync.sessions.past import PastSession, Said

# How many turns are printed before and after a line.
_AROUND = 3


@click.group()
def command() -> None:
    """List, show and forget the sessions of agents.

    Run `memsync recall` to search them.

    \b
    Examples:
      memsync sessions list --here
      memsync sessions show 5f3a
    """


@command.command("list")
@click.option("--agent", metavar="AGENT", help="List only sessions of this agent.")
@click.option("--here", is_flag=True, help="List only sessions in this repository.")
@click.option(
    "--since", metavar="DAY", help="List only sessions that ended on this day or later."
)
@json_option
@pass_session
def list_(session: Session, agent: str | None, here: bool, since: str | None) -> None:
    """List the sessions on this machine, newest first."""
    wanted = past_sessions.wanted(session, agent, here=here, since=since)
    with past_sessions.opened(session) as past:
        past_sessions.refresh(session, past, agent)
        found = past.sessions(wanted)
    rows = [
        (
            local_day(each.ended),
            each.agent,
            printable(each.id),
            str(each.messages),
            printable(each.title),
        )
        for each in found
    ]
    heads = ("ended", "agent", "id", "messages", "title")
    text = "" if session.json else session.table(heads, rows, empty="no such sessions")
    session.emit([_json(each) for each in found], text)


@command.command()
@click.argument("id_", metavar="ID")
@click.option(
    "--around",
    type=click.IntRange(min=1),
    metavar="LINE",
    help="Print only what was said near this line, as `recall` prints it.",
)
@json_option
@pass_session
def show(session: Session, id_: str, around: int | None) -> None:
    """Print what was said in a session.

    ID may be shortened. AGENT:ID names one of two agents' sessions with one id.
    """
    with past_sessions.opened(session) as past:
        past_sessions.refresh(session, past)
        found = past.find(id_)
        turns = list(past.turns(found))
    if around is not None:
        turns = _near(turns, around, found)
    head = f"{found.agent}  {local_day(found.ended)}  {found.title}\n"
    text = printable_block(head) + "".join(map(_text, turns))
    session.emit({**_json(found), "turns": [_turn(each) for each in turns]}, text)


@command.command()
@click.option(
    "--rebuild", is_flag=True, help="Delete the index and read all sessions again."
)
@json_option
@pass_session
def index(session: Session, rebuild: bool) -> None:
    """Index new sessions; `memsync recall` does so by itself."""
    with past_sessions.opened(session) as past:
        if rebuild:
            past.rebuild(wait=past_sessions.WAIT)
        done = past.refresh(
            top=past_sessions.top(session),
            wait=past_sessions.WAIT,
            progress=past_sessions.progress,
        )
        past_sessions.tell(session, done)
        totals = past.totals()
    skipped = {
        "malformed": totals.malformed,
        "unknown": totals.unknown,
        "unread": totals.unread,
    }
    sessions = amount(totals.sessions, "session")
    lines = [
        f"{sessions} with {amount(totals.messages, 'message')}",
        f"read {amount(done.read, 'file')}, dropped {done.left}",
    ]
    if any(skipped.values()):
        lines.append(
            f"skipped: {amount(totals.malformed, 'malformed line')},"
            f" {amount(totals.unknown, 'unknown record')},"
            f" {amount(totals.unread, 'file')} that cannot be read"
        )
    session.emit(
        {
            "sessions": totals.sessions,
            "messages": totals.messages,
            "read": done.read,
            "dropped": done.left,
            "skipped": skipped,
        },
        "".join(f"{line}\n" for line in lines),
    )


@command.command()
@click.argument("id_", metavar="ID")
@json_option
@pass_session
def forget(session: Session, id_: str) -> None:
    """Erase a session's words from the index, for good.

    The agent's own file stays. The index keeps the session's id, so that it is never
    indexed again.
    """
    with past_sessions.opened(session) as past:
        past_sessions.refresh(session, past)
        found = past.find(id_)
        count = past.forget(found, wait=past_sessions.WAIT)
    stays = os.path.lexists(found.path) if found.path else False
    what = f"; its file stays: {found.path}" if stays else "; its file is gone already"
    session.emit(
        {"id": found.id, "agent": found.agent, "turns": count, "path": found.path},
        printable(f"forgot {found.agent}:{found.id}{what}") + "\n",
    )


def _json(found: PastSession) -> dict[str, object]:
    return {
        "id": found.id,
        "agent": found.agent,
        "root": found.root,
        "identity": found.identity,
        "title": found.title,
        "started": iso(found.started),
        "ended": iso(found.ended),
        "messages": found.messages,
        "path": found.path,
    }


def _turn(said: Said) -> dict[str, object]:
    return {
        "role": said.role,
        "time": iso(said.time),
        "model": said.model,
        "text": said.text,
        "line": said.line,
        "branch": "abandoned" if said.abandoned else None,
    }


def _text(said: Said) -> str:
    left = " (abandoned branch)" if said.abandoned else ""
    sub = " (sub-agent)" if said.by_sub_agent else ""
    day = local_day(said.time)
    head = f"\n{said.role}{sub}{left}  {day}".rstrip()
    return f"{head}\n{printable_block(said.text)}\n"


def _near(turns: list[Said], line: int, found: PastSession) -> list[Said]:
    """The turns around a line of the session's file."""
    own = [t for t in turns if t.path == found.path and t.line is not None]
    if not own:
        raise BadUsage(
            f"the sessions of {found.agent} have no lines",
            hint=f"`memsync sessions show {found.id}` prints all of it",
        )
    places = [turn.line or 0 for turn in own]
    at = next(
        (i for i, (low, high) in enumerate(pairwise(places)) if low <= line < high),
        0 if line < places[0] else len(own) - 1,
    )
    return own[max(0, at - _AROUND) : at + _AROUND + 1]
