"""`memsync ephemeral`: a throwaway memory for one command."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from typing import TYPE_CHECKING

import click

from memsync.cli.shared.session import Session, pass_session

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# The exit codes of a shell for a command that it cannot start.
_NOT_FOUND, _NOT_EXECUTABLE = 127, 126

# The signals that service managers and terminals send; not all exist on Windows.
_PASSED_ON = ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2")


@click.command(
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False}
)
@click.argument("argv", metavar="-- COMMAND…", nargs=-1, type=click.UNPROCESSED)
@pass_session
def command(session: Session, argv: tuple[str, ...]) -> int:
    """Run COMMAND with an empty memory that is deleted when it ends.

    Your memories, archives, settings and state are neither read nor written. Exits
    with COMMAND's exit code.
    """
    if not argv:
        raise click.UsageError("there is no command to run")
    folder = tempfile.mkdtemp(prefix="memsync-ephemeral-")
    try:
        return _run(session, argv, hidden(session.environ, folder))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def hidden(environ: Mapping[str, str], folder: str) -> dict[str, str]:
    """The environment in which every memory, and memsync's files, are in `folder`.

    Hides the settings as well: one of them could name the real remote.
    """
    return {
        **{k: v for k, v in environ.items() if not k.startswith("MEMSYNC_")},
        # Coyote, and older versions of memsync, know only these two variables.
        "COYOTE_CONFIG_DIR": f"{folder}/coyote",
        "MEMSYNC_CONFIG_DIR": f"{folder}/config",
        "MEMSYNC_STATE_DIR": f"{folder}/state",
        "MEMSYNC_DATA_DIR": f"{folder}/data",
        "MEMSYNC_EPHEMERAL": folder,
    }


def _run(session: Session, argv: Sequence[str], environ: dict[str, str]) -> int:
    """Run a program to its end, and pass signals on to it."""
    early: list[int] = []
    child: subprocess.Popen[bytes] | None = None

    def pass_on(number: int, _: object) -> None:
        if child is None:
            early.append(number)
        elif number != signal.SIGINT or not _from_terminal():
            child.send_signal(number)

    numbers = [getattr(signal, n) for n in _PASSED_ON if hasattr(signal, n)]
    before = {n: signal.signal(n, pass_on) for n in (signal.SIGINT, *numbers)}
    try:
        child = subprocess.Popen(argv, cwd=session.cwd, env=environ)
        for number in early:
            child.send_signal(number)
        status = child.wait()
    except FileNotFoundError:
        session.warn(f"there is no command '{argv[0]}'")
        return _NOT_FOUND
    except OSError as error:
        session.warn(f"'{argv[0]}' cannot be run: {(error.strerror or '').lower()}")
        return _NOT_EXECUTABLE
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    # As a shell reports a program that a signal ended.
    return 128 - status if status < 0 else status


def _from_terminal() -> bool:
    """Whether the terminal sent Ctrl-C to the child, too, as to its whole group."""
    try:
        return os.tcgetpgrp(0) == os.getpgrp()
    except (AttributeError, OSError):
        return False
