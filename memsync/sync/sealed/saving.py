"""Encrypts a plain tree: its files, their list, and the stamped commit."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from memsync.sync.mirror.protocol import NO_TREE
from memsync.sync.sealed.cache import known_file
from memsync.sync.sealed.format import (
    KEYRING_FILE,
    listed,
    save_list,
    sealed_commit,
    sealed_manifest,
    stamp_of,
)
from memsync.sync.sealed.reading import SEQ_TRAILER, WAS_TRAILER, View
from memsync.sync.tree import clock as clocks
from memsync.sync.tree.commit import MERGED, parse_commit
from memsync.sync.tree.layout import (
    AGENTS,
    MANIFEST_FILE,
    PROJECTS,
    USER,
    Item,
    blob_id,
)
from memsync.sync.tree.manifest import FORMAT, MERGE_NUMBER, Manifest, manifest_bytes
from memsync.vault import stamp as stamps
from memsync.vault.keyring_file import rendered
from memsync.vault.names import place_of
from memsync.vault.sealed_file import seal_file

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Mapping
    from pathlib import Path

    from memsync.sync.mirror.protocol import Mirror
    from memsync.sync.sealed.cache import SealedCache
    from memsync.sync.sealed.holder import Holder, Rings
    from memsync.sync.sealed.reading import Reading
    from memsync.sync.tree.commit import Commit
    from memsync.sync.tree.layout import Tree
    from memsync.vault.cipher import Cipher
    from memsync.vault.keyring import Opened

# Stands for any tree.
ANY_TREE = "0" * 40
_WAS = re.compile(rf"(?m)^{WAS_TRAILER}: ([0-9a-f]{{40}})$")
_SEQ = re.compile(rf"(?m)^{SEQ_TRAILER}: ([0-9]{{1,15}})$")

# A merge has two parents or more, and uses the newest of their keyrings.
_MERGED = 2


class Saving:
    """Encrypts to another mirror, with the keys of a holder."""

    def __init__(
        self,
        inner: Mirror,
        holder: Holder,
        cache: SealedCache,
        rings: Rings,
        reading: Reading,
    ) -> None:
        self._inner = inner
        self._holder = holder
        self._cache = cache
        self._rings = rings
        self._reading = reading

    def save(
        self,
        tree: Tree,
        blobs: Iterable[bytes],
        commit: Callable[[str], bytes],
    ) -> str:
        """See `Mirror`."""
        draft = parse_commit(commit(ANY_TREE))
        like = list(draft.parents)
        if was := was_in(draft):
            # Rewritten for a purge: the keyring that it brought must stay.
            like.append(was)
        rings = [self._rings.of(known) for known in like] or [self._rings.newest()]
        pinned = self._holder.pinned()
        if pinned and not was and len(draft.parents) < _MERGED:
            # The remote may have gone back to before a change of keys. A merge depends
            # only on its parents: each machine makes the same one, even after a purge.
            rings.append(pinned)
        ring = max(rings, key=lambda found: found.keyring.number)
        given = {blob_id(data): data for data in blobs}
        return self.save_under(ring, tree, given, commit, like)

    def save_under(
        self,
        ring: Opened,
        tree: Tree,
        given: Mapping[str, bytes],
        commit: Callable[[str], bytes],
        like: Iterable[str] = (),
    ) -> str:
        """Like `save`, with a given keyring.

        `like` are commits that are here; the first one shares most files.
        """
        cipher = self._holder.cipher(ring.keyring.epoch)
        made: dict[str, bytes] = {}
        known = [self._reading.stored(commit) for commit in like]
        there = {item.oid for each in known for item in each.values()}
        places = self._sealed_tree(cipher, tree, given, made, there)
        public = _public_files(self._holder, ring)
        made |= {blob_id(data): data for data in public.values()}
        outer = places | {path: blob_id(data) for path, data in public.items()}
        stored = {path: Item(oid) for path, oid in outer.items()}
        digests = _digests(public) | self._place_digests(places)
        files = stamps.contents(sorted(digests.items()))
        oid = self._inner.save(
            stored,
            made.values(),
            lambda top: self._stamped(cipher, files, commit(top)),
            known[0] if known else NO_TREE,
        )
        sizes = {self._path(o): self._cache.by_sealed[o].size for o in places.values()}
        self._reading.learn(oid, stored, View(places, dict(tree), sizes))
        self._rings.learn({oid: ring})
        return oid

    def _path(self, sealed: str) -> str:
        return self._cache.by_sealed[sealed].path

    def _sealed_tree(
        self,
        cipher: Cipher,
        tree: Tree,
        given: Mapping[str, bytes],
        made: dict[str, bytes],
        there: Container[str],
    ) -> dict[str, str]:
        """Blob ids by place; adds those that are not `there` to `made`.

        That a file was encrypted before does not mean that the mirror still has it.
        """
        places = {}
        lacking = []
        for path, item in tree.items():
            known = self._cache.find(cipher.epoch, path, item.oid)
            if known and known.sealed in there:
                places[known.place] = known.sealed
            else:
                lacking.append((path, item.oid))
        texts = dict(given)
        texts |= self._reading.blobs({oid for _, oid in lacking} - texts.keys())
        for path, oid in lacking:
            token = self._holder.names.token(path)
            data = seal_file(cipher, token, path, texts[oid])
            known = known_file(cipher, place_of(token), data, path, texts[oid])
            self._cache.learn(known)
            made[known.sealed] = data
            places[known.place] = known.sealed
        return places

    def _place_digests(self, places: Mapping[str, str]) -> dict[str, bytes]:
        known = self._cache.by_sealed
        return {p: bytes.fromhex(known[oid].digest) for p, oid in places.items()}

    def _stamped(self, cipher: Cipher, files: bytes, plain: bytes) -> bytes:
        commit = parse_commit(plain)
        # Every commit of memsync has a clock; a foreign one gets its date.
        clock = commit.clock or clocks.of_foreign_commit(commit.seconds, 0)
        said, _, trailers = commit.message.rpartition(f"\n\n{clocks.TRAILER}: ")
        seq = None
        if said != MERGED:
            known = _SEQ.search(trailers)
            seq = int(known[1]) if known else self._next(clock.machine, commit)
        text = stamps.Stamp(str(clock), said, seq)
        stamp = stamps.sealed(cipher, text, files, self._ancestry(commit))
        return sealed_commit(commit, stamp, clock).data

    def _next(self, machine: str, commit: Commit) -> int:
        """The sequence number of a save; without pins, counted from the history."""
        if not self._holder.counts:
            tips = {*commit.parents, self._inner.tip(), self._inner.agreed()}
            below = {o for tip in tips if tip for o in self._inner.between(tip, ())}
            saves = self._reading.commits(below).values()
            own = [
                each for each in saves if each.clock and each.clock.machine == machine
            ]
            numbers = [_SEQ.search(each.message) for each in own]
            self._holder.count_from(max((int(n[1]) for n in numbers if n), default=0))
        return self._holder.count()

    def _ancestry(self, commit: Commit) -> bytes:
        parents = self._inner.commits(commit.parents)
        return stamps.ancestry([stamp_of(parents[p]) or b"" for p in commit.parents])

    def keep_list(self, tip: str, file: Path) -> None:
        """Write what a short round on top of `tip` needs. Raises `OSError`.

        Only for a tree that a short round may change: it knows nothing of purges, nor
        of a `memsync.json` with other numbers.
        """
        view = self._reading.view(tip)
        vault = Manifest(FORMAT, MERGE_NUMBER, self._holder.vault.hex())
        known = view.tree.get(MANIFEST_FILE) == Item(blob_id(manifest_bytes(vault)))
        rest = view.tree.keys() - {MANIFEST_FILE}
        own = tuple(f"{top}/" for top in (USER, PROJECTS, AGENTS))
        if not known or not all(path.startswith(own) for path in rest):
            file.unlink(missing_ok=True)
            return
        commit = self._inner.commits([tip])[tip]
        public = _public_files(self._holder, self._rings.of(tip))
        past = self._ancestry(commit)
        digests = self._place_digests(view.sealed)
        save_list(file, listed(past, _digests(public), digests))


def was_in(draft: Commit) -> str | None:
    """The commit that a draft rewrites; None for new work."""
    found = _WAS.search(draft.message)
    return found[1] if found else None


def _public_files(holder: Holder, ring: Opened) -> dict[str, bytes]:
    return {
        MANIFEST_FILE: sealed_manifest(holder.vault),
        KEYRING_FILE: rendered(ring.keyring),
    }


def _digests(files: Mapping[str, bytes]) -> dict[str, bytes]:
    return {path: hashlib.sha256(data).digest() for path, data in files.items()}
