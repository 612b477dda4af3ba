"""The entry to early rounds: most rounds end here, with little of memsync imported."""

from __future__ import annotations

from memsync.sync.early import idle
from memsync.sync.early.idle import NotDone
from memsync.sync.folder.conditions import NotEarly
from memsync.sync.mirror.transport import ask_quietly

TYPE_CHECKING = False  # importing typing would cost an idle sync 4 ms
if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.sync.early.idle import Done


def early_round(environ: Mapping[str, str], now_ns: int) -> Done | NotDone:
    """Run an idle or a short round, if one is enough.

    `now_ns` is the moment in nanoseconds since 1970. Raises `OSError`.
    """
    # Inside a git hook a round must return at once.
    if "GIT_DIR" in environ or "GIT_INDEX_FILE" in environ:
        return NotDone("a git hook does not wait for the remote")
    try:
        seen = idle.look(environ, now_ns)
        if not (seen.changes or any(each.changes for each in seen.agents)):
            return idle.answer(seen, environ, now_ns, ask_quietly)
        from memsync.sync.early import short

        return short.attempt(seen, environ, now_ns)
    except NotEarly as reason:
        return NotDone(reason.why, reason.tip)
