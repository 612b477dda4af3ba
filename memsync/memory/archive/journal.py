"""What each command changed in a memory, so that `memsync undo` can revert it.

One JSON object a line in the archive's folder, local to one machine. A line is written
before its change, so that a killed command is known, too; a line whose text never went
live is ignored. All lines of one command have the same `unit`, its time. Small
differences are in the line itself, since the archive does not store a text that the
next one contains. Without the file, no text is lost.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from os.path import commonprefix
from typing import TYPE_CHECKING, NamedTuple

from memsync.files import atomic, json_lines
from memsync.memory.archive.archive import digest_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memsync.clock import Now
    from memsync.memory.archive.archive import Archive

# The commands whose own changes are not undone.
UNDOES = ("undo", "sync undo", "learn undo")

# Bytes above which the file is cut to its last lines.
_MOST = 1 << 20

# Lines that are kept then.
_KEPT = 500

# The most bytes of a difference that a line holds itself.
_PATCH = 4096


class Step(NamedTuple):
    """One file's change, as two digests; no digest means no file."""

    name: str
    before: str | None
    after: str | None
    patch: tuple[int, int, bytes] | None
    """The bytes of `before` between the first and last bytes that `after` shares."""

    def undone(self, after: bytes | None, archive: Archive) -> bytes | None:
        """The text before, from the one after. Raises `LookupError` if it is gone.

        Raises `OSError`.
        """
        if self.before is None:
            return None
        if self.patch is not None and after is not None:
            head, tail, middle = self.patch
            text = after[:head] + middle + after[len(after) - tail :]
            if digest_of(text) == self.before:
                return text
        for version in archive.versions(self.name):
            if version.digest == self.before:
                return atomic.read_regular(version.path)
        raise LookupError(self.name)


class Unit(NamedTuple):
    """What one command changed in one memory, in order."""

    moment: str
    """ISO 8601, UTC, to the microsecond."""
    command: str
    """The command as typed after `memsync`, without its arguments."""
    steps: Sequence[Step]
    barrier: str = ""
    """Why it cannot be undone; empty if it can."""

    @property
    def is_sync(self) -> bool:
        """Whether it is a round of sync, whose undoing other machines follow."""
        return is_sync(self.command) and not self.barrier


def is_sync(command: str) -> bool:
    """Whether a command, as a journal has it, runs a round of sync."""
    return command.split(" ", maxsplit=1)[0] == "sync"


class Journal:
    """The journal of the memory with this archive. Only its lock's holder writes."""

    def __init__(self, archive: Archive) -> None:
        self._path = archive.folder / ".journal"
        self._archive = archive

    @property
    def stamp(self) -> object:
        """What is another once a line was added; None without a journal."""
        try:
            stat = self._path.stat()
        except OSError:
            return None
        return (stat.st_mtime_ns, stat.st_size, stat.st_ino)

    def note(
        self, name: str, before: bytes | None, after: bytes | None, now: Now
    ) -> None:
        """Record a change that is about to be made. Raises `OSError`."""
        self._add(
            {
                "unit": moment_of(now),
                "command": now.by,
                "name": name,
                "before": None if before is None else digest_of(before),
                "after": None if after is None else digest_of(after),
                "patch": _patch(before, after),
            }
        )

    def note_new(self, files: Iterable[tuple[str, bytes]], now: Now) -> None:
        """Record files that are about to be created. Raises `OSError`."""
        unit: dict[str, object] = {"unit": moment_of(now), "command": now.by}
        lines = [
            {**unit, "name": name, "before": None, "after": digest_of(data)}
            for name, data in files
        ]
        self._add(*lines)

    def bar(self, reason: str, now: Now) -> None:
        """Record something that cannot be undone. Raises `OSError`."""
        self._add({"unit": moment_of(now), "command": now.by, "barrier": reason})

    def mark(self, unit: str, now: Now) -> None:
        """Record that a unit was undone. Raises `OSError`."""
        self._add({"unit": moment_of(now), "command": now.by, "undone": unit})

    def forget(self, reason: str) -> None:
        """Drop all texts, and record why nothing before this can be undone.

        Raises `OSError`.
        """
        lines = self._lines()
        if lines:
            last = lines[-1]
            kept = {"unit": last["unit"], "command": "purge", "barrier": reason}
            json_lines.save(self._path, [kept])

    def units(self) -> list[Unit]:
        """The units that were not undone yet, the newest last."""
        lines = self._lines()
        undone = _undone(lines)
        found: dict[str, Unit] = {}
        for line in lines:
            moment, command = str(line["unit"]), str(line["command"])
            if moment in undone or command in UNDOES:
                continue
            known = found.setdefault(moment, Unit(moment, command, []))
            step = _step(line)
            if step is not None:
                known = known._replace(steps=[*known.steps, step])
            if barrier := line.get("barrier"):
                known = known._replace(barrier=str(barrier))
            found[moment] = known
        return [unit for unit in found.values() if unit.steps or unit.barrier]

    def undone(self) -> set[str]:
        """The units that were undone."""
        return _undone(self._lines())

    def _add(self, *lines: dict[str, object]) -> None:
        if self._path.exists() and self._path.stat().st_size > _MOST:
            json_lines.save(self._path, _newest(self._lines()))
        atomic.make_folder(self._path.parent, mode=self._archive.folder_mode)
        atomic.append(self._path, json_lines.rendered(lines), mode=0o600)

    def _lines(self) -> list[dict[str, object]]:
        """All lines; skips malformed ones."""
        lines = json_lines.load(self._path)
        return [line for line in lines if {"unit", "command"} <= line.keys()]


