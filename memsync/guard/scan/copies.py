"""Scans a text once, however many files of a tree hold it.

Projects copy licences, templates and whole folders. Only files of equal size can be
copies, so no other file costs a digest.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from memsync.secrets.scan import scan_all

if TYPE_CHECKING:
    from memsync.secrets.finding import Finding

# Bytes of the smallest file for which a digest pays, and how many are remembered.
SMALLEST, _MOST = 512, 50_000

_known: dict[bytes, list[tuple[Finding, bool]]] = {}


def digest(data: bytes) -> bytes:
    """What two texts have in common only if they are copies of each other."""
    return sha256(data).digest()


def is_known(digest: bytes) -> bool:
    """Whether a text with this digest was scanned."""
    return digest in _known


def scan(data: bytes, digest: bytes) -> list[tuple[Finding, bool]]:
    """What `scan_all` finds in a text of which there may be a copy."""
    found = _known.get(digest)
    if found is None:
        found = scan_all(data)
        if len(_known) < _MOST:
            _known[digest] = found
    return found
