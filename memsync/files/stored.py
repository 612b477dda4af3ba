"""Converts texts for SQLite, which stores only UTF-8."""

from __future__ import annotations


def is_utf8(text: str) -> bool:
    """Whether a text can be written as UTF-8: a file name may be any bytes."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def named(text: str) -> str | bytes:
    """The stored form of a name: bytes if the file name is not UTF-8."""
    # SQLite accepts no lone surrogates, which such a name has, so it gets bytes.
    return text if is_utf8(text) else text.encode("utf-8", "surrogateescape")


def text_of(value: str | bytes) -> str:
    """The name whose stored form `named` made."""
    return value if isinstance(value, str) else value.decode("utf-8", "surrogateescape")


def storable(text: str) -> str:
    """Any other text; a lone surrogate, which UTF-8 has no form for, becomes `?`."""
    return text.encode("utf-8", "replace").decode("utf-8")
