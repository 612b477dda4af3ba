"""Sync: a person's memories in a private git repository, on all their machines.

`sync` is the one door to a round. Nothing is loaded before it is called, because the
fast paths import modules of this package.
"""

from __future__ import annotations

TYPE_CHECKING = False  # importing typing would cost an idle sync 4 ms
if TYPE_CHECKING:
    from memsync.clock import Now
    from memsync.config.settings import Settings
    from memsync.paths import Places
    from memsync.sync.round.guards import Allowed
    from memsync.sync.state.result import Result


def sync(
    places: Places,
    settings: Settings,
    now: Now,
    *,
    allowed: Allowed | None = None,
    restore: bool = False,
    dry_run: bool = False,
    detach: bool = False,
    told: str | None = None,
) -> Result:
    """Run one round of the profile that `settings` are of, or the pretence of one.

    `allowed` are the guards that a person overrides. With `restore` nothing that is
    missing here counts as deleted. With `dry_run` no byte changes. With `detach` it
    stops where the network begins, and the result says whether a child has to do the
    rest. `told` is the remote's main, where it was asked a moment ago. Where a purge
    took texts out of the memories, the caches of their words go as well.

    What the remote refused or did not answer is the result's `trouble`, since the work
    is saved. Raises `NotSetUp`, `Refused` (a guard, a hostile remote, an unsafe
    address), `KeyTrouble`, `Locked`, `Broken` and `OSError`; nothing is half done then.
    """
    from contextlib import nullcontext
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from memsync.sync.round.guards import NOTHING_ALLOWED
    from memsync.sync.round.opening import open_context
    from memsync.sync.round.repair import run

    pretence = TemporaryDirectory(prefix="memsync-") if dry_run else nullcontext()
    with pretence as scratch:
        context = open_context(
            places,
            settings,
            now,
            allowed=allowed or NOTHING_ALLOWED,
            restore=restore,
            scratch=Path(scratch) if scratch else None,
            detach=detach and not dry_run,
            told=told,
        )
        result = run(context, places.environ, dry_run=dry_run)
    if result.purged and not dry_run:
        from memsync.retrieval.cache.database import folder_of, forget_all

        forget_all(folder_of(places))
    return result
