"""The event that an agent passes to its hooks: one JSON object on stdin, or nothing."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

from memsync.record import NamedTuple

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Mapping

# Seconds to wait for an agent that leaves stdin open and writes nothing.
_PATIENCE = 1.0

# Bytes: a prompt of a megabyte, whose JSON escapes can make it four times longer.
_LONGEST = 1 << 22


class Event(NamedTuple):
    """The parts of an event that we use, under any agent's names; empty if missing."""

    data: Mapping[str, object]

    @property
    def folder(self) -> Path | None:
        """Where the agent works: `cwd`, `working_dir`, the first `workspace_roots`."""
        roots = self.data.get("workspace_roots")
        first = roots[0] if isinstance(roots, list) and roots else None
        for found in (self.data.get("cwd"), self.data.get("working_dir"), first):
            if isinstance(found, str) and _can_name(found):
                return Path(found)
        return None

    @property
    def session(self) -> str:
        """The session's id."""
        from memsync.agents.running import session_id

        for key in ("session_id", "sessionId", "conversation_id"):
            if found := session_id(self.data.get(key)):
                return found
        return ""

    @property
    def prompt(self) -> str:
        """The person's prompt; Qwen Code sends it apart from the text that it adds."""
        for key in ("submitted_prompt", "prompt", "message"):
            if isinstance(found := self.data.get(key), str):
                return found
        return ""

    def text(self, key: str) -> str:
        """Another text of the event."""
        found = self.data.get(key)
        return found if isinstance(found, str) else ""


def _can_name(text: str) -> bool:
    """Whether the system allows this path, whether or not it exists."""
    if not Path(text).is_absolute():
        return False
    try:
        os.lstat(text)
    except ValueError:
        return False  # NUL, or half of a surrogate pair
    # A name that is too long cannot be a transcript; anything else may be.
    except OSError as error:
        return error.errno != errno.ENAMETOOLONG
    return True


def read_event() -> Event:
    """The event on stdin; an empty one when there is none within `_PATIENCE`."""
    # `select` takes no pipes on Windows, so stdin is not read there.
    if sys.stdin is None or sys.stdin.isatty() or os.name == "nt":
        return Event({})
    import json
    import select
    from time import monotonic

    fd, said = sys.stdin.fileno(), b""
    end = monotonic() + _PATIENCE
    while len(said) < _LONGEST:
        if not select.select([fd], [], [], max(end - monotonic(), 0))[0]:
            break
        chunk = os.read(fd, 1 << 16)
        said += chunk
        # Parse only after what may be the end, not a megabyte again after each chunk.
        if not chunk or (len(chunk) < 1 << 16 and said.rstrip().endswith(b"}")):
            try:
                found = json.loads(said)
            # An agent may send what is no JSON; a hook must not fail for it.
            except (ValueError, RecursionError):
                found = None
            if isinstance(found, dict):
                return Event(found)
            if not chunk:
                break
    return Event({})
