"""`memsync agents`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memsync.cli.shared.place import where
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.terminal import printable

if TYPE_CHECKING:
    from memsync.agents.layouts.where import Where
    from memsync.agents.transfer.survey import Row

_HEADS = ("agent", "notes", "characters", "falls off", "folder")


@click.command()
@json_option
@pass_session
def command(session: Session) -> None:
    """List agents, the memory each keeps here, and how much of it they cut off.

    Agents read their memory up to a limit and ignore the rest. Without `--json`, only
    agents that have a memory here are listed.
    """
    from memsync.agents.transfer.survey import survey
    from memsync.errors import MemsyncError
    from memsync.memory.note.names import Scope
    from memsync.workspace.target import memory_path

    here = where(session)
    memory = None
    if here.root is not None:
        try:
            _, memory = memory_path(session.cwd, session.places, Scope.WORKSPACE)
        except MemsyncError as error:
            session.warn(error.message, error.hint)
    rows = survey(here, memory)
    homeless = not session.environ.get("HOME")
    for row in rows:
        if row.trouble and not homeless:
            session.warn(f"{row.agent}: {row.trouble}")
    if homeless:
        session.warn("HOME is not set, so most agents have no folder", "set HOME")
    synced = _synced(session, here)
    found = [row for row in rows if row.installed]
    text = session.table(_HEADS, [_line(row, synced) for row in found])
    session.emit([_json(row, synced) for row in rows], text)
    if not found and not session.json:
        session.say("no agent that memsync knows has a memory here")


def _synced(session: Session, here: Where) -> set[str]:
    """The agents whose folder here is synced; Coyote's is memsync's own."""
    from memsync.errors import MemsyncError
    from memsync.workspace.place.agent_homes import listed
    from memsync.workspace.repository.identity import recorded

    try:
        known = {"", recorded(here.root) if here.root else ""}
        found = {home.agent for home in listed(here.places) if home.identity in known}
    except MemsyncError:
        found = set()  # each row reports the trouble with HOME or the repository
    remote = session.settings(None).text("sync.remote")
    return found | ({"coyote"} if remote not in ("", "none") else set())


def _line(row: Row, synced: set[str]) -> tuple[str, ...]:
    seen = row.seen
    folder = row.project_folder if row.project_folder is not None else row.folder
    lost = ", ".join(map(printable, seen.lost[:3]))
    more = f" and {len(seen.lost) - 3} more" if len(seen.lost) > 3 else ""
    over = f"{seen.over}: {lost}{more}" if seen.over and lost else str(seen.over)
    return (
        row.agent
        + (" (linked)" if row.linked else "")
        + (" (synced)" if row.agent in synced else ""),
        str(seen.notes),
        f"{seen.chars} of {seen.cap}" if seen.cap else str(seen.chars),
        over if seen.over else "",
        printable(str(folder)) if folder else "",
    )


def _json(row: Row, synced: set[str]) -> dict[str, object]:
    return {
        "agent": row.agent,
        "kind": row.kind,
        "installed": row.installed,
        "folder": str(row.folder) if row.folder else None,
        "project_folder": str(row.project_folder) if row.project_folder else None,
        "notes": row.seen.notes,
        "chars": row.seen.chars,
        "cap": row.seen.cap,
        "over": row.seen.over,
        "synced": row.agent in synced,
        "linked": row.linked,
    }
