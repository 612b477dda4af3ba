"""Private keys that scanners agree on: how many are found, and how many are keys.

Scanners call any text between the marks of a key a key: a cut one, a few words. So the
text is read here by itself, not as memsync reads it: DER states its length, OpenSSH's
form and OpenPGP's have a beginning of their own, and an encrypted key has headers.
"""

from __future__ import annotations

import base64
import binascii
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import peers

_BEGIN = re.compile(rb"(?i)-----BEGIN[ A-Z0-9_-]{0,60}PRIVATE KEY(?: BLOCK)?-----")
_END = re.compile(rb"-----END[ A-Za-z0-9_-]{0,60}-----")
_ESCAPES = re.compile(rb"\\+[nrt]|\\u000[aAdD]|%0[aAdD]|&\#(?:10|13|x0?[aAdD]);")
_HEADER = re.compile(rb"[A-Z][\w-]{2,30}: [^\n\\]{1,200}(?:\n|\\+n|\\+r)")
_PIECE = re.compile(rb"[A-Za-z0-9+/]{16,}={0,2}|[A-Za-z0-9+/]{1,16}={1,2}")
_LONGEST = 1 << 15

# Bytes of the smallest key (an elliptic curve's), of OpenPGP's and an encrypted one.
_SMALLEST, _LARGER = 46, 100


def places(
    folder: Path, agreed: set[peers.Place]
) -> tuple[set[peers.Place], set[peers.Place]]:
    """Of some places those at the marks of a private key, and those that hold one."""
    marked, whole = set(), set()
    for path in {path for path, _ in agreed}:
        data = (folder / path).read_bytes()
        for line, key in _blocks(data):
            beside = {(path, line + i) for i in (-1, 0, 1)} & agreed
            marked |= beside
            whole |= beside if _is_key(key) else set()
    return marked, whole


def _blocks(data: bytes) -> Iterator[tuple[int, bytes]]:
    for begin in _BEGIN.finditer(data):
        end = _END.search(data, begin.end(), begin.end() + _LONGEST)
        body = data[begin.end() : end.start() if end else begin.end() + _LONGEST]
        yield data.count(b"\n", 0, begin.start()) + 1, body


def _is_key(body: bytes) -> bool:
    """Whether a text is a whole private key, in any of the usual forms."""
    headers = _HEADER.findall(body)
    pieces = _PIECE.findall(_ESCAPES.sub(b"\n", _HEADER.sub(b"\n", body)))
    text = b"".join(pieces)
    try:
        key = base64.b64decode(text + b"=" * (-len(text) % 4))
    except binascii.Error:
        return False
    if headers or key.startswith(b"openssh-key-v1\0"):
        return len(key) >= _LARGER and len(set(key)) >= _SMALLEST
    return _is_der(key) or _is_pgp(key)


def _is_der(key: bytes) -> bool:
    """Whether it is one sequence of DER, as long as it says."""
    if len(key) < _SMALLEST or key[0] != 0x30:
        return False
    more = key[1] & 0x7F if key[1] & 0x80 else 0
    size = int.from_bytes(key[2 : 2 + more], "big") if more else key[1]
    return size == len(key) - 2 - more


def _is_pgp(key: bytes) -> bool:
    """Whether it begins as a packet of OpenPGP with a secret key (tags 5 and 7)."""
    if len(key) < _LARGER or not key[0] & 0x80:
        return False
    return (key[0] & 0x3F if key[0] & 0x40 else key[0] >> 2 & 0xF) in (5, 7)
