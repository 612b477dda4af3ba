"""`sync verify`: everything the remote has, judged as if it were seen first today."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync import lock
from memsync.errors import Refused
from memsync.sync import sealing
from memsync.sync.bare_mirror import open_mirror
from memsync.sync.lineage import Lineage
from memsync.sync.state import user_vault
from memsync.sync.url import configured_remote

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.clock import Now
    from memsync.config import Settings
    from memsync.paths import Places
    from memsync.sync.bare_mirror import BareMirror


class Verified(NamedTuple):
    """What was found sound."""

    head: str | None
    encrypted: bool
    commits: int
    files: int
    """Of the newest commit."""
    versions: int
    """Distinct files of all commits, each opened when encrypted."""
    epochs: int
    """0 for a memory that is not encrypted."""
    seen: Mapping[str, int]
    """How many saves of each machine are in it, when encrypted."""


def verify(places: Places, settings: Settings, now: Now) -> Verified:
    """Fetch, and check every object, every commit, its stamp and its files.

    Nothing is applied and nothing sent. Raises `Refused` or `Broken` naming the
    first thing that is wrong, `KeyTrouble`, and `Unreachable`.
    """
    remote = configured_remote(places, settings)
    vault = user_vault(places)
    with lock.hold(vault.lock, what="sync verify", wait=settings.number("sync.wait")):
        bare = open_mirror(vault.mirror, places.environ, remote)
        encrypted = sealing.is_required(places, settings)
        if encrypted:
            from memsync.sync.verify_sealed import verify_sealed

            return verify_sealed(sealing.sealed(bare, vault, places, pretend=True))
        tip = bare.fetch() if remote else bare.tip()
        if tip is None:
            return Verified(None, encrypted, 0, 0, 0, 0, {})
        check_objects(bare, tip)
        return _plain(bare, tip, round(now.utc.timestamp() * 1000))


def check_objects(bare: BareMirror, tip: str) -> None:
    """Have git read every object below `tip`; raises `Refused`."""
    done = bare.git.attempt("fsck", "--no-dangling", "--no-progress", "--full", tip)
    if done.code:
        raise Refused(
            "the history holds objects that are damaged or missing",
            hint="`memsync sync` mends this machine's mirror, or sets it aside",
            word="hostile-objects",
        )


def _plain(bare: BareMirror, tip: str, now_ms: int) -> Verified:
    lineage = Lineage(bare, now_ms)
    commits = bare.between(tip, [])
    versions = {
        item.oid for oid in commits for item in lineage.layout(oid).tree.values()
    }
    files = len(lineage.tree(tip))
    return Verified(tip, False, len(commits), files, len(versions), 0, {})
