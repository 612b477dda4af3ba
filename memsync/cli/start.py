"""The entry point: what is asked most often is done before Click is loaded.

That is most rounds of `memsync sync`, and the notes for an agent's prompt.
"""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False  # importing typing would cost an idle sync 4 ms
if TYPE_CHECKING:
    from typing import NoReturn

    from memsync.sync.early.idle import Done, NotDone

_PLAIN_SYNC = (["sync"], ["-q", "sync"], ["sync", "-q"])

# Objects after which a command looks for garbage: its imports make none, and looking
# while they run took a tenth of `memsync context`.
_PATIENCE = 50_000


def main() -> NoReturn:
    """Run the command line and exit with one of `Exit`."""
    plain = sys.argv[1:] in _PLAIN_SYNC
    early = None
    if plain:
        # It ends soon, and looking for garbage would be a sixth of a whole round.
        gc.disable()
        early = _early_sync()
    else:
        gc.set_threshold(_PATIENCE)
    try:
        _run(early)
    finally:
        # Python would look through every module once more before it ends: 7 ms.
        gc.freeze()
    sys.exit(0)


def _run(early: Done | NotDone | None) -> None:
    if _is_prompt():
        from memsync.cli.hook.prompt import main as prompt

        if prompt(sys.argv[1:]):
            return
    if early is None or not _said(early):
        from memsync.cli.main import main as run_verb

        run_verb(early)


def _is_prompt() -> bool:
    """Whether an agent waits with a prompt: then Click is not loaded."""
    streams = None not in (sys.stdin, sys.stdout, sys.stderr)
    # Under the last a model learns: see `memsync.paths.LEARNING`.
    learning = "MEMSYNC_LEARN_STAGE" in os.environ
    return streams and sys.argv[1:3] == ["hook", "user-prompt"] and not learning


def _early_sync() -> Done | NotDone | None:
    """An idle or a short round; None where it met what a whole one has to tell of."""
    # Closed streams are a care that is taken elsewhere.
    if None in (sys.stdin, sys.stdout, sys.stderr):
        return None
    from time import time_ns

    from memsync.sync.early.door import early_round

    try:
        return early_round(os.environ, time_ns())
    except OSError:
        return None  # the whole round meets it too, or need not
    except KeyboardInterrupt:
        sys.stderr.write("memsync: interrupted\n")
        sys.exit(130)


def _said(early: Done | NotDone) -> bool:
    """Print what a round did, where it is done."""
    from memsync.sync.early.idle import Done

    if not isinstance(early, Done):
        return False
    from memsync.terminal import printable

    lines = "".join(f"{printable(f'sent: {name}')}\n" for name in early.sent)
    try:
        sys.stdout.buffer.write(lines.encode("utf-8", "replace"))
        sys.stdout.flush()
    except OSError:
        return False
    return True
