"""Sync: a person's memories in a private git repository, on all their machines.

`sync` is the only entry to a round. Nothing is imported before it is called, because
the fast paths import modules of this package.
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
    says: str | None = None,
) -> Result:
    """Run one round for the profile of `settings`, or a dry run.

    `allowed` are the guards that a person overrides. With `restore`, nothing that is
    missing here counts as deleted. With `dry_run`, no byte changes. With `detach`, it
    stops before the network, and the result says whether a child must do the rest.
    `told` is the remote's main, if it was asked a moment ago; `says` is what the save
    must say of a machine, even if nothing changed. If a purge removed texts from the
    memories, the caches of their words are removed, too.

    If the remote refuses or does not answer, the result's `trouble` says so: the work
    is saved. Raises `NotSetUp`, `Refused` (a guard, a hostile remote, an unsafe
    address), `KeyTrouble`, `Locked`, `Broken` and `OSError`; in each case nothing is
    half done.
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
            says=says,
        )
        result = run(context, places.environ, dry_run=dry_run)
    if result.purged and not dry_run:
        from memsync.retrieval.cache.database import folder_of, forget_all

        forget_all(folder_of(places))
    return result
