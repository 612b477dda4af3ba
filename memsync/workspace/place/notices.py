"""What this room tells a person besides its result, and what mends it."""

from __future__ import annotations

import errno

from memsync.record import NamedTuple
from memsync.terminal import printable
from memsync.workspace.place.vanished import archived_worktrees

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from memsync.workspace.place.spot import Spot
    from memsync.workspace.repository.roots import GitRoot
    from memsync.workspace.repository.rules import Rule


# The command that brings back what is gone.
RESTORE_ALL = "memsync archive restore --all"


# The most files that a warning names.
_MOST_NAMED = 3


class Notice(NamedTuple):
    """A warning: one line, and the command or the edit that mends it."""

    message: str
    hint: str | None = None


Notices = tuple[Notice, ...]


def made(folder: Path) -> Notice:
    """A write made the memory that was not there."""
    return Notice(f"there was no memory here, so one was made at '{folder}'")


def vanished(spot: Spot) -> Notice:
    """The notes are gone from the work tree, and safe."""
    return Notice(
        f"the memory at '{spot.folder}' is gone; its notes are in the archive",
        RESTORE_ALL,
    )


def gone(names: tuple[str, ...]) -> Notice:
    """Single notes that went without memsync."""
    some = ", ".join(map(printable, names[:3])) + ", …" * (len(names) > 3)
    what = "a note is" if len(names) == 1 else f"{len(names)} notes are"
    return Notice(
        f"{what} gone without memsync ({some}); the archive has the text",
        RESTORE_ALL,
    )


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
    named = ", ".join(printable(str(file)) for file in files[:_MOST_NAMED])
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


def private_aside(private: Spot, here: Spot) -> Notice:
    """A work tree has a memory of its own, and its repository a private one."""
    return Notice(
        f"the memory at '{here.folder}' is used here; there is a private one of this"
        f" repository as well, at '{private.folder}'",
        "`memsync init --private --move` brings the notes there",
    )


def team_aside(private: Spot, here: Spot) -> Notice:
    """Private notes must not go into commits because a branch brought a memory."""
    return Notice(
        f"the private memory at '{private.folder}' is used here, and not the one that"
        f" git tracks at '{here.folder}'",
        "`memsync deinit` archives the private one",
    )


def claimed(identity: str, file: Path) -> Notice:
    """What a repository says about itself opens no other repository's memory."""
    return Notice(
        f"'{file}', which is committed, says that this is '{identity}'; the private"
        " memory of that one is not used until you agree",
        f"memsync adopt {identity}",
    )


def own_memory(spot: Spot) -> Notice:
    """A worktree has a memory that nobody asked for."""
    return Notice(
        f"the worktree '{spot.level}' has a memory of its own, which is deleted with"
        " the worktree",
        "`memsync merge-back` brings its notes to the shared one",
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

    named = quote(path)
    if deleted:
        return Notice(
            f"one side of a merge deleted '{path}', and the other side changed it",
            f"`git add {named}` keeps it, `git rm {named}` deletes it",
        )
    return Notice(
        f"git left a conflict in '{path}'", f"edit it, then run `git add {named}`"
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


def lite_stays(spot: Spot) -> Notice:
    """A person's own text is not memsync's to remove."""
    return Notice(
        f"'{spot.lite}' stays, for the text that was written into it",
        f"`rm {spot.lite.name}` removes it",
    )


def files_stay(spot: Spot, left: Sequence[str], again: str) -> Notice:
    """The folder holds more than notes, and the archive keeps notes only."""
    if spot.memory_folder.archive.is_relative_to(spot.folder):
        # Outside git there is no other place for it.
        return Notice(f"'{spot.folder}' stays, with the archive in it")
    named = [printable(name) for name in left[:_MOST_NAMED]]
    if len(left) > len(named):
        named.append(f"{len(left) - len(named)} more")
    return Notice(
        f"'{spot.folder}' stays, for the files in it that are not notes: "
        f"{', '.join(named)}",
        f"move them away, then run `{again}` again",
    )


def removed_worktrees(root: GitRoot) -> list[Notice]:
    """Worktrees that went with a memory of their own, whose notes are safe."""
    return [
        Notice(
            f"the worktree '{name}' is gone; the notes of its own memory are in"
            " the archive",
            f"memsync merge-back {name}",
        )
        for name in archived_worktrees(root)
    ]


def ancestors_memory(spot: Spot, root: GitRoot) -> Notice:
    """A submodule or a nested clone without a marker wrote further up."""
    return Notice(
        f"'{root.top}' has no memory of its own, so this went to '{spot.folder}'",
        "`memsync init` makes its own",
    )


def of_another_user(spot: Spot) -> Notice:
    """Someone else's memory stands above, as in a shared folder for temporary files."""
    return Notice(
        f"the memory of '{spot.level}' belongs to another user, so memsync ignores it",
        "`memsync init --here` makes your own, or take over that folder",
    )


def not_observed(archive: Path, error: Exception) -> Notice:
    """Reading works, but what agents wrote could not be stored."""
    why, hint = str(error), f"make '{archive}' writable"
    if isinstance(error, OSError):
        why = (error.strerror or why).lower()
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            hint = "free space on that disk"
    return Notice(
        f"new versions of notes could not be stored in '{archive}': {why}", hint
    )


def no_link(own: Path) -> Notice:
    """The shared memory is used, but other readers do not see it here."""
    return Notice(
        f"no link to the shared memory could be made at '{own}'",
        "memsync works without it; run `memsync init` to try again",
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


def taken_back_out(rule: Rule, entry: str) -> Notice:
    """A later `!` rule undoes the one that hides the memory."""
    return Notice(
        f"'{rule.source}' line {rule.line} un-ignores the memory, so that"
        " `git add` adds the notes",
        f"remove that line, or move `{entry}` below it",
    )


def ignored(rule: Rule) -> Notice:
    """A team memory that git will not commit."""
    return Notice(
        f"'{rule.source}' line {rule.line} ignores the memory, so git will not"
        " commit it",
        "remove that line, or run `git add --force .coyote/memory`",
    )


def in_the_way(spot: Spot) -> Notice:
    """Someone's files stand where a worktree's link belongs."""
    return Notice(
        f"'{spot.own}' has files but no memory index, so the link to the shared"
        f" memory '{spot.folder}' cannot be made there",
        f"move them to '{spot.folder}', and run `memsync init` again",
    )
