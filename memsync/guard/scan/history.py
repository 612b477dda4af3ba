"""Scans commits: what each commit of a range added to the guarded files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from memsync.errors import BadUsage
from memsync.guard.checks import staged
from memsync.guard.checks.staged import File

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


def files(rev_range: str, environ: Mapping[str, str]) -> Iterator[File]:
    """The files of each commit in the range, with the versions of its parents.

    A file's path is `<commit>:<path>`. Of a merge, only lines count that no parent has.
    Raises `BadUsage` for an unknown range.
    """
    for commit in _commits(rev_range, environ):
        yield from _of_commit(commit, environ)


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


def _of_commit(commit: str, environ: Mapping[str, str]) -> Iterator[File]:
    out = staged.git(
        environ,
        *("diff-tree", "-r", "-c", "--root", "--raw", "-z", "--no-abbrev"),
        *("--no-commit-id", "--no-ext-diff", "-M", commit),
    )
    rows = [
        row for row in _rows(out) if staged.is_guarded(row[2]) and row[0].strip(b"0")
    ]
    blobs = staged.read_blobs([row[0] for row in rows], environ)
    for (_, old, path), blob in zip(rows, blobs, strict=True):
        known = [o for o in old if o.strip(b"0")]

        def parents(ids: list[bytes] = known) -> list[bytes]:
            return staged.read_blobs(ids, environ)

        name = os.fsencode(commit[:12]) + b":" + path
        yield File(name, blob, b"100644", b"M", parents)


def _rows(out: bytes) -> Iterator[tuple[bytes, list[bytes], bytes]]:
    """New id, old ids and path of each entry, combined ones (`::`) included."""
    fields = out.split(b"\0")
    i = 0
    while i + 1 < len(fields):
        head = fields[i]
        parents = len(head) - len(head.lstrip(b":"))
        words = head[parents:].split(b" ")
        modes, ids = words[: parents + 1], words[parents + 1 : 2 * parents + 2]
        status = words[-1]
        i += 1
        # Only a plain diff, not a combined one, has the old path of a rename, too.
        if parents == 1 and status[:1] in (b"R", b"C"):
            i += 1
        path = fields[i]
        i += 1
        # A submodule is a commit of another repository, which has its own scan.
        if modes[-1] != b"160000":
            yield ids[-1], ids[:-1], path
