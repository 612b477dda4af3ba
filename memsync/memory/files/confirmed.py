"""The false alarms that this machine has confirmed, for an unencrypted remote.

Whoever can write to an unencrypted remote can add the fingerprint of a value that they
can guess to the user memory's `.memsync-allow`, and so silence the guard for it. So
what arrives from one counts here only after `memsync scan --confirm FINGERPRINT`. The
list is in memsync's configuration folder. The first round with an unencrypted remote
creates it; before that, all of `.memsync-allow` counts.
"""

from __future__ import annotations

from memsync.files import atomic
from memsync.secrets.allow import AllowList, of_pairs

TYPE_CHECKING = False  # typing and pathlib would cost a short round 20 ms
if TYPE_CHECKING:
    from os import PathLike
    from pathlib import Path

# Below memsync's configuration, in the grammar of `.memsync-allow`.
CONFIRMED_FILE = "confirmed-fingerprints"

# Bytes; a fingerprint takes 17.
_LIMIT = 1 << 20


def counting(allow: bytes, confirmed: bytes | None) -> AllowList:
    """The entries of `allow` that count here; `confirmed` is None if all do.

    Raises `Broken` for a malformed list.
    """
    listed = AllowList.load(allow)
    if confirmed is None:
        return listed
    return listed.within(AllowList.load(confirmed, CONFIRMED_FILE))


def read(path: str | PathLike[str] | None) -> bytes | None:
    """The confirmed list; None if every allowed fingerprint counts.

    Raises `Broken` and `Refused` for a file that cannot be read.
    """
    if path is None:
        return None
    try:
        return atomic.read_regular(path, limit=_LIMIT)
    except (FileNotFoundError, NotADirectoryError):
        return None


def begin(path: Path, allow_file: Path) -> None:
    """Create the list from all present entries: from now on, only it counts."""
    if read(path) is None:
        keep(path, AllowList.load(_listed(allow_file)).pairs())


def keep(path: Path, pairs: set[tuple[bytes, str]]) -> None:
    """Confirm pairs of salt and fingerprint; creates the file if necessary."""
    before = AllowList.load(read(path) or b"", CONFIRMED_FILE).pairs()
    wanted = {(salt, word) for salt, word in before | pairs if salt and word}
    atomic.make_folder(path.parent, mode=0o700)
    atomic.write(path, of_pairs(wanted).render(), mode=0o600)


def confirm(path: Path, allow_file: Path, fingerprint: str) -> bool | None:
    """Confirm a fingerprint that arrived; None if no such one did.

    False if it already counted.
    """
    listed = _listed(allow_file)
    arrived = {p for p in AllowList.load(listed).pairs() if p[1] == fingerprint}
    if not arrived:
        return None
    if arrived <= counting(listed, read(path)).pairs():
        return False
    keep(path, arrived)
    return True


def _listed(allow_file: Path) -> bytes:
    try:
        return atomic.read_regular(allow_file, limit=_LIMIT)
    except (FileNotFoundError, NotADirectoryError):
        return b""
