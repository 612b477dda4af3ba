"""A machine that holds a vault's keys: verifies keyrings of commits, and pins them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.errors import KeyTrouble, Refused
from memsync.sync.sealed.format import KEYRING_FILE
from memsync.vault import keyring as keyrings
from memsync.vault import keyring_file
from memsync.vault.cipher import Cipher, Forged
from memsync.vault.keyring_file import digest, rendered
from memsync.vault.names import Names
from memsync.vault.pins import Pins
from memsync.vault.slots import Keys

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from memsync.files.lock import Held, Round
    from memsync.sync.mirror.protocol import Mirror
    from memsync.sync.sealed.key_store import KeyStore
    from memsync.vault.keyring import Opened
    from memsync.vault.keyring_file import Keyring
    from memsync.vault.machine_keys import MachineKeys


def revoked() -> KeyTrouble:
    """The error for a machine that has keys of a memory, and no slot in its keyring."""
    return KeyTrouble(
        "this machine was revoked, or never joined this encrypted memory",
        hint="to join it: `memsync keys import FILE` with a recovery code, or --ask",
        word="revoked",
    )


class Holder:
    """This machine's keys and pins of one vault."""

    def __init__(
        self,
        store: KeyStore,
        keys: MachineKeys,
        ring: bytes | None = None,
        *,
        held: Held[Round] | None = None,
    ) -> None:
        """`ring` is a keyring newer than the stored one, for a machine that joins.

        Without `held`, as for a dry run, nothing is written. Raises `Refused` for keys
        of another vault than the one pinned, and as `believe`.
        """
        self._store = store
        self._held = held
        self._rings: dict[bytes, Opened] = {}
        self._ciphers: dict[int, Cipher] = {}
        self._epochs = {keys.epoch: keys.keys.epoch}
        self.machine = keys
        self.vault = keys.vault
        self.names = Names(keys.vault, keys.keys.root)
        self._written = store.pins()
        self.pins = self._written or Pins(keys.vault, keys.epoch, 0, "")
        if self.pins.vault != keys.vault:
            raise another_vault()
        self.newest: Opened | None = None
        """The newest keyring seen, which knows the keys of all before it."""
        for data in (ring, store.keyring()):
            if data:
                self.believe(data)

    def cipher(self, epoch: int) -> Cipher:
        """The cipher of an epoch that some verified keyring has.

        Raises `Forged` for any other.
        """
        if epoch not in self._ciphers:
            if epoch not in self._epochs:
                raise Forged("it names an epoch that the vault never had")
            self._ciphers[epoch] = Cipher(self.vault, epoch, self._epochs[epoch])
        return self._ciphers[epoch]

    def knows(self, epoch: int) -> bool:
        """Whether some verified keyring has this epoch."""
        return epoch in self._epochs

    def believe(self, data: bytes) -> Opened:
        """Verify a keyring of this vault, whoever showed it.

        Raises `Refused` unless a holder of the keys made it, and `KeyTrouble` if this
        machine is no longer in it.
        """
        if data not in self._rings:
            ring = keyring_file.parse(data)
            if ring.vault != self.vault:
                raise another_vault()
            opened = self._open(ring)
            if opened.keys.root != self.machine.keys.root:
                raise Forged("the keyring's root is not this vault's")
            self._learn(opened)
            self._rings[data] = opened
        return self._rings[data]

    def line(self) -> list[Opened]:
        """Every keyring verified so far, unordered."""
        return list(self._rings.values())

    def accept(self, ring: Opened) -> None:
        """Add a keyring that this machine made itself."""
        self._learn(ring)
        self._rings[rendered(ring.keyring)] = ring

    def withdraw(self, ring: Opened) -> None:
        """Remove such a keyring again: another machine's has its number."""
        del self._rings[rendered(ring.keyring)]
        self._ciphers.clear()
        self._epochs = {self.machine.epoch: self.machine.keys.epoch}
        self.newest = None
        for known in self._rings.values():
            self._learn(known)

    def _open(self, ring: Keyring) -> Opened:
        key = self._epochs.get(ring.epoch)
        if key is not None:
            return keyrings.opened_by_keys(ring, Keys(self.machine.keys.root, key))
        opened = keyrings.opened_by_secret(ring, self.machine.secret)
        if opened is None:
            raise revoked()
        return opened

    def _learn(self, opened: Opened) -> None:
        for number, key in enumerate((*opened.past, opened.keys.epoch), 1):
            if self._epochs.setdefault(number, key) != key:
                raise Forged("the keyring's keys differ from those this machine knows")
        if self.newest is None or opened.keyring.number > self.newest.keyring.number:
            self.newest = opened

    def check_pinned(self, ring: Opened, *, older: bool = False) -> None:
        """Raise `Refused` for a tip whose keyring is older than one seen before.

        With `older` it may be older: what is saved next restores the newer one.
        """
        from memsync.vault.pins import check_keyring

        if older and ring.keyring.number < self.pins.number:
            return
        check_keyring(
            self.pins,
            epoch=ring.keyring.epoch,
            number=ring.keyring.number,
            digest=digest(rendered(ring.keyring)),
        )

    @property
    def counts(self) -> bool:
        """Whether it knows the last sequence number of this machine's saves."""
        # Lost pins may have been rewritten by a round that only fetched.
        return self.pins.own > 0

    def pinned(self) -> Opened | None:
        """The newest keyring, if the remote has had it."""
        newest = self.newest
        if newest is None or newest.keyring.number > self.pins.number:
            return None
        return newest

    def count_from(self, own: int) -> None:
        """Continue counting after `own` saves, which the lost pins had recorded."""
        self.pins = self.pins._replace(own=max(own, self.pins.own))

    def count(self) -> int:
        """The next sequence number of this machine; written with the next pins."""
        self.pins = self.pins._replace(own=self.pins.own + 1)
        return self.pins.own

    def pin(self, pins: Pins) -> None:
        """Remember what was seen. Raises `OSError`."""
        self.pins = pins
        if pins != self._written and self._held is not None:
            self._store.save_pins(pins, self._held)
            self._written = pins

    def keep(self, ring: Opened) -> None:
        """Pin the keyring of a tip that was agreed on, and keep its epoch's key.

        Raises `OSError`.
        """
        epoch = ring.keyring.epoch
        if epoch > self.machine.epoch:
            self.machine = self.machine._replace(epoch=epoch, keys=ring.keys)
            if self._held is not None:
                self._store.save_keys(self.machine, self._held)
        number = ring.keyring.number
        if number > self.pins.number:
            data = rendered(ring.keyring)
            if self._held is not None:
                self._store.save_keyring(data, self._held)
            shown = digest(data)
            self.pin(self.pins._replace(epoch=epoch, number=number, keyring=shown))


