"""The steps that hide a private memory from git, and those that show a team's."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from memsync.workspace import ignore, notices
from memsync.workspace.lines import has_line
from memsync.workspace.steps import Step, add_line, remove_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.workspace.notices import Notices
    from memsync.workspace.roots import GitRoot
    from memsync.workspace.spot import Spot


def exclude_step(spot: Spot, root: GitRoot) -> Step:
    """Our line in the common dir's `info/exclude`.

    It holds in every worktree and on every branch, also on those whose
    `.gitignore` is older than the memory.
    """
    path = ignore.exclude_file(root)
    line = ignore.exclude_line(spot.below_root)
    data = ignore.read_rules(path)
    if data is not None and has_line(data, line):
        return Step(path, "unchanged")
    return add_line(path, data, line, spot.record(root, "exclude"))


def gitignore_step(
    spot: Spot, root: GitRoot, environ: Mapping[str, str]
) -> tuple[Step, Notices]:
    """The entry in the `.gitignore` beside the memory, where no rule has the effect."""
    path = spot.level / ".gitignore"
    rule = ignore.rule_for(root, spot.below_root, environ)
    if rule is not None and not rule.negates:
        return Step(path, "unchanged"), ()
    data = ignore.read_rules(path)
    if rule is not None:
        # A line at the end of this file outranks all but rules further inside.
        inside = rule.source.startswith(spot.below_root.removesuffix("memory"))
        if inside or ignore.has_entry(data or b""):
            said = notices.taken_back_out(rule, ignore.ENTRY.decode())
            return Step(path, "unchanged"), (said,)
    return add_line(path, data, ignore.ENTRY, spot.record(root, "gitignore")), ()


def unhide_steps(spot: Spot, root: GitRoot, *, exclude: bool = True) -> list[Step]:
    """Take out what the two steps above put in, and nothing else.

    `exclude`: also the line that every worktree relies on.
    """
    places = [(spot.level / ".gitignore", ignore.ENTRY, "gitignore")]
    if exclude:
        line = ignore.exclude_line(spot.below_root)
        places.append((ignore.exclude_file(root), line, "exclude"))
    steps = []
    for path, line, name in places:
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            if path.is_file() and has_line(path.read_bytes(), line):
                data = ignore.read_rules(path) or b""
                steps.append(remove_line(path, data, line, spot.record(root, name)))
    return steps


def tracked_notices(
    spot: Spot, root: GitRoot, environ: Mapping[str, str]
) -> list[notices.Notice]:
    """Says so where git tracks the memory already."""
    count = ignore.tracked_files(root.top, spot.below_root, environ)
    return [notices.tracked(spot, count)] if count else []


def ignored_notices(spot: Spot, root: GitRoot, environ: Mapping[str, str]) -> Notices:
    """Says so where someone's rule keeps a team memory out of the commits."""
    rule = ignore.rule_for(root, spot.below_root, environ)
    if rule is None or rule.negates or rule.pattern == ignore.ENTRY.decode():
        return ()
    return (notices.ignored(rule),)


def tracked_at_home(spot: Spot, root: GitRoot, environ: Mapping[str, str]) -> bool:
    """Whether the main work tree's memory is a team's.

    No rule hides that one, so a link to it would show up as untracked.
    """
    main = root.main_top
    if main is None:
        return False
    return bool(ignore.tracked_files(main, spot.below_root, environ))
