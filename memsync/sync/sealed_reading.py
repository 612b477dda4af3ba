"""The plain trees, files and messages that an encrypted mirror hides."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

from memsync.sync import clock as clocks
from memsync.sync.layout import PLAIN, Entry, Item, blob_id
from memsync.sync.sealed_cache import Known
from memsync.sync.sealed_commit import stamp_of
from memsync.sync.sealed_tree import KEYRING_FILE
from memsync.vault import stamp as stamps
from memsync.vault.cipher import Forged
from memsync.vault.names import place_of, token_at
from memsync.vault.sealed_file import open_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from memsync.sync.commit import Commit
    from memsync.sync.holder import Holder
    from memsync.sync.layout import Tree
    from memsync.sync.mirror import Mirror
    from memsync.sync.sealed_cache import SealedCache
    from memsync.sync.sealed_rings import Rings
    from memsync.vault.cipher import Cipher

SEQ_TRAILER = "Memsync-Seq"
WAS_TRAILER = "Memsync-Was"


class View(NamedTuple):
    """A commit's files, as the host has them and as a round sees them."""

    sealed: Mapping[str, str]
    """Blob ids by place, without the two public files."""
    tree: Tree
    sizes: Mapping[str, int]


class Reading:
    """Reads what another mirror holds as ciphertext, with the keys of a holder."""

    def __init__(
        self, inner: Mirror, holder: Holder, cache: SealedCache, rings: Rings
    ) -> None:
        self._inner = inner
        self._holder = holder
        self._cache = cache
        self._rings = rings
        self._views: dict[str, View] = {}
        self._outer: dict[str, Tree] = {}

    def learn(self, commit: str, stored: Tree, view: View) -> None:
        """A commit was made here, of these files."""
        self._outer[commit] = stored
        self._views[commit] = view

    def commits(self, oids: Iterable[str]) -> dict[str, Commit]:
        """See `Mirror`."""
        return {o: self._opened(o, c) for o, c in self._inner.commits(oids).items()}

    def _opened(self, oid: str, commit: Commit) -> Commit:
        data = stamp_of(commit)
        if data is None:
            return commit
        self._rings.newest()
        stamp = stamps.read(self._holder.cipher(stamps.epoch_of(data)), data)
        clock = clocks.parse(stamp.clock)
        text = f"{stamp.message}\n\n{clocks.TRAILER}: {stamp.clock}\n"
        if stamp.seq is not None:
            # What a commit that is written anew, after a purge, has to keep.
            text += f"{SEQ_TRAILER}: {stamp.seq}\n{WAS_TRAILER}: {oid}\n"
        return commit._replace(clock=clock, message=text)

    def entries(self, commit: str) -> list[Entry]:
        """See `Mirror`."""
        view = self.view(commit)
        return [
            Entry(PLAIN, "blob", item.oid, view.sizes[path], path.encode("utf-8"))
            for path, item in sorted(view.tree.items())
        ]

    def tree(self, commit: str) -> Tree:
        """See `Mirror`."""
        return self.view(commit).tree

    def view(self, commit: str) -> View:
        """A commit's files, opened where they never were."""
        if commit not in self._views:
            stored = self.stored(commit)
            sealed = {p: item.oid for p, item in stored.items() if token_at(p)}
            ring = self._rings.at(stored[KEYRING_FILE].oid)
            self._open(self._holder.cipher(ring.keyring.epoch), sealed)
            tree, sizes = {}, {}
            for place, oid in sealed.items():
                known = self._cache.by_sealed[oid]
                if known.place != place:
                    raise Forged("a sealed file lies at another one's place")
                tree[known.path] = Item(known.plain)
                sizes[known.path] = known.size
            self._views[commit] = View(sealed, tree, sizes)
        return self._views[commit]

    def stored(self, commit: str) -> Tree:
        """A commit's files as the host has them."""
        if commit not in self._outer:
            self._outer[commit] = self._inner.tree(commit)
        return self._outer[commit]

    def listings(self, commits: Iterable[str]) -> dict[str, list[Entry]]:
        """See `Mirror`."""
        return {oid: self.entries(oid) for oid in commits}

    def _open(self, cipher: Cipher, sealed: Mapping[str, str]) -> None:
        """Open what was never opened here, by place and blob id."""
        unknown = {
            oid: place
            for place, oid in sealed.items()
            if oid not in self._cache.by_sealed
        }
        for oid, data in self._inner.blobs(unknown).items():
            place = unknown[oid]
            token = token_at(place) or b""
            path, text = open_file(cipher, self._holder.names, token, data)
            self._cache.learn(known_file(cipher, place, data, path, text))

    def blobs(self, oids: Iterable[str]) -> dict[str, bytes]:
        """See `Mirror`."""
        wanted = {oid: self._cache.by_plain.get(oid) for oid in oids}
        sealed = {known.sealed: known for known in wanted.values() if known}
        if sealed:
            self._rings.newest()
        found = {}
        for oid, data in self._inner.blobs(sealed).items():
            known = sealed[oid]
            cipher = self._holder.cipher(known.epoch)
            token = token_at(known.place) or b""
            found[known.plain] = open_file(cipher, self._holder.names, token, data)[1]
        return found

    def blobs_at(self, commits: Iterable[str], path: str) -> dict[str, str]:
        """See `Mirror`."""
        place = place_of(self._holder.names.token(path))
        sealed = self._inner.blobs_at(commits, place)
        unknown = {c: o for c, o in sealed.items() if o not in self._cache.by_sealed}
        for commit, oid in unknown.items():
            self._open(self._rings.cipher_of(commit), {place: oid})
        return {c: self._cache.by_sealed[oid].plain for c, oid in sealed.items()}


def known_file(
    cipher: Cipher, place: str, data: bytes, path: str, text: bytes
) -> Known:
    """What there is to remember of a file, sealed as `data`."""
    digest = hashlib.sha256(data).hexdigest()
    return Known(
        blob_id(data), place, cipher.epoch, digest, blob_id(text), len(text), path
    )
