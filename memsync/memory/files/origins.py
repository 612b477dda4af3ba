"""Where imported notes came from: the file `.memsync-origins` of a memory.

One line an import, sorted, so that two machines' files merge as a set:
`<agent> <digest of the source> <digest of the note> <name> <path>`. Digests are the
first 32 hex digits of a SHA-256; the note's is of its text without a byte order mark
and with LF line ends, since sync may change both. The path is the source's, relative to
the agent's folder, with `#n` for the n-th entry of a file; blanks, `%` and unprintable
characters are percent-encoded. The note itself contains none of this.
"""

from __future__ import annotations

from memsync.files import atomic
from memsync.lazy import lazy
from memsync.record import NamedTuple

TYPE_CHECKING = False  # importing typing would cost a search 2 ms
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from memsync.files.lock import Held, Memory
    from memsync.memory.note.records import MemoryFolder

ORIGINS_FILE = ".memsync-origins"

# Bytes; no file that memsync wrote is larger.
_LARGEST = 1 << 24

# Hex digits: 128 bits, far beyond accidental collisions.
_DIGITS = 32
_LINE = lazy(
    r"(?P<agent>[a-z0-9-]+) (?P<source>[0-9a-f]{32}) (?P<note>[0-9a-f]{32})"
    r" (?P<name>\S+) (?P<path>\S+)"
)
_NUMBER = lazy(r"#[0-9]+\Z")
_BOM = b"\xef\xbb\xbf"


class Origin(NamedTuple):
    """One import: a line of the file."""

    agent: str
    source: str
    """The digest of the source."""
    note: str
    """The digest of the note."""
    name: str
    """The note's name here, when it was imported."""
    path: str
    """The source's path below the agent's folder, with `#n` for an entry."""

    @property
    def file(self) -> str:
        """The path without the number of an entry."""
        return _NUMBER.sub("", self.path)


def source_digest(data: bytes) -> str:
    """The digest of a source's bytes."""
    import hashlib

    return hashlib.sha256(data).hexdigest()[:_DIGITS]


def note_digest(data: bytes) -> str:
    """The digest of a note's text, the same on every machine."""
    text = data.removeprefix(_BOM).replace(b"\r\n", b"\n")
    return source_digest(text)


def parse(data: bytes) -> list[Origin]:
    """The imports in a file; skips malformed lines."""
    found = []
    for line in data.decode("ascii", "replace").split("\n"):
        if match := _LINE.fullmatch(line):
            agent, source, note, name, path = match.groups()
            found.append(Origin(agent, source, note, _decoded(name), _decoded(path)))
    return found


def merged(*files: bytes) -> bytes:
    """All lines of several files, sorted; keeps lines of unknown form, too."""
    lines = {line for data in files for line in data.split(b"\n") if line}
    return b"".join(line + b"\n" for line in sorted(lines))


def render(origins: Iterable[Origin]) -> bytes:
    """The lines for these imports."""
    rows = (
        f"{o.agent} {o.source} {o.note} {_encoded(o.name)} {_encoded(o.path)}\n"
        for o in origins
    )
    return "".join(sorted(set(rows))).encode("ascii")


def load(memory: MemoryFolder) -> bytes:
    """The file of a memory, empty if there is none; raises `Refused` for a symlink."""
    try:
        return atomic.read_regular(memory.folder / ORIGINS_FILE, limit=_LARGEST)
    except (FileNotFoundError, NotADirectoryError):
        return b""


def add(
    memory: MemoryFolder,
    origins: Iterable[Origin],
    held: Held[Memory],  # noqa: ARG001 -- a proof
) -> None:
    """Add imports to the file, durably."""
    before = load(memory)
    after = merged(before, render(origins))
    if after != before:
        mode = 0o600 if memory.private else None
        atomic.write(memory.folder / ORIGINS_FILE, after, mode=mode)


def prune(
    memory: MemoryFolder,
    live: Mapping[str, bytes | None],
    held: Held[Memory],  # noqa: ARG001 -- a proof
) -> None:
    """Forget the imports of texts that were purged; `live` has what is left of each.

    Raises as `add`. A later import from the same place counts as new.
    """
    before = load(memory)
    gone = {
        origin
        for origin in parse(before)
        if origin.name in live and origin.note != note_digest(live[origin.name] or b"")
    }
    lines = [line for line in before.split(b"\n") if not gone.intersection(parse(line))]
    after = merged(b"\n".join(lines))
    if gone and after != before:
        mode = 0o600 if memory.private else None
        atomic.write(memory.folder / ORIGINS_FILE, after, mode=mode)


def agents_by_note(data: bytes) -> Mapping[str, str]:
    """The agent of each imported text, by the note's digest."""
    return {origin.note: origin.agent for origin in parse(data)}


def _encoded(text: str) -> str:
    return "".join(
        chr(byte) if 0x20 < byte < 0x7F and byte != 0x25 else f"%{byte:02x}"
        for byte in text.encode("utf-8", "surrogateescape")
    )


def _decoded(text: str) -> str:
    from urllib.parse import unquote_to_bytes

    return unquote_to_bytes(text).decode("utf-8", "surrogateescape")
