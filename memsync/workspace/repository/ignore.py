"""Asks git what it ignores here, and checks the files with the rules."""

from __future__ import annotations

import os
import stat

from memsync.errors import Broken, MemsyncError
from memsync.files.atomic import read_regular
from memsync.paths import MEMORY_INDEX, MEMORY_PATH
from memsync.process.git import elsewhere
from memsync.workspace.repository.lines import has_line, pattern

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from memsync.workspace.repository.roots import GitRoot

# The entry in the `.gitignore` beside a memory; Coyote writes the same one.
ENTRY = MEMORY_PATH.encode() + b"/"

# The spellings of the entry that people and Coyote write.
_ENTRIES = (ENTRY, ENTRY.removesuffix(b"/"), b"/" + ENTRY)


def exclude_file(root: GitRoot) -> Path:
    """Git's private list of ignore rules, one for all worktrees."""
    return root.common_dir / "info" / "exclude"


def exclude_line(below_root: str) -> bytes:
    """Our rule in that list. No slash at its end, with which it would match no link."""
    return pattern(os.fsencode(below_root), anchored=True)


def has_entry(data: bytes) -> bool:
    """Whether someone has put the entry into a `.gitignore` already.

    Unlike Coyote, a space before it makes a difference: to git it is another name.
    """
    return any(line.rstrip(b"\r ") in _ENTRIES for line in data.split(b"\n"))


def read_rules(
    path: Path, *, optional: bool = False, wanted: bytes | None = None
) -> bytes | None:
    """A file of rules that can be edited; None if there is none.

    `optional`: `init` can do without it, as the hint of an error says. `wanted`: a file
    with this line needs no edit, and may be read-only. Raises `Broken` for a symlink, a
    folder, a file without permission to read or write, and one that git cannot read as
    text.
    """
    try:
        found = path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise Broken.from_os_error(error) from None
    if not stat.S_ISREG(found.st_mode):
        what = {stat.S_IFLNK: "a symlink", stat.S_IFDIR: "a folder"}
        raise _unusable(
            path,
            f"is {what.get(stat.S_IFMT(found.st_mode), 'not a file')}",
            optional=optional,
        )
    # Root passes every access check, so look at the permission bits, too.
    if not found.st_mode & 0o444 or not os.access(path, os.R_OK):
        raise _unusable(path, "cannot be read", optional=optional)
    try:
        data = read_regular(path)
    except MemsyncError as error:
        raise _unusable(path, error.message, optional=optional) from None
    if b"\0" in data:
        raise _unusable(
            path, "is not text that git can read (UTF-16?)", optional=optional
        )
    if wanted is not None and has_line(data, wanted):
        return data
    # A rename would replace even a read-only file: respect its mode.
    if not found.st_mode & 0o222 or not os.access(path, os.W_OK):
        raise _unusable(path, "is read-only", optional=optional)
    return data


def _unusable(path: Path, reason: str, *, optional: bool = False) -> Broken:
    hint = "fix it and try again"
    if optional:
        hint = "repair it, or use `memsync init --no-gitignore`"
    return Broken(f"'{path}' {reason}", hint=hint, word="ignore-file")


def is_ignored(root: GitRoot, path: Path, environ: Mapping[str, str]) -> bool:
    """Whether git ignores `path`: some rule matches, and it is not tracked."""
    asked = elsewhere(root.top, environ).attempt(
        "check-ignore", "--quiet", "--", os.fspath(path)
    )
    return asked.code == 0


def is_memory_ignored(root: GitRoot, own: Path, environ: Mapping[str, str]) -> bool:
    """Whether git ignores the memory at `own`, a folder or a worktree's link."""
    # Git evaluates no path behind a link.
    path = own if own.is_symlink() else own / MEMORY_INDEX
    return is_ignored(root, path, environ)


def hides(root: GitRoot, below_root: str) -> bool:
    """Whether our line hides a memory, in every work tree and on every branch."""
    try:
        data = read_regular(exclude_file(root))
    except (FileNotFoundError, NotADirectoryError, MemsyncError):
        return False
    return has_line(data, exclude_line(below_root))


def hidden_files(top: Path, below: str, environ: Mapping[str, str]) -> list[Path]:
    """The files at or below a path of a work tree that git ignores and never took."""
    listed = elsewhere(top, environ).run(
        *("--literal-pathspecs", "ls-files", "--others", "--ignored"),
        *("--exclude-standard", "-z", "--", below),
    )
    return [top / os.fsdecode(path) for path in listed.split(b"\0") if path]


def tracked_files(top: Path, below: str, environ: Mapping[str, str]) -> int:
    """How many files git tracks at or below a path of a work tree."""
    listed = elsewhere(top, environ).run(
        # A folder's name may hold `*` or `[`, which git would take for a pattern.
        "--literal-pathspecs",
        "ls-files",
        "-z",
        "--",
        below,
    )
    return listed.count(b"\0")


def was_committed(top: Path, below: str, environ: Mapping[str, str]) -> bool:
    """Whether a commit of this branch, or of its past, has a path of a work tree."""
    found = elsewhere(top, environ).attempt(
        "--literal-pathspecs", "log", "-1", "--format=%H", "--", below
    )
    return bool(found.out)  # a branch without a commit is an error, and nothing
