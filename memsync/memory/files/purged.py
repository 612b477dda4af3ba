"""What imports brought and a purge removed: the file `.purged` of an archive.

Agents still have their own copy, and without this list the next import would bring it
back. It is for this machine alone: a salt, then one line for each agent's text, path
and note, as digests, so that it says nothing to who does not have the text.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

from memsync.files import atomic

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from memsync.files.lock import Held, Memory
    from memsync.memory.files.origins import Origin

NAME = ".purged"

# Bytes: a line has 33.
_LARGEST = 1 << 24
# Hex digits: 128 bits, far beyond accidental collisions.
_DIGITS = 32


class Purged(NamedTuple):
    """The list of one memory."""

    salt: str = ""
    lines: frozenset[str] = frozenset()

    def has_text(self, agent: str, source: str) -> bool:
        """Whether a text of this digest was imported from the agent and purged."""
        return self._line("text", agent, source) in self.lines

    def has_path(self, agent: str, path: str) -> bool:
        """Whether a note that came from this path was purged."""
        return self._line("path", agent, path) in self.lines

    def has_note(self, name: str) -> bool:
        """Whether a note of this name was purged."""
        return self._line("note", name) in self.lines

    def _line(self, *parts: str) -> str:
        text = "\0".join((self.salt, *parts))
        digest = hashlib.sha256(text.encode("utf-8", "surrogateescape"))
        return digest.hexdigest()[:_DIGITS]

    def with_more(
        self, texts: Iterable[Origin], whole: Iterable[Origin], names: Iterable[str]
    ) -> Purged:
        """The list with imported texts, imports of whole notes, and notes' names."""
        whole = list(whole)
        more = {self._line("text", o.agent, o.source) for o in (*texts, *whole)}
        # The number of an entry says nothing: it changes with the entries before it.
        more |= {self._line("path", o.agent, o.path) for o in whole if o.file == o.path}
        more |= {self._line("note", name) for name in names}
        return self._replace(lines=self.lines | more)


def load(archive: Path) -> Purged:
    """The list of a memory with this archive; raises what `read_regular` raises."""
    try:
        data = atomic.read_regular(archive / NAME, limit=_LARGEST)
    except (FileNotFoundError, NotADirectoryError):
        return Purged()
    salt, *lines = data.decode("ascii", "replace").split() or [""]
    return Purged(salt, frozenset(lines))


def add(
    archive: Path,
    texts: Iterable[Origin],
    whole: Iterable[Origin],
    names: Iterable[str],
    held: Held[Memory],  # noqa: ARG001 -- a proof
) -> None:
    """Keep more of them, durably; as `Purged.with_more`."""
    import secrets

    before = load(archive)
    salted = before if before.salt else Purged(secrets.token_hex(16))
    after = salted.with_more(texts, whole, names)
    if after.lines == before.lines:
        return
    atomic.make_folder(archive, mode=0o700)
    text = "".join(f"{line}\n" for line in (after.salt, *sorted(after.lines)))
    atomic.write(archive / NAME, text.encode(), mode=0o600)
