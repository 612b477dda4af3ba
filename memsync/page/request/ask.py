"""One request: its query, and the memories that it is about."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from memsync.errors import NotFound
from memsync.memory.note.names import MEMORY_INDEX_NAME, Scope, check_readable
from memsync.page.request.kept import Kept, fingerprint
from memsync.workspace.open import archived_stores, memory_to_change, open_for_reading
from memsync.workspace.target import settle

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from memsync.clock import Now
    from memsync.memory.lint.lint import LintFinding
    from memsync.memory.store.store import Store
    from memsync.memory.store.undoing import Change
    from memsync.page.html.links import Links
    from memsync.page.request.commands import Commands
    from memsync.page.request.kept import Linking
    from memsync.retrieval.cache.cards import Card
    from memsync.workspace.open import Opened


@dataclass
class Ask:
    """What a page is made for. It belongs to one request."""

    commands: Commands
    links: Links
    query: Mapping[str, str] = field(default_factory=dict)
    path: Mapping[str, str] = field(default_factory=dict)
    kept: Kept = field(default_factory=Kept)

    @cached_property
    def now(self) -> Now:
        """The moment of the request."""
        return self.commands.now("ui")

    @cached_property
    def opened(self) -> Opened:
        """The memories that can be read here; raises what `open_for_reading` raises."""
        return open_for_reading(self.commands.cwd, self.commands.places, self.now)

    @property
    def cache(self) -> Path | None:
        """The folder of the cache with the words of notes."""
        from memsync.retrieval.cache.database import folder_of

        return folder_of(self.commands.places)

    @cached_property
    def _seen(self) -> object:
        return fingerprint(self.opened.stores)

    @property
    def findings(self) -> Sequence[LintFinding]:
        """The findings of `memsync lint`; raises its errors and `OSError`."""
        return self.kept.findings(self.opened.stores, self.now, self._seen)

    @property
    def cards(self) -> Sequence[Card]:
        """A card for every note; raises `OSError`."""
        return self.kept.cards(self.opened.stores, self.cache, self.now, self._seen)

    @property
    def linking(self) -> Mapping[str, Linking]:
        """The links of each note; raises `OSError`."""
        return self.kept.links(self.opened.stores, self._seen)

    def changes(self, most: int) -> tuple[Sequence[Store], Sequence[Change]]:
        """The memories that have an archive, and the last commands that changed them.

        Raises `OSError`.
        """
        places = self.commands.places
        stores = archived_stores(self.commands.cwd, places, self.opened)
        return stores, self.kept.changes(stores, most, self._seen)

    def store(self, scope: str) -> Store:
        """The memory of a scope, for reading; raises `NotFound`."""
        return memory_to_change(self.opened, Scope.parse(scope))[0]

    def to_change(self, scope: str) -> tuple[Store, Store | None]:
        """The memory of a scope to change, and that of the other; raises `NotFound`."""
        settle(self.opened.spot, self.commands.places, self.now)
        return memory_to_change(self.opened, Scope.parse(scope))

    @property
    def scope(self) -> str:
        """The scope in the address; raises `BadUsage` for another word."""
        return Scope.parse(self.path["scope"]).value

    @property
    def name(self) -> str:
        """The note's name in the address; raises `BadUsage` if there is none."""
        name = self.path["name"]
        if name != MEMORY_INDEX_NAME:
            check_readable(name)
        return name

    def address(self, name: str) -> str | None:
        """The address of a note, in the workspace first; None if there is none."""
        for store in self.opened.stores:
            if name == MEMORY_INDEX_NAME or store.has(name):
                return self.links.note(store.scope.value, name)
        return None

    def number(self, key: str, default: int) -> int:
        """A whole number from the query; the default if it is anything else."""
        text = self.query.get(key, "")
        good = text.isascii() and text.isdigit() and len(text) < 7
        return int(text) if good else default


def not_here(what: str) -> NotFound:
    """The error for an address that does not exist."""
    return NotFound(f"there is no {what}", hint="see the page Notes")
