"""Reports a check that could not run, without quoting a note. It blocks."""

from __future__ import annotations

import sys

from memsync.errors import Broken, Exit, MemsyncError


def explain(name: str, error: BaseException) -> int:
    """Print what stopped the check, and return its exit code, never 0."""
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) and error.code else Exit.BUG
    if isinstance(error, OSError):
        error = Broken.from_os_error(error)
    if isinstance(error, MemsyncError):
        _say(f"memsync: memsync-{name} could not run, so it blocks: {error.message}")
        if error.hint:
            _say(f"hint: {error.hint}")
        return error.exit_code
    import traceback

    _say(f"memsync: a bug in memsync-{name}, so it blocks: {type(error).__name__}")
    # Frames only: the error's text may quote a note.
    _say("".join(traceback.format_tb(error.__traceback__)).rstrip())
    return Exit.BUG


def _say(line: str) -> None:
    sys.stderr.write(line + "\n")
