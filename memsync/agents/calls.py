"""The commands in agents' settings: tells which are ours, and finds their program."""

from __future__ import annotations

import shlex
from pathlib import PurePath
from typing import NamedTuple

from memsync.lazy import lazy

# The program in a shipped snippet; installed settings have its absolute path.
PROGRAM = "memsync"

# A command of ours, in the form of the snippets.
_OURS = lazy(
    r"memsync hook (?:session-start|session-end|post-compact|user-prompt)"
    r"(?: --agent [a-z0-9-]+)?"
)


class Call(NamedTuple):
    """One of our commands in a text, at `text[start:end]`."""

    start: int
    end: int
    command: str

    @property
    def program(self) -> str:
        """The memsync that it runs: a path, or a name to look up in PATH."""
        return shlex.split(self.command)[0]


def meaning(command: object) -> str | None:
    """Normalise one of our commands to the snippets' form; None for other commands."""
    if not isinstance(command, str):
        return None
    try:
        words = shlex.split(command)
    except ValueError:
        return None  # an unclosed quote
    if len(words) < 3 or PurePath(words[0]).name != PROGRAM:
        return None
    plain = " ".join([PROGRAM, *words[1:]])
    return plain if _OURS.fullmatch(plain) else None


def verb(meant: str) -> str:
    """What a command of ours does: `session-start` and so on."""
    return meant.split()[2]


def with_program(meant: str, program: str) -> str:
    """The command, calling this memsync."""
    return shlex.quote(program) + meant.removeprefix(PROGRAM)
