"""The round that finds nothing to do, which is nearly every round.

It compares what a round remembered with what is there, and asks the remote for
one commit id. In all other cases, and in doubt, it has no answer and a whole
round is run. This module loads next to nothing.
"""

from __future__ import annotations

import os
import sys
import zlib

from memsync import __version__
from memsync.sync import listing
from memsync.sync.refs import MAIN, agreed_ref, read_ref
from memsync.sync.remote import Remote

TYPE_CHECKING = False  # importing typing would cost an idle sync 4 ms
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Self

    from memsync.sync.remote import Kind

_PLACES = ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "COYOTE_CONFIG_DIR")
_KINDS: tuple[Kind, ...] = ("path", "file", "ssh", "https", "http")
_NOWHERE = "-"


def rules_key(allow: bytes) -> str:
    """What a verdict on a note depends on besides the note."""
    return f"{__version__}-{zlib.crc32(allow):08x}{len(allow)}"


class Standing(tuple[str, str, str, str, str]):
    """What a round is idle for; saved with what it saw."""

    __slots__ = ()

    def __new__(
        cls, world: str, config_file: str, folder: str, remote: Remote | None
    ) -> Self:
        """What settings and folders follow from, and what followed."""
        kind, url = (remote.kind, remote.url) if remote else (_NOWHERE, "")
        return super().__new__(cls, (world, config_file, folder, kind, url))

    @property
    def folder(self) -> str:
        """The memory folder."""
        return self[2]

    @property
    def remote(self) -> Remote | None:
        """The remote; None for the mirror alone."""
        kind = next((known for known in _KINDS if known == self[3]), None)
        return Remote(self[4], kind, "") if kind else None

    def holds(self, environ: Mapping[str, str]) -> bool:
        """Whether everything it follows from is still the same."""
        known = self[3] in (*_KINDS, _NOWHERE)
        return known and world(environ, self[1]) == self[0]

    def word(self) -> str:
        """A text without tab and newline; empty where there is none."""
        return "\0".join(self) if all(map(str.isprintable, self)) else ""

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """What `word` made of it."""
        words = text.split("\0")
        return super().__new__(cls, tuple(words)) if len(words) == 5 else None


def world(environ: Mapping[str, str], config_file: str) -> str:
    """What settings and folders follow from: variables and a file, as a word."""
    named = sorted(
        item
        for item in environ.items()
        if item[0] in _PLACES or item[0].startswith("MEMSYNC_")
    )
    config = _read(config_file)
    said = config and f"{zlib.crc32(config):08x}{len(config)}"
    return ascii((named, said))


def head_if_idle(
    environ: Mapping[str, str],
    now_ns: int,
    ask: Callable[[str, Mapping[str, str], Remote], str | None],
) -> str | None:
    """The commit at which everything stands, when nothing is to be done.

    `now_ns` is the moment in nanoseconds since 1970. `ask` gets the main of a
    remote from a mirror's folder. Raises what it raises.
    """
    state = _state_folder(environ)
    if state is None:
        return None
    try:
        standing, tip = _standing(state, environ, now_ns)
    except OSError:
        return None
    if standing is None:
        return None
    remote = standing.remote
    if remote is not None and ask(f"{state}/mirror", environ, remote) != tip:
        return None
    try:
        # Its time says when a round last found both sides agreed.
        os.utime(f"{state}/stat", ns=(now_ns, now_ns))
    except OSError:
        return None
    return tip


def _standing(
    state: str, environ: Mapping[str, str], now_ns: int
) -> tuple[Standing | None, str]:
    """What the last round remembered, and its commit, if both still hold here."""
    with open(f"{state}/stat", "rb") as file:  # noqa: PTH123 -- pathlib's is slower
        data = file.read()
    head, _, body = data.partition(b"\n")
    words = head.decode("utf-8", "replace").split("\t")
    if len(words) != 7 or words[0] != listing.HEAD or not words[4].isdigit():
        return None, ""
    key, tip, standing = words[2], words[3], Standing.parse(words[5])
    if not tip or standing is None or not standing.holds(environ):
        return None, ""
    remote, folder = standing.remote, standing.folder
    refs = [MAIN, agreed_ref(remote)] if remote else [MAIN]
    text = body[: int(words[4])].decode("utf-8", "surrogateescape")
    if (
        key != rules_key(_read(f"{folder}/.memsync-allow") or b"")
        or os.path.islink(folder)  # noqa: PTH114 -- pathlib costs 8 ms
        or any(read_ref(f"{state}/mirror", ref) != tip for ref in refs)
        or listing.changes(text, folder, f"{folder}/.archive", now_ns) is None
    ):
        return None, ""
    return standing, tip


def _state_folder(environ: Mapping[str, str]) -> str | None:
    """Where `Places.state` is, in the usual cases; None in all others."""
    own = environ.get("MEMSYNC_STATE_DIR", "")
    if own:
        return own if own.startswith("/") else None
    if sys.platform in ("darwin", "win32"):
        return None
    base = environ.get("XDG_STATE_HOME", "")
    if base.startswith("/"):
        return f"{base}/memsync"
    home = environ.get("HOME", "")
    return f"{home}/.local/state/memsync" if home.startswith("/") else None


def _read(path: str) -> bytes | None:
    """A file's bytes; None where there is none."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 -- pathlib's is slower
            return file.read()
    except FileNotFoundError:
        return None
