"""Rewrites a history without its purged texts.

Each commit is recreated without the purged text; from the first one that changes, ids
differ. The result depends only on the commits and the lines: machines that purge the
same history in the same way get the same result, and so a machine can tell the new main
from any other that does not descend from the old one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Refused
from memsync.memory.files.origins import parse as parse_origins
from memsync.sync.merge.entries_at import named_at, strip_at
from memsync.sync.tree.commit import rewritten
from memsync.sync.tree.layout import (
    INDEX_NAME,
    ORIGINS_NAME,
    PURGED_FILE,
    Item,
    Kind,
    archive_path,
    blob_id,
    place,
    version_at,
)
from memsync.sync.tree.purged import NOTHING, Purge, PurgedEdit, Redactor, parse
from memsync.terminal import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from memsync.sync.mirror.protocol import Mirror
    from memsync.sync.tree.commit import Commit
    from memsync.sync.tree.layout import Place, Tree
    from memsync.sync.tree.purged import Line, Lines, PurgeClock

# The files that are searched for a purged value.
_TEXTS = (Kind.NOTE, Kind.LOG, Kind.INDEX, Kind.ARCHIVED, Kind.LINES)

# Files that name notes: they lose their lines about purged ones.
_ABOUT_OTHERS = (INDEX_NAME, ORIGINS_NAME)

# Blobs read at a time, so that memory stays small.
_BATCH = 2000


class _Key(NamedTuple):
    home: str
    name: str
    oid: str


class Rewriting:
    """Rewrites commits of a mirror by one set of lines, with a cache."""

    def __init__(
        self,
        mirror: Mirror,
        lines: Lines,
        redact: Callable[[bytes], tuple[PurgeClock, bytes] | None] | None = None,
    ) -> None:
        """`redact` returns the clock of a purge and the text without the value.

        It is called for versions that no line names; None keeps the version. Its
        results are in `found`, as lines for other machines.
        """
        self._mirror = mirror
        self._lines = lines
        self._redact = redact
        self._purges: dict[Lines, Purge] = {}
        self._made: dict[str, str] = {}
        self._texts: dict[tuple[_Key, Lines], str] = {}
        self._blobs: dict[str, bytes] = {}
        self.found: set[Line] = set()
        self.dropped: set[str] = set()
        """The blobs that no rewritten commit has at the place where one had them."""

    def commit(self, tip: str) -> str:
        """The rewritten commit for `tip`; `tip` itself if nothing changes."""
        if tip not in self._made:
            known = self._mirror.commits(self._mirror.between(tip, ()))
            ordered = [
                oid for oid in _parents_first(tip, known) if oid not in self._made
            ]
            for oid in counted(ordered, "taking it out of the history"):
                self._made[oid] = self._commit(oid, known[oid])
        return self._made[tip]

    def _commit(self, oid: str, commit: Commit) -> str:
        parents = tuple(self._made[parent] for parent in commit.parents)
        tree = {
            entry.path.decode("utf-8", "surrogateescape"): Item(entry.oid, entry.mode)
            for entry in self._mirror.entries(oid)
        }
        new = self.tree(tree)
        if parents == commit.parents and new == tree:
            return oid
        blobs = [self._blobs[i.oid] for i in new.values() if i.oid in self._blobs]
        return self._mirror.save(
            new, blobs, lambda top: rewritten(commit, top, parents)
        )

    def tree(self, tree: Tree) -> Tree:
        """A tree without what was purged after it was made."""
        purge = self._purge_for(tree)
        if not purge.lines:
            return tree
        self._judge(tree, purge)
        new: dict[str, Item] = {}
        for path, item in tree.items():
            found = place(path)
            if found.kind not in _TEXTS:
                new[path] = item
            elif purge.drops(found.home, found.name):
                self.dropped.add(item.oid)
            else:
                oid = self._texts.get((_key(found, item), purge.lines), item.oid)
                new[self._path(path, found, oid, item)] = Item(oid, item.mode)
        return new

    def _purge_for(self, tree: Tree) -> Purge:
        """The purges since a tree was made; the tree itself has the earlier ones."""
        lines = self._lines
        if item := tree.get(PURGED_FILE):
            lines -= parse(self._mirror.blobs([item.oid])[item.oid])
        return self._purges.setdefault(lines or NOTHING, Purge(lines))

    def _judge(self, tree: Tree, purge: Purge) -> None:
        """Find the replacement of each version; reads those not judged yet."""
        wanted: dict[str, list[_Key]] = {}
        for path, item in tree.items():
            found = place(path)
            if found.kind in _TEXTS and (purge.of_texts or found.name in _ABOUT_OTHERS):
                key = _key(found, item)
                if (key, purge.lines) not in self._texts:
                    wanted.setdefault(item.oid, []).append(key)
        for some in _batches(wanted):
            for oid, data in self._mirror.blobs(some).items():
                for key in wanted[oid]:
                    self._texts[key, purge.lines] = self._version(key, data, purge)

    def _version(self, key: _Key, data: bytes, purge: Purge) -> str:
        """The replacement of a version; its own blob if it may stay."""
        if oid := purge.replacement(key.home, key.name, data):
            if self._redact:
                self._redact(data)  # learns the value from the text
            if not self._mirror.blobs([oid]):
                raise Refused(
                    f"'{PURGED_FILE}' names a text that is not there",
                    hint="nothing was changed here; fix the file in the repository",
                    word="hostile-tree",
                )
            self.dropped.add(key.oid)
            return oid
        new = data
        if key.name in _ABOUT_OTHERS and purge.of_notes:
            new = stripped(purge, key.home, key.name, data)
        if self._redact and (redacted := self._redact(new)):
            clock, new = redacted
            whole = (key.home, key.name, data)
            self.found.add(PurgedEdit.of(clock, whole, blob_id(new)))
        if new == data:
            return key.oid
        self.dropped.add(key.oid)
        oid = blob_id(new)
        self._blobs[oid] = new
        return oid

    def _path(self, path: str, found: Place, oid: str, item: Item) -> str:
        """An archived version's name contains its digest, which changes."""
        if found.kind is not Kind.ARCHIVED or oid == item.oid:
            return path
        data = self._blobs.get(oid)
        if data is None:
            self._blobs |= self._mirror.blobs([oid])
            data = self._blobs[oid]
        stamp = version_at(path, found).stamp
        return archive_path(found.home, found.name, stamp, data)


