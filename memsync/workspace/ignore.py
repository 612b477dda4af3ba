"""What git ignores here, asked of git; and the files that say so, checked."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from memsync.atomic import read_regular
from memsync.errors import Broken, MemsyncError
from memsync.git import elsewhere
from memsync.paths import MEMORY_INDEX, MEMORY_PATH
from memsync.workspace.lines import has_line, pattern, without_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.workspace.roots import GitRoot

ENTRY = MEMORY_PATH.encode() + b"/"
"""What the `.gitignore` beside a memory says, as Coyote writes and finds it."""

_COYOTE_FINDS = (ENTRY, ENTRY.removesuffix(b"/"))


class Rule(NamedTuple):
    """The ignore rule that decides about a memory, other than our own line."""

    source: str
    """The file it stands in: below the git root, or absolute."""
    line: int
    pattern: str

    @property
    def negates(self) -> bool:
        """Whether it takes the memory back out of what is ignored."""
        return self.pattern.startswith("!")


def exclude_file(root: GitRoot) -> Path:
    """Git's private list of ignore rules, one for all worktrees."""
    return root.common_dir / "info" / "exclude"


def exclude_line(below_root: str) -> bytes:
    """Our rule in that list. No slash at its end: it must match a link too."""
    return pattern(os.fsencode(below_root), anchored=True)


def has_entry(data: bytes) -> bool:
    """Whether a `.gitignore` has the entry that Coyote would write or accept."""
    return any(line.strip() in _COYOTE_FINDS for line in data.split(b"\n"))


def read_rules(path: Path) -> bytes | None:
    """A file of rules that may be edited; None where there is none.

    Raises `Broken` for a link, a folder, a file without permission to read or
    write, and for one that git cannot read as text.
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
            path, f"is {what.get(stat.S_IFMT(found.st_mode), 'not a file')}"
        )
    # The superuser passes every check of access, so the bits count as well.
    if not found.st_mode & 0o444 or not os.access(path, os.R_OK):
        raise _unusable(path, "cannot be read")
    if not found.st_mode & 0o222 or not os.access(path, os.W_OK):
        raise _unusable(path, "is read-only")
    try:
        data = read_regular(path)
    except MemsyncError as error:
        raise _unusable(path, error.message) from None
    if b"\0" in data:
        raise _unusable(path, "is not text that git can read (UTF-16?)")
    return data


def _unusable(path: Path, reason: str) -> Broken:
    hint = "mend it, or use `memsync init --no-gitignore`"
    if path.name == "exclude":
        hint = "mend it and try again"
    return Broken(f"'{path}' {reason}", hint=hint, word="ignore-file")


def is_ignored(root: GitRoot, path: Path, environ: Mapping[str, str]) -> bool:
    """Whether git leaves `path` alone: ignored by any rule, and not tracked."""
    asked = elsewhere(root.top, environ).attempt(
        "check-ignore", "--quiet", "--", os.fspath(path)
    )
    return asked.code == 0


def tracked_files(top: Path, below: str, environ: Mapping[str, str]) -> int:
    """How many files git tracks at or below a path of a work tree."""
    listed = elsewhere(top, environ).run(
        "--literal-pathspecs", "ls-files", "-z", "--", below
    )
    return listed.count(b"\0")


def rule_for(root: GitRoot, below_root: str, environ: Mapping[str, str]) -> Rule | None:
    """The rule that decides about a memory if our own line were not there.

    Git is asked in a copy of all its rules: it names only the last match, which
    after a first run is ours, and it sees nothing behind a worktree's link.
    """
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="memsync-") as folder:
        copy = Path(folder)
        _copy_rules(root, below_root, copy)
        return _ask(root, below_root, copy, environ)


def _copy_rules(root: GitRoot, below_root: str, copy: Path) -> None:
    git_dir = copy / "git"
    for part in ("objects", "refs", "info"):
        (git_dir / part).mkdir(parents=True)
    (git_dir / "HEAD").write_bytes(b"ref: refs/heads/main\n")
    exclude = _bytes_of(exclude_file(root)) or b""
    while has_line(exclude, exclude_line(below_root)):
        exclude = without_line(exclude, exclude_line(below_root))
    (git_dir / "info" / "exclude").write_bytes(exclude)
    (copy / "tree" / below_root).mkdir(parents=True)
    folder = Path()
    for part in ("", *Path(below_root).parts):
        folder /= part
        # What stands behind a link is not this work tree's to say.
        if (root.top / folder).is_symlink():
            break
        data = _bytes_of(root.top / folder / ".gitignore")
        if data is not None:
            (copy / "tree" / folder / ".gitignore").write_bytes(data)


def _ask(
    root: GitRoot, below_root: str, copy: Path, environ: Mapping[str, str]
) -> Rule | None:
    asked = elsewhere(root.top, environ).attempt(
        *("config", "-z", "--get-regexp", r"^core\.(excludesfile|ignorecase)$")
    )
    rows = [row for row in os.fsdecode(asked.out).split("\0") if "\n" in row]
    settings = [row.replace("\n", "=", 1) for row in rows]
    git = elsewhere(copy / "tree", environ, tuple(settings))
    # Of a file in a folder that a `!` rule takes back out git names no rule.
    for path in (f"{below_root}/{MEMORY_INDEX}", below_root):
        asked = git.attempt(
            f"--git-dir={copy / 'git'}",
            f"--work-tree={copy / 'tree'}",
            *("check-ignore", "--verbose", "--no-index", "-z", "--stdin"),
            stdin=os.fsencode(path) + b"\0",
        )
        if asked.code == 0:
            source, line, text, *_ = map(os.fsdecode, asked.out.split(b"\0"))
            if source.startswith(os.fspath(copy / "git")):
                source = os.fspath(exclude_file(root))
            return Rule(source, int(line), text)
    return None


def _bytes_of(path: Path) -> bytes | None:
    try:
        return read_regular(path)
    except (FileNotFoundError, NotADirectoryError, MemsyncError):
        # Git does not follow a linked `.gitignore` in a work tree either.
        return None
