"""The conditions under which a round may be idle or short, saved as one word.

This module loads next to nothing.
"""

from __future__ import annotations

import os
import zlib

from memsync import __version__
from memsync.process.git_child import PASSPHRASES
from memsync.record import NamedTuple
from memsync.sync.tree.remote import Remote

TYPE_CHECKING = False  # importing typing would cost an idle sync 4 ms
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal

    from memsync.sync.folder.stat_cache import StatText
    from memsync.sync.tree.remote import RemoteKind

    # In which form a short round may send; empty where no round may be short.
    Sends = Literal["plain", "sealed", ""]

# `confirmed.CONFIRMED_FILE`, which an idle round need not load.
_CONFIRMED = "confirmed-fingerprints"

# The variables that say where the memory and the settings are.
_PLACES = ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "COYOTE_CONFIG_DIR")


_KINDS: tuple[RemoteKind, ...] = ("path", "file", "ssh", "https", "http")


# The kind of no remote.
NOWHERE = "-"

_SENDS: tuple[Sends, ...] = ("plain", "sealed", "")

# The confidence from which on a secret holds a note, where nobody set another.
BLOCKS = "medium"


def rules_key(allow: bytes, confirmed: bytes | None, level: str = BLOCKS) -> str:
    """A key of what a verdict on a note depends on besides the note.

    `confirmed`: see `memsync.memory.files.confirmed`; `level` is `guard.block`.
    """
    word = "" if confirmed is None else f"-{zlib.crc32(confirmed):08x}{len(confirmed)}"
    return f"{__version__}-{zlib.crc32(allow):08x}{len(allow)}{word}-{level}"


def rules_files(folder: str, config_file: str) -> tuple[bytes, bytes | None]:
    """The user memory's allow-list, and what of it was confirmed on this machine.

    Raises `OSError`.
    """
    config = config_file.rpartition(os.sep)[0]
    return read(f"{folder}/.memsync-allow") or b"", read(f"{config}/{_CONFIRMED}")


class NotEarly(Exception):
    """Why a whole round is needed."""

    def __init__(self, why: str, tip: str | None = None) -> None:
        """`tip` is the remote's main, where it was asked and has moved."""
        super().__init__(why)
        self.why = why
        self.tip = tip


class AgentPlace(NamedTuple):
    """An agent's own folder that rounds also cover."""

    home: str
    """Its place in the trees."""
    folder: str
    ending: str
    """The ending of its files."""
    apart: str
    """Folders in it that do not belong to it, separated by `/`."""
    lock: str
    record: str
    """The file that says which repository it is of; empty for the person's."""
    identity: str
    """What that file must contain."""
    commit: str = ""
    """What its stat file is of; empty for what the user memory's is of."""

    @property
    def stat_file(self) -> str:
        """Below the state folder."""
        return f"stats/{self.home}.stat"

    @property
    def form(self) -> tuple[str, tuple[str, ...]]:
        """As `listing.agent_files` takes it."""
        return self.ending, tuple(filter(None, self.apart.split("/")))


class Conditions(NamedTuple):
    """What a round is idle for; saved with what it saw."""

    world: str
    """See `world`."""
    config_file: str
    folder: str
    """The memory folder,"""
    lock: str
    """and its lock."""
    short: Sends
    kind: str
    """The remote's, or `-` for the mirror alone."""
    url: str
    name: str
    """What this machine calls itself in a commit; see `saved_by`."""
    agents: tuple[AgentPlace, ...] = ()

    @property
    def remote(self) -> Remote | None:
        """The remote; None if there is only the mirror."""
        kind = next((known for known in _KINDS if known == self.kind), None)
        return Remote(self.url, kind, "") if kind else None

    def holds(self, environ: Mapping[str, str]) -> bool:
        """Whether everything that it was derived from is unchanged."""
        known = self.kind in (*_KINDS, NOWHERE)
        return known and world(environ, self.config_file) == self.world

    def word(self) -> str:
        """A text without tab and newline; empty if none is possible."""
        words = [*self[:-1], *(word for each in self.agents for word in each)]
        return "\0".join(words) if all(map(str.isprintable, words)) else ""

    @classmethod
    def parse(cls, text: str) -> Conditions | None:
        """What `word` made of it."""
        words = text.split("\0")
        own, each = len(cls._fields) - 1, len(AgentPlace._fields)
        if len(words) < own or (len(words) - own) % each:
            return None
        agents = [
            AgentPlace(*words[at : at + each]) for at in range(own, len(words), each)
        ]
        world, config_file, folder, lock, said, kind, url, name = words[:own]
        short = next((known for known in _SENDS if known == said), None)
        if short is None:
            return None
        return cls(
            world, config_file, folder, lock, short, kind, url, name, tuple(agents)
        )


class SeenAgent(NamedTuple):
    """As `Seen`, of an agent's folder."""

    place: AgentPlace
    saved: os.stat_result
    before: os.stat_result
    text: StatText
    changes: list[tuple[str, int, int]]


class Seen(NamedTuple):
    """What the last round remembered, and how the folder differs from that."""

    state: str
    """The state folder."""
    conditions: Conditions
    tip: str
    """The commit that folder, mirror and remote agreed on."""
    saved: os.stat_result
    """The stat file, before it was read."""
    before: os.stat_result
    """The memory folder, before it was looked at."""
    text: StatText
    changes: list[tuple[str, int, int]]
    """See `walking.changes`."""
    agents: tuple[SeenAgent, ...] = ()


def world(environ: Mapping[str, str], config_file: str) -> str:
    """A key of everything that settings and folders are derived from.

    Variables, the file of settings, and the names of keys and pins beside it. It
    is written to a file, so no passphrase is in it.
    """
    named = sorted(
        item
        for item in environ.items()
        if item[0] in _PLACES
        or (item[0].startswith("MEMSYNC_") and item[0] not in PASSPHRASES)
    )
    config = read(config_file)
    said = config and f"{zlib.crc32(config):08x}{len(config)}"
    folder = config_file.rpartition(os.sep)[0]
    beside = sorted(os.listdir(folder)) if said else []  # noqa: PTH208 -- no pathlib here
    if _CONFIRMED in beside:
        beside.remove(_CONFIRMED)  # `rules_key` has what it says
    return ascii((named, said, beside))


def read(path: str) -> bytes | None:
    """A file's bytes; None where there is none."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 -- pathlib's is slower
            return file.read()
    except FileNotFoundError:
        return None