def texts_of(mirror: Mirror, tip: str) -> Iterator[bytes]:
    """Every text in the history of a commit, once."""
    seen: set[str] = set()
    for oid in mirror.between(tip, ()):
        new = {
            entry.oid
            for entry in mirror.entries(oid)
            if place(entry.path.decode("utf-8", "surrogateescape")).kind in _TEXTS
        }
        for some in _batches(sorted(new - seen)):
            yield from mirror.blobs(some).values()
        seen |= new


def stripped(purge: Purge, home: str, name: str, data: bytes) -> bytes:
    """A memory index or list of origins, without its lines about purged notes."""
    if name == ORIGINS_NAME:
        return _without_origins(purge, home, data)
    gone = {each for each in named_at(home, data) if purge.drops(home, each)}
    return strip_at(home, data, gone)


def _without_origins(purge: Purge, home: str, data: bytes) -> bytes:
    return b"\n".join(
        line
        for line in data.split(b"\n")
        if not any(purge.drops(home, origin.name) for origin in parse_origins(line))
    )


def _key(found: Place, item: Item) -> _Key:
    return _Key(found.home, found.name, item.oid)


def _parents_first(tip: str, commits: Mapping[str, Commit]) -> list[str]:
    ordered: list[str] = []
    state: dict[str, bool] = {}
    waiting = [tip]
    while waiting:
        oid = waiting[-1]
        if oid in state:
            waiting.pop()
            if not state[oid]:
                state[oid] = True
                ordered.append(oid)
            continue
        state[oid] = False
        waiting += [p for p in commits[oid].parents if p not in state]
    return ordered


def _batches(oids: Iterable[str]) -> Iterator[list[str]]:
    every = list(oids)
    for start in range(0, len(every), _BATCH):
        yield every[start : start + _BATCH]


def rewriting(mirror: Mirror, lines: Lines) -> Rewriting:
    """Rewrites a history as if the texts of these lines had never existed."""
    return Rewriting(mirror, lines, Redactor(Purge(lines).values))
