"""The entry point: an idle `memsync sync` is answered before Click is loaded."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # importing typing would cost an idle sync 4 ms
if TYPE_CHECKING:
    from typing import NoReturn

_PLAIN_SYNC = (["sync"], ["-q", "sync"])


def main() -> NoReturn:
    """Run the command line and exit with one of `Exit`."""
    if sys.argv[1:] not in _PLAIN_SYNC or not _is_idle():
        from memsync.cli.main import main as run_verb

        run_verb()
    sys.exit(0)


def _is_idle() -> bool:
    # Inside a hook a round is to return at once, and closed streams are a care.
    if "GIT_DIR" in os.environ or "GIT_INDEX_FILE" in os.environ:
        return False
    if None in (sys.stdin, sys.stdout, sys.stderr):
        return False
    from time import time_ns

    from memsync.sync.idle import head_if_idle
    from memsync.sync.transport import ask_quietly

    try:
        return head_if_idle(os.environ, time_ns(), ask_quietly) is not None
    except (OSError, KeyboardInterrupt):
        return False
