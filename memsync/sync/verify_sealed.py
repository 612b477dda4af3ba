"""`sync verify` for an encrypted vault: nothing that was known before counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.sync.bare_mirror import BareMirror
from memsync.sync.sealed_cache import SealedCache
from memsync.sync.sealed_mirror import SealedMirror
from memsync.sync.verify import Verified, check_objects
from memsync.sync.vetting import Vetting

if TYPE_CHECKING:
    from memsync.sync.holder import Holder


def verify_sealed(mirror: SealedMirror) -> Verified:
    """Vet the remote's whole history and open every version in it.

    Raises as `memsync.sync.verify.verify`.
    """
    tip = mirror.fetch()
    if tip is None:
        return Verified(None, True, 0, 0, 0, 0, {})
    inner = mirror.inner
    if isinstance(inner, BareMirror):
        check_objects(inner, tip)
    commits = inner.between(tip, [])
    fresh = SealedMirror(inner, mirror.holder, SealedCache(None))
    vetted = Vetting(inner, mirror.holder, SealedCache(None)).vet(commits)
    mirror.holder.check_pinned(vetted.rings[tip])
    versions = {item.oid for oid in commits for item in fresh.tree(oid).values()}
    return Verified(
        tip,
        encrypted=True,
        commits=len(commits),
        files=len(fresh.tree(tip)),
        versions=len(versions),
        epochs=_epochs(mirror.holder),
        seen=vetted.seen,
    )


def _epochs(holder: Holder) -> int:
    return holder.newest.keyring.epoch if holder.newest else 0
