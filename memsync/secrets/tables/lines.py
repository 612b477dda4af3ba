"""The lines of a text, and how far they were read."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.tables.columns import Cell


class Lines:
    """Lines that remember which of them was read last.

    Who goes on from there reads no line more than twice, so that a hostile text of
    headings takes linear time.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.read = 0
        """Where the line begins that was read last: it may be another heading."""

    def below(
        self, at: int, end: int | None = None, most: int | None = None
    ) -> Iterator[Cell]:
        """At `most` so many lines from an offset on, and where they begin."""
        end = len(self.data) if end is None else end
        count = 0
        while at < end and count != most:
            stop = self.data.find(b"\n", at, end)
            stop = end if stop < 0 else stop
            self.read = max(self.read, at)
            yield at, self.data[at:stop]
            at = stop + 1
            count += 1
