"""`sync verify`: fetch and check all that the remote has, as if for the first time."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Refused
from memsync.files import lock
from memsync.sync.mirror.bare import open_mirror
from memsync.sync.mirror.lineage import Lineage, check_onward
from memsync.sync.mirror.trouble import StoreTrouble
from memsync.sync.round.repair import note_damage
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


class DamagedObjects(Refused):
    """The error for a history that lacks something, or holds something damaged."""


class Verified(NamedTuple):
    """What `verify` has checked."""

    head: str | None
    """The newest commit; None for an empty remote."""
    encrypted: bool
    commits: int
    files: int
    """How many files the newest commit has."""
    versions: int
    """How many distinct files all commits have; each was decrypted, if encrypted."""
    epochs: int
    """How many epochs the vault has had; 0 for an unencrypted memory."""
    seen: Mapping[str, int]
    """How many saves of each machine the vault has; empty if not encrypted."""


def verify(places: Places, settings: Settings, now: Now) -> Verified:
    """Fetch all of the remote again, and check every object, commit, stamp and file.

    Also checks that the remote's history continues what this machine knows. Applies
    and sends nothing. If this machine's mirror is damaged, the next round repairs it:
    see `memsync.sync.round.repair`. Raises `Refused` or `Broken` for the first thing
    that is wrong, `KeyTrouble`, `Unreachable` and `Locked`.
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
        try:
            if remote is None:
                return _whole(bare, bare.tip(), sealed, now_ms)
            _check_goes_on(bare, sealed, now_ms)
        except DamagedObjects:
            note_damage(state_folder, now, held)
            raise
        with _empty_folder(state_folder.folder / "verify") as folder:
            anew = open_mirror(folder, places.environ, remote, held)
            return _whole(anew, anew.fetch(), sealed, now_ms)


def _check_goes_on(bare: BareMirror, sealed: SealedMirror | None, now_ms: int) -> None:
    mirror: Mirror = sealed or bare
    known = sealed.known() if sealed else bare.agreed()
    try:
        tip = mirror.fetch()
    except StoreTrouble:  # git cannot use what is here already
        if own := bare.tip():
            check_objects(bare, own)
        raise
    if tip:
        check_objects(bare, tip)
    check_onward(mirror, known, tip, now_ms)


@contextmanager
def _empty_folder(folder: Path) -> Iterator[Path]:
    """An empty folder for a second mirror, without what a killed command left."""
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
    """Have git check every object reachable from `tip`.

    Raises `DamagedObjects` for one that is damaged or missing.
    """
    done = bare.git.attempt("fsck", "--no-dangling", "--no-progress", "--full", tip)
    if done.code:
        raise DamagedObjects(
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
    """Check the whole history of `tip`, and decrypt every version in it.

    Raises as `verify` does.
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
