"""A short note about access: `nas -> root -> …`."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.prose import called
from memsync.secrets.prose.alone.access import is_about

# The most bytes of a note.
_LONGEST = 120
# Bytes of a line that are no letter in UTF-8.
_MOST_UNKNOWN = 4
# A sign between a label and a value.
_SIGN = lazy(rb"(?:[:=,]|->|\xe2\x86\x92| -)[ \t]*[\"'`*(]{0,2}\Z")


def is_note(before: bytes, behind: bytes) -> bool:
    """Whether a line has some words about access and no code."""
    rest = before + b" " + behind
    return (
        len(rest) <= _LONGEST
        and not called.CODE.search(rest)
        and is_text(rest)
        and is_about(rest)
    )


def introduces(before: bytes) -> bool:
    """Whether a sign before a word says that it is what a note is about."""
    return _SIGN.search(before) is not None


def is_text(line: bytes) -> bool:
    """Whether it is no binary data; a letter at each end may have been cut."""
    unknown = line.decode(errors="replace").count("\N{REPLACEMENT CHARACTER}")
    return unknown <= _MOST_UNKNOWN
