"""Lists what each agent has on this machine, and how much it would not read."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from memsync.agents.layouts.engines.block import MarkedBlock
from memsync.agents.layouts.layout import Seen
from memsync.agents.layouts.registry import layouts
from memsync.agents.transfer.folders import own_folder
from memsync.agents.transfer.linking import is_linked
from memsync.errors import MemsyncError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from memsync.agents.layouts.layout import Layout
    from memsync.agents.layouts.where import Where

_NOTHING = Seen(0, 0, None, 0)


class Row(NamedTuple):
    """One agent."""

    agent: str
    kind: str
    installed: bool
    folder: Path | None
    """The user's store, else the agent's settings folder."""
    project_folder: Path | None
    seen: Seen
    """Of the repository's folder, else of the person's."""
    linked: bool
    trouble: str = ""
    """Why a folder could not be read."""


def survey(where: Where, memory: Path | None) -> list[Row]:
    """Every agent, in the table's order; `memory` is the repository's."""
    return [_row(layout, where, memory) for layout in layouts()]


def _row(layout: Layout, where: Where, memory: Path | None) -> Row:
    trouble: list[str] = []

    def asked(ask: Callable[[], Path | None]) -> Path | None:
        try:
            return ask()
        except (MemsyncError, OSError) as error:
            said = error.message if isinstance(error, MemsyncError) else str(error)
            trouble.append(said)
            return None

    home = asked(lambda: layout.home(where))
    project = asked(lambda: own_folder(layout, where, person=False))
    person = asked(lambda: own_folder(layout, where, person=True))
    seen = _NOTHING
    for folder, whose in ((project, False), (person, True)):
        if folder is not None and folder.is_dir() and not seen.notes:
            engine = layout.engine_of(person=whose)
            if layout.engine_in is not None:
                engine = layout.engine_in(where, whose, False)
            try:
                seen = engine.seen(folder)
            except (MemsyncError, OSError) as error:
                said = error.message if isinstance(error, MemsyncError) else str(error)
                trouble.append(said)
    there = [f for f in (home, project, person) if f is not None]
    if isinstance(layout.engine, MarkedBlock):
        # The folder exists for other reasons, so look for the file.
        there = [folder / layout.engine.file for folder in there]
    installed = seen.notes > 0 or any(map(os.path.lexists, there))
    linked = memory is not None and is_linked(layout, where, memory)
    return Row(
        *(layout.agent, layout.kind, installed, person or home, project, seen, linked),
        trouble="; ".join(dict.fromkeys(trouble)),
    )
