"""The stamp of a commit, made by a holder of the keys.

It is in the commit's message: the epoch; a ciphertext that hides the clock, the machine
and the real message; and a MAC over these, every file of the tree, and the stamps of
the parents. So nobody can drop, swap, mix or replay anything, and none of this depends
on git's SHA-1.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re

from memsync.record import NamedTuple
from memsync.vault.cipher import KEY_BYTES, Cipher, Forged, mac
from memsync.vault.padding import is_padding_of, pad

TYPE_CHECKING = False  # importing typing would cost a short round 10 ms
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# The kind in the associated data: a stamp cannot be taken for a file.
_KIND = "commit"
_EPOCH_BYTES = 8
_LENGTH = 4
# 8192: many times longer than any stamp that memsync writes.
_MESSAGE = re.compile(r"sync\n\nMemsync-Stamp: ([A-Za-z0-9+/=]{1,8192})\n")


class Stamp(NamedTuple):
    """The hidden part of a stamp."""

    clock: str
    message: str
    seq: int | None
    """The machine's own count of its saves; None for a merge, which has no machine."""


def contents(files: Iterable[tuple[str, bytes]]) -> bytes:
    """One SHA-256 for all files of a tree: over each path and its file's SHA-256.

    `files` must be sorted by path, in the order of code points.
    """
    state = hashlib.sha256()
    for path, digest in files:
        state.update(line(path, digest))
    return state.digest()


def line(path: str, digest: bytes) -> bytes:
    """One file's line in the input of `contents`."""
    name = path.encode("utf-8")
    return len(name).to_bytes(_LENGTH, "big") + name + digest


def ancestry(stamps: Sequence[bytes]) -> bytes:
    """One SHA-256 over the parents' stamps, in the parents' order."""
    state = hashlib.sha256()
    for stamp in stamps:
        state.update(hashlib.sha256(stamp).digest())
    return state.digest()


def sealed(cipher: Cipher, stamp: Stamp, files: bytes, parents: bytes) -> bytes:
    """The stamp for a tree (`contents`) and its parents (`ancestry`)."""
    text = _text(stamp)
    epoch = cipher.epoch.to_bytes(_EPOCH_BYTES, "big")
    whole = pad(len(text).to_bytes(_LENGTH, "big") + text)
    # Bound to the epoch alone, so that it can be read without the tree.
    head = epoch + cipher.seal(_KIND, _KIND.encode("ascii"), whole)
    return head + _mac(cipher, head, files, parents)


def epoch_of(data: bytes) -> int:
    """The epoch that a stamp claims, not authenticated."""
    return int.from_bytes(data[:_EPOCH_BYTES], "big")


def read(cipher: Cipher, data: bytes) -> Stamp:
    """Decrypt a stamp; `check` says whether it belongs to a commit.

    Raises `Forged` unless a holder of the keys made it.
    """
    whole = cipher.open(_KIND, _KIND.encode("ascii"), data[_EPOCH_BYTES:-KEY_BYTES])
    end = _LENGTH + int.from_bytes(whole[:_LENGTH], "big")
    try:
        tree = json.loads(whole[_LENGTH:end])
        stamp = Stamp(str(tree["clock"]), str(tree["message"]), tree.get("seq"))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Forged("its stamp is malformed") from None
    counted = stamp.seq is None or (type(stamp.seq) is int and stamp.seq > 0)
    sound = counted and is_padding_of(whole, end)
    if not sound or _text(stamp) != whole[_LENGTH:end]:
        raise Forged("its stamp is malformed")
    return stamp


def check(cipher: Cipher, data: bytes, files: bytes, parents: bytes) -> None:
    """Raise `Forged` unless the stamp is for exactly these files and parents."""
    head, tag = data[:-KEY_BYTES], data[-KEY_BYTES:]
    # In constant time, so that nobody finds a valid stamp byte by byte.
    if epoch_of(data) != cipher.epoch or not hmac.compare_digest(
        tag, _mac(cipher, head, files, parents)
    ):
        raise Forged("its stamp does not match its files and parents")


def _mac(cipher: Cipher, head: bytes, files: bytes, parents: bytes) -> bytes:
    return mac(cipher.mac_key, _KIND.encode("ascii"), head, files, parents)


def _text(stamp: Stamp) -> bytes:
    tree = {k: v for k, v in stamp._asdict().items() if v is not None}
    return json.dumps(
        tree, ensure_ascii=True, separators=(",", ":"), sort_keys=True
    ).encode("ascii")


def message_of(stamp: bytes) -> str:
    """The whole message of an encrypted commit."""
    return f"sync\n\nMemsync-Stamp: {base64.b64encode(stamp).decode('ascii')}\n"


def stamp_in(message: str) -> bytes | None:
    """The stamp in a message; None for a message of any other form."""
    found = _MESSAGE.fullmatch(message)
    if not found:
        return None
    try:
        return base64.b64decode(found[1], validate=True)
    except ValueError:
        return None