def another_vault() -> Refused:
    """The error for a remote that holds some other encrypted vault."""
    return Refused(
        "the remote holds a different encrypted memory from the one synced so far",
        hint="check `memsync sync status`; nothing was changed or sent",
        word="unrelated-remote",
    )


class Rings:
    """The keyrings of commits, as a holder of the keys believes them."""

    def __init__(
        self, inner: Mirror, holder: Holder, find: Callable[[], str | None]
    ) -> None:
        """`find` gives some commit whose keyring counts, if there is any."""
        self._inner = inner
        self._holder = holder
        self._find = find
        self._known: dict[str, Opened] = {}

    def learn(self, rings: Mapping[str, Opened]) -> None:
        """The keyrings of these commits were believed elsewhere."""
        self._known |= rings

    def of(self, commit: str) -> Opened:
        """The keyring of a commit that is here."""
        if commit not in self._known:
            blobs = self._inner.blobs_at([commit], KEYRING_FILE)
            self._known[commit] = self.at(blobs[commit])
        return self._known[commit]

    def at(self, blob: str) -> Opened:
        """The keyring in a blob. Raises `Refused` where it is not here."""
        data = self._inner.blobs([blob])
        if blob not in data:
            raise Refused("the mirror has no keyring", word="hostile-objects")
        return self._holder.believe(data[blob])

    def newest(self) -> Opened:
        """The newest keyring seen."""
        if self._holder.newest is None:
            tip = self._find()
            if tip is None:
                raise Refused("the vault has no keyring", word="hostile-objects")
            self.of(tip)
        assert self._holder.newest is not None  # noqa: S101 -- it was just believed
        return self._holder.newest

    def cipher_of(self, commit: str) -> Cipher:
        """The cipher of a commit's epoch."""
        return self._holder.cipher(self.of(commit).keyring.epoch)
