"""Memories for tests that need no command: a store in a folder, and a clock."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from memsync.clock import Now
from memsync.config.settings import Settings, load
from memsync.memory.note.names import Scope
from memsync.memory.store.store import MemoryFolder, Store
from memsync.paths import Places

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.config.key import Value

NOW = Now(datetime(2026, 11, 21, 9, 30, tzinfo=UTC), date(2026, 11, 21))


def settings(**changed: Value) -> Settings:
    """The defaults, with some keys changed: dots are written as `__`."""
    found = load(Places({}), None)
    values = {name.replace("__", "."): value for name, value in changed.items()}
    return found._replace(values={**found.values, **values})


def empty_memory(folder: Path, title: str = "Memory Index") -> Path:
    """The folder, made a memory without notes."""
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text(f"# {title}\n")
    return folder


def make_store(folder: Path, scope: Scope = Scope.WORKSPACE, **changed: Value) -> Store:
    """A memory below `folder`, with its archive where that scope has it."""
    user = scope is Scope.USER
    memory = empty_memory(folder / scope / "memory")
    archive = memory / ".archive" if user else folder / scope / "archive"
    return Store(
        MemoryFolder(
            folder=memory,
            scope=scope,
            archive=archive,
            lock=folder / f"{scope}.lock",
            private=user,
            guards_live=not user,
            allow_file=folder / ".memsync-allow",
        ),
        settings(**changed),
    )
