"""What is said of a team's memory, which git tracks, and of private notes beside it."""

from __future__ import annotations

from memsync.terminal import printable
from memsync.workspace.place.notices import MOST_NAMED, Notice

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from memsync.workspace.place.spot import Spot
    from memsync.workspace.repository.rules import Rule


def replaced_by_team(spot: Spot) -> Notice:
    """A checkout put a team's memory where a private one was."""
    return Notice(
        f"this branch tracks a memory at '{spot.folder}', where a private one was;"
        " its notes are in the archive",
        "`memsync archive restore --all` when you are on another branch; `memsync"
        " init`, if you stay on this one",
    )


def set_aside(spot: Spot, count: int, *, dry_run: bool) -> Notice:
    """Private notes stood among a team's, where git ignored them."""
    what, goes = "a private note", "would go" if dry_run else "went"
    if count != 1:
        what = f"{count} private notes"
    return Notice(
        f"{what} among the team's at '{spot.folder}' {goes} to the archive",
        "`memsync archive list` shows the private versions; `memsync archive restore"
        " --all` on a branch without the team's memory brings the notes back",
    )


def private_in_archive(spot: Spot) -> Notice:
    """A team's memory was made where a private one has been."""
    return Notice(
        f"the notes of the private memory that was at '{spot.folder}' are in the"
        " archive",
        "`memsync archive list` shows them, and `memsync archive restore ID` puts one"
        " into the team's memory",
    )


def private_files(spot: Spot, files: Sequence[Path]) -> Notice:
    """Files that no archive can keep, and that must not be committed."""
    named = ", ".join(printable(str(file)) for file in files[:MOST_NAMED])
    return Notice(
        f"git ignores the team's new notes in '{spot.folder}', for private files that"
        f" are there and are no notes: {named}",
        "move them away, then run `memsync init`",
    )


def hidden_for(spot: Spot, top: Path) -> Notice:
    """A rule of the clone is there for a private memory in another work tree."""
    return Notice(
        f"git ignores the team's new notes in '{spot.folder}', because the rule in"
        f" info/exclude hides the private memory of '{top}'",
        f"`git add --force {spot.below_root}` adds them",
    )


def no_team_here(spot: Spot) -> Notice:
    """A branch that is older than the team's memory."""
    return Notice(
        f"this branch does not have the team's memory, so the one at '{spot.folder}' is"
        " private, and git ignores it",
        "write what the team should read on a branch that has its memory",
    )


def team_stays(spot: Spot, *, tracked: bool) -> Notice:
    """What is committed, or will be, is not memsync's to remove."""
    if not tracked:
        return Notice(
            f"the memory at '{spot.folder}' is a team's, so it stays; git does not"
            " track it",
            "`memsync init` makes it private, and the next `memsync deinit` archives"
            " its notes",
        )
    return Notice(
        f"the memory at '{spot.folder}' is committed, so it stays",
        f"`git rm -r {spot.below_root}` removes it, for everyone",
    )


def tracked(spot: Spot, count: int) -> Notice:
    """The memory is in the commits of this repository."""
    files = f"{count} {'file' if count == 1 else 'files'}"
    return Notice(
        f"git tracks {files} of the memory in '{spot.own}', so that its notes are"
        " committed, and no ignore rule is added",
        f"keep it as a team memory, or run `git rm -r --cached {spot.below_root}`,"
        " commit, and `memsync init`; that deletes teammates' copies on their next"
        " pull",
    )


def own_repository(spot: Spot) -> Notice:
    """A submodule in the place of the memory."""
    return Notice(
        f"the memory at '{spot.own}' is a submodule, so its notes are committed there,"
        " and no ignore rule is added",
        f"`memsync -C {spot.below_root} hooks install` makes its commits checked",
    )


def ignored(rule: Rule) -> Notice:
    """A team memory that git will not commit."""
    return Notice(
        f"'{rule.source}' line {rule.line} ignores the memory, so git will not"
        " commit it",
        "remove that line, or run `git add --force .coyote/memory`",
    )


def for_commits(spot: Spot) -> Notice:
    """A team's memory that git does not track here, or not yet."""
    return Notice(
        f"the memory at '{spot.folder}' is a team's, so no ignore rule is added",
        None
        if spot.shared
        else f"commit it with `git add {spot.below_root} .gitattributes`, or make it"
        " private with"
        " `memsync deinit`, then `memsync init`",
    )


def no_merge_attribute(spot: Spot) -> Notice:
    """Git merges a team's notes as any other text."""
    return Notice(
        f"no line of .gitattributes names memsync's merge driver for '{spot.own}', so"
        " git puts conflict markers into notes",
        "`memsync init --tracked` adds the line; then commit it",
    )


def no_merge_driver(spot: Spot) -> Notice:
    """This clone does not run what its attributes name."""
    return Notice(
        f"this clone has no merge driver for '{spot.own}', so git puts conflict markers"
        " into notes",
        "`memsync init` sets it",
    )


def undecided(path: str, *, deleted: bool) -> Notice:
    """Git stopped a merge at a file of the memory."""
    from shlex import quote

    # From the top of the work tree, in whatever folder the command is run.
    named = quote(f":/{path}")
    if deleted:
        return Notice(
            f"one side of a merge deleted '{path}', and the other side changed it",
            f"`git add {named}` keeps it, `git rm {named}` deletes it",
        )
    return Notice(
        f"git left a conflict in '{path}'", f"edit it, then run `git add {named}`"
    )
