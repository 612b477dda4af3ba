"""The patterns of the native search, which one scan compiles for all later ones.

Compiling them takes as long as searching many megabytes. They are kept in the state
folder, not beside Python's compiled modules: containers often let Python keep none
there, and an installation may belong to somebody else. Whoever may write to a person's
state folder can act as that person anyway, so the file needs no trust of its own.
"""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING

from memsync.errors import MemsyncError
from memsync.files import atomic
from memsync.secrets import native

if TYPE_CHECKING:
    from pathlib import Path

_NAME = "patterns.hyperscan"

# Bytes of each of the two digests before the patterns.
_DIGEST = 32

# Bytes of text from which on compiling pays for a single scan.
_PAYS = 16_000_000


def enable(state: Path | None, size: int) -> None:
    """Search natively from now on, in this process, where that is installed and pays.

    `state` is the folder that keeps the patterns, None if there is no such folder;
    `size` says how many bytes will be searched.
    """
    try:
        made_of = native.digest()
    # Without the extra `fast` Python searches, and finds the same.
    except ImportError:
        return
    if state is not None:
        kept = _read(state / _NAME, made_of)
        if kept and native.load(kept):
            return
        try:
            atomic.make_folder(state, mode=0o700)
        # Nobody but root may write there, or another machine shares it read-only.
        except OSError:
            state = None
    if state is not None or size >= _PAYS:
        native.enable()
    if state is not None:
        patterns = native.dumped()
        data = made_of + sha256(patterns).digest() + patterns
        # The disk may be full, which only costs the next scan its time.
        with suppress(OSError):
            atomic.write(state / _NAME, data, mode=0o600)


def _read(path: Path, made_of: bytes) -> bytes:
    """What was kept; empty if there is nothing, or other or damaged patterns."""
    try:
        data = atomic.read_regular(path)
    except (OSError, MemsyncError):
        return b""
    patterns = data[2 * _DIGEST :]
    whole = data[: 2 * _DIGEST] == made_of + sha256(patterns).digest()
    return patterns if whole else b""
