"""Colour on the same terms as git: on a terminal, unless it is turned off."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # importing typing would cost a search 2 ms
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TextIO

# ANSI colour numbers: red for errors, yellow for warnings and hints.
RED, YELLOW = "31", "33"

_asked: dict[str, bool] = {}


def painted(line: str, colour: str, environ: Mapping[str, str]) -> str:
    """The line, coloured if stderr shows colours."""
    if not wanted(sys.stderr, environ):
        return line
    return f"\x1b[{colour}m{line}\x1b[m"


def wanted(stream: TextIO | None, environ: Mapping[str, str]) -> bool:
    """Whether to use colour on this stream.

    `NO_COLOR` (https://no-color.org) and a dumb terminal turn it off, and so do the
    settings `color.memsync` and `color.ui` of git.
    """
    if stream is None or not stream.isatty():
        return False
    if environ.get("NO_COLOR") or environ.get("TERM", "dumb") == "dumb":
        return False
    if "git" not in _asked:
        _asked["git"] = _git_wants_it(environ)
    return _asked["git"]


def _git_wants_it(environ: Mapping[str, str]) -> bool:
    from memsync.errors import MemsyncError
    from memsync.process.git import here

    try:
        asked = here(None, environ).attempt(
            "config", "--get-colorbool", "color.memsync", "true"
        )
    except MemsyncError:
        return True  # without git, no setting can turn it off
    return asked.out.strip() != b"false"
