"""`memsync status`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from memsync.amounts import amount
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.errors import MemsyncError
from memsync.terminal import printable

if TYPE_CHECKING:
    from memsync.workspace.open import Opened
    from memsync.workspace.place.notices import Notice


@click.command()
@click.option(
    "--short", is_flag=True, help="Print one line, such as for a shell prompt."
)
@json_option
@pass_session
def command(session: Session, short: bool) -> None:
    """Show the memories that apply here and their state.

    --short prints one line such as `notes: 12 workspace, 30 user; held: 1; unpushed: 2;
    warnings: 1`. It counts the notes of each memory and, if there are any, the notes
    that sync holds back, the commits not yet pushed, and the warnings that `memsync
    status` prints in full. `sync: failed` says that the last sync did.

    \b
    Examples:
      memsync status
      memsync status --short
    """
    from memsync.workspace.open import open_for_reading

    opened = open_for_reading(session.cwd, session.places, session.now)
    more = (*_merges(session, opened), *_links(session))
    opened = opened._replace(warnings=(*opened.warnings, *more))
    report: dict[str, Any] = {
        "workspace": _workspace(session, opened),
        "user": _user(opened),
        "sync": _sync(session, opened),
        "hooks": _hooks(session, opened),
        **_learning(session, opened),
        "warnings": [_one_line(notice) for notice in opened.warnings],
    }
    if not short:
        for notice in opened.warnings:
            session.warn(*notice)
    session.emit(report, _short(report) if short else _in_words(report))


def _merges(session: Session, opened: Opened) -> list[Notice]:
    """What a person should know of git's merges of a team's memory."""
    spot = opened.spot
    if opened.workspace is None or spot is None or spot.root is None or not spot.team:
        return []
    from memsync.workspace.steps import merging

    return [
        *merging.missing(spot, spot.root, session.environ),
        *merging.undecided(spot.root, session.environ),
    ]


def _links(session: Session) -> list[Notice]:
    from memsync.cli.shared.links import stray_links
    from memsync.workspace.place.notices import Notice

    return [Notice(found.message, found.hint) for found in stray_links(session)]


def _workspace(session: Session, opened: Opened) -> dict[str, Any]:
    from memsync.memory.note.note import chars

    store, spot, root = opened.workspace, opened.spot, opened.root
    if root is None and spot is not None:
        root = spot.root
    mode = "structured" if store else "lite" if opened.lite else "none"
    memory = store.memory.folder if store else opened.lite
    top = root.top if root else spot.level if spot else None
    return {
        "root": str(top) if top else None,
        "memory": str(memory) if memory else None,
        "mode": mode,
        "shared_with": [str(path) for path in opened.shared_with],
        "notes": len(store.names()) if store else 0,
        "index_chars": chars(store.index_text()) if store else 0,
        "ignored": _ignored(session, opened) if store else False,
        "private": spot.outside.name if store and spot and spot.outside else None,
    }


def _ignored(session: Session, opened: Opened) -> bool:
    from memsync.workspace.repository.ignore import is_memory_ignored

    spot = opened.spot
    if spot is None or spot.root is None:
        return False
    if spot.outside is not None:
        return True
    return is_memory_ignored(spot.root, spot.own, session.environ)


def _user(opened: Opened) -> dict[str, Any]:
    from memsync.memory.note.note import chars

    store = opened.user
    return {
        "memory": str(store.memory.folder) if store else None,
        "mode": "structured" if store else "none",
        "notes": len(store.names()) if store else 0,
        "index_chars": chars(store.index_text()) if store else 0,
    }


def _hooks(session: Session, opened: Opened) -> dict[str, Any]:
    if opened.root is None:
        return {}
    from memsync.cli.hooks.guard import as_json
    from memsync.guard.install.status import status

    return as_json(status(opened.root, session.environ))


def _learning(session: Session, opened: Opened) -> dict[str, Any]:
    """What learning did last, where it is on; nothing where it is not."""
    if not opened.settings.flag("learn.enabled"):
        return {}
    from memsync.cli.learn.status import brief

    try:
        return {"learn": brief(session, opened.settings)}
    except MemsyncError as error:
        return {"learn": {"trouble": error.message}}


def _one_line(notice: Notice) -> str:
    return f"{notice.message} ({notice.hint})" if notice.hint else notice.message


def _short(report: dict[str, Any]) -> str:
    """`notes: 12 workspace, 30 user`, then what is wrong."""
    workspace, user, sync = (report[key] for key in ("workspace", "user", "sync"))
    if workspace["mode"] == user["mode"] == "none":
        return ""
    counts = [f"{workspace['notes']} workspace", f"{user['notes']} user"]
    marks = [f"notes: {', '.join(counts)}"]
    if workspace["mode"] == "lite":
        marks[0] = f"notes: lite workspace, {counts[1]}"
    if sync.get("trouble"):
        marks.append("sync: failed")
    if sync.get("held"):
        marks.append(f"held: {len(sync['held'])}")
    if sync.get("unpushed"):
        marks.append(f"unpushed: {sync['unpushed']}")
    if report["warnings"]:
        marks.append(f"warnings: {len(report['warnings'])}")
    return "; ".join(marks) + "\n"


def _in_words(report: dict[str, Any]) -> str:
    workspace, user, sync = (report[key] for key in ("workspace", "user", "sync"))
    lines = []
    if workspace["mode"] == "structured":
        lines.append(f"workspace: {workspace['memory']}")
        hidden = ", ignored by git" if workspace["ignored"] else ""
        if workspace["private"]:
            hidden = f", private to this machine, of {workspace['private']}"
        lines.append(f"  {_size(workspace)}{hidden}")
        lines += [f"  shared with {path}" for path in workspace["shared_with"]]
    elif workspace["mode"] == "lite":
        lines.append(f"workspace: {workspace['memory']}, a lite memory")
    if user["mode"] != "none":
        lines += [f"user: {user['memory']}", f"  {_size(user)}"]
    if sync["configured"]:
        lines += _sync_lines(sync)
    if lines and report["hooks"]:
        lines.append(f"hooks: {_guarded(report['hooks'])}")
    if "learn" in report:
        from memsync.cli.learn.status import brief_line

        lines.append(brief_line(report["learn"]))
    return "".join(printable(line) + "\n" for line in lines)


def _sync_lines(sync: dict[str, Any]) -> list[str]:
    from memsync.sync.state.result import held_label

    lines = [f"sync: {sync['remote'] or 'on this machine alone'}"]
    lines.append(f"  last success: {sync['last_success'] or 'never'}")
    if trouble := sync.get("trouble"):
        lines.append(f"  trouble: {trouble['message']}, since {trouble['since']}")
    if sync["unpushed"]:
        waits = "waits" if sync["unpushed"] == 1 else "wait"
        commits = amount(sync["unpushed"], "commit")
        lines.append(f"  unpushed: {commits} {waits} here")
    if problem := sync.get("problem"):
        lines.append(f"  problem: {problem}")
    lines += [
        f"  held: {held_label(note)}, {note['reason']}, since {note['since']}"
        for note in sync["held"]
    ]
    return lines


def _guarded(hooks: dict[str, Any]) -> str:
    if hooks["place"]:
        said = str(hooks["state"])
        if not hooks["guarded"]:
            said += ", which is not enough; `memsync hooks status` says why"
        return said
    if hooks["guarded"]:
        return f"{hooks['runner'] or 'another hook'} runs memsync's checks"
    return "none; commits are not checked, and `memsync hooks status` says why"


def _size(memory: dict[str, Any]) -> str:
    notes = f"{memory['notes']} {'note' if memory['notes'] == 1 else 'notes'}"
    return f"{notes}, memory index of {memory['index_chars']} characters"


def _sync(session: Session, opened: Opened) -> dict[str, Any]:
    from memsync.sync.verbs.status import summary

    try:
        return {**summary(session.places, opened.settings)}
    except MemsyncError:
        # Without a home there is no state to sync from.
        return {"configured": False, "held": []}
