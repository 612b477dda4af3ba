"""The text of a file in UTF-16 or UTF-32, decoded."""

from __future__ import annotations

from memsync.secrets.texts.forms import Form

# Byte order marks, the longer ones first.
_MARKS = (
    (b"\xff\xfe\0\0", "utf-32-le"),
    (b"\0\0\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)

# Bytes in which zeros show an encoding that has no mark.
_HEAD = 2048

_FEWEST = 8

_NUL = 0


def encoding(data: bytes) -> tuple[str, int] | None:
    """UTF-16 or UTF-32 with the length of its mark; None for all other texts.

    Without a mark, the places of zeros among the first bytes show the encoding.
    """
    head = data[:_HEAD]
    if head.find(_NUL) < 0:
        if head[:1] not in (b"\xff", b"\xfe"):
            return None
        marks = (m for m in _MARKS[2:] if head.startswith(m[0]))
        return next(((name, len(mark)) for mark, name in marks), None)
    for mark, name in _MARKS:
        if head.startswith(mark):
            return name, len(mark)
    if len(head) < _FEWEST:
        return None
    head = head[: len(head) // 4 * 4]
    zeros = [head[i::4].count(0) / len(head[i::4]) for i in range(4)]
    none = [share < 0.1 for share in zeros]
    many = [share > 0.6 for share in zeros]
    for name, wanted in (
        ("utf-16-le", (none[0], many[1], none[2], many[3])),
        ("utf-16-be", (many[0], none[1], many[2], none[3])),
        ("utf-32-le", (none[0], many[1], many[2], many[3])),
        ("utf-32-be", (many[0], many[1], many[2], none[3])),
    ):
        if all(wanted):
            return name, 0
    return None


def decoded(data: bytes) -> Form | None:
    """The UTF-8 of a text in UTF-16 or UTF-32, None for all others."""
    found = encoding(data)
    if found is None:
        return None
    name, mark = found
    unit = 4 if "32" in name else 2
    whole = data[mark : mark + (len(data) - mark) // unit * unit]
    text = whole.decode(name, "replace").encode()
    last = [0, mark]

    def start(offset: int) -> int:
        # Findings come in order and apart, so the text is counted only once.
        between = text[last[0] : offset].decode("utf-8", "ignore")
        last[:] = [offset, last[1] + len(between.encode(name))]
        return last[1]

    return Form(text, start, lambda offset: start(offset + 1))
