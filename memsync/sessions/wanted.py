"""Which sessions and turns are asked for, in words and as a condition of SQL."""

from __future__ import annotations

import os
from typing import NamedTuple

from memsync.files.stored import named, storable
from memsync.sessions.readers.table import READERS


class Wanted(NamedTuple):
    """Which sessions and turns are asked for; None stands for all."""

    agent: str | None = None
    root: str | None = None
    """With `identity`: sessions of the one or of the other."""
    identity: str | None = None
    cwd: str | None = None
    """Only of sessions that were held in this very folder."""
    since: float | None = None
    until: float | None = None
    """Seconds since 1970; the first that is not wanted any more."""
    role: str | None = None
    path: str | None = None
    """Only of files at or below this path, also ones that nothing else shows."""


def conditions(wanted: Wanted, *, turns: bool) -> tuple[str, tuple[object, ...]]:
    """What is wanted, as a condition of SQL over `s`, `p`, `o` and `t`."""
    parts: list[str] = []
    values: list[object] = []

    def need(condition: str, *given: object) -> None:
        parts.append(condition)
        values.extend(given)

    time = "coalesce(t.time, s.ended)" if turns else "s.ended"
    if wanted.agent is not None:
        need("s.agent = ?", wanted.agent)
    if wanted.root is not None or wanted.identity is not None:
        need(
            "(p.root = ? OR coalesce(p.identity, s.repository) = ?)",
            wanted.root and named(wanted.root),
            wanted.identity and storable(wanted.identity),
        )
    if wanted.cwd is not None:
        need("s.cwd = ?", storable(wanted.cwd))
    if wanted.since is not None:
        need(f"{time} >= ?", wanted.since)
    if wanted.until is not None:
        need(f"{time} < ?", wanted.until)
    if turns and wanted.role is not None:
        need("t.role = ?", wanted.role)
    if wanted.path is not None:
        source = "t.source" if turns else "s.source"
        # As bytes: `named` stores a path that is not UTF-8 so.
        path = wanted.path.encode("utf-8", "surrogateescape")
        start = path.rstrip(os.sep.encode()) + os.sep.encode()
        need(
            f"{source} IN (SELECT id FROM source"  # noqa: S608 -- one of two columns
            " WHERE CAST(path AS BLOB) = ? OR substr(CAST(path AS BLOB), 1, ?) = ?)",
            path,
            len(start),
            start,
        )
    elif wanted.agent is None or not READERS[wanted.agent].only_when_named:
        need("NOT o.named")
    return " AND ".join(parts) or "1", tuple(values)
