"""Reads what a commit will record: from git's index, never from the work tree.

Keeps the hook's environment: only so do `git commit -- path`, a linked worktree and a
submodule show the real index. Imports little more than `os`, because every commit waits
for it.
"""

from __future__ import annotations

import os

from memsync.guard.checks.from_memory import from_memory
from memsync.process.spawn import run

TYPE_CHECKING = False  # importing typing would cost a hook 10 ms
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

# The instruction files that agents read and write.
AGENT_FILES = (b"COYOTE.md", b"AGENTS.md", b"CLAUDE.md", b"GEMINI.md")
_MEMORY = b".coyote/memory"

# No setting of a person may change the output: color.ui, diff.external, diff.renames
# and, since git 2.28, diff.relative. --no-abbrev: `cat-file` needs full ids.
_DIFF = (
    *("diff", "--cached", "--raw", "-z", "--no-abbrev", "--no-color"),
    *("--no-ext-diff", "--no-textconv", "--no-relative", "-M", "--ignore-submodules"),
)
# `git --literal-pathspecs commit` and its like set these for the hook. They change what
# a path means to git, and make `check-ignore` fail.
_PATHSPECS = {f"GIT_{how}_PATHSPECS" for how in ("LITERAL", "GLOB", "NOGLOB", "ICASE")}
# Git's modes of a symlink and of a submodule.
_LINK = b"120000"
_SUBMODULE = b"160000"
# An id of zeros only stands for no file on that side of a diff.
_NOTHING = b"0"


def named_agent_files() -> str:
    """The instruction files, as a sentence names them."""
    *some, last = sorted(map(os.fsdecode, AGENT_FILES))
    return f"{', '.join(some)} and {last}"


class File:
    """One file to judge: its bytes, and those that they replace."""

    __slots__ = ("_parents", "data", "mode", "path", "status")

    def __init__(
        self,
        path: bytes,
        data: bytes,
        mode: bytes,
        status: bytes = b"",
        parents: Callable[[], list[bytes]] | None = None,
    ) -> None:
        self.path = path
        """Its path as a user would write it, with `/`."""
        self.data = data
        """The blob's bytes; a symlink's target."""
        self.mode = mode
        self.status = status
        """Git's letter for the change; empty if the whole file is judged."""
        self._parents = parents

    @property
    def parents(self) -> list[bytes]:
        """The parents' versions; none for a new file."""
        return self._parents() if self._parents else []

    @property
    def is_link(self) -> bool:
        """Whether it is a symlink."""
        return self.mode == _LINK

    @property
    def staged(self) -> bool:
        """Whether only the lines that a commit adds count."""
        return self._parents is not None


class Change:
    """One line of git's raw diff."""

    __slots__ = ("mode", "new", "old", "old_path", "path", "status")

    def __init__(self, head: bytes, old_path: bytes, path: bytes) -> None:
        # As `git diff --raw` prints it: two modes, two ids, a letter.
        fields = head[1:].split(b" ")
        self.mode = fields[1]
        self.old = fields[2]
        self.new = fields[3]
        self.status = fields[4][:1]
        self.old_path = old_path
        self.path = path


def is_memory(path: bytes) -> bool:
    """Whether a path is that of a memory, of a file in one, or of a `COYOTE.md`."""
    if path.rpartition(b"/")[2] == b"COYOTE.md":
        return True
    return (
        path == _MEMORY
        or path.startswith(_MEMORY + b"/")
        or path.endswith(b"/" + _MEMORY)
        or b"/" + _MEMORY + b"/" in path
    )


def is_guarded(path: bytes) -> bool:
    """Whether the secrets check reads a path: memories and agents' instructions."""
    return path.rpartition(b"/")[2] in AGENT_FILES or is_memory(from_memory(path))


def is_in_git(environ: Mapping[str, str]) -> bool:
    """Whether git finds a repository here, with or without a work tree."""
    return run(["git", "rev-parse", "--git-dir"], _for_git(environ), b"").code == 0


def changes(environ: Mapping[str, str]) -> list[Change]:
    """Every staged change but deletions; raises `Broken` when git fails."""
    fields = git(environ, *_DIFF).split(b"\0")
    found = []
    i = 0
    while i + 1 < len(fields):
        head = fields[i]
        two = head.rpartition(b" ")[2][:1] in (b"R", b"C")
        change = Change(head, fields[i + 1], fields[i + 2] if two else fields[i + 1])
        i += 3 if two else 2
        if change.status not in (b"D", b"U") and change.mode != _SUBMODULE:
            found.append(change)
    return found


def files(changed: Iterable[Change], environ: Mapping[str, str]) -> list[File]:
    """The staged blobs of these changes, read by one child."""
    wanted = list(changed)
    blobs = read_blobs([change.new for change in wanted], environ)
    return [
        File(
            change.path,
            blob,
            change.mode,
            change.status,
            _parents_of(change, environ),
        )
        for change, blob in zip(wanted, blobs, strict=True)
    ]


def _parents_of(
    change: Change, environ: Mapping[str, str]
) -> Callable[[], list[bytes]]:
    known: list[list[bytes]] = []

    def parents() -> list[bytes]:
        if not known:
            known.append(_read_parents(change, environ))
        return known[0]

    return parents


def _read_parents(change: Change, environ: Mapping[str, str]) -> list[bytes]:
    """The file in HEAD and, during a merge, in the merged commits.

    A line that any parent has is not added by the commit, so a merge is not blocked for
    what the other side has already committed.
    """
    names = [] if not change.old.strip(_NOTHING) else [change.old]
    names += [head + b":" + change.path for head in _merge_heads(environ)]
    return [blob for blob in read_objects(names, environ) if blob is not None]


