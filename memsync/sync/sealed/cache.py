"""What this machine knows of encrypted files, so that none is decrypted twice.

A file in the state folder that may be lost: it is rebuilt from the mirror and the keys.
Each line ends with a checksum; damaged lines are skipped.
"""

from __future__ import annotations

import hashlib
import os
import zlib

from memsync.files import atomic
from memsync.record import NamedTuple
from memsync.sync.tree.objects import Object

TYPE_CHECKING = False  # importing typing would cost a short round 15 ms
if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from memsync.vault.cipher import Cipher


class Known(NamedTuple):
    """An encrypted file that was decrypted or made here."""

    sealed: str
    """Its blob id in the mirror."""
    place: str
    """Its path in the mirror."""
    epoch: int
    digest: str
    """The SHA-256 of the ciphertext, 64 hex digits."""
    plain: str
    """The blob id of the file itself."""
    size: int
    """Bytes of the file itself."""
    path: str


def known_file(
    cipher: Cipher, place: str, data: bytes, path: str, text: bytes
) -> Known:
    """What there is to remember of a file, sealed as `data`."""
    digest = hashlib.sha256(data).hexdigest()
    sealed, plain = Object("blob", data).oid, Object("blob", text).oid
    return Known(sealed, place, cipher.epoch, digest, plain, len(text), path)


class SealedCache:
    """The known sealed files, by their blob ids in the mirror."""

    def __init__(self, path: Path | None, *, pretend: bool = False) -> None:
        """Read `path`, if any; with `pretend`, for a dry run, nothing is written."""
        self._path = path
        self._pretend = pretend
        self._stored = 0
        self._fresh: list[Known] = []
        self.by_sealed: dict[str, Known] = {}
        self._by_plain: dict[str, dict[str, Known]] = {}
        self._by_file: dict[tuple[int, str, str], Known] = {}
        for known in _read(path) if path else ():
            self._put(known)
            self._stored += 1

    def _put(self, known: Known) -> None:
        self.by_sealed[known.sealed] = known
        self._by_plain.setdefault(known.plain, {})[known.sealed] = known
        self._by_file[known.epoch, known.path, known.plain] = known

    def learn(self, known: Known) -> None:
        """Remember a file that was opened or made."""
        if known.sealed not in self.by_sealed:
            self._fresh.append(known)
            self._put(known)

    def drop(self, epoch: int) -> None:
        """Forget what was sealed in an epoch that never came to be."""
        kept = [k for k in self.by_sealed.values() if k.epoch != epoch]
        self._fresh = [k for k in self._fresh if k.epoch != epoch]
        for known in (self.by_sealed, self._by_plain, self._by_file):
            known.clear()
        for each in kept:
            self._put(each)

    def forms(self, plain: str) -> list[Known]:
        """The encrypted files that contain a blob, the last one learned last.

        There is one for each epoch and path; the mirror may no longer have some.
        """
        return list(self._by_plain.get(plain, {}).values())

    def find(self, epoch: int, path: str, plain: str) -> Known | None:
        """A file as it was sealed before."""
        return self._by_file.get((epoch, path, plain))

    def save(self, live: Iterable[str], *, forget: bool = False) -> None:
        """Append new lines; if the file has become large, rewrite it with `live` only.

        With `forget` always rewrites: some of it was purged. Raises `OSError`.
        """
        if self._pretend or self._path is None or not (self._fresh or forget):
            return
        wanted = set(live)
        # Rewriting costs as much as the whole file, so only if most of it is stale.
        if forget or self._stored + len(self._fresh) > 4 * len(wanted) + 1000:
            kept = [k for oid, k in self.by_sealed.items() if oid in wanted]
            data = "".join(map(_line, kept)).encode("utf-8")
            atomic.write(self._path, data, mode=0o600)
            self._stored = len(kept)
        else:
            append(self._path, self._fresh)
            self._stored += len(self._fresh)
        self._fresh = []


def append(path: str | os.PathLike[str], fresh: Iterable[Known]) -> None:
    """Add to what is stored at `path`, whatever that is. Raises `OSError`."""
    data = "".join(map(_line, fresh)).encode("utf-8")
    # O_NOFOLLOW: a link at this place must not lead the write elsewhere.
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    with open(os.open(path, flags, 0o600), "ab") as file:  # noqa: PTH123 -- a descriptor, not a path
        # Begins with a newline: a line that a crash cut short must not swallow the
        # next.
        file.write(b"\n" * (file.tell() > 0) + data)


def _line(known: Known) -> str:
    text = "\t".join(map(str, known))
    return f"{text}\t{zlib.crc32(text.encode('utf-8')):08x}\n"


def _read(path: Path) -> Iterable[Known]:
    try:
        text = atomic.read_regular(path).decode("utf-8", "replace")
    except (FileNotFoundError, NotADirectoryError):
        return
    for line in text.split("\n"):
        body, _, check = line.rpartition("\t")
        if f"{zlib.crc32(body.encode('utf-8')):08x}" != check:
            continue
        words = body.split("\t")
        if len(words) == len(Known._fields):
            sealed, place, epoch, digest, plain, size, name = words
            yield Known(sealed, place, int(epoch), digest, plain, int(size), name)
