"""The agents' folders that can be synced in place, and which of their files are.

This table is part of the format of the synced repository (docs/format.md): another
ending or folder needs a new format number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

# How deep a file may be below the agent's folder; deeper ones are not synced.
DEEPEST = 7


class Synced(NamedTuple):
    """How an agent's folder is synced."""

    ending: str = ".md"
    """The ending of the files that are synced."""
    index_file: str = ""
    """The file that lists the others; empty where the agent has none."""
    for_person: bool = False
    """The agent has a store for the person."""
    apart: tuple[str, ...] = ()
    """Folders directly below it that are no part of it."""
    rewritten_by: str = ""
    """What merges and removes notes there on its own; empty: nothing."""


# By the agent's name.
SYNCED: Final[Mapping[str, Synced]] = {
    "basic-memory": Synced(for_person=True),
    "claude-code": Synced(
        index_file="MEMORY.md", rewritten_by="Claude Code's own clean-up of its memory"
    ),
    "gemini-cli": Synced(index_file="MEMORY.md"),
    "goose": Synced(ending=".txt", for_person=True),
    "jutul-agent": Synced(index_file="MEMORY.md"),
    "qwen-code": Synced(
        index_file="MEMORY.md",
        for_person=True,
        rewritten_by="Qwen Code's own clean-up of its memory",
    ),
    "yottacode": Synced(
        index_file="MEMORY.md", for_person=True, apart=("projects", "user")
    ),
    "zerostack": Synced(for_person=True, apart=("projects",)),
}


def travels(agent: str, path: str) -> bool:
    """Whether a file is synced, by its path below the folder.

    Never hidden files, nor files with another ending. Does not check that the name is
    valid on every platform. False for an unknown agent.
    """
    form = SYNCED.get(agent)
    parts = path.split("/")
    return (
        form is not None
        and path.endswith(form.ending)
        and len(parts) <= DEEPEST + 1
        and not (len(parts) > 1 and parts[0] in form.apart)
        and all(part and part[0] != "." for part in parts)
    )
