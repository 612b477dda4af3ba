"""What a write warns of: it was done, and something is not as it should be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.memory.archive.logs import is_log
from memsync.memory.note.names import MEMORY_INDEX_NAME
from memsync.memory.note.note import Note, chars
from memsync.memory.note.unsound import said
from memsync.paths import MEMORY_INDEX

if TYPE_CHECKING:
    from memsync.memory.change.base import BaseStore


def cautions(store: BaseStore, name: str, new: Note) -> list[tuple[str, str | None]]:
    """Each with what helps: frontmatter that is not YAML, and sizes over their caps."""
    warnings: list[tuple[str, str | None]] = []
    if not new.sound:
        warnings.append(
            (
                f"the frontmatter of '{name}' cannot be read ({said(new)})",
                "mend it with `memsync edit`",
            )
        )
    cap = store.settings.number("caps.note")
    if name != MEMORY_INDEX_NAME and not is_log(name) and new.chars > cap:
        warnings.append(
            (
                f"'{name}' has {new.chars} characters, over the limit of {cap}",
                "split it into several notes",
            )
        )
    size = chars(store.index_text())
    cap = store.settings.number("caps.memory_index")
    if size > cap:
        warnings.append(
            (
                f"{MEMORY_INDEX} has {size} characters, more than {cap}",
                "forget old notes, or shorten descriptions",
            )
        )
    return warnings
