"""A memory that a round covers, its rules, and what it holds at one moment."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from memsync.sync.folder import stat_cache
from memsync.sync.tree.layout import note_path

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from memsync.memory.archive.archive import Retention
    from memsync.memory.store.store import MemoryFolder
    from memsync.sync.folder.stat_cache import StatCache
    from memsync.sync.state.state import State
    from memsync.sync.tree.layout import Tree


PURGED_REASON = "its earlier text was purged from all machines"


@dataclass(frozen=True, slots=True)
class Rules:
    """What keeps a note here, besides its bytes and its name."""

    exclude: tuple[str, ...]
    """Globs of names (`sync.exclude`)."""
    released: Mapping[str, str]
    """Notes sent in spite of a reason, with the blob that was released."""
    findings: Callable[[bytes], str | None]
    """Why the bytes may not leave: the first secret in them, never its value."""
    key: str
    """Changes whenever `findings` may give another answer."""
    other_profile: Callable[[str], bool] | None = None
    """Whether a note belongs to another profile; None if there is only one."""
    prose: bool = True
    """Whether the memory index is sent with a person's own lines."""
    synopses: bool = False
    """Whether synopses of sessions are sent (`learn.sync_synopses`)."""


class Kept(NamedTuple):
    """A name that stays here."""

    reason: str
    """Empty when a person chose so (`sync: false`, `sync.exclude`)."""
    oid: str | None = None
    """The blob that a person may release; None where nothing can be sent."""
    other_profile: bool = False
    """It belongs to another profile, and leaves the copy of this one."""
    stray: bool = False
    """It is in a sub-folder, where no agent looks for notes: named once."""


@dataclass(slots=True)
class Snapshot:
    """The memory folder at one moment."""

    home: str
    """The folder's place in the trees, such as `user`."""
    sent: dict[str, str] = field(default_factory=dict)
    """Blob ids by path in the tree, of all notes that are sent."""
    kept: dict[str, Kept] = field(default_factory=dict)
    """Names that stay here."""
    disk: dict[str, str] = field(default_factory=dict)
    """Blob ids of the files that were read, by path below the folder."""
    replaced: dict[str, list[str]] = field(default_factory=dict)
    """Versions that came into the archive since the last round, by note."""
    busy: set[str] = field(default_factory=set)
    """Paths whose files were being written: this round knows nothing of them."""
    data: dict[str, bytes] = field(default_factory=dict)
    """The bytes of the blobs that were read this time."""
    cache: StatCache = stat_cache.EMPTY
    unchanged: bool = False
    """Whether every file holds what the given cache says."""
    litter: bool = False
    """Whether a killed command left temporary files."""
    missing: bool = False
    """Whether there is no memory folder."""

    def alone(self, tree: Tree) -> frozenset[str]:
        """The notes that stay in this folder and of which `tree` has no version.

        Only this folder's memory index has their entries, also where a version of them
        was sent once: another machine may have deleted that.
        """
        return frozenset(
            name
            for name, kept in self.kept.items()
            if not kept.stray and note_path(self.home, name) not in tree
        )


@dataclass(frozen=True, slots=True)
class Home:
    """A memory on this machine: a person's own, or that of an enrolled repository."""

    path: str
    """Its place in the trees: `user` or `projects/<identity>`."""
    memory: MemoryFolder
    rules: Callable[[State], Rules]
    stat_file: Path
    """See `memsync.sync.folder.stat_cache`."""
    idle_word: str
    """See `memsync.sync.folder.conditions.Conditions`."""
    inode: int | None = None
    """The folder's identity, if a new folder must be told from the old one."""
    retention: Retention | None = None
    """Which versions the archive in the tree keeps; None for all."""
