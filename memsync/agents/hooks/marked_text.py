"""A block of text between two marker lines, as in AGENTS.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.agents.hooks.unfit import Unfit

if TYPE_CHECKING:
    from memsync.agents.agent import State

# HTML comments, which markdown renderers and agents ignore.
BEGIN = "<!-- memsync: from here -->"
END = "<!-- memsync: to here -->"


def state(text: str, block: str) -> State:
    """The state of the block in the text; raises `Unfit`."""
    found = _span(text)
    if found is None:
        return "absent"
    there = text[found[0] : found[1]].replace("\r\n", "\n")
    return "installed" if there == block else "outdated"


def merged(text: str, block: str) -> str:
    """The text with the block added at the end, or updated in place."""
    eol = "\r\n" if "\r\n" in text else "\n"
    new = block.replace("\n", eol)
    found = _span(text)
    if found is not None:
        return text[: found[0]] + new + text[found[1] :]
    # A blank line before it belongs to the block, a missing final newline does not.
    return text + (eol + new if text else new)


def removed(text: str, block: str) -> str:  # noqa: ARG001 -- one signature for all forms
    """The text without the block; the inverse of `merged`."""
    found = _span(text)
    if found is None:
        return text
    before, after = text[: found[0]], text[found[1] :]
    for eol in ("\r\n", "\n"):
        if before.endswith(eol):
            return before[: -len(eol)] + after
    return before + after


def _span(text: str) -> tuple[int, int] | None:
    begins, ends = text.count(BEGIN), text.count(END)
    if not begins and not ends:
        return None
    start, stop = text.find(BEGIN), text.find(END)
    if begins != 1 or ends != 1 or stop < start:
        raise Unfit(f"the lines '{BEGIN}' and '{END}' are not there exactly once each")
    stop += len(END)
    if text.startswith("\r\n", stop):
        return start, stop + 2
    return start, stop + text.startswith("\n", stop)
