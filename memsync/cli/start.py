"""The entry point: runs the most frequent commands without loading Click.

Those are most rounds of `memsync sync`, the notes for an agent's prompt, and plain
forms of `search`, `context` and `list`.
"""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False  # importing typing would cost an idle sync 4 ms
if TYPE_CHECKING:
    from typing import NoReturn

    from memsync.sync.early.idle import Done, NotDone

# Only these arguments: any option that Click must parse takes the long way.
_PLAIN_SYNC = (["sync"], ["-q", "sync"], ["sync", "-q"])

# Objects allocated before Python looks for garbage. Importing makes none, and looking
# during the imports took a tenth of the time of `memsync context`.
_PATIENCE = 50_000


def main() -> NoReturn:
    """Run the command line and exit with one of `Exit`."""
    # Around every import of ours: Ctrl-C is most likely while the command starts.
    try:
        _main()
    except KeyboardInterrupt:
        sys.exit(_interrupted())


def _interrupted() -> int:
    """Say so; the exit code. An agent's hook still gets 0, as of every other error."""
    from contextlib import suppress

    from memsync.cli.verbs import verb_of

    # A stream that is closed or full must not change the exit code.
    with suppress(OSError, AttributeError):
        sys.stderr.write("memsync: interrupted\n")
    return 0 if verb_of(sys.argv[1:]) == "hook" else 130


def _main() -> NoReturn:
    from memsync.process.spawn import expect_children

    expect_children()
    plain = sys.argv[1:] in _PLAIN_SYNC
    early = None
    if plain:
        # A short-lived process: collecting garbage would be a sixth of a whole round.
        gc.disable()
        early = _early_sync()
    else:
        gc.set_threshold(_PATIENCE)
    try:
        _run(early)
    finally:
        # Else Python collects all modules once more at exit: 7 ms.
        gc.freeze()
    sys.exit(0)


def _run(early: Done | NotDone | None) -> None:
    if _is_prompt():
        from memsync.cli.hook.prompt import main as prompt

        if prompt(sys.argv[1:]):
            return
    if _may_be_plain():
        from memsync.cli.find.plain import main as plain

        if plain(sys.argv[1:], os.environ):
            return
    if early is None or not _said(early):
        from memsync.cli.main import main as run_verb

        run_verb(early)


def _is_prompt() -> bool:
    """Whether this is `hook user-prompt`, which runs without Click."""
    streams = None not in (sys.stdin, sys.stdout, sys.stderr)
    # With LEARNING set, we run below a model that learns: see `memsync.paths.LEARNING`.
    learning = "MEMSYNC_LEARN_STAGE" in os.environ
    return streams and sys.argv[1:3] == ["hook", "user-prompt"] and not learning


def _may_be_plain() -> bool:
    """Whether this is a command that may run without Click."""
    # Closed standard streams are replaced in `main.main`, so leave them to it.
    streams = None not in (sys.stdin, sys.stdout, sys.stderr)
    return streams and sys.argv[1:2] in (["search"], ["context"], ["list"])


def _early_sync() -> Done | NotDone | None:
    """Try an idle or a short round; None if only a whole round can report trouble."""
    # Closed standard streams are replaced in `main.main`, so leave them to it.
    if None in (sys.stdin, sys.stdout, sys.stderr):
        return None
    from time import time_ns

    from memsync.sync.early.door import early_round

    try:
        return early_round(os.environ, time_ns())
    except OSError:
        return None  # the whole round meets the error, too, and reports it


def _said(early: Done | NotDone) -> bool:
    """Print what the round did, if it is done; False if a whole round is needed."""
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
