"""Whether the lines above a finding introduce it as an example.

    For example:

        Authorization: Token 99…

Documents show what a value looks like in a block of code, below a line that says so.
"""

from __future__ import annotations

from memsync.lazy import lazy

_CUE = lazy(
    rb"(?i)\be\.g\.|\bfor (?:example|instance)\b|\ban? examples?\b"
    rb"|\A[\W_]*(?:examples?|sample)\b[^.!?]{0,60}\Z"
    rb"|\b(?:look|something|anything|answer|output)s?(?: should be| will be)?"
    rb" (?:similar to|like)\b"
)
_FENCES = (b"```", b"~~~")
_TAB = 4


def is_example(above: bytes) -> bool:
    """Whether it stands in a block of code that a line introduces as an example.

    `above` is the text before it, its own line included.
    """
    *lines, own = above.split(b"\n")
    return bool(_CUE.search(_introduction(lines, own)))


def _introduction(lines: list[bytes], own: bytes) -> bytes:
    """The last line before the block in which the own line stands, or nothing."""
    before = _above_fence(lines)
    if before is None:
        before, within = lines, _indent(own)
        # What stands further in than the line above it is its block.
        while before and (not before[-1].strip() or _indent(before[-1]) >= within):
            before = before[:-1]
    return next((line.strip() for line in reversed(before) if line.strip()), b"")


def _indent(line: bytes) -> int:
    line = line.expandtabs(_TAB)
    return len(line) - len(line.lstrip())


def _above_fence(lines: list[bytes]) -> list[bytes] | None:
    """The lines above the fenced block that is open at the end, or None."""
    opened = None
    for i, line in enumerate(lines):
        text = line.strip(b" >\t\r")
        if text.startswith(_FENCES):
            # What follows the marks is the language, which only the first fence names.
            named = text.strip(b"`~")
            opened = i if opened is None or named else None
    return None if opened is None else lines[:opened]
