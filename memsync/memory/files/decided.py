"""Decisions about learning: the file `learned/decided` of a memory.

One line a decision, sorted: `<kind> <64 hex digits>`, the digits being an HMAC-SHA256
of what was decided, keyed by the id of the memory's vault. So other machines know what
was rejected, and which sessions need not be paid for again, while the file reveals no
word of a session. Sync merges two files as sets.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Literal

from memsync.errors import MemsyncError
from memsync.files import atomic
from memsync.files.unlinked import remove
from memsync.memory.archive.learned import DECIDED

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from memsync.files.lock import Held, Memory
    from memsync.memory.note.records import MemoryFolder

# A rejection, a rejection that was undone, a session that was read, a text that
# learning wrote, and "all but the last kind was cleared": with that line, a cleared
# file is not empty, and differs from a lost one.
Kind = Literal["rejected", "restored", "consolidated", "wrote", "cleared"]

# Bytes; no file that memsync wrote is larger.
_LARGEST = 1 << 24

# A kind and an HMAC; newer kinds are kept without being understood.
_LINE = rb"[a-z][a-z-]{0,31} [0-9a-f]{64}"


def line(key: bytes, kind: Kind, what: str) -> bytes:
    """The line for one decision."""
    import hashlib
    import hmac

    said = f"{kind}\0{what}".encode("utf-8", "surrogateescape")
    return f"{kind} {hmac.new(key, said, hashlib.sha256).hexdigest()}".encode()


def parse(data: bytes) -> frozenset[bytes]:
    """The lines of a file; skips malformed ones."""
    return frozenset(each for each in data.split(b"\n") if re.fullmatch(_LINE, each))


def render(lines: Iterable[bytes]) -> bytes:
    """The file with these lines."""
    return b"".join(each + b"\n" for each in sorted(set(lines)))


def load(memory: MemoryFolder) -> frozenset[bytes]:
    """The decisions of a memory; none if the file cannot be read."""
    try:
        return parse(_read(memory))
    except (OSError, MemsyncError):
        return frozenset()


def exists(memory: MemoryFolder) -> bool:
    """Whether the file exists: a lost one means no decision was cleared."""
    return os.path.lexists(memory.folder / DECIDED)


def change(
    memory: MemoryFolder,
    held: Held[Memory],  # noqa: ARG001 -- a proof
    added: Collection[bytes],
    removed: Collection[bytes] = (),
) -> bool:
    """Add and remove lines, durably; returns whether that changed the file.

    A file without lines goes: to sync an empty one is being written. Raises `OSError`,
    and `Refused` for a link.
    """
    before = _read(memory)
    after = render((_all(before) - set(removed)) | set(added))
    if after == before:
        return False
    path = memory.folder / DECIDED
    if not after:
        remove(path)
        return True
    folder_mode = 0o700 if memory.private else atomic.PLAIN_FOLDER
    atomic.make_folder(path.parent, mode=folder_mode)
    atomic.write(path, after, mode=0o600 if memory.private else None)
    return True


def _read(memory: MemoryFolder) -> bytes:
    try:
        return atomic.read_regular(memory.folder / DECIDED, limit=_LARGEST)
    except (FileNotFoundError, NotADirectoryError):
        return b""


def _all(data: bytes) -> frozenset[bytes]:
    return frozenset(each for each in data.split(b"\n") if each)
