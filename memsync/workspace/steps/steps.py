"""The single changes of init and deinit: first planned, then done."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from memsync.errors import Broken, Refused
from memsync.files import atomic
from memsync.files.unlinked import remove
from memsync.memory.files.live import leftovers
from memsync.paths import MEMORY_INDEX
from memsync.workspace.repository import lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path
    from typing import Any

    from memsync.files.lock import Held
    from memsync.memory.files.live import Leftover

Action = Literal["created", "updated", "unchanged", "linked", "removed", "kept"]


def _nothing() -> None:
    """The act of a step that changes nothing."""


@dataclass(frozen=True, slots=True)
class Step:
    """One path and its change; `act` makes it, and may safely run twice."""

    path: Path
    action: Action
    act: Callable[[], None] = _nothing
    record: Path | None = None
    """What else `init` records for `deinit`."""

    @property
    def pending(self) -> bool:
        """Whether acting would change anything."""
        return self.act is not _nothing


def act_on(steps: Iterable[Step]) -> None:
    """Do the steps in their order; raises `OSError` where the system refuses one."""
    for step in steps:
        step.act()


def sweep(steps: Iterable[Step], held: Held[Any]) -> None:
    """Remove temporary files that a killed init left beside the files it edits.

    `held` is the lock of the init.
    """
    for left in _left(steps):
        left.remove(held)


def left_behind(steps: Iterable[Step]) -> bool:
    """Whether a killed init left temporary files, or another one is writing them."""
    return any(True for _ in _left(steps))


def _left(steps: Iterable[Step]) -> Iterator[Leftover]:
    # Where a memory exists, others may be writing: its own lock is for that.
    ours = [s for s in steps if s.pending or s.path.name != MEMORY_INDEX]
    files = [file for step in ours for file in (step.path, step.record) if file]
    for folder in {file.parent for file in files}:
        yield from (left for left in leftovers(folder) if left.of is None)


def require_writable(path: Path) -> None:
    """Raise `Broken` unless `path` can be made or replaced in its folder."""
    folder = path.parent
    while not os.path.lexists(folder):
        folder = folder.parent
    if not folder.is_dir():
        # Such as /dev/null, the home folder of some services.
        owned = folder.is_file()
        hint = f"move '{folder}' away" if owned else "set HOME to a folder of yours"
        raise Broken(f"'{folder}' is not a folder", hint=hint)
    # Root passes every access check, so look at the permission bits, too.
    if not folder.stat().st_mode & 0o222 or not os.access(folder, os.W_OK | os.X_OK):
        raise Broken(f"'{folder}' is read-only", word="read-only")


def make_file(path: Path, data: bytes, *, private: bool = False) -> Step:
    """Create a file and its folders; an existing file stays as it is.

    Raises `Refused` for a symlink in its place, and `Broken` for a folder.
    """
    # A link in a work tree could lead the write anywhere.
    if path.is_symlink():
        raise Refused(
            f"'{path}' is a symlink, and memsync does not follow it",
            hint="replace the link with the file it points to",
            word="symlink",
        )
    if path.is_file():
        return Step(path, "unchanged")
    if path.exists():
        raise Broken(f"'{path}' is not a file", hint=f"move '{path}' away")
    require_writable(path)

    def act() -> None:
        atomic.make_folder(path.parent, mode=0o700 if private else atomic.PLAIN_FOLDER)
        try:
            # `create` fails if the file exists by now: nothing is overwritten.
            atomic.create(path, data, mode=0o600 if private else None)
        except FileExistsError:
            # Another init was faster; its file is the same.
            return

    return Step(path, "created", act)


def add_line(path: Path, data: bytes | None, line: bytes, record: Path) -> Step:
    """Append a rule to a file whose bytes are `data` (None: there is no file).

    `record` is the file for what is needed to remove it again.
    """
    require_writable(path)
    added = lines.with_line(data or b"", line)
    made = b"created" if data is None else added.ended_with

    def act() -> None:
        atomic.make_folder(record.parent)
        atomic.write(record, made)
        atomic.make_folder(path.parent)
        atomic.write(path, added.data)

    return Step(path, "created" if data is None else "updated", act, record)


def remove_line(path: Path, data: bytes, line: bytes, record: Path) -> Step:
    """Remove a rule from a file, and the file itself if memsync created it."""
    require_writable(path)
    made = record.read_bytes() if record.is_file() else b""
    ended_with = made if made in (b"\n", b"\r\n") else b""
    rest = lines.without_line(data, line, ended_with=ended_with)
    goes = not rest and made == b"created"

    def act() -> None:
        if goes:
            path.unlink(missing_ok=True)
            atomic.fsync_folder(path.parent)
        else:
            atomic.write(path, rest)
        record.unlink(missing_ok=True)

    return Step(path, "removed" if goes else "updated", act, record)


def remove_file(path: Path) -> Step:
    """Remove a file or a link, then its folder if that is empty."""
    require_writable(path)

    def act() -> None:
        remove(path)
        remove_empty(path.parent)

    return Step(path, "removed", act)


def remove_empty(folder: Path) -> None:
    """Remove a folder if it is empty."""
    try:
        folder.rmdir()
    except OSError:
        return
