"""Verifies what a remote sent to an encrypted vault, before any of it is used.

`memsync.json` says that the vault is encrypted, `v1/keyring.json` is its keyring, and
every file of the memory is at `v1/n/<2>/<38>`. Nothing else is allowed. Every new
commit must carry a stamp for its own files and parents; its keyring must not be older
than theirs, and must follow from those seen before; and it must be, byte for byte, what
memsync would have written. So a host without keys can show a former state or nothing,
but nothing else.
"""

from __future__ import annotations

import hashlib
import json
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Broken, MemsyncError, Refused
from memsync.sync.sealed.format import (
    KEYRING_FILE,
    sealed_commit,
    sealed_manifest,
    stamp_of,
)
from memsync.sync.tree import clock as clocks
from memsync.sync.tree.layout import (
    MANIFEST_FILE,
    MAX_BLOB,
    MAX_ENTRIES,
    PLAIN,
    blob_id,
    refused,
)
from memsync.vault import keyring as keyrings
from memsync.vault import keyring_file
from memsync.vault import stamp as stamps
from memsync.vault.cipher import Forged
from memsync.vault.keyring_file import MAX_BYTES as MAX_KEYRING
from memsync.vault.keyring_file import rendered
from memsync.vault.names import token_at
from memsync.vault.padding import padded_length

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from memsync.sync.mirror.protocol import Mirror
    from memsync.sync.sealed.cache import SealedCache
    from memsync.sync.sealed.holder import Holder
    from memsync.sync.tree.clock import Clock
    from memsync.sync.tree.commit import Commit
    from memsync.sync.tree.layout import TreeEntry
    from memsync.vault.keyring import Opened
    from memsync.vault.keyring_file import Keyring

# Commits that are judged at a time, so that memory stays small.
_COMMITS_AT_ONCE = 100

# Blobs in memory together: at most 600 MB of the largest, usually 1 MB.
_AT_ONCE = 500

# Bytes of a sealed file: one of `MAX_BLOB`, its path and what sealing adds.
MAX_SEALED = padded_length(MAX_BLOB + 8192) + 64


class Vetted(NamedTuple):
    """What was learned from a verified history."""

    seen: Mapping[str, int]
    """The last sequence number of every machine in it."""
    rings: Mapping[str, Opened]
    """The keyring of each commit."""


