"""Texts as SQLite takes them, which keeps UTF-8 alone."""

from __future__ import annotations


def named(text: str) -> str | bytes:
    """What a name is stored as: bytes for a file name that is not UTF-8."""
    try:
        text.encode("utf-8")
    # SQLite takes no lone surrogates, as a name that is not UTF-8 has: it gets bytes.
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogateescape")
    return text


def text_of(value: str | bytes) -> str:
    """The name that was stored as `named` says."""
    return value if isinstance(value, str) else value.decode("utf-8", "surrogateescape")


def storable(text: str) -> str:
    """Any other text; half a character, which UTF-8 has no form for, becomes `?`."""
    return text.encode("utf-8", "replace").decode("utf-8")
