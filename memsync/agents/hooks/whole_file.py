"""A file that is entirely ours, such as a plugin: written, updated and removed.

Known by its first line. The program that it calls is the JSON string after `const
MEMSYNC = `, so that a quote in a path cannot become code.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from memsync.agents.calls import Call
from memsync.agents.hooks.unfit import Unfit
from memsync.lazy import lazy

if TYPE_CHECKING:
    from memsync.agents.agent import State

# The line with the program; its value is a JSON string, which is valid JavaScript.
_PROGRAM = lazy(r'(?m)^const MEMSYNC = ("(?:[^"\\\n]|\\.)*");?$')


def state(text: str, ours: str) -> State:
    """Whether the file is ours, of this version or another; raises `Unfit`."""
    if not _is_ours(text, ours):
        raise Unfit("it is not memsync's file")
    return "installed" if _plain(text) == _plain(ours) else "outdated"


def merged(text: str, ours: str) -> str:
    """Our file, with the program that it has called so far; raises `Unfit`."""
    if state(text, ours) == "installed":
        return text
    before, now = _PROGRAM.search(text), _PROGRAM.search(ours)
    if before is None or now is None:
        return ours
    return ours[: now.start(1)] + before[1] + ours[now.end(1) :]


def removed(text: str, ours: str) -> str:
    """Empty if the file is ours; else all of it."""
    return "" if _is_ours(text, ours) else text


def calls(text: str) -> list[Call]:
    """The place of the program that the file calls."""
    return [
        Call(*found.span(1), command=_quoted(json.loads(found[1])))
        for found in _PROGRAM.finditer(text)
    ]


def spelled(command: str) -> str:
    """The program of a command as a JSON string."""
    return json.dumps(Call(0, 0, command).program, ensure_ascii=False)


def _quoted(program: str) -> str:
    import shlex

    return shlex.quote(program)


def _is_ours(text: str, ours: str) -> bool:
    return text.partition("\n")[0].rstrip("\r") == ours.partition("\n")[0]


def _plain(text: str) -> str:
    return _PROGRAM.sub("", text)