class Vetting:
    """The verification of one fetch."""

    def __init__(self, inner: Mirror, holder: Holder, cache: SealedCache) -> None:
        self._inner = inner
        self._holder = holder
        self._cache = cache
        self._digests: dict[str, bytes] = {}
        self._sound: dict[TreeEntry, str] = {}

    def vet(self, oids: Iterable[str]) -> Vetted:
        """Verify these commits; their other ancestors were verified before.

        Raises `Refused`, which names the commit and what is wrong, and `KeyTrouble` if
        this machine is no longer a member.
        """
        commits = self._inner.commits(oids)
        outside = {
            parent
            for commit in commits.values()
            for parent in commit.parents
            if parent not in commits
        }
        rings = self._rings(commits, outside)
        known = commits | self._inner.commits(outside)
        seen: dict[str, int] = {}
        ordered = in_order({oid: commit.parents for oid, commit in commits.items()})
        for at in range(0, len(ordered), _COMMITS_AT_ONCE):
            some = ordered[at : at + _COMMITS_AT_ONCE]
            trees = self._trees(some)
            for oid in some:
                try:
                    clock, seq = self._check(oid, trees[oid], known, rings)
                except Forged as error:
                    raise refused_commit(oid, error.message) from None
                if seq is not None:
                    seen[clock.machine] = max(seen.get(clock.machine, 0), seq)
        return Vetted(seen, rings)

    def _trees(self, commits: list[str]) -> dict[str, Mapping[str, str]]:
        """The files of commits; also computes their digests."""
        trees: dict[str, Mapping[str, str]] = {}
        for oid, entries in self._inner.listings(commits).items():
            trees[oid] = files_of(oid, entries, self._sound)
        self._read({blob for files in trees.values() for blob in files.values()})
        return trees

    def _rings(
        self, commits: Iterable[str], outside: Iterable[str]
    ) -> dict[str, Opened]:
        """The keyring of each commit; all must follow from the pinned one."""
        asked = [*commits, *outside]
        named = self._inner.blobs_at(asked, KEYRING_FILE)
        if named.keys() < set(asked):
            raise downgraded()
        self._check_sizes(named)
        data = self._inner.blobs(named.values())
        if data.keys() < set(named.values()):
            raise Refused("the mirror lacks a keyring", word="hostile-objects")
        try:
            parsed = {blob: keyring_file.parse(found) for blob, found in data.items()}
            # The newest first: it has the keys of all earlier epochs.
            newest_first = sorted(parsed, key=lambda blob: -parsed[blob].number)
            opened = {blob: self._holder.believe(data[blob]) for blob in newest_first}
            _check_line(self._holder.line())
        except Forged as error:
            raise Forged(f"the remote's keyring is refused: {error.message}") from None
        return {oid: opened[blob] for oid, blob in named.items()}

    def _check_sizes(self, named: Mapping[str, str]) -> None:
        """Refuse a commit whose keyring is too large to read."""
        known = {blob_id(rendered(ring.keyring)) for ring in self._holder.line()}
        new = {blob: oid for oid, blob in named.items() if blob not in known}
        for entries in self._inner.listings(new.values()).values():
            check_keyring_size(entries)

    def _check(
        self,
        oid: str,
        files: Mapping[str, str],
        known: Mapping[str, Commit],
        rings: Mapping[str, Opened],
    ) -> tuple[Clock, int | None]:
        """Verify one commit; returns its clock and its sequence number."""
        commit, ring = known[oid], rings[oid].keyring
        data = stamp_of(commit)
        past = [stamp_of(known.get(parent)) for parent in commit.parents]
        if data is None or None in past:
            raise Forged("it, or a parent of it, has no stamp")
        if any(rings[p].keyring.number > ring.number for p in commit.parents):
            raise Forged("its keyring is older than its parent's")
        cipher = self._holder.cipher(ring.epoch)
        ancestry = stamps.ancestry([stamp for stamp in past if stamp])
        stamps.check(cipher, data, self.contents(files), ancestry)
        stamp = stamps.read(cipher, data)
        clock = clocks.parse(stamp.clock)
        if clock is None:
            raise Forged("its clock is malformed")
        if sealed_commit(commit, data, clock).oid != oid:
            raise Forged("it was not written by memsync")
        said = files[MANIFEST_FILE]
        if self._digests[said] != _sha256(sealed_manifest(ring.vault)):
            raise other_vault_file(self._inner.blobs([said])[said])
        return clock, stamp.seq

    def contents(self, files: Mapping[str, str]) -> bytes:
        """The digest that a stamp has of these files (blob ids, sorted by path)."""
        return stamps.contents(
            (path, self._digests[oid]) for path, oid in files.items()
        )

    def _read(self, oids: set[str]) -> None:
        unknown = []
        for oid in sorted(oids):
            known = self._cache.by_sealed.get(oid)
            if known:
                self._digests[oid] = bytes.fromhex(known.digest)
            else:
                unknown.append(oid)
        for at in range(0, len(unknown), _AT_ONCE):
            found = self._inner.blobs(unknown[at : at + _AT_ONCE])
            self._digests |= {oid: _sha256(data) for oid, data in found.items()}


def _sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def _check_line(rings: list[Opened]) -> None:
    """Raise `Forged` unless each keyring follows from the one before it."""
    line = sorted(rings, key=lambda ring: ring.keyring.number)
    for before, ring in pairwise(line):
        if ring.keyring.number == before.keyring.number:
            raise Forged("it has two keyrings with the same number")
        if ring.keyring.number == before.keyring.number + 1:
            keyrings.check_follows(ring, before)


