"""The sessions that a person forgot, which must never be indexed again.

One a line, in memsync's config folder, so that the list outlives the index.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.files import atomic

if TYPE_CHECKING:
    from pathlib import Path

NAME = "forgotten-sessions"
# Bytes: a line has about fifty.
_LARGEST = 16 << 20


def read(folder: Path) -> set[tuple[str, str]]:
    """Agent and id of each; raises what `read_regular` raises."""
    try:
        data = atomic.read_regular(folder / NAME, limit=_LARGEST)
    except (FileNotFoundError, NotADirectoryError):
        return set()
    lines = data.decode("utf-8", "replace").splitlines()
    pairs = (line.partition(" ") for line in lines)
    return {(agent, id_) for agent, _, id_ in pairs if agent and id_}


def add(folder: Path, agent: str, id_: str) -> None:
    """Keep one more, durably."""
    kept = read(folder) | {(agent, id_)}
    atomic.make_folder(folder, mode=0o700)
    text = "".join(f"{agent} {id_}\n" for agent, id_ in sorted(kept))
    atomic.write(folder / NAME, text.encode("utf-8", "replace"), mode=0o600)
