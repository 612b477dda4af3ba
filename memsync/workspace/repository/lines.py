"""Adds and removes one line of an ignore file, and keeps every other byte."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.record import NamedTuple

# Split at \n only: git takes no other byte for the end of a line.
_LINES = lazy(rb"[^\n]*\n|[^\n]+\Z")
_SPECIAL = lazy(rb"([\\*?\[\]!# ])")


class Added(NamedTuple):
    """A file with a line added, and what is needed to remove it."""

    data: bytes
    ended_with: bytes
    """The newline that was missing at the file's end and was added before our line."""


def pattern(path: bytes, *, anchored: bool) -> bytes:
    """The ignore rule for one path, whatever bytes its name has.

    `anchored`: relative to the top of the work tree.
    """
    # A rule cannot hold a newline; `?` matches any one byte but a slash.
    text = _SPECIAL.sub(rb"\\\1", path).replace(b"\n", b"?").replace(b"\r", b"?")
    return b"/" * anchored + text


def has_line(data: bytes, line: bytes) -> bool:
    """Whether the file has exactly this rule, with any line ending."""
    return any(each.removesuffix(b"\r") == line for each in data.split(b"\n"))


def with_line(data: bytes, line: bytes) -> Added:
    """The file with the rule as its last line, with the file's own line ending."""
    endings = data.count(b"\n")
    ending = b"\r\n" if data.count(b"\r\n") * 2 > endings else b"\n"
    missing = ending if data and not data.endswith(b"\n") else b""
    return Added(data + missing + line + ending, missing)


def without_line(data: bytes, line: bytes, *, ended_with: bytes = b"") -> bytes:
    """The file without the last such rule; the inverse of `with_line`.

    Removes `ended_with`, too, if the rule is still at the end of the file.
    """
    lines = _LINES.findall(data)
    for at in range(len(lines) - 1, -1, -1):
        if lines[at].removesuffix(b"\n").removesuffix(b"\r") == line:
            before = b"".join(lines[:at])
            if at == len(lines) - 1:
                before = before.removesuffix(ended_with)
            return before + b"".join(lines[at + 1 :])
    return data
