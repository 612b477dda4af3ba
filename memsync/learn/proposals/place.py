"""Where learning in a folder belongs: its repository, its memories, its data."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from memsync.memory.note.names import Scope
from memsync.memory.store.store import Store
from memsync.sessions.projects import Project, project_of
from memsync.workspace.open import open_for_reading
from memsync.workspace.place.beside import learned_memory
from memsync.workspace.target import memory_path, open_for_writing

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.clock import Now
    from memsync.paths import Places
    from memsync.workspace.open import Opened
    from memsync.workspace.place.notices import Notices


class Place(NamedTuple):
    """One repository, as learning sees it from one of its folders."""

    cwd: Path
    places: Places
    project: Project
    opened: Opened
    beside: Store | None
    """The memory that holds `learned/` for a committed workspace memory."""

    @property
    def folder(self) -> Path:
        """The folder of everything that learning keeps on this machine."""
        return self.places.data / "learn"

    @property
    def lock(self) -> Path:
        """The lock for whoever proposes, decides or takes back."""
        return self.folder / "proposals.lock"

    @property
    def committed(self) -> bool:
        """Whether the workspace memory is committed with the repository."""
        return self.beside is not None

    @property
    def stores(self) -> tuple[Store, ...]:
        """All existing memories that hold, or can hold, what was learned."""
        beside = (self.beside,) if self.beside is not None else ()
        return (*self.opened.stores, *beside)

    def is_here(self, project: Project) -> bool:
        """Whether a proposal of this project belongs to the repository."""
        same_id = project.identity is not None and (
            project.identity == self.project.identity
        )
        return same_id or project.root == self.project.root

    def notes(self, scope: Scope) -> Store | None:
        """The memory that holds the notes of a scope, if it exists."""
        opened = self.opened
        return opened.user if scope is Scope.USER else opened.workspace

    def learned(self, scope: Scope) -> Store | None:
        """The memory that holds the files in `learned/` of a scope, if it exists."""
        if scope is Scope.WORKSPACE and self.beside is not None:
            return self.beside
        return self.notes(scope)

    def to_write(
        self, scope: Scope, now: Now, *, note: bool
    ) -> tuple[Store, Notices, Place]:
        """Return the memory to write into, created if necessary, and the place with it.

        Raises what `open_for_writing` raises.
        """
        if not note and scope is Scope.WORKSPACE and self.beside is not None:
            return self.beside, (), self
        store, warnings = open_for_writing(self.cwd, self.places, now, scope)
        if self.notes(scope) is None:
            return store, warnings, place_of(self.cwd, self.places, now)
        return store, warnings, self


def place_of(cwd: Path, places: Places, now: Now | None) -> Place:
    """Return the place of a folder; creates no memory.

    With None for `now` it writes nothing at all; else it archives versions that an
    agent wrote directly.

    Raises `NoGitRoot` outside any git root and memory, and what opening a memory
    raises.
    """
    opened = open_for_reading(cwd, places, now)
    if opened.spot is None:
        memory_path(cwd, places, Scope.WORKSPACE)
    project = project_of(cwd, places.environ)
    if project.root is None and opened.spot is not None:
        project = Project(os.fspath(opened.spot.level), None)
    beside = None
    if opened.spot is not None and opened.spot.team and opened.workspace is not None:
        folder = learned_memory(opened.spot, places)
        beside = Store(folder, opened.settings)
    return Place(cwd, places, project, opened, beside)
