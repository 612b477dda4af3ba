"""Received fingerprints of false alarms: confirms or names them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.memory.files import confirmed
from memsync.secrets.allow import AllowList
from memsync.sync.sealed.sealing import is_required
from memsync.sync.tree.layout import ALLOW_PATH

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.config.settings import Settings
    from memsync.memory.note.records import MemoryFolder
    from memsync.paths import Places
    from memsync.sync.mirror.lineage import Lineage
    from memsync.sync.tree.layout import Tree
    from memsync.sync.tree.remote import Remote


class Arrivals(NamedTuple):
    """What becomes of the fingerprints that come in. Build it with `arrivals_of`."""

    file: Path
    """See `memsync.memory.files.confirmed`."""
    sealed: bool
    """They come from an encrypted memory, and count; else a person confirms each."""


def arrivals_of(
    places: Places, settings: Settings, memory: MemoryFolder, remote: Remote | None
) -> Arrivals | None:
    """For the rounds of a user memory; None where nothing comes in."""
    if remote is None or memory.confirmed_file is None:
        return None
    # All profiles share the one list, and only the default one can be encrypted.
    sealed = is_required(places, settings) and not settings.profiles
    return Arrivals(memory.confirmed_file, sealed=sealed)


def begin(arrivals: Arrivals | None, memory: MemoryFolder) -> None:
    """Have this machine's own list of false alarms, where it needs one."""
    if arrivals and not arrivals.sealed:
        confirmed.begin(arrivals.file, memory.allow_file)


def confirm_or_name(
    arrivals: Arrivals | None, lineage: Lineage, seen: Tree, tree: Tree
) -> list[str]:
    """Confirm fingerprints from an encrypted memory; returns those from a plain one.

    `seen` is what was here before, `tree` what is now. Raises `Broken` for a malformed
    list of our own, and `OSError`.
    """
    before, after = seen.get(ALLOW_PATH), tree.get(ALLOW_PATH)
    if arrivals is None or after is None or after == before:
        return []
    listed = lineage.read(after.oid)
    known = AllowList.load(lineage.read(before.oid) if before else b"")
    here = confirmed.read(arrivals.file)
    came = AllowList.load(listed).pairs() - known.pairs()
    new = came - confirmed.counting(listed, here).pairs()
    if arrivals.sealed and here is not None:
        confirmed.keep(arrivals.file, new)
        return []
    return sorted({word for _, word in new if word})