def _undone(lines: Iterable[dict[str, object]]) -> set[str]:
    return {str(line["undone"]) for line in lines if "undone" in line}


def chain(steps: Sequence[Step], live: str | None) -> list[Step] | None:
    """The steps that led to the live text, the newest first.

    Empty if the text before all of them is live already; None if some other text is.
    """
    at = max((n for n, step in enumerate(steps) if step.after == live), default=-1)
    if at < 0:
        return [] if steps[0].before == live else None
    found = [steps[at]]
    for step in reversed(steps[:at]):
        if step.after == found[-1].before:
            found.append(step)
    return found


def replay(steps: Sequence[Step], live: bytes | None, archive: Archive) -> bytes | None:
    """The text before these steps, the newest first; raises as `Step.undone`."""
    for step in steps:
        live = step.undone(live, archive)
    return live


def _newest(lines: Sequence[dict[str, object]]) -> Sequence[dict[str, object]]:
    """The last units of some hundred lines; at least two, however long.

    An import of thousands of notes is one unit, and must be undone as a whole.
    """
    units = list(dict.fromkeys(line["unit"] for line in lines))[-2:]
    whole = next((n for n, line in enumerate(lines) if line["unit"] in units), 0)
    start = min(whole, max(len(lines) - _KEPT, 0))
    while 0 < start < whole and lines[start]["unit"] == lines[start - 1]["unit"]:
        start += 1
    return lines[start:]


def moment_of(now: Now) -> str:
    """The `unit` of a command that runs now."""
    return f"{now.utc:%Y-%m-%dT%H:%M:%S.%f}Z"


def _patch(before: bytes | None, after: bytes | None) -> list[object] | None:
    if before is None or after is None:
        return None
    head = _shared(before, after)
    rest = min(len(before), len(after)) - head
    tail = _shared(before[head:][::-1], after[head:][::-1])
    tail = min(tail, rest)
    middle = before[head : len(before) - tail]
    if len(middle) > _PATCH:
        return None
    return [head, tail, b64encode(middle).decode("ascii")]


def _shared(one: bytes, other: bytes) -> int:
    """The length of the common prefix of two texts."""
    return len(commonprefix([one, other]))  # noqa: RUF071 -- texts, not paths


def _step(line: dict[str, object]) -> Step | None:
    name = line.get("name")
    if not isinstance(name, str):
        return None
    before, after = (
        said if isinstance(said := line.get(key), str) else None
        for key in ("before", "after")
    )
    patch = None
    given = line.get("patch")
    if isinstance(given, list) and len(given) == 3:
        head, tail, text = given
        try:
            patch = int(head), int(tail), b64decode(str(text), validate=True)
        except (ValueError, TypeError):
            patch = None
    return Step(name, before, after, patch)
