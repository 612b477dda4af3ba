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
MOST_NAMED = 3


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
    named = [printable(name) for name in left[:MOST_NAMED]]
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


def left_out(spot: Spot) -> Notice:
    """Git tracks the memory, and has not put it into this work tree."""
    top = spot.root.main_top if spot.root and spot.shared else spot.top
    return Notice(
        f"the memory at '{spot.folder}' is not checked out: git tracks it, and the"
        f" sparse checkout of '{top}' leaves it out",
        f"run `git sparse-checkout add {spot.below_root}` there",
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


def taken_back_out(rule: Rule, entry: str) -> Notice:
    """A later `!` rule undoes the one that hides the memory."""
    return Notice(
        f"'{rule.source}' line {rule.line} un-ignores the memory, so that"
        " `git add` adds the notes",
        f"remove that line, or move `{entry}` below it",
    )


def in_the_way(spot: Spot) -> Notice:
    """Someone's files stand where a worktree's link belongs."""
    return Notice(
        f"'{spot.own}' has files but no memory index, so the link to the shared"
        f" memory '{spot.folder}' cannot be made there",
        f"move them to '{spot.folder}', and run `memsync init` again",
    )
