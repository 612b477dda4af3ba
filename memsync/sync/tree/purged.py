"""What was purged from a vault: lines that say what to drop, without its text.

They are in a file of the tree (docs/format.md, section 8), which merges as a
set. A line holds digests keyed by the purge's own clock: whoever reads the
repository can test a guess with them, as with any digest, and no more. `Redactor`
removes a value from texts when only its fingerprint is known.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Refused
from memsync.sync.tree.layout import PURGED_FILE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from memsync.sync.tree.clock import Clock
    from memsync.sync.tree.layout import Tree

_MS = r"(?P<ms>[0-9]{1,15})"
# The clock of the purge: it decides which later texts it is about.
_CLOCK = rf"(?P<clock>{_MS}-[0-9]{{1,10}}-[0-9a-f]{{8}})"
# The three kinds of lines: a note's version, a value by its fingerprint, an edit.
_NOTE = re.compile(rf"note {_CLOCK} (?P<digest>[0-9a-f]{{32}})")
_VALUE = re.compile(
    rf"value {_CLOCK} (?P<salt>(?:[0-9a-f]{{2}}){{8,64}}) (?P<print>[0-9a-f]{{16}})"
)
_EDIT = re.compile(rf"edit {_CLOCK} (?P<digest>[0-9a-f]{{32}}) (?P<oid>[0-9a-f]{{40}})")

# Replaces the value in a text.
MARK = b"[purged]"


class PurgeClock(NamedTuple):
    """When a purge was made: its text is a key, so each digit of it counts."""

    text: str
    ms: int
    """Milliseconds since 1970 in UTC."""

    @classmethod
    def of(cls, clock: Clock) -> PurgeClock:
        """The clock of a purge at this tick."""
        return cls(str(clock), clock.ms)


class PurgedNote(NamedTuple):
    """All versions of a note from before the purge."""

    clock: PurgeClock
    digest: str
    """See `of`."""

    def __str__(self) -> str:
        return f"note {self.clock.text} {self.digest}"

    @classmethod
    def of(cls, clock: PurgeClock, home: str, name: str) -> PurgedNote:
        """Those of the note of this name."""
        return cls(clock, _digest(clock, home, name))


class PurgedValue(NamedTuple):
    """A value to remove from every text, known by its fingerprint."""

    clock: PurgeClock
    salt: bytes
    fingerprint: str

    def __str__(self) -> str:
        return f"value {self.clock.text} {self.salt.hex()} {self.fingerprint}"


class PurgedEdit(NamedTuple):
    """One version, and the blob that replaces it."""

    clock: PurgeClock
    digest: str
    """See `of`."""
    oid: str

    def __str__(self) -> str:
        return f"edit {self.clock.text} {self.digest} {self.oid}"

    @classmethod
    def of(
        cls, clock: PurgeClock, version: tuple[str, str, bytes], oid: str
    ) -> PurgedEdit:
        """That of a version (home, name, bytes) and of the blob."""
        return cls(clock, _digest(clock, *version), oid)


Line = PurgedNote | PurgedValue | PurgedEdit
Lines = frozenset[Line]
NOTHING: Lines = frozenset()


class Purge:
    """A set of lines, and what they mean for a note."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self._notes = [line for line in lines if isinstance(line, PurgedNote)]
        edits = [line for line in lines if isinstance(line, PurgedEdit)]
        self._edits = {(edit.clock, edit.digest): edit.oid for edit in edits}
        self._clocks = {edit.clock for edit in edits}
        self.values = tuple(
            sorted(line for line in lines if isinstance(line, PurgedValue))
        )

    @property
    def of_notes(self) -> bool:
        """Whether whole notes were purged."""
        return bool(self._notes)

    @property
    def of_texts(self) -> bool:
        """Whether it concerns every text."""
        return bool(self.values or self._edits)

    def drops(self, home: str, name: str) -> bool:
        """Whether all versions of this note are dropped."""
        return any(
            note.digest == _digest(note.clock, home, name) for note in self._notes
        )

    def replacement(self, home: str, name: str, data: bytes) -> str | None:
        """The blob that replaces this version; None if it may stay."""
        for clock in self._clocks:
            if oid := self._edits.get((clock, _digest(clock, home, name, data))):
                return oid
        return None


def latest_ms(lines: Iterable[Line]) -> int:
    """When the latest of these purges was made, in milliseconds since 1970."""
    return max((line.clock.ms for line in lines), default=0)


def parse(data: bytes) -> Lines:
    """Read the file. Raises `Refused` for what memsync did not write."""
    lines = set()
    for number, text in enumerate(data.decode("ascii", "replace").splitlines(), 1):
        line = _parsed(text)
        if line is None:
            raise Refused(
                f"the remote's '{PURGED_FILE}' is malformed in line {number}",
                hint="nothing was changed here; fix the file in the repository",
                word="hostile-tree",
            )
        lines.add(line)
    return frozenset(lines)


def _parsed(text: str) -> Line | None:
    if found := _NOTE.fullmatch(text):
        return PurgedNote(_clock(found), found["digest"])
    if found := _EDIT.fullmatch(text):
        return PurgedEdit(_clock(found), found["digest"], found["oid"])
    if found := _VALUE.fullmatch(text):
        return PurgedValue(_clock(found), bytes.fromhex(found["salt"]), found["print"])
    return None


def _clock(found: re.Match[str]) -> PurgeClock:
    return PurgeClock(found["clock"], int(found["ms"]))


def render(lines: Lines) -> bytes:
    """The file: sorted, one purge or version a line."""
    return "".join(f"{line}\n" for line in sorted(map(str, lines))).encode()


def lines_of(tree: Tree, read: Callable[[str], bytes]) -> Lines:
    """The lines that a tree has; `read` gives a blob's bytes. Raises as `parse`."""
    item = tree.get(PURGED_FILE)
    return parse(read(item.oid)) if item else NOTHING


def _digest(clock: PurgeClock, home: str, name: str, data: bytes = b"") -> str:
    import hmac

    key = f"{home}/{name}\0".encode("utf-8", "surrogateescape") + data
    return hmac.digest(clock.text.encode(), key, "sha256").hex()[:32]


class Redactor:
    """Finds values by their fingerprints, and removes them from every text."""

    def __init__(
        self,
        values: Iterable[PurgedValue],
        known: Mapping[PurgedValue, bytes] | None = None,
    ) -> None:
        self._known: dict[PurgedValue, bytes] = dict(known or {})
        self._unknown = [value for value in values if value not in self._known]

    @property
    def known(self) -> list[PurgedValue]:
        """The values that have been seen."""
        return list(self._known)

    @property
    def texts(self) -> dict[PurgedValue, bytes]:
        """What each of these values is."""
        return dict(self._known)

    def learn(self, data: bytes) -> None:
        """Look for the values that were not seen yet."""
        if not self._unknown:
            return
        from memsync.secrets.allow import fingerprints
        from memsync.secrets.scan import scan_all

        for found, _ in scan_all(data):
            text = data[found.start : found.end]
            for value in list(self._unknown):
                if value.fingerprint in fingerprints(value.salt, found.rule, text):
                    self._known[value] = text
                    self._unknown.remove(value)

    def __call__(self, data: bytes) -> tuple[PurgeClock, bytes] | None:
        """The clock of the purge, and the text with `MARK` for each value in it."""
        self.learn(data)
        clock: PurgeClock | None = None
        new = data
        for value, text in self._known.items():
            if text in new:
                clock, new = value.clock, new.replace(text, MARK)
        return (clock, new) if clock else None
