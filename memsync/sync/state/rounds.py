"""What rounds did here: a diary, and what came in.

The commits record what each machine sent. The diary records the rest: one JSON object
on each line, the newest last. Prompts mark files that came from another machine,
because anyone who can push to the remote can write them. Without these files no text is
lost: the versions are in the mirror's history and in the archive. But what came in then
counts as this machine's own.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import MemsyncError
from memsync.files import atomic
from memsync.memory.archive.journal import moment_of
from memsync.memory.note.names import MEMORY_INDEX_NAME as INDEX_NAME
from memsync.memory.note.names import SUFFIX, Scope

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from memsync.clock import Now
    from memsync.files.lock import Held, Round
    from memsync.sync.state.last_round import FileChange
    from memsync.sync.state.result import Result

# The size in bytes above which the diary keeps only its newest entries.
_MOST = 1 << 20
_KEPT = 1000


class ToldConflict(NamedTuple):
    """A conflict as a round told it."""

    said: str
    """The note's label; empty in entries of older memsyncs."""
    version: str
    """The id of the version that lost; empty if a deletion lost."""
    message: str
    moment: str
    """When the round ran, as the journals of the memories tell it."""


class RoundEntry(NamedTuple):
    """A round that did more than send what had changed here."""

    time: str
    """ISO 8601, UTC."""
    head: str | None = None
    """The mirror's main after the round."""
    received: Sequence[str] = ()
    """Labels of notes."""
    merged: Sequence[tuple[str, str]] = ()
    """Labels and outcomes."""
    archived: Sequence[str] = ()
    """Ids of versions."""
    held: Sequence[str] = ()
    """Labels of notes."""
    conflicts: Sequence[ToldConflict] = ()
    error: tuple[str, str] | None = None
    """The code and the message of the error that stopped the round."""


def load_rounds(path: Path) -> list[RoundEntry]:
    """All entries, the oldest first; malformed lines are skipped.

    None for a file that is missing or cannot be read.
    """
    try:
        lines = atomic.read_regular(path).splitlines()
    except (OSError, MemsyncError):
        return []
    return [entry for line in lines if (entry := _parse(line)) is not None]


def entry_of(result: Result, now: Now) -> RoundEntry:
    """A line about a round that ran at that time."""
    trouble = result.trouble
    return RoundEntry(
        now.timestamp,
        head=result.head,
        received=result.received,
        merged=[(each.label, str(each.outcome)) for each in result.merged],
        archived=result.archived,
        held=sorted(result.held),
        conflicts=[
            ToldConflict(
                each.said, str(each.version or ""), each.sentence, moment_of(now)
            )
            for each in result.conflicts
        ],
        error=(trouble.word, trouble.message) if trouble else None,
    )


def is_worth_noting(entry: RoundEntry, diary: Path) -> bool:
    """Whether a round did more than send what was new here."""
    told = entry.received or entry.merged or entry.conflicts or entry.error
    # Times are whole seconds, so they cannot order a success after trouble.
    return bool(told) or ended_in_trouble(diary)


def ended_in_trouble(path: Path) -> bool:
    """Whether the newest entry is of a round that failed."""
    try:
        lines = atomic.read_regular(path).splitlines()
    except (OSError, MemsyncError):
        return False
    last = _parse(lines[-1]) if lines else None
    return last is not None and last.error is not None


def add_round(path: Path, entry: RoundEntry, held: Held[Round]) -> None:  # noqa: ARG001 -- a proof
    """Add an entry, unless it repeats the newest entry's error. Raises `OSError`."""
    known = load_rounds(path)
    said = known[-1].error if known else None
    if said is not None and entry.error is not None and said[0] == entry.error[0]:
        return
    line = _line(entry)
    if path.exists() and path.stat().st_size > _MOST:
        kept = b"".join(map(_line, known[-_KEPT:]))
        atomic.write(path, kept + line, mode=0o600)
        return
    # O_NOFOLLOW: a symbolic link at this path must not redirect the write.
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    handle = os.open(path, flags, 0o600)
    try:
        os.write(handle, line)
    finally:
        os.close(handle)


def forget_notes(
    path: Path,
    takes: Callable[[str], bool],
    held: Held[Round],  # noqa: ARG001 -- a proof
) -> None:
    """Remove the notes whose labels `takes` accepts, and all messages about conflicts.

    Raises `OSError`.
    """
    known = load_rounds(path)
    kept = [_without(entry, takes) for entry in known]
    if kept != known:
        atomic.write(path, b"".join(map(_line, kept)), mode=0o600)


