"""A mirror that encrypts what a round saves and decrypts what it reads.

It wraps another mirror, which has ciphertext only. A round sees the plain tree, with
the blob ids of the plain bytes, and knows nothing of the encryption.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from memsync.errors import Refused
from memsync.sync.mirror.protocol import NO_TREE
from memsync.sync.sealed.format import KEYRING_FILE
from memsync.sync.sealed.holder import Rings
from memsync.sync.sealed.reading import Reading
from memsync.sync.sealed.renewal import Renewal
from memsync.sync.sealed.saving import ANY_TREE, Saving, was_in
from memsync.sync.sealed.sealing import no_key
from memsync.sync.sealed.vetting import Vetting, downgraded, last_sound
from memsync.sync.tree.commit import parse_commit, rewritten

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from memsync.files.lock import Held, Round
    from memsync.paths import Places
    from memsync.sync.mirror.protocol import Mirror
    from memsync.sync.sealed.cache import SealedCache
    from memsync.sync.sealed.holder import Holder
    from memsync.sync.state.state import StateFolder
    from memsync.sync.tree.layout import Tree
    from memsync.vault.keyring import Opened


class SealedMirror:
    """The `Mirror` of an encrypted vault; see the module."""

    def __init__(
        self,
        inner: Mirror,
        holder: Holder,
        cache: SealedCache,
        *,
        accept_rewind: bool = False,
        list_file: Path | None = None,
    ) -> None:
        """`accept_rewind`: restore a remote that was rewound.

        `list_file`: see `sealed_list`; None for none.
        """
        self.inner = inner
        self.holder = holder
        self._cache = cache
        self.accept_rewind = accept_rewind
        self._list_file = list_file
        self._seen: dict[str, int] = {}
        self._rings = Rings(inner, holder, lambda: self.tip() or self.fetch())
        self._reading = Reading(inner, holder, cache, self._rings)
        self._saving = Saving(inner, holder, cache, self._rings, self._reading)
        self._renewal = Renewal(inner, self._rings, self._reading, self._saving)
        self._fetched: str | None = None
        self._purged: dict[str, str] = {}
        """The commits that replace others after a purge."""
        self.tip = inner.tip
        self.agreed = inner.agreed
        self.remote_tip = inner.remote_tip
        self.between = inner.between
        self.merge_bases = inner.merge_bases
        self.ring_of = self._rings.of
        self.commits = self._reading.commits
        self.entries = self._reading.entries
        self.tree = self._reading.tree
        self.listings = self._reading.listings
        self.blobs = self._reading.blobs
        self.blobs_at = self._reading.blobs_at
        self.files_ever = self._reading.files_ever
        self.push_back = inner.push_back
        self.save_under = self._saving.save_under

    def save(
        self,
        tree: Tree,
        blobs: Iterable[bytes],
        commit: Callable[[str], bytes],
        beside: Tree = NO_TREE,  # noqa: ARG002 -- the parent's sealed tree serves
    ) -> str:
        """See `Mirror`; encrypts unsent work again if a merge brings a newer epoch."""
        draft = parse_commit(commit(ANY_TREE))
        if was := was_in(draft):
            made = self._purged[was] = self._saving.save(tree, blobs, commit)
            return made
        parents: list[str] = list(draft.parents)
        if len(parents) > 1:
            there = self._fetched or self.agreed() or ""
            sent = [oid for oid in (there, self._purged.get(there)) if oid]
            parents = self._renewal.parents(parents, sent)
        if parents == list(draft.parents):
            return self._saving.save(tree, blobs, commit)
        return self._saving.save(
            tree, blobs, lambda top: rewritten(draft, top, parents)
        )

    def publish(self, tip: str, limit: float) -> bool:
        """See `Mirror`."""
        self._prepare_main()
        return self.inner.publish(tip, limit)

    def replace(self, tip: str, expected: str, limit: float) -> bool:
        """See `Mirror`."""
        self._prepare_main()
        return self.inner.replace(tip, expected, limit)

    def known(self) -> str | None:
        """The last agreed main of the remote, even if the mirror was lost since."""
        return self.agreed() or self.holder.pins.commit

    def former_rings(self) -> list[Opened]:
        """Every keyring in the history that was agreed on, the newest first."""
        tip = self.agreed()
        commits = self.between(tip, ()) if tip else []
        blobs = set(self.inner.blobs_at(commits, KEYRING_FILE).values())
        rings = [self._rings.at(blob) for blob in blobs]
        return sorted(rings, key=lambda ring: -ring.keyring.number)

    def _prepare_main(self) -> None:
        self._keep_count()
        main = self.tip()
        if renewed := self._renewal.instead_of(main):
            self.inner.advance(renewed, main)

    def _keep_count(self) -> None:
        """Use up the sequence number of a commit before others can see the commit.

        A killed machine then skips a number, but never uses one twice.
        """
        self.holder.pin(self.holder.pins)

    def advance(
        self, tip: str, expected: str | None, agreed: str | None = None
    ) -> None:
        """See `Mirror`; what was agreed on is pinned."""
        self._keep_count()
        # Before the state is written, which names blobs of this commit.
        self._cache.save(self._reading.view(tip).sealed.values())
        expected = self._renewal.moved(expected, self.tip())
        self.inner.advance(tip, expected, agreed)
        if agreed:
            self._pin(agreed)

    def _pin(self, agreed: str) -> None:
        self.holder.keep(self.ring_of(agreed))
        seen = {**self.holder.pins.seen}
        for machine, seq in self._seen.items():
            seen[machine] = max(seen.get(machine, 0), seq)
        self.holder.pin(self.holder.pins._replace(commit=agreed, seen=seen))

    def withdraw(self, ring: Opened) -> None:
        """Drop a keyring that this machine made too late: another has its number."""
        self.holder.withdraw(ring)
        if not self.holder.knows(ring.keyring.epoch):
            self._cache.drop(ring.keyring.epoch)

    def settle(self, agreed: str) -> None:
        """Agree on a commit that this machine pushed outside a round.

        Moves main only if nothing waits on it. Raises `OSError`.
        """
        main = self.tip()
        above = main is None or self.merge_bases(main, agreed) == [main]
        self.advance(agreed if above or main is None else main, main, agreed)
        self.tidy()

    def tidy(self, *, forget: bool = False) -> None:
        """See `Mirror`."""
        tip = self.tip()
        live = self._reading.view(tip).sealed.values() if tip else ()
        self._cache.save(live, forget=forget)
        if forget:
            self._pin_what_stays()
        if tip and self._list_file:
            self._saving.keep_list(tip, self._list_file)
        self.inner.tidy(forget=forget)

    def _pin_what_stays(self) -> None:
        """Repin after a kill: the pinned commit may be one that the mirror forgets now.

        No remote could prove that it descends from such a pin. A mirror that is older
        than its pin (from a backup) keeps the pin.
        """
        pinned, agreed = self.holder.pins.commit, self.agreed()
        if pinned and agreed and pinned != agreed:
            from memsync.sync.mirror.lineage import check_onward

            with suppress(Refused):
                check_onward(self, pinned, agreed, 0)
                self._pin(agreed)

    def fetch(self, told: str | None = None) -> str | None:
        """See `Mirror`; verifies that machines of this vault made what was fetched.

        Raises `Refused`, too, for anything else, and for a rewound remote.
        """
        known = [oid for oid in (self.agreed(), self.tip()) if oid]
        tip = self._fetched = self.inner.fetch(told)
        if tip is not None and tip not in known:
            self._believe(tip, known)
        self._check_rewind(tip)
        return tip

    def _believe(self, tip: str, known: list[str]) -> None:
        if tip not in self.inner.blobs_at([tip], KEYRING_FILE):
            raise downgraded()
        new = self.between(tip, known)
        vetting = Vetting(self.inner, self.holder, self._cache)
        try:
            vetted = vetting.vet(new)
        except Refused as error:
            if sound := last_sound(vetting, self.inner, tip, known):
                error.hint = (
                    f"nothing of it was applied; if you know who did that, go back to"
                    f" the last save of a machine: `{self.inner.push_back(sound)}`"
                )
            raise
        self._rings.learn(vetted.rings)
        for machine, seq in vetted.seen.items():
            self._seen[machine] = max(self._seen.get(machine, 0), seq)
        if new:
            self.holder.check_pinned(self.ring_of(tip), older=self.accept_rewind)

    def _check_rewind(self, tip: str | None) -> None:
        """Detect a rewind by the pins, even after the mirror was lost or restored."""
        pinned, agreed = self.holder.pins.commit, self.agreed()
        if pinned is None or pinned in (tip, agreed) or self.accept_rewind:
            return
        here = agreed and pinned in self.inner.commits([pinned])
        if agreed and here and self.merge_bases(pinned, agreed) == [pinned]:
            return  # killed before the commit was pinned
        from memsync.sync.mirror.lineage import check_onward

        check_onward(self, pinned, tip, 0)


def open_sealed(
    inner: Mirror,
    state_folder: StateFolder,
    places: Places,
    *,
    accept_rewind: bool = False,
    held: Held[Round] | None = None,
) -> SealedMirror:
    """The encrypting mirror around `inner`; without `held` it writes no key and no pin.

    Raises `KeyTrouble` before anything is written where there is no sound key.
    """
    from memsync.sync.sealed.key_store import user_keys

    store = user_keys(places)
    keys = store.keys()
    if keys is None:
        raise no_key(store.waiting())
    from memsync.sync.sealed.cache import SealedCache
    from memsync.sync.sealed.holder import Holder

    return SealedMirror(
        inner,
        Holder(store, keys, held=held),
        SealedCache(state_folder.sealed_file, pretend=held is None),
        accept_rewind=accept_rewind,
        list_file=state_folder.sealed_list_file if held else None,
    )
