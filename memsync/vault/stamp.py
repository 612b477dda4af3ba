"""The stamp of a commit: who holds the keys made it, of this, after that.

A stamp is a ciphertext in the commit's message. It hides the clock, the machine
and what the message would say, and binds them to every file of the tree and to
the stamps of the parents: nothing can be dropped, swapped, mixed or replayed
elsewhere. It does not depend on git's SHA-1.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from typing import TYPE_CHECKING, NamedTuple

from memsync.vault.cipher import Cipher, Forged
from memsync.vault.padding import is_padding_of, pad

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_KIND = "commit"
_MESSAGE = re.compile(r"sync\n\nMemsync-Stamp: ([A-Za-z0-9+/=]{1,8192})\n")


class Stamp(NamedTuple):
    """What a stamp hides."""

    clock: str
    message: str
    seq: int | None
    """A machine's own count of its saves; None for a merge, which is nobody's."""


def contents(files: Iterable[tuple[str, bytes]]) -> bytes:
    """One SHA-256 for all files of a tree: by path, the SHA-256 of the bytes.

    `files` are sorted by path, in the order of the code points.
    """
    state = hashlib.sha256()
    for path, digest in files:
        name = path.encode("utf-8")
        state.update(len(name).to_bytes(4, "big"))
        state.update(name)
        state.update(digest)
    return state.digest()


def ancestry(stamps: Sequence[bytes]) -> bytes:
    """One SHA-256 for the parents' stamps, in the order of the parents."""
    state = hashlib.sha256()
    for stamp in stamps:
        state.update(hashlib.sha256(stamp).digest())
    return state.digest()


def sealed(cipher: Cipher, stamp: Stamp, files: bytes, parents: bytes) -> bytes:
    """The stamp for a tree (`contents`) and its parents (`ancestry`)."""
    text = _text(stamp)
    whole = pad(len(text).to_bytes(4, "big") + text)
    return cipher.seal(_KIND, files + parents, whole)


def opened(cipher: Cipher, data: bytes, files: bytes, parents: bytes) -> Stamp:
    """What a stamp hides; raises `Forged` unless it is for just this commit."""
    whole = cipher.open(_KIND, files + parents, data)
    end = 4 + int.from_bytes(whole[:4], "big")
    try:
        tree = json.loads(whole[4:end])
        stamp = Stamp(tree["clock"], tree["message"], tree.get("seq"))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Forged("its stamp is malformed") from None
    if not is_padding_of(whole, end) or _text(stamp) != whole[4:end]:
        raise Forged("its stamp is malformed")
    return stamp


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
