"""Paths in an encrypted tree, which do not reveal the files' names.

The key for names never changes, so that a note keeps its path through every rotation,
and two machines' histories of it match.
"""

from __future__ import annotations

import hashlib
import hmac
import re

from memsync.vault.cipher import derive

# 160 bits, as long as git's own ids.
TOKEN_BYTES = 20

# Split after two digits, as git splits its objects: no folder grows too large.
_PLACE = re.compile(r"v1/n/([0-9a-f]{2})/([0-9a-f]{38})")


class Names:
    """Computes the places of one vault's files."""

    def __init__(self, vault: bytes, root: bytes) -> None:
        self._key = derive(root, vault, "names")

    def token(self, path: str) -> bytes:
        """The 20 bytes that stand for a path: a truncated HMAC-SHA256."""
        data = path.encode("utf-8")
        return hmac.digest(self._key, data, hashlib.sha256)[:TOKEN_BYTES]


def place_of(token: bytes) -> str:
    """The path in the encrypted tree for a token."""
    text = token.hex()
    return f"v1/n/{text[:2]}/{text[2:]}"


def token_at(place: str) -> bytes | None:
    """The token of a path in the encrypted tree; None for any other path."""
    found = _PLACE.fullmatch(place)
    return bytes.fromhex(found[1] + found[2]) if found else None
