"""The encrypted form as bytes: commits, the two named files, the list of files.

A commit is a tree, parents and a stamp, and no more. The stamp covers the files of its
tree; a short round edits their list at a few places instead of building it from all
files. The list is in the state folder, where it may be lost, and need not be trusted: a
wrong one does not match the tip's stamp. It reveals nothing that the mirror beside it
does not.
"""

from __future__ import annotations

import hashlib
import json
import os
from bisect import bisect_left

from memsync.record import NamedTuple
from memsync.sync.tree.commit import AUTHOR
from memsync.sync.tree.objects import Object
from memsync.vault import stamp as stamps
from memsync.vault.names import TOKEN_BYTES, place_of

TYPE_CHECKING = False  # importing typing would cost a short round 15 ms
if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.sync.tree.clock import Clock
    from memsync.sync.tree.commit import Commit

_DIGEST = hashlib.sha256().digest_size
# Only for its length: all places are as long.
_PLACE = place_of(bytes(TOKEN_BYTES))

# Bytes of a file's line: all but those of the two public files are of one length.
_LINE = len(stamps.line(_PLACE, bytes(_DIGEST)))

_NAME_AT = _LINE - _DIGEST - len(_PLACE)
MANIFEST_FILE = "memsync.json"
KEYRING_FILE = "v1/keyring.json"


class SealedList(NamedTuple):
    """What a stamp authenticates, besides its own content."""

    past: bytes
    """`stamps.ancestry` of the commit."""
    public: bytes
    """The lines of the two files that have names."""
    places: bytes
    """Those of all others."""

    @property
    def contents(self) -> bytes:
        """As `stamps.contents`."""
        return hashlib.sha256(self.public + self.places).digest()

    def with_file(self, place: str, digest: bytes) -> SealedList:
        """The same with a file of this SHA-256 at `place`."""
        begins = range(0, len(self.places), _LINE)
        at = bisect_left(begins, place, key=self._place) * _LINE
        there = at < len(self.places) and self._place(at) == place
        line = stamps.line(place, digest)
        rest = self.places[at + _LINE * there :]
        return self._replace(places=self.places[:at] + line + rest)

    def _place(self, at: int) -> str:
        name = self.places[at + _NAME_AT : at + _LINE - _DIGEST]
        return name.decode("utf-8", "replace")


def listed(
    past: bytes, public: Mapping[str, bytes], places: Mapping[str, bytes]
) -> SealedList:
    """The list of these files, SHA-256 by path, of a commit with this ancestry."""
    return SealedList(past, _lines(public), _lines(places))


def _lines(digests: Mapping[str, bytes]) -> bytes:
    return b"".join(stamps.line(path, digests[path]) for path in sorted(digests))


def load_list(
    path: str | os.PathLike[str], public: Mapping[str, bytes]
) -> SealedList | None:
    """Read a list of which these are the files that have names, SHA-256 by path.

    None where there is none, or another. Raises `OSError`.
    """
    try:
        with open(path, "rb") as file:  # noqa: PTH123 -- pathlib's is slower
            data = file.read()
    except FileNotFoundError:
        return None
    head = _lines(public)
    at = _DIGEST + len(head)
    if data[_DIGEST:at] != head or (len(data) - at) % _LINE:
        return None
    return SealedList(data[:_DIGEST], head, data[at:])


def save_list(path: str | os.PathLike[str], found: SealedList) -> None:
    """Write a list. Raises `OSError`.

    Not durable, which would take as long as a git child on a busy disk: a list that a
    crash damaged does not match the stamp.
    """
    half = f"{os.fspath(path)}.new"
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0)
    with open(os.open(half, flags, 0o600), "wb") as file:  # noqa: PTH123 -- a descriptor, not a path
        file.write(b"".join(found))
    os.replace(half, path)  # noqa: PTH105 -- no pathlib in a short round


def stamp_of(commit: Commit | None) -> bytes | None:
    """The stamp of an encrypted commit."""
    return stamps.stamp_in(commit.message) if commit else None


def sealed_commit(commit: Commit, stamp: bytes, clock: Clock) -> Object:
    """The only valid commit object with this tree, these parents and this stamp."""
    # Cut to the hour: exact times are in the encrypted stamp only.
    hour = clock.ms // 3_600_000 * 3600
    signed = b"%s %d +0000" % (AUTHOR, hour)
    lines = [f"tree {commit.tree}".encode()]
    lines += [f"parent {oid}".encode() for oid in commit.parents]
    lines += [b"author " + signed, b"committer " + signed, b""]
    return Object(
        "commit", b"\n".join([*lines, stamps.message_of(stamp).encode("ascii")])
    )


def sealed_manifest(vault: bytes) -> bytes:
    """`memsync.json` of an encrypted vault.

    Format 2 stops versions of memsync that know nothing of encryption.
    """
    tree = {"encrypted": 1, "format": 2, "merge": 1, "vault": vault.hex()}
    return json.dumps(tree, indent=2, sort_keys=True).encode() + b"\n"
