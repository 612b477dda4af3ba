"""`init --move`: moves a workspace memory out of its repository, or into it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from memsync.config.settings import load
from memsync.errors import Refused
from memsync.memory.change.sweeping import sweep
from memsync.memory.store.store import Store
from memsync.workspace.place.discover import is_team
from memsync.workspace.place.ephemeral import refuse_ephemeral
from memsync.workspace.place.private import find_private, private_spot
from memsync.workspace.place.spot import Spot, spot_at
from memsync.workspace.place.vanished import has_archive, refuse_vanished
from memsync.workspace.repository.identity import identify
from memsync.workspace.repository.roots import require_root
from memsync.workspace.steps.steps import Step
from memsync.workspace.verbs.bootstrap import Wanted, init
from memsync.workspace.verbs.deinit import rule_steps, take_back
from memsync.workspace.verbs.merge_back import (
    bring,
    bring_history,
    everything,
    remove_archive,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from memsync.clock import Now
    from memsync.paths import Places
    from memsync.workspace.repository.roots import GitRoot
    from memsync.workspace.steps.plan import Plan
    from memsync.workspace.verbs.deinit import Taken


def switch(cwd: Path, places: Places, now: Now, wanted: Wanted) -> list[Plan]:
    """Do what `init` does, and move the notes of the repository's other memory.

    Moves notes, logs, memory index and archive, archives what they replace, and removes
    the other memory last: after a kill in between both exist, and the next `--move`
    finishes. Raises as `init`, and `Refused` in a linked worktree and for a tracked
    memory.
    """
    refuse_ephemeral(places, "`memsync init --move`")
    root = require_root(cwd, places.environ)
    source = _source(root, places, wanted)
    if source is None:
        return init(cwd, places, wanted)
    plan, *rest = init(cwd, places, wanted)
    if wanted.dry_run:
        removed = Step(source.folder, "removed", lambda: None)
        return [replace(plan, steps=(*plan.steps, removed)), *rest]
    taken = _move(source, _target(root, places, wanted), places, now)
    done = [replace(step, act=lambda: None) for step in taken.steps]
    return [
        replace(
            plan,
            steps=(*plan.steps, *done),
            warnings=(*plan.warnings, *taken.warnings),
        ),
        *rest,
    ]


def _target(root: GitRoot, places: Places, wanted: Wanted) -> Spot:
    if not wanted.private:
        return spot_at(root.top, root)
    identity = identify(root, places.environ, load(places, root.top))
    assert identity is not None  # noqa: S101 -- `init` recorded it
    return private_spot(root, places, identity.id)


def _source(root: GitRoot, places: Places, wanted: Wanted) -> Spot | None:
    """The repository's other memory, or what a killed move left of it."""
    if not wanted.private:
        private = find_private(root, places.environ, [])
        return (
            private
            if private is not None and _is_left(private, places.environ)
            else None
        )
    spot = spot_at(root.top, root)
    if spot.exists and is_team(spot, places.environ):
        return None
    if not _is_left(spot, places.environ):
        return None
    if root.linked:
        home = root.main_top or root.common_dir
        raise Refused(
            f"'{root.top}' is a linked worktree, and others may share its memory",
            hint=f"memsync -C '{home}' init --private --move",
            word="linked-worktree",
        )
    return spot


def _is_left(spot: Spot, environ: Mapping[str, str]) -> bool:
    if spot.exists:
        return True
    refuse_vanished(spot)
    return has_archive(spot) or any(step.pending for step in rule_steps(spot, environ))


def _move(source: Spot, target: Spot, places: Places, now: Now) -> Taken:
    settings = load(places, source.root.top if source.root else None)
    old, new = (Store(spot.memory_folder, settings) for spot in (source, target))
    with old.locked("init --move") as locked:
        sweep(locked, now)
        found = everything(old)
    with new.locked("init --move") as locked:
        sweep(locked, now)
        bring(locked, found, now)
        bring_history(locked, old.archive, now)
    again = "memsync init --move" if source.outside else "memsync init --private --move"
    taken = take_back(source, places, now, keep_notes=False, again=again)
    with new.locked("init --move") as locked:
        # Once more: an agent may have written meanwhile, and that was archived there.
        bring_history(locked, old.archive, now)
    remove_archive(old.memory.archive)
    return taken
