"""Scans commits: what each commit of a range added to the guarded files."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import BadUsage
from memsync.guard.checks import staged
from memsync.guard.checks.staged import File

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping


class _Row(NamedTuple):
    """One entry of git's raw diff of a commit."""

    path: bytes
    mode: bytes
    new: bytes
    """The id of the file's new version; zeros for none."""
    old: list[bytes]
    """The ids in the parents."""
    status: bytes
    """Git's letter for the change; of a merge, the one that all parents agree on."""


def files(
    rev_range: str, environ: Mapping[str, str]
) -> Iterator[tuple[str, list[File]]]:
    """Each commit of the range: its id, and its files with the parents' versions.

    Of a merge, only lines count that no parent has. Raises `BadUsage` for an unknown
    range.
    """
    for commit in _commits(rev_range, environ):
        yield commit, _of_commit(commit, environ)


def _commits(rev_range: str, environ: Mapping[str, str]) -> list[str]:
    from memsync.errors import Broken

    try:
        # A range that begins with a dash must not become an option (git 2.24).
        rest = ("--end-of-options", rev_range, "--")
        out = staged.git(environ, "rev-list", "--reverse", *rest)
    except Broken:
        raise BadUsage(
            f"there are no commits '{rev_range}'",
            hint="give a range such as origin/main.. or v1..v2",
        ) from None
    return out.decode().split()


def _of_commit(commit: str, environ: Mapping[str, str]) -> list[File]:
    out = staged.git(
        environ,
        *("diff-tree", "-r", "-c", "--root", "--raw", "-z", "--no-abbrev"),
        *("--no-commit-id", "--no-ext-diff", "-M", commit),
    )
    rows = [
        row for row in _rows(out) if staged.is_guarded(row.path) and row.new.strip(b"0")
    ]
    blobs = staged.read_blobs([row.new for row in rows], environ)
    return [
        File(row.path, blob, row.mode, row.status, _parents_of(row, environ))
        for row, blob in zip(rows, blobs, strict=True)
    ]


def _parents_of(row: _Row, environ: Mapping[str, str]) -> Callable[[], list[bytes]]:
    known = [old for old in row.old if old.strip(b"0")]
    return lambda: staged.read_blobs(known, environ)


def _rows(out: bytes) -> Iterator[_Row]:
    """Each entry, combined ones (`::`) included."""
    fields = out.split(b"\0")
    i = 0
    while i + 1 < len(fields):
        head = fields[i]
        parents = len(head) - len(head.lstrip(b":"))
        words = head[parents:].split(b" ")
        modes, ids = words[: parents + 1], words[parents + 1 : 2 * parents + 2]
        letters = words[-1][:parents]
        i += 1
        # Only a plain diff, not a combined one, has the old path of a rename, too.
        if parents == 1 and letters in (b"R", b"C"):
            i += 1
        path = fields[i]
        i += 1
        # A submodule is a commit of another repository, which has its own scan.
        if modes[-1] != b"160000":
            status = letters[:1] if len(set(letters)) == 1 else b"M"
            yield _Row(path, modes[-1], ids[-1], ids[:-1], status)
