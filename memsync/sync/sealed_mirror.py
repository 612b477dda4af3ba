"""A mirror that seals what a round saves and opens what it reads.

It stands around another mirror, which holds ciphertext alone. A round sees the
plain tree, whose blob ids are those of the plain bytes, and knows nothing of it.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Refused
from memsync.sync import clock as clocks
from memsync.sync.commit import MERGED, Commit, parse_commit
from memsync.sync.guards import rewound
from memsync.sync.layout import PLAIN, VAULT_FILE, Entry, Item, blob_id
from memsync.sync.mirror import NO_TREE
from memsync.sync.sealed_cache import Known, SealedCache
from memsync.sync.sealed_tree import KEYRING_FILE, downgraded, vault_file
from memsync.sync.vetting import Vetting, sealed_commit, stamp_of
from memsync.vault import stamp as stamps
from memsync.vault.cipher import Forged
from memsync.vault.keyring_file import rendered
from memsync.vault.names import place_of, token_at
from memsync.vault.sealed_file import open_file, seal_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from memsync.sync.holder import Holder
    from memsync.sync.layout import Tree
    from memsync.sync.mirror import Mirror
    from memsync.vault.cipher import Cipher
    from memsync.vault.keyring import Opened

_ANY_TREE = "0" * 40
_SEQ_TRAILER = "Memsync-Seq"
_WAS_TRAILER = "Memsync-Was"
_WAS = re.compile(rf"(?m)^{_WAS_TRAILER}: ([0-9a-f]{{40}})$")
_SEQ = re.compile(rf"(?m)^{_SEQ_TRAILER}: ([0-9]{{1,15}})$")


class _View(NamedTuple):
    """A commit's files, as the host has them and as a round sees them."""

    sealed: Mapping[str, str]
    """Blob ids by place, without the two public files."""
    tree: Tree
    sizes: Mapping[str, int]
    ring: Opened


