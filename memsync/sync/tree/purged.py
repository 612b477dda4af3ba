"""What was purged from a vault: lines that say what to drop, never its text.

They stand in a file of the tree (docs/format.md, section 8), which merges as a
set. A line holds digests keyed by the purge's own clock: whoever reads the
repository can test a guess with them, as with any digest, and no more. `Redactor`
takes a value out of texts of which only the fingerprint is known.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Refused
from memsync.sync.tree.layout import PURGED_FILE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from memsync.sync.tree.clock import Clock
    from memsync.sync.tree.layout import Tree

Lines = frozenset[str]
NOTHING: Lines = frozenset()

_CLOCK = r"[0-9]{1,15}-[0-9]{1,10}-[0-9a-f]{8}"
_LINE = re.compile(
    rf"note {_CLOCK} [0-9a-f]{{32}}"
    rf"|value {_CLOCK} (?:[0-9a-f]{{2}}){{8,64}} [0-9a-f]{{16}}"
    rf"|edit {_CLOCK} [0-9a-f]{{32}} [0-9a-f]{{40}}"
)

# Stands where the value stood.
MARK = b"[purged]"


class Value(NamedTuple):
    """A value to be taken out wherever it stands, known by its fingerprint."""

    clock: str
    salt: bytes
    fingerprint: str


def note_line(clock: Clock, home: str, name: str) -> str:
    """All versions of this note that were there before."""
    return f"note {clock} {_digest(str(clock), home, name)}"


def value_line(clock: Clock, salt: bytes, fingerprint: str) -> str:
    """Each value that has this fingerprint under this salt."""
    return f"value {clock} {salt.hex()} {fingerprint}"


def edit_line(clock: str, key: tuple[str, str, bytes], oid: str) -> str:
    """One version (home, name, bytes) that the blob `oid` stands in for."""
    return f"edit {clock} {_digest(clock, *key)} {oid}"


class Purge:
    """A set of lines, to be asked what they mean for a note."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        words = [line.split(" ") for line in lines]
        self._notes = {(w[1], w[2]) for w in words if w[0] == "note"}
        self._edits = {(w[1], w[2]): w[3] for w in words if w[0] == "edit"}
        self._clocks = {clock for clock, _ in self._edits}
        self.values = tuple(
            sorted(
                Value(w[1], bytes.fromhex(w[2]), w[3]) for w in words if w[0] == "value"
            )
        )

    @property
    def of_notes(self) -> bool:
        """Whether whole notes were purged."""
        return bool(self._notes)

    def drops(self, home: str, name: str) -> bool:
        """Whether all versions of this note go."""
        return any(
            digest == _digest(clock, home, name) for clock, digest in self._notes
        )

    def replacement(self, home: str, name: str, data: bytes) -> str | None:
        """The blob that stands in for this version; None where it may stay."""
        for clock in self._clocks:
            if oid := self._edits.get((clock, _digest(clock, home, name, data))):
                return oid
        return None


def latest_ms(lines: Iterable[str]) -> int:
    """When the latest of these purges was made, in milliseconds since 1970."""
    return max((int(line.split(" ")[1].partition("-")[0]) for line in lines), default=0)


def parse(data: bytes) -> Lines:
    """Read the file. Raises `Refused` for what memsync did not write."""
    lines = data.decode("ascii", "replace").splitlines()
    for number, line in enumerate(lines, 1):
        if not _LINE.fullmatch(line):
            raise Refused(
                f"the remote's '{PURGED_FILE}' is malformed in line {number}",
                hint="nothing was changed here; fix the file in the repository",
                word="hostile-tree",
            )
    return frozenset(lines)


def render(lines: Lines) -> bytes:
    """The file: sorted, one purge or version a line."""
    return "".join(f"{line}\n" for line in sorted(lines)).encode()


def lines_of(tree: Tree, read: Callable[[str], bytes]) -> Lines:
    """The lines that a tree has; `read` gives a blob's bytes. Raises as `parse`."""
    item = tree.get(PURGED_FILE)
    return parse(read(item.oid)) if item else NOTHING


def _digest(clock: str, home: str, name: str, data: bytes = b"") -> str:
    import hmac

    key = f"{home}/{name}\0".encode("utf-8", "surrogateescape") + data
    return hmac.digest(clock.encode(), key, "sha256").hex()[:32]


class Redactor:
    """Finds values by their fingerprints, and takes them out of every text."""

    def __init__(self, values: Iterable[Value]) -> None:
        self._unknown = list(values)
        self._known: dict[Value, bytes] = {}

    @property
    def known(self) -> list[Value]:
        """The values that have been seen."""
        return list(self._known)

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

    def __call__(self, data: bytes) -> tuple[str, bytes] | None:
        """The clock of the purge, and the text with `MARK` for a value that is in."""
        self.learn(data)
        clock, new = "", data
        for value, text in self._known.items():
            if text in new:
                clock, new = value.clock, new.replace(text, MARK)
        return (clock, new) if clock else None
