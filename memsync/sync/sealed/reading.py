"""The plain trees, files and messages that an encrypted mirror hides."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Refused
from memsync.sync.sealed.cache import known_file
from memsync.sync.sealed.format import KEYRING_FILE, stamp_of
from memsync.sync.tree import clock as clocks
from memsync.sync.tree.layout import PLAIN, Item, TreeEntry
from memsync.vault import stamp as stamps
from memsync.vault.cipher import Forged
from memsync.vault.names import place_of, token_at
from memsync.vault.sealed_file import open_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from memsync.sync.mirror.protocol import Mirror
    from memsync.sync.sealed.cache import Known, SealedCache
    from memsync.sync.sealed.holder import Holder, Rings
    from memsync.sync.tree.commit import Commit
    from memsync.sync.tree.layout import Tree
    from memsync.vault.cipher import Cipher

SEQ_TRAILER = "Memsync-Seq"
WAS_TRAILER = "Memsync-Was"


class View(NamedTuple):
    """A commit's files: as the host has them, and decrypted."""

    sealed: Mapping[str, str]
    """Blob ids by place, without the two public files."""
    tree: Tree
    sizes: Mapping[str, int]


class Reading:
    """Decrypts what another mirror holds, with the keys of a holder."""

    def __init__(
        self, inner: Mirror, holder: Holder, cache: SealedCache, rings: Rings
    ) -> None:
        self._inner = inner
        self._holder = holder
        self._cache = cache
        self._rings = rings
        self._views: dict[str, View] = {}
        self._outer: dict[str, Tree] = {}
        self._searched = False

    def learn(self, commit: str, stored: Tree, view: View) -> None:
        """Record a commit that was made here."""
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
        if not self._holder.knows(stamps.epoch_of(data)):
            self._rings.of(oid)
        stamp = stamps.read(self._holder.cipher(stamps.epoch_of(data)), data)
        clock = clocks.parse(stamp.clock)
        # What a commit must keep when it is rewritten for a purge.
        text = f"{stamp.message}\n\n{clocks.TRAILER}: {stamp.clock}\n"
        if stamp.seq is not None:
            text += f"{SEQ_TRAILER}: {stamp.seq}\n"
        text += f"{WAS_TRAILER}: {oid}\n"
        return commit._replace(clock=clock, message=text)

    def entries(self, commit: str) -> list[TreeEntry]:
        """See `Mirror`."""
        view = self.view(commit)
        return [
            TreeEntry(PLAIN, "blob", item.oid, view.sizes[path], path.encode("utf-8"))
            for path, item in sorted(view.tree.items())
        ]

    def tree(self, commit: str) -> Tree:
        """See `Mirror`."""
        return self.view(commit).tree

    def view(self, commit: str) -> View:
        """A commit's files; decrypts those that were never decrypted here."""
        if commit not in self._views:
            stored = self.stored(commit)
            sealed = {p: item.oid for p, item in stored.items() if token_at(p)}
            ring = self._rings.at(stored[KEYRING_FILE].oid)
            places = {oid: place for place, oid in sealed.items()}
            epoch = ring.keyring.epoch
            self._open(self._holder.cipher(epoch), places)
            tree, sizes = {}, {}
            for place, oid in sealed.items():
                known = self._cache.by_sealed[oid]
                if (known.place, known.epoch) != (place, epoch):
                    raise Forged("a sealed file is not of this place and epoch")
                tree[known.path] = Item(known.plain)
                sizes[known.path] = known.size
            self._views[commit] = View(sealed, tree, sizes)
        return self._views[commit]

    def stored(self, commit: str) -> Tree:
        """A commit's files as the host has them."""
        if commit not in self._outer:
            self._outer[commit] = self._inner.tree(commit)
        return self._outer[commit]

    def listings(self, commits: Iterable[str]) -> dict[str, list[TreeEntry]]:
        """See `Mirror`."""
        return {oid: self.entries(oid) for oid in commits}

    def _open(self, cipher: Cipher, places: Mapping[str, str]) -> None:
        """Decrypt what was never decrypted here; takes places by blob id."""
        unknown = places.keys() - self._cache.by_sealed.keys()
        found = self._inner.blobs(unknown)
        if found.keys() < unknown:
            raise Refused("the mirror lacks a sealed file", word="hostile-objects")
        for oid, data in found.items():
            token = token_at(places[oid]) or b""
            path, text = open_file(cipher, self._holder.names, token, data)
            self._cache.learn(known_file(cipher, places[oid], data, path, text))

    def blobs(self, oids: Iterable[str]) -> dict[str, bytes]:
        """See `Mirror`."""
        wanted = set(oids)
        found = self._known_blobs(wanted)
        lacking = wanted - found.keys()
        if lacking and not self._searched:
            # The cache was lost, or names ciphertexts that the mirror no longer has.
            self._open_history()
            found |= self._known_blobs(lacking)
        return found

    def _known_blobs(self, oids: Iterable[str]) -> dict[str, bytes]:
        found: dict[str, bytes] = {}
        forms = {oid: self._forms(oid) for oid in oids}
        while any(forms.values()):
            last = [each.pop() for each in forms.values() if each]
            sealed = {known.sealed: known for known in last}
            for oid, data in self._inner.blobs(sealed).items():
                known = sealed[oid]
                cipher = self._holder.cipher(known.epoch)
                token = token_at(known.place) or b""
                text = open_file(cipher, self._holder.names, token, data)[1]
                found[known.plain] = text
                forms[known.plain].clear()
        return found

    def _forms(self, plain: str) -> list[Known]:
        found = self._cache.forms(plain)
        if found:
            self._rings.newest()
        # A killed round may have cached an epoch that is not known here yet.
        return [known for known in found if self._holder.knows(known.epoch)]

    def files_ever(self) -> Mapping[str, Known]:
        """Every encrypted file in the mirror's history, perhaps more, by blob id."""
        self._open_history()
        return self._cache.by_sealed

    def _open_history(self) -> None:
        """Decrypt all of the mirror's history that was never decrypted here."""
        self._searched = True
        tips = {oid for oid in (self._inner.tip(), self._inner.agreed()) if oid}
        if not tips:
            return
        commits = sorted({oid for tip in tips for oid in self._inner.between(tip, ())})
        named = self._inner.blobs_at(commits, KEYRING_FILE)
        self._rings.newest()
        rings = {blob: self._rings.at(blob) for blob in set(named.values())}
        places: dict[int, dict[str, str]] = {}
        for commit, entries in self._inner.listings(commits).items():
            of_epoch = places.setdefault(rings[named[commit]].keyring.epoch, {})
            paths = [(entry.oid, entry.path.decode("utf-8")) for entry in entries]
            of_epoch |= {oid: path for oid, path in paths if token_at(path)}
        for epoch, of_epoch in places.items():
            self._open(self._holder.cipher(epoch), of_epoch)

    def blobs_at(self, commits: Iterable[str], path: str) -> dict[str, str]:
        """See `Mirror`."""
        place = place_of(self._holder.names.token(path))
        sealed = self._inner.blobs_at(commits, place)
        unknown = {c: o for c, o in sealed.items() if o not in self._cache.by_sealed}
        for commit, oid in unknown.items():
            self._open(self._rings.cipher_of(commit), {oid: place})
        return {c: self._cache.by_sealed[oid].plain for c, oid in sealed.items()}
