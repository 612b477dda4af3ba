"""What an agent is told at the start of a session: what to save, and how.

One text for all agents, in words for a model, of at most eight lines. It comes after
the memory block, which says that nothing in it is an instruction.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_WHAT = """\
Save what the next session needs to know, as soon as you learn it: decisions and their \
reasons, corrections, constraints, commands that worked.
Do not save what the code or its history already says, secrets, or the state of \
today's work."""
_HOW = """\
Save one fact per note: `memsync remember --title "SHORT TITLE" "THE FACT"`. If it is \
about the person and not this project, add `--scope user`.
Correct a note: `memsync write NAME -m "THE NEW TEXT"`. Find one: `memsync search "A \
FEW WORDS"`. With memsync's MCP tools: `memory__write` and `memory__search`."""
_HOW_USER = """\
Save one fact about the person per note: `memsync remember --scope user --title "SHORT \
TITLE" "THE FACT"`.
Correct a note: `memsync write NAME --scope user -m "THE NEW TEXT"`. Find one: \
`memsync search "A FEW WORDS"`."""
_OFFER = """\
This repository has no memory yet. Run `memsync init` before you save the first note: \
it creates one that git ignores."""
# The tags around the instructions, which are outside the memory block.
_OPEN, _CLOSE = "<memory_instructions>", "</memory_instructions>"
# The names that memsync writes: see `saved_last`.
_TEXT_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")

# Names of the last session's notes that are shown.
_SHOWN = 12


def instructions(
    *, workspace: bool, user: bool, offer: bool, own: str | None = None
) -> str:
    """The instructions; empty if there is no memory to save to.

    `workspace`, `user`: which memories exist. `offer`: the repository has none, and the
    user lets agents create one. `own`: the user's text instead of ours.
    """
    if not (workspace or user or offer):
        return ""
    if own is not None:
        lines = [own.strip()]
    else:
        lines = [_WHAT, _HOW if workspace or offer else _HOW_USER]
    if offer and not workspace:
        lines.insert(0, _OFFER)
    return "\n".join((_OPEN, *lines, _CLOSE))


def saved_last(names: Sequence[str]) -> str:
    """The line that names what the last session saved; empty for nothing.

    Only names that memsync could have written: other file names may be any text.
    """
    plain = [name for name in names if _TEXT_NAME.fullmatch(name)]
    if not plain:
        return ""
    shown = ", ".join(f"[[{name}]]" for name in plain[:_SHOWN])
    rest = len(plain) - _SHOWN
    more = f" and {rest} more" if rest > 0 else ""
    return f"Saved in the last session here: {shown}{more}."
