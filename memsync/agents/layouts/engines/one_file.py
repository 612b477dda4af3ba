"""What engines with a file for each note share: its path, and conflicts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.agents.layouts.engines.files import there
from memsync.agents.layouts.layout import Change, FileChange
from memsync.errors import Broken, MemsyncError
from memsync.memory.files.origins import source_digest
from memsync.memory.note.names import twin_key

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.agents.layouts.layout import Action, Outgoing


CHANGED = (
    "it was changed there since: import it, and where that makes a second note, merge"
    " the two and forget the second"
)
_FOREIGN = "it is not memsync's: import it, or move it away"


class Rendered(NamedTuple):
    """A note in an agent's form."""

    data: bytes
    lost: tuple[str, ...] = ()
    refused: str = ""
    """Why it cannot be written at all."""


def path_of(note: Outgoing, ending: str, prefix: str = "") -> str:
    """A note's path: where it came from, else where it went, else its own name."""
    if note.origin is not None:
        return note.origin.path
    if note.sent is not None:
        return note.sent.path
    return f"{prefix}{note.name}{ending}"


def plan_file(
    folder: Path, note: Outgoing, path: str, rendered: Rendered, used: set[str]
) -> tuple[Change, FileChange | None]:
    """Plan one note's file; never overwrites a file that is not ours or was changed."""
    key = twin_key(path)
    if rendered.refused:
        return Change(note.name, path, "refused", rendered.refused), None
    goes_back = note.untouched and note.original is not None
    # A note that goes back had its twins beside it: the agent can tell them apart.
    exactly = f"\0{path}"
    if (exactly if goes_back else key) in used:
        return Change(note.name, path, "conflict", "another note goes there"), None
    used.update((key, exactly))
    try:
        live = there(folder, path)
    except (MemsyncError, OSError) as error:
        return Change(note.name, path, "refused", why(error)), None
    data, lost = rendered.data, rendered.lost
    if note.untouched and note.original is not None:
        data, lost = note.original, ()
    if live not in (None, data) and not note.knows(source_digest(live or b"")):
        known = bool(note.origins or note.sent)
        reason = CHANGED if known else _FOREIGN
        return Change(note.name, path, "conflict", reason), None
    action: Action = "created" if live is None else "updated"
    file = FileChange(path, data, live, (note.name,))
    if live == data:
        action = "unchanged"
    change = Change(note.name, path, action, lost=lost, digest=source_digest(data))
    return change, None if live == data else file


def why(error: MemsyncError | OSError | UnicodeDecodeError) -> str:
    """What an error says, on one line."""
    if isinstance(error, UnicodeDecodeError):
        return "the file is not UTF-8"
    known = error if isinstance(error, MemsyncError) else Broken.from_os_error(error)
    return known.message
