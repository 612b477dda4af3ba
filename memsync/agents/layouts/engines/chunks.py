"""A file of entries, cut into chunks, and edited chunk by chunk."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable


class Chunk(NamedTuple):
    """A part of a file that contains one entry."""

    raw: str
    core: str
    """The entry itself, without what depends on its place."""


class EntriesText:
    """One file while its new text is made."""

    def __init__(
        self,
        before: str,
        split: Callable[[str], list[Chunk]],
        joined: Callable[[str, str], str],
    ) -> None:
        self.was_empty = not before.strip("\ufeff \t\r\n")
        self._text = before
        self._split = split
        self._joined = joined

    def text(self) -> str:
        """The file's present text."""
        return self._text

    def cores(self) -> list[str]:
        """Its entries."""
        return [chunk.core for chunk in self._split(self._text)]

    def has(self, core: str) -> bool:
        """Whether an entry is exactly this one."""
        return core in self.cores()

    def restore(self, raw: str) -> None:
        """Restore a chunk, after those already there."""
        self._text += raw

    def replace(self, old: str, new: str) -> None:
        """Replace an entry."""
        chunks = self._split(self._text)
        made = ""
        for chunk in chunks:
            at = chunk.raw.find(old) if chunk.core == old else -1
            if at >= 0:
                made += chunk.raw[:at] + new + chunk.raw[at + len(old) :]
                old = "\0"  # only the first
            else:
                made += chunk.raw
        self._text = made

    def add(self, core: str) -> None:
        """Add an entry."""
        self._text = self._joined(self._text, core)


def note_core(chunks: list[Chunk], raw: str) -> str:
    """The entry in a chunk that was kept.

    Cut by itself, an item of a list below a heading is no entry: the heading is not in
    its chunk.
    """
    return chunks[0].core if chunks else raw.strip("\r\n")
