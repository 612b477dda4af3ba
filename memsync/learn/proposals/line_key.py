"""The key with which the lines of `learned/decided` are made."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from memsync.files import atomic
from memsync.memory.note.names import Scope
from memsync.sync.state import state as states
from memsync.sync.state.state import state_folder_of
from memsync.workspace.place.enrolment import enrolled

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.learn.proposals.place import Place

_FILE = "key"
# The length of a vault's id, which replaces this key once sync is set up.
_BYTES = 16


class LineKey(NamedTuple):
    """The key of a memory's lines."""

    data: bytes
    """Empty if this machine has no key of its own yet, since it wrote no line."""
    vault: bool
    """Whether the key is the id of the vault; else it is this machine's own."""


def key_of(place: Place, scope: Scope, *, make: bool = False) -> LineKey:
    """Return the key of the memory of a scope.

    With `make`, creates this machine's own key if one is needed and missing. Raises
    `OSError`.
    """
    profile: str | None = ""
    if scope is Scope.WORKSPACE:
        entry = enrolled(place.places).get(place.project.identity or "")
        profile = None if entry is None else entry.profile
    if profile is not None:
        vault = states.load(state_folder_of(place.places, profile)).vault
        if vault:
            return LineKey(vault.encode(), vault=True)
    return LineKey(_own(place.folder / _FILE, make=make), vault=False)


def _own(file: Path, *, make: bool) -> bytes:
    try:
        return atomic.read_regular(file, limit=256).strip()
    except (FileNotFoundError, NotADirectoryError):
        pass
    if not make:
        return b""
    key = os.urandom(_BYTES).hex().encode()
    # Only the owner may read the key: with it, a guess could be tested.
    atomic.make_folder(file.parent, mode=0o700)
    try:
        atomic.create(file, key + b"\n", mode=0o600)
    except FileExistsError:  # another process created it first
        return atomic.read_regular(file, limit=256).strip()
    return key