class SealedMirror:
    """The `Mirror` of an encrypted vault; see the module."""

    def __init__(
        self,
        inner: Mirror,
        holder: Holder,
        cache: SealedCache,
        *,
        accept_rewind: bool = False,
    ) -> None:
        """`accept_rewind`: a remote that went back is brought forward again."""
        self.inner = inner
        self.holder = holder
        self._cache = cache
        self._accept_rewind = accept_rewind
        self._views: dict[str, _View] = {}
        self._outer: dict[str, Tree] = {}
        self._rings: dict[str, Opened] = {}
        self._seen: dict[str, int] = {}
        self.tip = inner.tip
        self.agreed = inner.agreed
        self.remote_tip = inner.remote_tip
        self.publish = inner.publish
        self.replace = inner.replace
        self.between = inner.between
        self.merge_bases = inner.merge_bases

    # Saving.

    def save(
        self,
        tree: Tree,
        blobs: Iterable[bytes],
        commit: Callable[[str], bytes],
        beside: Tree = NO_TREE,  # noqa: ARG002 -- the parent's sealed tree serves
    ) -> str:
        """See `Mirror`."""
        draft = parse_commit(commit(_ANY_TREE))
        rings = [self.ring_of(parent) for parent in draft.parents]
        if was := _WAS.search(draft.message):
            # Written anew after a purge: a keyring that it brought must not go.
            rings.append(self.ring_of(was[1]))
        ring = max(rings or [self._newest()], key=lambda found: found.keyring.number)
        given = {blob_id(data): data for data in blobs}
        return self.save_under(ring, tree, given, commit, draft.parents[:1])

    def save_under(
        self,
        ring: Opened,
        tree: Tree,
        given: Mapping[str, bytes],
        commit: Callable[[str], bytes],
        parents: Iterable[str] = (),
    ) -> str:
        """As `save`, with a keyring of the caller's choice.

        `parents` are commits that are here, and share most files.
        """
        cipher = self.holder.cipher(ring.keyring.epoch)
        made: dict[str, bytes] = {}
        places = self._sealed_tree(cipher, tree, given, made)
        public = {
            VAULT_FILE: vault_file(self.holder.vault),
            KEYRING_FILE: rendered(ring.keyring),
        }
        made |= {blob_id(data): data for data in public.values()}
        outer = places | {path: blob_id(data) for path, data in public.items()}
        stored = {path: Item(oid) for path, oid in outer.items()}
        digests = {path: hashlib.sha256(data).digest() for path, data in public.items()}
        for place, oid in places.items():
            digests[place] = bytes.fromhex(self._cache.by_sealed[oid].digest)
        files = stamps.contents(sorted(digests.items()))
        beside: Tree = NO_TREE
        for parent in parents:
            beside = self._stored(parent)
        oid = self.inner.save(
            stored,
            made.values(),
            lambda top: self._stamped(cipher, files, commit(top)),
            beside,
        )
        self._outer[oid] = stored
        sizes = {self._path(o): self._cache.by_sealed[o].size for o in places.values()}
        self._views[oid] = _View(places, dict(tree), sizes, ring)
        self._rings[oid] = ring
        return oid

    def _path(self, sealed: str) -> str:
        return self._cache.by_sealed[sealed].path

    def _sealed_tree(
        self,
        cipher: Cipher,
        tree: Tree,
        given: Mapping[str, bytes],
        made: dict[str, bytes],
    ) -> dict[str, str]:
        """Blob ids by place; what was never sealed so is put into `made`."""
        places = {}
        lacking = []
        for path, item in tree.items():
            known = self._cache.find(cipher.epoch, path, item.oid)
            if known:
                places[known.place] = known.sealed
            else:
                lacking.append((path, item.oid))
        texts = dict(given)
        texts |= self.blobs({oid for _, oid in lacking} - texts.keys())
        for path, oid in lacking:
            token = self.holder.names.token(path)
            data = seal_file(cipher, token, path, texts[oid])
            known = _known(cipher, place_of(token), data, path, texts[oid])
            self._cache.learn(known)
            made[known.sealed] = data
            places[known.place] = known.sealed
        return places

    def _stamped(self, cipher: Cipher, files: bytes, plain: bytes) -> bytes:
        commit = parse_commit(plain)
        # A clock stands in everything that memsync makes.
        clock = commit.clock or clocks.of_foreign_commit(commit.seconds, 0)
        said, _, trailers = commit.message.rpartition(f"\n\n{clocks.TRAILER}: ")
        seq = None
        if said != MERGED:
            known = _SEQ.search(trailers)
            seq = int(known[1]) if known else self.holder.count()
        parents = self.inner.commits(commit.parents)
        past = stamps.ancestry([stamp_of(parents[p]) or b"" for p in commit.parents])
        text = stamps.Stamp(str(clock), said, seq)
        stamp = stamps.sealed(cipher, text, files, past)
        return sealed_commit(commit, stamp, text.clock).data

    def advance(
        self, tip: str, expected: str | None, agreed: str | None = None
    ) -> None:
        """See `Mirror`; what was agreed on is pinned."""
        self.inner.advance(tip, expected, agreed)
        if agreed:
            self.holder.keep(self.ring_of(agreed))
            seen = {**self.holder.pins.seen}
            for machine, seq in self._seen.items():
                seen[machine] = max(seen.get(machine, 0), seq)
            self.holder.pin(self.holder.pins._replace(commit=agreed, seen=seen))

    def settle(self, agreed: str) -> None:
        """Agree on a commit that this machine published apart from a round.

        Main follows only where nothing waits on it. Raises `OSError`.
        """
        main = self.tip()
        above = main is None or self.merge_bases(main, agreed) == [main]
        self.advance(agreed if above or main is None else main, main, agreed)
        self.tidy()

    def tidy(self, *, forget: bool = False) -> None:
        """See `Mirror`."""
        tip = self.tip()
        self._cache.save(self._view(tip).sealed.values() if tip else ())
        self.inner.tidy(forget=forget)

    # Fetching.

    def fetch(self) -> str | None:
        """See `Mirror`; what came in was made by machines of this vault.

        Raises also `Refused` for what was not, and for a remote that went back.
        """
        known = [oid for oid in (self.agreed(), self.tip()) if oid]
        tip = self.inner.fetch()
        pinned = self.holder.pins.commit
        if tip is None or tip not in known:
            if tip is not None:
                self._believe(tip, known)
            self._check_rewind(tip, pinned)
        return tip

    def _believe(self, tip: str, known: list[str]) -> None:
        if tip not in self.inner.blobs_at([tip], KEYRING_FILE):
            raise downgraded()
        new = self.between(tip, known)
        vetted = Vetting(self.inner, self.holder, self._cache).vet(new)
        self._rings |= vetted.rings
        for machine, seq in vetted.seen.items():
            self._seen[machine] = max(self._seen.get(machine, 0), seq)
        if new:
            self.holder.check_pinned(self.ring_of(tip))

    def _check_rewind(self, tip: str | None, pinned: str | None) -> None:
        """What the mirror cannot say any more, the pins still do."""
        if pinned is None or self.agreed() is not None or self._accept_rewind:
            return
        gone = tip is None or pinned not in self.inner.commits([pinned])
        if gone or self.merge_bases(pinned, tip or pinned) != [pinned]:
            raise rewound(pinned, tip)

    # Reading.

    def commits(self, oids: Iterable[str]) -> dict[str, Commit]:
        """See `Mirror`."""
        return {o: self._opened(o, c) for o, c in self.inner.commits(oids).items()}

    def _opened(self, oid: str, commit: Commit) -> Commit:
        data = stamp_of(commit)
        if data is None:
            return commit
        self._newest()
        stamp = stamps.read(self.holder.cipher(stamps.epoch_of(data)), data)
        clock = clocks.parse(stamp.clock)
        text = f"{stamp.message}\n\n{clocks.TRAILER}: {stamp.clock}\n"
        if stamp.seq is not None:
            # What a commit that is written anew, after a purge, has to keep.
            text += f"{_SEQ_TRAILER}: {stamp.seq}\n{_WAS_TRAILER}: {oid}\n"
        return commit._replace(clock=clock, message=text)

    def entries(self, commit: str) -> list[Entry]:
        """See `Mirror`."""
        view = self._view(commit)
        return [
            Entry(PLAIN, "blob", item.oid, view.sizes[path], path.encode("utf-8"))
            for path, item in sorted(view.tree.items())
        ]

    def tree(self, commit: str) -> Tree:
        """See `Mirror`."""
        return self._view(commit).tree

    def _view(self, commit: str) -> _View:
        if commit not in self._views:
            stored = self._stored(commit)
            sealed = {p: item.oid for p, item in stored.items() if token_at(p)}
            ring = self._ring(stored[KEYRING_FILE].oid)
            cipher = self.holder.cipher(ring.keyring.epoch)
            self._learn(cipher, sealed)
            tree, sizes = {}, {}
            for place, oid in sealed.items():
                known = self._cache.by_sealed[oid]
                if known.place != place:
                    raise Forged("a sealed file lies at another one's place")
                tree[known.path] = Item(known.plain)
                sizes[known.path] = known.size
            self._views[commit] = _View(sealed, tree, sizes, ring)
        return self._views[commit]

    def _stored(self, commit: str) -> Tree:
        """A commit's files as the host has them."""
        if commit not in self._outer:
            self._outer[commit] = self.inner.tree(commit)
        return self._outer[commit]

    def listings(self, commits: Iterable[str]) -> dict[str, list[Entry]]:
        """See `Mirror`."""
        return {oid: self.entries(oid) for oid in commits}

    def _learn(self, cipher: Cipher, sealed: Mapping[str, str]) -> None:
        """Open what was never opened here, by place and blob id."""
        unknown = {
            oid: place
            for place, oid in sealed.items()
            if oid not in self._cache.by_sealed
        }
        for oid, data in self.inner.blobs(unknown).items():
            place = unknown[oid]
            token = token_at(place) or b""
            path, text = open_file(cipher, self.holder.names, token, data)
            self._cache.learn(_known(cipher, place, data, path, text))

    def blobs(self, oids: Iterable[str]) -> dict[str, bytes]:
        """See `Mirror`."""
        wanted = {oid: self._cache.by_plain.get(oid) for oid in oids}
        sealed = {known.sealed: known for known in wanted.values() if known}
        if sealed:
            self._newest()
        found = {}
        for oid, data in self.inner.blobs(sealed).items():
            known = sealed[oid]
            cipher = self.holder.cipher(known.epoch)
            token = token_at(known.place) or b""
            found[known.plain] = open_file(cipher, self.holder.names, token, data)[1]
        return found

    def blobs_at(self, commits: Iterable[str], path: str) -> dict[str, str]:
        """See `Mirror`."""
        place = place_of(self.holder.names.token(path))
        sealed = self.inner.blobs_at(commits, place)
        unknown = {c: o for c, o in sealed.items() if o not in self._cache.by_sealed}
        for commit, oid in unknown.items():
            self._learn(self._cipher_of(commit), {place: oid})
        return {c: self._cache.by_sealed[oid].plain for c, oid in sealed.items()}

    def _cipher_of(self, commit: str) -> Cipher:
        return self.holder.cipher(self.ring_of(commit).keyring.epoch)

    # Keyrings.

    def ring_of(self, commit: str) -> Opened:
        """The keyring of a commit that is here."""
        if commit not in self._rings:
            blobs = self.inner.blobs_at([commit], KEYRING_FILE)
            self._rings[commit] = self._ring(blobs[commit])
        return self._rings[commit]

    def _ring(self, blob: str) -> Opened:
        data = self.inner.blobs([blob])
        if blob not in data:
            raise Refused("the mirror has no keyring", word="hostile-objects")
        return self.holder.believe(data[blob])

    def _newest(self) -> Opened:
        """The newest keyring seen."""
        if self.holder.newest is None:
            tip = self.tip() or self.fetch()
            if tip is None:
                raise Refused("the vault has no keyring", word="hostile-objects")
            self.ring_of(tip)
        assert self.holder.newest is not None  # noqa: S101 -- it was just believed
        return self.holder.newest


def _known(cipher: Cipher, place: str, data: bytes, path: str, text: bytes) -> Known:
    digest = hashlib.sha256(data).hexdigest()
    return Known(
        blob_id(data), place, cipher.epoch, digest, blob_id(text), len(text), path
    )
