"""Safe text and progress messages for the terminal."""

from __future__ import annotations

import sys
from time import monotonic

TYPE_CHECKING = False  # importing typing would cost a hook 4 ms
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeVar

    Item = TypeVar("Item")

_ESCAPE = "\x1b"
# Select Graphic Rendition, reset and bold: all that our own tables use.
_BOLD = ("[0m", "[1m")
# Controls that reorder text: source and display would differ (CVE-2021-42574).
_BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
# C0, DEL and C1 move cursors and recolour terminals; bidi controls reorder what
# is read (CVE-2021-42574); lone surrogates cannot be written to a UTF-8 stream.
_UNSAFE = {
    **dict.fromkeys((*range(0x20), *range(0x7F, 0xA0)), "?"),
    **dict.fromkeys(map(ord, _BIDI), "?"),
    **dict.fromkeys(range(0xD800, 0xE000), "?"),
}
# A block keeps tabs and newlines.
_UNSAFE_BUT_LAYOUT = {k: v for k, v in _UNSAFE.items() if k not in (0x09, 0x0A)}


def printable(text: str) -> str:
    """Untrusted text with control and bidi characters replaced by `?`, on one line."""
    # A fast path: most texts have none, and `list` may print 30,000 of them.
    if text.isascii() and text.isprintable():
        return text
    return text.translate(_UNSAFE)


class Block(str):
    """A hint of several lines, such as lines to add to a file.

    Its untrusted parts have to be `printable` already, because the newlines stay.
    """

    __slots__ = ()


def printable_hint(hint: str) -> str:
    """A hint as `printable`; a `Block` keeps its lines."""
    return printable_block(hint) if isinstance(hint, Block) else printable(hint)


def printable_block(text: str) -> str:
    """Like `printable`, but for several lines: newlines and tabs stay."""
    return text.translate(_UNSAFE_BUT_LAYOUT)


def printable_screen(text: str) -> str:
    """Like `printable_block`, but for our own text: bold (table heads) stays."""
    parts = text.split(_ESCAPE)
    rest = (
        _ESCAPE + part[:3] + printable_block(part[3:])
        if part[:3] in _BOLD
        else printable_block(_ESCAPE + part)
        for part in parts[1:]
    )
    return printable_block(parts[0]) + "".join(rest)


def json_for_terminal(text: str) -> str:
    """JSON that cannot control a terminal: escapes DEL, C1 and bidi characters.

    Loses nothing: JSON itself escapes all other control characters.
    """
    lone = range(0xD800, 0xE000)
    codes = (*range(0x7F, 0xA0), *map(ord, _BIDI), *lone)
    return text.translate({code: f"\\u{code:04x}" for code in codes})


def counted(items: Iterable[Item], what: str) -> Iterator[Item]:
    """Yield the items; after a second, print a line that shows the progress.

    The line goes to stderr, only if that is a terminal, and is erased at the end.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield from items
        return
    length = getattr(items, "__len__", None)
    of = f" of {length()}" if length else ""
    due = monotonic() + 1
    line = ""
    try:
        for done, item in enumerate(items):
            if monotonic() >= due:
                line = f"{what}: {done}{of}"
                sys.stderr.write(f"\r{line}")
                sys.stderr.flush()
                due = monotonic() + 0.1
            yield item
    finally:
        if line:
            sys.stderr.write(f"\r{' ' * len(line)}\r")
            sys.stderr.flush()
