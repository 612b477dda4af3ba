"""A copy of all ignore rules that concern one memory, for git to evaluate.

For a path, git names only the last rule that matches, which after a first init is ours;
and it evaluates nothing behind a worktree's link. In a copy we can leave our line out,
and see the effect of an edit before making it.
"""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import MemsyncError
from memsync.files.atomic import read_regular
from memsync.paths import MEMORY_INDEX, MEMORY_PATH
from memsync.process.git import elsewhere
from memsync.workspace.repository.ignore import ENTRY, exclude_file, exclude_line
from memsync.workspace.repository.lines import has_line, with_line, without_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from memsync.workspace.repository.roots import GitRoot


class Rule(NamedTuple):
    """The ignore rule that applies to a memory."""

    source: str
    """Its file: relative to the git root, or absolute."""
    line: int
    pattern: str

    @property
    def negates(self) -> bool:
        """Whether it is a `!` rule, which un-ignores the memory."""
        return self.pattern.startswith("!")


@dataclass(frozen=True, slots=True)
class Rules:
    """The copied rules; create it with `copied_rules`."""

    root: GitRoot
    below_root: str
    folder: Path
    environ: Mapping[str, str]
    settings: tuple[str, ...]
    """What the root's git is told about ignore rules, as `name=value`."""

    def decide(self) -> Rule | None:
        """The rule that ignores the whole memory, else the `!` rule that un-ignores it.

        None if there is neither.
        """
        paths = [f"{self.below_root}/{MEMORY_INDEX}", f"{self.below_root}/any"]
        *files, folder = self._ask([*paths, self.below_root])
        if all(rule is not None and not rule.negates for rule in files):
            return files[0]
        # For a file in a folder that a `!` rule un-ignores, git names no rule.
        return next((r for r in (*files, folder) if r is not None and r.negates), None)

    def against_any(self) -> Rule | None:
        """A rule that ignores the memory index or a note, and maybe no other file."""
        names = (MEMORY_INDEX, "any.md")
        found = self._ask([f"{self.below_root}/{name}" for name in names])
        return next((r for r in found if r is not None and not r.negates), None)

    def hide(self, *, entry: bool) -> None:
        """Add our line to the copy and, with `entry`, the `.gitignore` entry."""
        exclude = self.folder / "git/info/exclude"
        line = exclude_line(self.below_root)
        exclude.write_bytes(with_line(exclude.read_bytes(), line).data)
        if entry:
            level = self.below_root.removesuffix(MEMORY_PATH)
            file = self.folder / "tree" / level / ".gitignore"
            file.write_bytes(with_line(_bytes_of(file) or b"", ENTRY).data)

    def _ask(self, paths: list[str]) -> list[Rule | None]:
        git = elsewhere(self.folder / "tree", self.environ, self.settings)
        asked = git.attempt(
            f"--git-dir={self.folder / 'git'}",
            f"--work-tree={self.folder / 'tree'}",
            *("check-ignore", "--verbose", "--non-matching", "--no-index"),
            *("-z", "--stdin"),
            stdin=b"".join(os.fsencode(path) + b"\0" for path in paths),
        )
        words = list(map(os.fsdecode, asked.out.split(b"\0")))
        return [self._rule(*words[at * 4 : at * 4 + 3]) for at in range(len(paths))]

    def _rule(self, source: str, line: str, text: str) -> Rule | None:
        if not source:
            return None
        if source.startswith(os.fspath(self.folder / "git")):
            source = os.fspath(exclude_file(self.root))
        return Rule(source, int(line), text)


@contextlib.contextmanager
def copied_rules(
    root: GitRoot, below_root: str, environ: Mapping[str, str]
) -> Iterator[Rules]:
    """Copy all rules but our line for `below_root` to a temporary folder."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="memsync-") as name:
        folder = Path(name)
        for part in ("git/objects", "git/refs", "git/info", f"tree/{below_root}"):
            (folder / part).mkdir(parents=True)
        (folder / "git/HEAD").write_bytes(b"ref: refs/heads/main\n")
        exclude, line = _bytes_of(exclude_file(root)) or b"", exclude_line(below_root)
        while has_line(exclude, line):
            exclude = without_line(exclude, line)
        (folder / "git/info/exclude").write_bytes(exclude)
        _copy_files(root.top, below_root, folder / "tree")
        yield Rules(root, below_root, folder, environ, _settings(root, environ))


def _settings(root: GitRoot, environ: Mapping[str, str]) -> tuple[str, ...]:
    asked = elsewhere(root.top, environ).attempt(
        *("config", "-z", "--get-regexp", r"^core\.(excludesfile|ignorecase)$")
    )
    rows = [row for row in os.fsdecode(asked.out).split("\0") if "\n" in row]
    return tuple(row.replace("\n", "=", 1) for row in rows)


def _copy_files(top: Path, below_root: str, tree: Path) -> None:
    folder = Path()
    for part in ("", *Path(below_root).parts):
        folder /= part
        # Git does not read a `.gitignore` through a link either.
        if (top / folder).is_symlink():
            return
        data = _bytes_of(top / folder / ".gitignore")
        if data is not None:
            (tree / folder / ".gitignore").write_bytes(data)


def _bytes_of(path: Path) -> bytes | None:
    try:
        return read_regular(path)
    except (FileNotFoundError, NotADirectoryError, MemsyncError):
        # Git does not follow a linked `.gitignore` in a work tree either.
        return None