def _merge_heads(environ: Mapping[str, str]) -> list[bytes]:
    _, place = places(environ)
    try:
        with open(place, "rb") as file:  # noqa: PTH123 -- no pathlib in a hook
            return file.read().split()
    except FileNotFoundError:
        return []


def places(environ: Mapping[str, str]) -> tuple[bytes, bytes]:
    """The common git folder of all worktrees, and the path of MERGE_HEAD.

    Both absolute. Asks git once for each working folder of this process.
    """
    here = os.getcwdb()  # noqa: PTH109 -- no pathlib in a hook
    if here not in _places:
        asked = ("--git-common-dir", "--git-path", "MERGE_HEAD")
        out = git(environ, "rev-parse", "--path-format=absolute", *asked)
        common, _, merge = out.removesuffix(b"\n").partition(b"\n")
        if b"\n" in merge:
            # A newline in a path: ask for each one alone.
            common, merge = (
                git(environ, "rev-parse", "--path-format=absolute", *one)[:-1]
                for one in (asked[:1], asked[1:])
            )
        _places[here] = common, merge
    return _places[here]


_places: dict[bytes, tuple[bytes, bytes]] = {}


def read_blobs(ids: list[bytes], environ: Mapping[str, str]) -> list[bytes]:
    """The bytes of objects that must exist; raises `Broken` otherwise."""
    blobs = read_objects(ids, environ)
    missing = [name for name, blob in zip(ids, blobs, strict=True) if blob is None]
    if missing:
        _fail(f"git has no object {missing[0].decode()}")
    return [blob for blob in blobs if blob is not None]


def read_objects(names: list[bytes], environ: Mapping[str, str]) -> list[bytes | None]:
    """The bytes of each object, None for those that git does not have."""
    if not names:
        return []
    # One child for all blobs, instead of one a file.
    out = git(environ, "cat-file", "--batch", stdin=b"".join(n + b"\n" for n in names))
    found: list[bytes | None] = []
    at = 0
    for _ in names:
        end = out.index(b"\n", at)
        words = out[at:end].rsplit(b" ", 2)
        at = end + 1
        if words[-1] in (b"missing", b"ambiguous") or words[-2] != b"blob":
            size = int(words[-1]) + 1 if words[-1].isdigit() else 0
            found.append(None)
        else:
            size = int(words[-1]) + 1
            found.append(out[at : at + size - 1])
        at += size
    return found


def ignored(paths: list[bytes], environ: Mapping[str, str]) -> set[bytes]:
    """Those paths, relative to the working folder, that an ignore rule covers."""
    if not paths:
        return set()
    asked = {path: _up_to_link(path) for path in paths}
    done = run(
        ["git", "check-ignore", "--no-index", "-z", "--stdin"],
        _for_git(environ),
        b"".join(path + b"\0" for path in asked.values()),
    )
    if done.code not in (0, 1):
        _git_failed("check-ignore", done.err)
    covered = set(done.out.split(b"\0"))
    return {path for path in paths if asked[path] in covered}


def _up_to_link(path: bytes) -> bytes:
    """A path, or the first symlink on its way: git answers nothing beyond one.

    Such is the memory of a linked worktree, which a commit may have as a folder.
    """
    end = path.find(b"/")
    while end >= 0:
        if os.path.islink(path[:end]):  # noqa: PTH114 -- no pathlib in a hook
            return path[:end]
        end = path.find(b"/", end + 1)
    return path


def tracked(
    environ: Mapping[str, str],
    paths: list[bytes],
    wanted: Callable[[bytes], bool] = is_guarded,
) -> list[File]:
    """Files that git tracks at or below `paths`, whole, as they are staged.

    Only those whose path is `wanted` are read: a partial clone fetches what is.
    """
    listed = git(environ, "ls-files", "--stage", "-z", "--", *paths)
    rows = [row for row in listed.split(b"\0") if row and row[:6] != _SUBMODULE]
    heads = [row.split(b"\t", 1) for row in rows]
    heads = [head for head in heads if wanted(head[1])]
    blobs = read_blobs([head.split(b" ")[1] for head, _ in heads], environ)
    return [
        File(path, blob, head[:6])
        for (head, path), blob in zip(heads, blobs, strict=True)
    ]


def on_disk(path: bytes) -> File | None:
    """A whole file of the work tree; None if there is no file."""
    try:
        if os.path.islink(path):  # noqa: PTH114 -- no pathlib in a hook
            return File(path, os.readlink(path), _LINK)  # noqa: PTH115 -- no pathlib in a hook
        with open(path, "rb") as file:  # noqa: PTH123 -- no pathlib in a hook
            return File(path, file.read(), b"100644")
    except (FileNotFoundError, IsADirectoryError):
        return None


def git(
    environ: Mapping[str, str], *arguments: str | bytes, stdin: bytes = b""
) -> bytes:
    """Git's output, with the hook's own environment; raises `Broken`."""
    try:
        done = run(["git", *arguments], _for_git(environ), stdin)
    # A check that cannot run blocks the commit.
    except FileNotFoundError:
        _fail("git is not on PATH")
    if done.code:
        _git_failed(str(arguments[0]), done.err)
    return done.out


def _for_git(environ: Mapping[str, str]) -> dict[str, str]:
    kept = {name: environ[name] for name in environ if name not in _PATHSPECS}
    return {**kept, "LC_ALL": "C"}


def _git_failed(verb: str, said: bytes) -> None:
    from memsync.terminal import printable

    lines = said.decode("utf-8", "replace").strip().splitlines() or ["failed"]
    _fail(f"git {verb}: {printable(lines[-1]).removeprefix('fatal: ')}")


def _fail(message: str) -> None:
    from memsync.errors import Broken

    raise Broken(message, word="git")