def in_order(parents: Mapping[str, Iterable[str]]) -> list[str]:
    """Sort commits so that parents come first."""
    from graphlib import TopologicalSorter

    inside = {o: [p for p in found if p in parents] for o, found in parents.items()}
    return list(TopologicalSorter(inside).static_order())


def refused_commit(oid: str, reason: str) -> Refused:
    """The error for a commit of the remote that no machine of the vault made."""
    return Forged(
        f"the remote's commit {oid[:12]} was not made by a member of this encrypted"
        f" memory: {reason}"
    )


def last_sound(vetting: Vetting, inner: Mirror, tip: str, known: list[str]) -> str:
    """The newest commit below a refused `tip` that members made; empty for none.

    `known` are commits that were verified before.
    """
    new = inner.commits(inner.between(tip, known))
    oid = tip
    while oid in new and new[oid].parents:
        oid = new[oid].parents[0]  # a host's own merge has our main as its first parent
        if oid in known:
            return oid
        if stamp_of(new.get(oid)) is not None:
            try:
                vetting.vet(inner.between(oid, known))
            except MemsyncError:
                continue
            return oid
    return ""


def files_of(
    oid: str, entries: Iterable[TreeEntry], sound: dict[TreeEntry, str]
) -> dict[str, str]:
    """The blob ids by path, sorted by code points, of the tree of the commit `oid`.

    `sound` caches entries that were accepted before, with their paths. Raises `Refused`
    for anything that memsync would not write.
    """
    found: dict[str, str] = {}
    for entry in entries:
        path = sound.get(entry)
        if path is None:
            path = sound[entry] = _sound_path(entry, f"the remote's commit {oid[:12]}")
        found[path] = entry.oid
    if len(found) > MAX_ENTRIES:
        raise refused(MANIFEST_FILE, f"the tree holds more than {MAX_ENTRIES} files")
    if not {MANIFEST_FILE, KEYRING_FILE} <= found.keys():
        raise downgraded()
    return dict(sorted(found.items()))


def _sound_path(entry: TreeEntry, where: str) -> str:
    path = entry.path.decode("utf-8", "backslashreplace")
    known = path in (MANIFEST_FILE, KEYRING_FILE) or token_at(path) is not None
    if not known or entry.mode != PLAIN or entry.type != "blob":
        raise refused(path, "it is not a file of an encrypted vault", where)
    if entry.size > MAX_SEALED:
        raise refused(path, "it is too large", where)
    return path


def check_keyring_size(entries: Iterable[TreeEntry]) -> None:
    """Raise `Refused` for a tree with a keyring that is too large, before reading it.

    git packs gigabytes of one byte into a few.
    """
    for entry in entries:
        if entry.path == KEYRING_FILE.encode() and entry.size > MAX_KEYRING:
            raise refused(KEYRING_FILE, "it is too large")


def other_vault_file(data: bytes) -> MemsyncError:
    """The error for a stamped commit whose `memsync.json` is not `vault_file`'s."""
    try:
        own, tree = json.loads(sealed_manifest(b"")), json.loads(data)
        newer = any(tree[key] > own[key] for key in ("encrypted", "format"))
    except (ValueError, KeyError, TypeError, RecursionError):
        newer = False
    if not newer:
        return downgraded()
    return Broken(
        "the encrypted memory was written by a newer memsync",
        hint="upgrade memsync on this machine; nothing was changed",
        word="newer-format",
    )


def downgraded() -> Refused:
    """The error for a plain remote in the place of an encrypted one."""
    return Refused(
        "the remote holds a memory that is not encrypted, and this one is",
        hint="nothing was changed or sent; if it is meant, run "
        "`memsync sync init URL --plaintext` on every machine",
        word="downgraded",
    )


def read_ring(inner: Mirror, tip: str) -> Keyring:
    """The keyring of a fetched commit, not verified yet.

    Raises `Refused` if there is none.
    """
    blobs = inner.blobs_at([tip], KEYRING_FILE)
    if tip not in blobs:
        raise downgraded()
    check_keyring_size(inner.listings([tip])[tip])
    return keyring_file.parse(inner.blobs(blobs.values())[blobs[tip]])
