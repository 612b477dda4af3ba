"""Sessions: finds what was said to any agent."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Locked
from memsync.page.html.page import Page
from memsync.page.html.shell import called
from memsync.sessions.past import Wanted
from memsync.sessions.projects import project_of, top_of

if TYPE_CHECKING:
    from memsync.page.request.ask import Ask
    from memsync.sessions.past import PastSession, PastSessions
    from memsync.sessions.recall.asking import Hit

# The most hits of a search, and the most sessions without one.
_MOST = 30
_LATEST = 20


class Found(NamedTuple):
    """A hit or a session, and the values for making a note of it."""

    agent: str
    title: str
    time: float | None
    role: str
    text: str
    id: str
    resume: str
    project: str


def view(ask: Ask) -> Page:
    """The page Sessions. Raises the errors of `PastSessions`."""
    query = ask.query.get("q", "").strip()
    here = ask.query.get("here", "") == "1"
    busy = False
    with ask.commands.past_sessions() as past:
        try:
            done = past.refresh(top=top_of(ask.commands.cwd, ask.commands.environ))
            packed = done.without_zstd
        except Locked:
            busy, packed = True, False
        found = _found(ask, past, query, here=here)
    values = {
        "q": query,
        "here": here,
        "found": found,
        "most": _MOST,
        "busy": busy,
        "packed": packed,
        "words": query.split(),
    }
    command = called("recall", query) if query else "sessions list"
    return Page("sessions.html", "Sessions", values, command + " --here" * here)


def _found(ask: Ask, past: PastSessions, query: str, *, here: bool) -> list[Found]:
    wanted = Wanted()
    if here:
        project = project_of(ask.commands.cwd, ask.commands.environ)
        wanted = Wanted(cwd=str(ask.commands.cwd))
        if project.root is not None:
            wanted = Wanted(root=project.root, identity=project.identity)
    if query:
        return [_hit(each) for each in past.recall(query, wanted, _MOST)]
    newest = sorted(past.sessions(wanted), key=lambda s: -(s.ended or 0))
    return [_session(each) for each in newest[:_LATEST]]


def _hit(hit: Hit) -> Found:
    return Found(
        *(hit.agent, hit.title, hit.time, hit.role, hit.snippet),
        *(hit.session, hit.resume or "", hit.root or ""),
    )


def _session(each: PastSession) -> Found:
    said = f"{each.messages} message{'s' * (each.messages != 1)}"
    return Found(
        *(each.agent, each.title, each.ended, "", said),
        *(each.id, each.resume or "", each.root or ""),
    )
