"""The fingerprints of false alarms that count on this machine, once a remote is plain.

Whoever can write to a plain remote can put the fingerprint of any value that they
can guess into the user memory's `.memsync-allow`, and so silence the guard for it.
So what arrives from one counts here after `memsync scan --confirm FINGERPRINT`. The
list of those is in memsync's configuration folder, and made by the first round
with a plain remote; before there is one, everything on the list counts.
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

_LIMIT = 1 << 20


def counting(allow: bytes, confirmed: bytes | None) -> AllowList:
    """Of the list `allow` what counts here; `confirmed` is None where all of it does.

    Raises `Broken` for a list that is none.
    """
    listed = AllowList.load(allow)
    if confirmed is None:
        return listed
    return listed.within(AllowList.load(confirmed, CONFIRMED_FILE))


def read(path: str | PathLike[str] | None) -> bytes | None:
    """The list of what was confirmed; None where everything counts.

    Raises `Broken` and `Refused` for what is no readable file.
    """
    if path is None:
        return None
    try:
        return atomic.read_regular(path, limit=_LIMIT)
    except (FileNotFoundError, NotADirectoryError):
        return None


def begin(path: Path, allow_file: Path) -> None:
    """From now on only what is confirmed counts, and what is on the list already."""
    if read(path) is None:
        keep(path, AllowList.load(_listed(allow_file)).pairs())


def keep(path: Path, pairs: set[tuple[bytes, str]]) -> None:
    """Confirm these pairs of salt and fingerprint; the file is made where it lacks."""
    before = AllowList.load(read(path) or b"", CONFIRMED_FILE).pairs()
    wanted = {(salt, word) for salt, word in before | pairs if salt and word}
    atomic.make_folder(path.parent, mode=0o700)
    atomic.write(path, of_pairs(wanted).render(), mode=0o600)


def confirm(path: Path, allow_file: Path, fingerprint: str) -> bool | None:
    """Let a fingerprint that arrived count here; None where none like it did.

    False where it counted before.
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
