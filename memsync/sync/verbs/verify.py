"""`sync verify`: everything the remote has, judged as if it were seen first today."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Refused
from memsync.files import lock
from memsync.sync.mirror.bare import open_mirror
from memsync.sync.mirror.lineage import Lineage, check_onward
from memsync.sync.sealed import sealing
from memsync.sync.sealed.cache import SealedCache
from memsync.sync.sealed.format import KEYRING_FILE
from memsync.sync.sealed.mirror import SealedMirror
from memsync.sync.sealed.vetting import Vetting, downgraded
from memsync.sync.state.state import state_folder_of
from memsync.sync.tree.url import configured_remote

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from memsync.clock import Now
    from memsync.config.settings import Settings
    from memsync.paths import Places
    from memsync.sync.mirror.bare import BareMirror
    from memsync.sync.mirror.protocol import Mirror
    from memsync.sync.sealed.holder import Holder


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
    """Fetch all of the remote anew, and check every object, commit, stamp and file.

    That the remote goes on from what this machine knows is checked, too. Nothing is
    applied and nothing sent. Raises `Refused` or `Broken` naming the first thing
    that is wrong, `KeyTrouble`, and `Unreachable`.
    """
    remote = configured_remote(places, settings)
    state_folder = state_folder_of(places)
    now_ms = now.ms
    with lock.hold_round(
        state_folder.lock, what="sync verify", wait=settings.number("sync.wait")
    ) as held:
        bare = open_mirror(state_folder.mirror, places.environ, remote, held)
        sealed = None
        if sealing.is_required(places, settings):
            from memsync.sync.sealed.mirror import open_sealed

            sealed = open_sealed(bare, state_folder, places)
        if remote is None:
            return _whole(bare, bare.tip(), sealed, now_ms)
        _check_goes_on(bare, sealed, now_ms)
        with _empty_folder(state_folder.folder / "verify") as folder:
            anew = open_mirror(folder, places.environ, remote, held)
            return _whole(anew, anew.fetch(), sealed, now_ms)


def _check_goes_on(bare: BareMirror, sealed: SealedMirror | None, now_ms: int) -> None:
    mirror: Mirror = sealed or bare
    known = sealed.known() if sealed else bare.agreed()
    tip = mirror.fetch()
    if tip:
        check_objects(bare, tip)
    check_onward(mirror, known, tip, now_ms)


@contextmanager
def _empty_folder(folder: Path) -> Iterator[Path]:
    """A folder for a second mirror; one that a killed command left goes first."""
    import shutil

    shutil.rmtree(folder, ignore_errors=True)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _whole(
    bare: BareMirror, tip: str | None, sealed: SealedMirror | None, now_ms: int
) -> Verified:
    if tip is None:
        return Verified(None, sealed is not None, 0, 0, 0, 0, {})
    check_objects(bare, tip)
    if sealed is None:
        return _plain(bare, tip, now_ms)

    return verify_sealed(bare, tip, sealed.holder)


def check_objects(bare: BareMirror, tip: str) -> None:
    """Have git read every object below `tip`; raises `Refused`."""
    done = bare.git.attempt("fsck", "--no-dangling", "--no-progress", "--full", tip)
    if done.code:
        raise Refused(
            "the history holds objects that are damaged or missing",
            hint="`memsync sync` repairs this machine's mirror, or sets it aside",
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


def verify_sealed(inner: Mirror, tip: str, holder: Holder) -> Verified:
    """Vet the whole history of `tip` and open every version in it.

    Raises as `memsync.sync.verbs.verify.verify`.
    """
    if tip not in inner.blobs_at([tip], KEYRING_FILE):
        raise downgraded()
    commits = inner.between(tip, [])
    vetted = Vetting(inner, holder, SealedCache(None)).vet(commits)
    holder.check_pinned(vetted.rings[tip])
    fresh = SealedMirror(inner, holder, SealedCache(None))
    versions = {item.oid for oid in commits for item in fresh.tree(oid).values()}
    return Verified(
        tip,
        encrypted=True,
        commits=len(commits),
        files=len(fresh.tree(tip)),
        versions=len(versions),
        epochs=_epochs(holder),
        seen=vetted.seen,
    )


def _epochs(holder: Holder) -> int:
    return holder.newest.keyring.epoch if holder.newest else 0
