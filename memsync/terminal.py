"""Text that others wrote, made safe to print."""

from __future__ import annotations

_BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
# C0, DEL and C1 move cursors and recolour terminals; bidi controls reorder what
# is read (CVE-2021-42574); lone surrogates cannot be written to a UTF-8 stream.
_UNSAFE = {
    **dict.fromkeys((*range(0x20), *range(0x7F, 0xA0)), "?"),
    **dict.fromkeys(map(ord, _BIDI), "?"),
    **dict.fromkeys(range(0xD800, 0xE000), "?"),
}
_UNSAFE_BUT_LAYOUT = {k: v for k, v in _UNSAFE.items() if k not in (0x09, 0x0A)}


def printable(text: str) -> str:
    """One line of foreign text with control and bidi characters replaced by `?`."""
    return text.translate(_UNSAFE)


def printable_block(text: str) -> str:
    """As `printable`, for text of several lines: newlines and tabs stay."""
    return text.translate(_UNSAFE_BUT_LAYOUT)
