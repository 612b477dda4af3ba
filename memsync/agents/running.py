"""The sessions of agents in one repository, as recorded by their hooks.

A small file in the state folder, which may be lost: who runs, since when, which notes a
session was given with a prompt, and which it saved. Nothing of a prompt is stored.
"""

from __future__ import annotations

import json
from contextlib import contextmanager

from memsync.digest import sha256
from memsync.errors import Broken, Refused
from memsync.files import atomic
from memsync.files.lock import hold
from memsync.lazy import lazy

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

# Below the state folder.
FOLDER = "agents"

# The agent of a hook that was called without `--agent`.
UNNAMED = ""

# A session id that is safe in a file, in an environment variable and on a line.
_SESSION_ID = lazy(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,99}")

# The most sessions to remember.
_MOST = 16

# Bytes; a larger file is damaged, since only sixteen sessions are kept.
_LARGEST = 1 << 20

# Seconds to wait for another hook that changes the same file.
_WAIT = 1.0


class Running:
    """One session; times are nanoseconds since 1970.

    The agent's commands have one of the variables `markers` in their environment;
    `saved` are the notes saved in the session, known when it has ended; `given` those
    added to its prompts since it began or was compacted.
    """

    # Not a dataclass: importing that costs a prompt 6 ms.
    __slots__ = ("agent", "ended", "given", "markers", "saved", "session", "started")

    def __init__(
        self,
        agent: str,
        session: str,
        started: int,
        markers: Sequence[str] = (),
        ended: int | None = None,
        saved: Sequence[str] = (),
        given: Sequence[str] = (),
    ) -> None:
        self.agent = agent
        self.session = session
        self.started = started
        self.markers = list(markers)
        self.ended = ended
        self.saved = list(saved)
        self.given = list(given)

    @property
    def by(self) -> str:
        """The author as notes record it."""
        return f"{self.agent}:{self.session}" if self.session else self.agent

    def plain(self) -> dict[str, object]:
        """The session as it is stored."""
        return {name: getattr(self, name) for name in self.__slots__}


def file_for(state: Path, where: Path) -> Path:
    """The file of the repository, or the folder, that the sessions are in."""
    # A path may be longer than a file name can be.
    name = sha256(str(where).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return state / FOLDER / f"{name}.json"


def session_id(text: object) -> str:
    """A session's id as an agent gave it; empty for one that is not plain."""
    return text if isinstance(text, str) and _SESSION_ID.fullmatch(text) else ""


def read(path: Path) -> list[Running]:
    """The sessions, oldest first; none where the file is missing or damaged."""
    try:
        found = json.loads(atomic.read_regular(path, limit=_LARGEST))
        return [Running(**each) for each in found["sessions"]]
    # Nothing recorded counts as no session running.
    except (FileNotFoundError, NotADirectoryError, Broken, Refused):
        return []
    except (ValueError, TypeError, KeyError, RecursionError):
        return []


@contextmanager
def changing(path: Path) -> Iterator[list[Running]]:
    """The sessions, to be changed in place; written when the block ends.

    Raises `Locked` after a second and `OSError`.
    """
    with hold(path.with_suffix(".lock"), what="hook", wait=_WAIT):
        sessions = read(path)
        before = _stored(sessions)
        yield sessions
        if (after := _stored(sessions[-_MOST:])) != before:
            atomic.write(path, after, mode=0o600)


def _stored(sessions: Sequence[Running]) -> bytes:
    return json.dumps({"sessions": [each.plain() for each in sessions]}).encode()


def of_session(sessions: list[Running], agent: str, session: str) -> Running | None:
    """The session of an event; without an id, the agent's newest."""
    for each in reversed(sessions):
        if each.agent == agent and (each.session == session or not session):
            return each
    return None


def author(sessions: list[Running], environ: Mapping[str, str]) -> str | None:
    """Who runs a command: the newest open session with a marker in `environ`."""
    for each in reversed(sessions):
        if each.ended is None and any(environ.get(name) for name in each.markers):
            return each.by
    return None
