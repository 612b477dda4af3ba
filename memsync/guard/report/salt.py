"""The salt of fingerprints: the allow list's, or a private one.

Fingerprints appear in logs that others read; with a known salt, a short password could
be guessed from one. A repository without an allow list keeps its salt in the git
folder, and copies it to the list when that is created.
"""

from __future__ import annotations

import contextlib
import os

from memsync.errors import Broken, MemsyncError
from memsync.files import atomic
from memsync.secrets.allow import ALLOW_FILE, AllowList

TYPE_CHECKING = False  # typing and pathlib would cost a hook 20 ms
if TYPE_CHECKING:
    from os import PathLike
    from pathlib import Path

# 128 bits, too many to guess.
_BYTES = 16


def allow_list(
    folder: str | PathLike[str] | None, private: str | PathLike[str] | None
) -> AllowList:
    """The allow list in `folder`, else an empty one with the salt in `private`.

    `private` is a folder that only this user can read; it and the salt are created on
    first use. If that fails, the salt is random and lasts as long as this process.
    Raises `Broken` or `Refused` for a list that cannot be read.
    """
    if folder is not None:
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            return AllowList.load(atomic.read_regular(_in(folder, ALLOW_FILE)))
    return AllowList(_kept(private) if private is not None else _fresh())


def add(folder: Path, private: Path | None, fingerprint: str) -> bool:
    """Add a fingerprint to the allow list in `folder`; False if it was there."""
    listed = allow_list(folder, private)
    if fingerprint in listed.fingerprints:
        return False
    longer = listed.with_one(fingerprint, _fresh())
    atomic.write(folder / ALLOW_FILE, longer.render())
    return True


def _in(folder: str | PathLike[str], name: str) -> str:
    return os.path.join(folder, name)  # noqa: PTH118 -- no pathlib in a hook


def _kept(private: str | PathLike[str]) -> bytes:
    path = _in(private, "fingerprint-salt")
    with contextlib.suppress(OSError, MemsyncError, ValueError):
        return bytes.fromhex(atomic.read_regular(path, limit=4096).decode())
    from pathlib import Path

    salt = _fresh()
    try:
        atomic.make_folder(Path(private), mode=0o700)
        atomic.create(Path(path), salt.hex().encode() + b"\n", mode=0o600)
    # Another process was first; its salt counts.
    except FileExistsError:
        with contextlib.suppress(OSError, Broken, ValueError):
            return bytes.fromhex(atomic.read_regular(path, limit=4096).decode())
    except OSError:
        pass
    return salt


def _fresh() -> bytes:
    return os.urandom(_BYTES)