def _without(entry: RoundEntry, takes: Callable[[str], bool]) -> RoundEntry:
    return entry._replace(
        received=tuple(said for said in entry.received if not takes(said)),
        merged=tuple(each for each in entry.merged if not takes(each[0])),
        archived=tuple(
            version
            for version in entry.archived
            if not takes(version.rpartition("/")[0])
        ),
        held=tuple(said for said in entry.held if not takes(said)),
        conflicts=(),
    )


def by_head(entries: Sequence[RoundEntry]) -> dict[str, RoundEntry]:
    """What rounds did, by the commit of main after them.

    Several rounds with the same commit are combined; failed rounds are left out.
    """
    found: dict[str, RoundEntry] = {}
    for entry in entries:
        if entry.head is None or entry.error is not None:
            continue
        known = found.get(entry.head, entry._replace(received=(), merged=()))
        found[entry.head] = entry._replace(
            received=[*known.received, *entry.received],
            merged=[*known.merged, *entry.merged],
        )
    return found


def merged_since(entries: Sequence[RoundEntry], moment: str) -> list[dict[str, str]]:
    """The notes that rounds after a moment merged, the newest first.

    `moment` is ISO 8601 in UTC; empty for all rounds.
    """
    return [
        {"name": name, "outcome": outcome, "time": entry.time}
        for entry in reversed(entries)
        if entry.time > moment
        for name, outcome in entry.merged
    ]


def conflicts_since(entries: Sequence[RoundEntry], moment: str) -> list[ToldConflict]:
    """The conflicts of rounds after a moment, the newest first."""
    return [
        told
        for entry in reversed(entries)
        if entry.time > moment
        for told in entry.conflicts
    ]


def trouble_since(
    entries: Sequence[RoundEntry], success: str | None
) -> dict[str, str] | None:
    """The error of the newest entry, unless a round has succeeded since then."""
    last = entries[-1] if entries else None
    if last is None or last.error is None or (success and success > last.time):
        return None
    code, message = last.error
    return {"code": code, "message": message, "since": last.time}


def _line(entry: RoundEntry) -> bytes:
    import json

    found = {key: value for key, value in entry._asdict().items() if value}
    return json.dumps(found, ensure_ascii=True).encode() + b"\n"


def _parse(line: bytes) -> RoundEntry | None:
    import json

    try:
        read = json.loads(line)
        lists = {
            key: tuple(map(str, read.get(key, ())))
            for key in ("received", "archived", "held")
        }
        conflicts = [
            ToldConflict("", "", told, "")
            if isinstance(told, str)
            else ToldConflict(*map(str, told))
            for told in read.get("conflicts", ())
        ]
        merged = tuple((str(name), str(out)) for name, out in read.get("merged", ()))
        error = read.get("error")
        return RoundEntry(
            time=str(read["time"]),
            head=read.get("head"),
            merged=merged,
            conflicts=tuple(conflicts),
            error=(str(error[0]), str(error[1])) if error else None,
            **lists,
        )
    except (ValueError, KeyError, TypeError, AttributeError, IndexError):
        return None


def load_received(path: Path) -> dict[str, str]:
    """The id of the blob that last came in, by path; none if the file is unreadable."""
    try:
        lines = atomic.read_regular(path).decode("utf-8", "surrogateescape")
    except (OSError, MemsyncError):
        return {}
    pairs = (line.partition(" ") for line in lines.split("\n"))
    return {name: oid for oid, _, name in pairs if name}


def came(known: Mapping[str, str], scope: Scope, name: str, data: bytes) -> bool:
    """Whether a note, log or `MEMORY` with these bytes came from another machine.

    A file that has changed here since counts as this machine's own. The user's memory
    index counts as foreign once any version of it came in, because its lines are
    merged. A repository's file is compared with files of that name from any
    repository: equal bytes are enough.
    """
    file = f"{name}{SUFFIX}"
    if scope is Scope.USER:
        oids = [known[file]] if file in known else []
        if oids and name == INDEX_NAME:
            return True
    else:
        oids = [
            oid
            for path, oid in known.items()
            if path.startswith("projects/") and path.split("/", 2)[2] == file
        ]
    if not oids:
        return False
    from memsync.sync.tree.layout import blob_id

    return blob_id(data) in oids


def add_received(
    path: Path,
    changes: Mapping[str, FileChange],
    held: Held[Round],  # noqa: ARG001 -- a proof
) -> None:
    """Record what a round is about to write here. Raises `OSError`."""
    known = load_received(path)
    for name, change in changes.items():
        known.pop(name, None)
        if change.after is not None and "\n" not in name:
            known[name] = change.after
    lines = "".join(f"{oid} {name}\n" for name, oid in sorted(known.items()))
    atomic.write(path, lines.encode("utf-8", "surrogateescape"), mode=0o600)
