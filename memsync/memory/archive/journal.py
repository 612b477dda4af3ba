"""What each command changed in a memory, so that `memsync undo` can take it back.

One JSON object a line in the archive's folder, local to one machine. A line is written
before the change that it is about, so that a killed command is known too; one whose
text never went live is passed over. All lines of one command have one `unit`, its
moment. Small differences stand in the line itself, because a text that is contained in
the next one is not archived. Losing the file loses no text.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from os.path import commonprefix
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import MemsyncError
from memsync.files import atomic
from memsync.memory.archive.archive import digest_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memsync.clock import Now
    from memsync.memory.archive.archive import Archive

# The commands whose own changes are not taken back.
UNDOES = ("undo", "sync undo", "learn undo")

# Bytes above which only the last lines stay.
_MOST = 1 << 20

# Lines that stay then.
_KEPT = 500

# Bytes of a text that a line holds instead of the archive.
_PATCH = 4096


class Step(NamedTuple):
    """One file's change: from one text to another; no digest is no file."""

    name: str
    before: str | None
    after: str | None
    patch: tuple[int, int, bytes] | None
    """What `before` has between as many first and last bytes of `after`."""

    def undone(self, after: bytes | None, archive: Archive) -> bytes | None:
        """The text before, given the one after. Raises `LookupError` where it is gone.

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
    """What one command did to one memory, in its order."""

    moment: str
    """ISO 8601, UTC, to the microsecond."""
    command: str
    """As it is typed after `memsync`, without its arguments."""
    steps: Sequence[Step]
    barrier: str = ""
    """Why it cannot be taken back; empty where it can."""


class Journal:
    """The journal of the memory with this archive. Only its lock's holder writes."""

    def __init__(self, archive: Archive) -> None:
        self._path = archive.folder / ".journal"
        self._archive = archive

    def note(
        self, name: str, before: bytes | None, after: bytes | None, now: Now
    ) -> None:
        """Say what is about to change. Raises `OSError`."""
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
        """Say which files are about to be made. Raises `OSError`."""
        unit: dict[str, object] = {"unit": moment_of(now), "command": now.by}
        lines = [
            {**unit, "name": name, "before": None, "after": digest_of(data)}
            for name, data in files
        ]
        self._add(*lines)

    def bar(self, reason: str, now: Now) -> None:
        """Say that something was done that nothing takes back. Raises `OSError`."""
        self._add({"unit": moment_of(now), "command": now.by, "barrier": reason})

    def mark(self, unit: str, now: Now) -> None:
        """Say that a unit was taken back. Raises `OSError`."""
        self._add({"unit": moment_of(now), "command": now.by, "undone": unit})

    def forget(self, reason: str) -> None:
        """Drop all texts, and say why nothing of before is taken back.

        Raises `OSError`.
        """
        lines = self._lines()
        if lines:
            last = lines[-1]
            kept = {"unit": last["unit"], "command": "purge", "barrier": reason}
            self._write([kept])

    def units(self) -> list[Unit]:
        """Those that were not taken back yet, the newest last."""
        lines = self._lines()
        undone = {line.get("undone") for line in lines}
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

    def _add(self, *lines: dict[str, object]) -> None:
        import json

        if self._path.exists() and self._path.stat().st_size > _MOST:
            self._write(_newest(self._lines()))
        atomic.make_folder(self._path.parent, mode=self._archive.folder_mode)
        data = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
        atomic.append(self._path, data, mode=0o600)

    def _write(self, lines: Sequence[dict[str, object]]) -> None:
        import json

        data = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
        atomic.write(self._path, data, mode=0o600)

    def _lines(self) -> list[dict[str, object]]:
        """All lines; a malformed one is passed over."""
        import json

        try:
            data = atomic.read_regular(self._path)
        except (OSError, MemsyncError):
            return []
        found = []
        for line in data.splitlines():
            try:
                read = json.loads(line)
            except ValueError:
                continue
            if isinstance(read, dict) and {"unit", "command"} <= read.keys():
                found.append(read)
        return found


def chain(steps: Sequence[Step], live: str | None) -> list[Step] | None:
    """The steps that led to what is live, the newest first.

    Empty where the text before all of them is live already, None where something else
    is.
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
    """The last units: of some hundred lines, and the last two however long they are.

    An import of thousands of notes is one unit, and is taken back whole or not.
    """
    units = list(dict.fromkeys(line["unit"] for line in lines))[-2:]
    whole = next((n for n, line in enumerate(lines) if line["unit"] in units), 0)
    start = min(whole, max(len(lines) - _KEPT, 0))
    while 0 < start < whole and lines[start]["unit"] == lines[start - 1]["unit"]:
        start += 1
    return lines[start:]


def moment_of(now: Now) -> str:
    """What the lines of a command that runs now have for its unit."""
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
    """How many first bytes two texts share."""
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
