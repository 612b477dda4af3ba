"""Finds the markers that git leaves around the two sides of a conflict."""

from __future__ import annotations

# What lint says of a note with one.
CONFLICT = "has the markers of a conflict that git left"

_FIRST, _MIDDLE, _LAST = b"<<<<<<<", b"=======", b">>>>>>>"


def conflict_line(data: bytes) -> int | None:
    """The line of the first conflict marker; None unless all three are there in order.

    Git's own markers begin a line and have seven signs. `=======` alone underlines a
    heading, so one of them is no conflict.
    """
    if _FIRST not in data:
        return None
    begun: int | None = None
    halfway = False
    for number, line in enumerate(data.split(b"\n"), 1):
        words = line.split(None, 1)
        mark = words[0] if words and line[:1] == words[0][:1] else b""
        if mark == _FIRST:
            begun, halfway = number, False
        elif mark == _MIDDLE and begun is not None and len(words) == 1:
            halfway = True
        elif mark == _LAST and halfway:
            return begun
    return None
