"""Finds the workspace memory of a folder: the nearest one, walking up."""

from __future__ import annotations

import os
from pathlib import Path

from memsync.errors import Broken, Refused
from memsync.paths import MEMORY_INDEX, Places
from memsync.record import NamedTuple
from memsync.workspace.place import notices
from memsync.workspace.place.notices import Notice, Notices
from memsync.workspace.place.spot import (
    APART,
    TEAM,
    Spot,
    has_private,
    record_isolated,
    spot_at,
)
from memsync.workspace.place.vanished import has_archive, has_archived_notes
from memsync.workspace.repository.ignore import hides, tracked_files
from memsync.workspace.repository.index_file import surely_untracked
from memsync.workspace.repository.roots import GitRoot, find_root

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class Discovery(NamedTuple):
    """What the walk up from a folder found."""

    root: GitRoot | None
    """The git root of the folder where the walk began."""
    nearest: Spot | None
    """The nearest folder with a memory or a lite memory; None without either."""
    structured: bool
    """Whether `nearest` has a memory folder; a lite memory may be beside it."""
    archived: tuple[Spot, ...]
    """Nearer folders whose memory is gone while its archive exists."""
    vanished: tuple[Spot, ...]
    """Those of them whose notes nobody removed on purpose."""
    warnings: Notices


def discover(cwd: Path, environ: Mapping[str, str]) -> Discovery:
    """Walk up from `cwd`, past the git root, as Coyote does.

    Raises `Refused` for a memory behind a foreign link at or below the git root; above
    it, such a memory is skipped with a warning, as is one that belongs to another user.
    Raises what `find_root` raises.
    """
    throwaway = Places(environ).ephemeral
    if throwaway is not None:
        from memsync.workspace.place.ephemeral import ephemeral_spot

        spot = ephemeral_spot(cwd, throwaway, environ)
        return Discovery(None, spot, spot.exists, (), (), ())
    root = find_root(cwd, environ)
    archived: list[Spot] = []
    warnings: list[Notice] = []
    for spot in _spots(cwd, root, environ, warnings):
        try:
            structured = spot.exists
        except Refused as refusal:
            if _inside(spot.level, root):
                raise
            warnings.append(Notice(refusal.message, refusal.hint))
            continue
        if structured or spot.lite_text:
            if not _inside_root(spot.level, root) and not spot.is_ours:
                warnings.append(notices.of_another_user(spot))
                continue
            team = structured and not spot.outside and is_team(spot, environ)
            return _found(
                root, spot._replace(team=team), structured, archived, warnings
            )
        if has_archive(spot):
            archived.append(spot)
    return _found(root, None, False, archived, warnings)


def _found(
    root: GitRoot | None,
    nearest: Spot | None,
    structured: bool,
    archived: list[Spot],
    warnings: list[Notice],
) -> Discovery:
    return Discovery(
        root=root,
        nearest=nearest,
        structured=structured,
        archived=tuple(archived),
        vanished=tuple(filter(has_archived_notes, archived)),
        warnings=tuple(warnings),
    )


def is_team(spot: Spot, environ: Mapping[str, str]) -> bool:
    """Whether an existing memory is committed, or will be."""
    if spot.root is None:
        return False
    if is_made_for_team(spot, spot.root):
        return True
    top = spot.root.main_top if spot.shared else spot.root.top
    git_dir = spot.root.common_dir if spot.shared else spot.root.git_dir
    index = f"{spot.below_root}/{MEMORY_INDEX}"
    if top is None or surely_untracked(git_dir, index):
        return False
    return bool(tracked_files(top, index, environ))


def is_made_for_team(spot: Spot, root: GitRoot) -> bool:
    """Whether `init --tracked` was run here, and nothing private was made since."""
    return spot.record(root, TEAM).exists() and not spot.record(root, APART).exists()


def is_hidden(spot: Spot) -> bool:
    """Whether our line hides a memory from git as a private one.

    A clone has one such line. In a linked worktree with a memory of its own that is not
    private, it is there for another work tree.
    """
    root = spot.root
    if root is None or spot.outside is not None:
        return False
    if spot.isolated and not record_isolated(root).exists():
        return False
    return hides(root, spot.below_root)


def _inside_root(level: Path, root: GitRoot | None) -> bool:
    # Inside a repository, git itself has checked that its owner is trusted.
    return root is not None and _inside(level, root)


def _inside(level: Path, root: GitRoot | None) -> bool:
    return root is None or level == root.top or root.top in level.parents


def _spots(
    cwd: Path,
    root: GitRoot | None,
    environ: Mapping[str, str],
    said: list[Notice],
) -> Iterator[Spot]:
    level = Path(os.path.realpath(cwd))
    for folder in (level, *level.parents):
        if not _inside(folder, root):
            # A repository around this one: its worktrees share a memory, too.
            root = _root_around(folder, environ)
        spot = spot_at(folder, root)
        if root is not None and folder == root.top:
            yield from _private(spot, root, environ, said)
        yield spot


def _private(
    spot: Spot, root: GitRoot, environ: Mapping[str, str], said: list[Notice]
) -> Iterator[Spot]:
    """The private memory of a repository, unless the memory in its work tree wins."""
    if not has_private(environ):
        return
    # Imported late: compiling its patterns for URLs costs a millisecond.
    from memsync.workspace.place.private import find_private

    private = find_private(root, environ, said)
    if private is None:
        return
    there = not spot.foreign_link and spot.exists
    if there and not is_team(spot, environ):
        if private.exists:
            said.append(notices.private_aside(private, spot))
        return
    if there and private.exists:
        said.append(notices.team_aside(private, spot))
    yield private


def _root_around(folder: Path, environ: Mapping[str, str]) -> GitRoot | None:
    try:
        return find_root(folder, environ)
    except Broken:
        # A broken repository further up does not concern this command.
        return None
