"""`memsync setup`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.cli.shared.words import in_words
from memsync.errors import BadUsage, Exit, MemsyncError
from memsync.terminal import printable

if TYPE_CHECKING:
    from memsync.setup.parts import Part

# Seconds between two rounds of the timer.
_EVERY = 900


@click.command()
@click.argument("url", required=False)
@click.option(
    "--only", multiple=True, metavar="AGENT", help="Install only this agent's hooks."
)
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@click.option("--dry-run", is_flag=True, help="Show what would change.")
@click.option("--undo", is_flag=True, help="Restore what setup changed.")
@json_option
@pass_session
def command(
    session: Session,
    url: str | None,
    only: tuple[str, ...],
    yes: bool,
    dry_run: bool,
    undo: bool,
) -> int:
    """Set up this machine: agents' hooks, your memory, sync and its timer.

    Finds the agents you use, shows the plan and asks before it changes anything. With
    URL, your user memory is synced with that private repository. Running it again
    changes nothing and exits 0. If one step fails, the others still run and the exit
    code is 1.

    \b
    Examples:
      memsync setup
      memsync setup git@git.example.com:me/memory.git
      memsync setup --only claude-code --yes
      memsync setup --undo
    """
    if undo:
        if url or only:
            raise BadUsage("--undo takes no URL and no --only")
        return _undo(session, dry_run=dry_run)
    parts = _parts(session, url, only)
    pending = [part for part in parts if part.pending]
    asks_or_shows = dry_run or not yes or not pending
    if asks_or_shows and not session.json:
        session.emit({}, "".join(_line(part) for part in parts))
    if not pending:
        session.emit(_data(parts, {}), "")
        session.say("this machine is set up already")
        return Exit.DONE
    if dry_run:
        session.emit(_data(parts, {}), "")
        return Exit.DONE
    if not yes and not _agreed():
        session.emit(_data(parts, {}), "")
        session.say("nothing was changed; run it with --yes to make these changes")
        return Exit.FOUND
    return _do(session, parts)


def _do(session: Session, parts: list[Part]) -> int:
    """Do what is pending and say what came of it."""
    pending = [part for part in parts if part.pending]
    failed = {part.name: error for part in pending if (error := _act(part)) is not None}
    done = [part for part in parts if part.name not in failed]
    lines = "".join(_line(part, acted=True) for part in done)
    session.emit(_data(parts, failed, acted=True), lines)
    for part in pending:
        if part.name in failed:
            error = failed[part.name]
            session.warn(f"{part.name}: {error.message}", error.hint)
    said = f"{len(pending) - len(failed)} of {len(pending)} done"
    session.say(f"{said}; `memsync setup --undo` undoes it")
    for part in pending:
        if part.name not in failed:
            _say_what_is_left(session, part)
    return Exit.FOUND if failed else Exit.DONE


def _parts(session: Session, url: str | None, only: tuple[str, ...]) -> list[Part]:
    from memsync.agents.calls import PROGRAM
    from memsync.installed import command as installed
    from memsync.setup.parts import agent_parts, memory_part, remote_part

    path = session.environ.get("PATH")
    program = str(installed(PROGRAM, path) or PROGRAM)
    parts = agent_parts(session.places, only, path, program)
    if only and url is None:
        return parts
    remote = session.settings(None).text("sync.remote")
    parts.append(memory_part(session.places))
    parts.append(
        remote_part(
            *(session.places, remote, url), lambda wanted: _connect(session, wanted)
        )
    )
    parts += _timer(session, will_sync=bool(url or remote))
    return parts


def _connect(session: Session, url: str) -> None:
    """Set up sync; raises what prevents it, an unreachable remote included."""
    from memsync.sync.verbs.setup import moves, prepare

    settings = session.settings(None)
    if found := moves(session.places, settings, session.cwd, url, allow_http=False):
        raise BadUsage(
            f"this memory already syncs with {found[0]}",
            hint=f"`memsync sync init {url} --yes` changes the remote",
        )
    done = prepare(
        *(session.places, settings, session.cwd, url),
        allow_http=False,
        interactive=sys.stdin.isatty() and sys.stderr.isatty(),
    )
    if done.trouble is not None:
        raise done.trouble


def _timer(session: Session, *, will_sync: bool) -> list[Part]:
    """The timer's part; empty without a remote, or without systemd or launchd."""
    from memsync.setup.parts import TIMER, Part
    from memsync.sync.verbs import timer as timers

    if not will_sync:
        return []
    if sys.platform == "linux" and not Path("/run/systemd/system").is_dir():
        said = "left out, since systemd does not run here; see `memsync sync watch`"
        return [Part(TIMER, said, pending=False)]
    from memsync.cli.sync.timer import files_for, kind_here, tell_system

    try:
        kind = kind_here()
        wanted = files_for(session, kind, _EVERY)
    except MemsyncError as error:
        return [Part(TIMER, error.message, pending=True, problem=error)]
    if all(timers.look(file.path).every is not None for file in wanted):
        return [Part(TIMER, "is installed", pending=False)]

    def start() -> None:
        from memsync.setup import journal

        before = {path: journal.missing_folders(path) for path, _ in wanted}
        for path in timers.write(wanted):
            after = journal.digest(path.read_bytes())
            entry = journal.Entry(path, TIMER, None, after, before[path])
            journal.add(session.places.data, [entry])
        tell_system(session, kind, wanted, start=True)

    said = f"sync every {_EVERY // 60} minutes"
    return [Part(TIMER, said, pending=True, act=start, path=wanted[0].path)]


