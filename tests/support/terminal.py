"""A person at a terminal, who reads a prompt and then types."""

from __future__ import annotations

import os
import pty
import subprocess
from typing import TYPE_CHECKING, NamedTuple

from support import warm

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from support.machine import Machine


class Screen(NamedTuple):
    """What a command that was run on a terminal left."""

    code: int
    text: str


def typed(
    machine: Machine,
    arguments: Sequence[str | Path],
    answers: Sequence[tuple[str, str]],
    *,
    want: int | None = 0,
    cwd: Path | None = None,
    environ: Mapping[str, str] | None = None,
) -> Screen:
    """Run memsync on a terminal of its own; each answer follows its prompt."""
    ours, theirs = pty.openpty()
    program = ["setsid", "--ctty", "--wait", "memsync", *map(str, arguments)]
    with subprocess.Popen(
        program,
        cwd=cwd or machine.folder,
        env={**machine.environ, "TERM": "dumb", **(environ or {})},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    ) as running:
        os.close(theirs)
        shown, at = "", 0
        left = list(answers)
        while part := _read(ours):
            shown += part
            if left and left[0][0] in shown[at:]:
                at = len(shown)
                os.write(ours, left.pop(0)[1].encode() + b"\n")
        code = running.wait(timeout=machine.patience)
    os.close(ours)
    if want is not None:
        assert code == want, shown
    assert not left, shown
    return Screen(code, shown)


def shown(machine: Machine, *arguments: str | Path, cwd: Path | None = None) -> Screen:
    """What memsync shows on a terminal where nobody types, in a warm process."""
    argv = ["memsync", *map(str, arguments)]
    environ = {**machine.environ, "TERM": "dumb"}
    folder = str(cwd or machine.folder)
    command = warm.Command(argv, environ, folder)
    ended = warm.run_on_terminal(command, machine.patience)
    return Screen(ended.code, ended.out.decode("utf-8", "replace"))


def _read(terminal: int) -> str:
    try:
        return os.read(terminal, 4096).decode("utf-8", "replace")
    except OSError:
        return ""  # the other end is closed
