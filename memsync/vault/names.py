"""Where a file lies in an encrypted tree: a place that does not tell its name.

The key of the names lives as long as the vault, so that a note keeps its place
through every rotation and two machines' histories of it meet.
"""

from __future__ import annotations

import hashlib
import hmac
import re

from memsync.vault.cipher import derive

TOKEN_BYTES = 20

_PLACE = re.compile(r"v1/n/([0-9a-f]{2})/([0-9a-f]{38})")


class Names:
    """The places of one vault's files."""

    def __init__(self, vault: bytes, root: bytes) -> None:
        self._key = derive(root, vault, "names")

    def token(self, path: str) -> bytes:
        """The 20 bytes that stand for a path: HMAC-SHA256, cut."""
        data = path.encode("utf-8")
        return hmac.digest(self._key, data, hashlib.sha256)[:TOKEN_BYTES]


def place_of(token: bytes) -> str:
    """The path in the encrypted tree."""
    text = token.hex()
    return f"v1/n/{text[:2]}/{text[2:]}"


def token_at(place: str) -> bytes | None:
    """The token whose place this is; None for any other path."""
    found = _PLACE.fullmatch(place)
    return bytes.fromhex(found[1] + found[2]) if found else None