def _act(part: Part) -> MemsyncError | None:
    """Do one part; return its error, so that the other parts still run."""
    from memsync.errors import Broken

    if part.problem is not None or part.act is None:
        return part.problem
    try:
        part.act()
    except MemsyncError as error:
        return error
    except OSError as error:
        return Broken.from_os_error(error)
    return None


def _say_what_is_left(session: Session, part: Part) -> None:
    from memsync.agents.hooks.settings import hooks_of
    from memsync.agents.table import agent_called, names

    if part.name in names():
        then = hooks_of(agent_called(part.name)).then
        if then is not None:
            session.say(then)


def _undo(session: Session, *, dry_run: bool) -> int:
    from memsync.setup.undo import undo

    if not dry_run:
        _stop_timer(session)
    done = undo(session.places, dry_run=dry_run)
    rows = [
        {"part": each.part, "path": str(each.path), "action": each.action}
        for each in done
    ]
    text = "".join(
        in_words(each.action, str(each.path), dry_run=dry_run)
        for each in done
        if each.action not in ("unchanged", "kept")
    )
    session.emit({"parts": rows}, text)
    for each in done:
        if each.problem is not None:
            session.warn(each.problem.message, each.problem.hint)
        elif each.action == "kept":
            session.warn(
                f"'{each.path}' stays: it was changed since then",
                "remove memsync's part by hand",
            )
    if not done:
        session.say("there was nothing to undo")
    return Exit.FOUND if any(each.problem for each in done) else Exit.DONE


def _stop_timer(session: Session) -> None:
    """Stop the timer that setup installed, before its files are deleted."""
    from memsync.setup import journal
    from memsync.setup.parts import TIMER

    entries = journal.read(session.places.data)
    if not any(entry.part == TIMER for entry in entries):
        return
    from memsync.cli.sync.timer import files_for, kind_here, tell_system

    kind = kind_here()
    tell_system(session, kind, files_for(session, kind, _EVERY), start=False)


def _agreed() -> bool:
    from memsync.cli.shared.secrets_in import someone_is_there

    return someone_is_there() and click.confirm("Do this?", err=True)


def _line(part: Part, *, acted: bool = False) -> str:
    mark = "unchanged"
    if part.pending:
        mark = "cannot" if part.problem else "done" if acted else "would"
    return f"{mark}: {part.name}: {printable(part.said)}\n"


def _data(
    parts: list[Part], failed: dict[str, MemsyncError], *, acted: bool = False
) -> dict[str, object]:
    rows = []
    for part in parts:
        error = failed.get(part.name, part.problem)
        state = "unchanged"
        if part.pending:
            state = "failed" if error else "done" if acted else "planned"
        rows.append(
            {
                "part": part.name,
                "state": state,
                "path": str(part.path) if part.path else None,
                "said": part.said,
                "reason": error.message if error else None,
                "hint": error.hint if error else None,
            }
        )
    return {"parts": rows, "changed": acted}
