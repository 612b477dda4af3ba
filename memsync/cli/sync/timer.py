"""`memsync sync timer`: the system's own timer runs the rounds."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.errors import BadUsage, Exit

if TYPE_CHECKING:
    from memsync.sync.verbs.timer import Kind, TimerFile


@click.group()
def timer() -> None:
    """Run `memsync sync` regularly, by the system's own timer.

    Uses a systemd user timer on Linux and a launch agent on macOS.
    """


@timer.command()
@click.option(
    "--every",
    default="15m",
    show_default=True,
    help="How often to sync: 15m, 2h, 1d and the like.",
)
@click.option("--dry-run", is_flag=True, help="Show what would be written.")
@json_option
@pass_session
def install(session: Session, every: str, dry_run: bool) -> int:
    """Install the timer, or change its interval."""
    from memsync.sync.tree.url import configured_remote
    from memsync.sync.verbs import timer as timers

    settings = session.settings(None)
    if not settings.profiles:
        configured_remote(session.places, settings)
    kind = kind_here()
    wanted = files_for(session, kind, timers.parse_every(every))
    if dry_run:
        data = {"files": [{"path": str(p), "text": text} for p, text in wanted]}
        session.emit(data, "".join(f"{p}:\n{text}\n" for p, text in wanted))
        return Exit.DONE
    written = timers.write(wanted)
    started = tell_system(session, kind, wanted, start=True)
    paths = [str(path) for path in written]
    session.emit({"kind": kind, "written": paths, "active": started}, "")
    session.say(f"the timer runs `memsync sync` every {every}" if started else _LATER)
    return Exit.DONE


_LATER = "the timer is written; the commands above start it"


@timer.command()
@click.option("--dry-run", is_flag=True, help="Show what would be removed.")
@json_option
@pass_session
def uninstall(session: Session, dry_run: bool) -> int:
    """Remove the timer that `install` wrote."""
    from memsync.sync.verbs import timer as timers

    kind = kind_here()
    wanted = files_for(session, kind, 900)
    ours = [f for f in wanted if timers.look(f.path).every is not None]
    if dry_run:
        paths = [str(file.path) for file in ours]
        session.emit({"removed": paths}, "".join(f"{path}\n" for path in paths))
        return Exit.DONE
    if ours:
        tell_system(session, kind, wanted, start=False)
    gone, stay = timers.remove(wanted)
    for path in stay:
        session.warn(f"'{path}' was edited since memsync wrote it, and was left alone")
    session.emit({"kind": kind, "removed": [str(path) for path in gone]}, "")
    session.say("the timer was removed" if gone else "memsync has no timer here")
    return Exit.DONE


@timer.command()
@json_option
@pass_session
def status(session: Session) -> None:
    """Show whether the timer is installed, and its interval."""
    from memsync.sync.verbs import timer as timers

    kind = kind_here()
    wanted = files_for(session, kind, 900)
    found = [timers.look(file.path) for file in wanted]
    every = found[0].every
    whole = every is not None and all(each.every == every for each in found)
    active = _is_active(session, kind) if whole else None
    data = {
        "installed": whole,
        "kind": kind,
        "every": every if whole else None,
        "active": active,
        "files": [str(file.path) for file in wanted if file.path.exists()],
    }
    said = f"every {every} seconds" if whole else "not installed"
    if whole and not active:
        said += ", not started"
    session.emit(data, f"timer: {said}\n")


def kind_here() -> Kind:
    """Which program runs timers here; raises `BadUsage` if none does."""
    if sys.platform == "darwin":
        return "launchd"
    if sys.platform == "linux":
        return "systemd"
    raise BadUsage(
        "timers are installed on Linux and macOS alone",
        hint="let the scheduler of this system run `memsync -q sync`",
    )


def files_for(session: Session, kind: Kind, every: int) -> list[TimerFile]:
    """The files of the timer, with the text that they should have."""
    from memsync.sync.verbs import timer as timers

    folder = timers.folder_of(kind, session.environ)
    settings = session.settings(None)
    learning = settings.flag("learn.enabled") and settings.flag("learn.unattended")
    return timers.files(
        kind, folder, _program(), session.environ, every, learning=learning
    )


def _program() -> list[str]:
    """The command of the memsync that is running, by its absolute path."""
    named = Path(sys.argv[0])
    if named.is_absolute() and named.name == "memsync" and os.access(named, os.X_OK):
        return [str(named)]
    return [sys.executable, "-P", "-m", "memsync"]


def _commands(kind: Kind, files: list[TimerFile], *, start: bool) -> list[list[str]]:
    from memsync.sync.verbs.timer import LABEL, UNIT

    if kind == "launchd":
        own = f"gui/{os.getuid()}"
        stop = ["launchctl", "bootout", f"{own}/{LABEL}"]
        return (
            [stop, ["launchctl", "bootstrap", own, str(files[0].path)]]
            if start
            else [stop]
        )
    control = ["systemctl", "--user"]
    if not start:
        return [[*control, "disable", "--now", f"{UNIT}.timer"]]
    return [
        [*control, "daemon-reload"],
        [*control, "enable", f"{UNIT}.timer"],
        [*control, "restart", f"{UNIT}.timer"],
    ]


def tell_system(
    session: Session, kind: Kind, files: list[TimerFile], *, start: bool
) -> bool:
    """Start or stop the timer; if that fails, print the commands to run."""
    commands = _commands(kind, files, start=start)
    codes = [_run(session, argv) for argv in commands]
    if codes[-1] == 0:
        return True
    for argv in commands:
        session.say(f"run: {' '.join(argv)}")
    return False


def _is_active(session: Session, kind: Kind) -> bool:
    from memsync.sync.verbs.timer import LABEL, UNIT

    if kind == "launchd":
        return not _run(session, ["launchctl", "print", f"gui/{os.getuid()}/{LABEL}"])
    control = ["systemctl", "--user", "is-active", "--quiet", f"{UNIT}.timer"]
    return not _run(session, control)


def _run(session: Session, argv: list[str]) -> int:
    from memsync.process.spawn import run

    try:
        return run([*argv], session.environ, limit=30).code
    except (FileNotFoundError, TimeoutError):
        # As a shell says that there is no such program.
        return 127
