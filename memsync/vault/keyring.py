"""The keyring: who holds the vault's keys; public, but nobody else can forge it.

Every commit contains it. Keyrings form one line: each has a number and the hash of the
one before, and if two machines change it at once, the remote's compare-and-swap
decides. `mac` proves that a holder of this epoch's key made it, `chain` the same for
the epoch before, and `anchor` for the vault's root key, which never changes.
"""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import Refused
from memsync.vault.cipher import Cipher, Forged, derive, mac
from memsync.vault.keyring_file import (
    MAX_BYTES,
    About,
    Keyring,
    authenticated,
    digest,
    inner_text,
    parse_inner,
    rendered,
    too_many,
)
from memsync.vault.padding import pad
from memsync.vault.slots import Keys, Secret, Slot, public_of, unwrap, wrap

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_INNER = "keyring"


class Opened(NamedTuple):
    """An authenticated keyring, with its hidden part decrypted."""

    keyring: Keyring
    keys: Keys
    past: tuple[bytes, ...]
    """The keys of all earlier epochs, oldest first."""
    about: Mapping[bytes, About]
    """By slot id."""

    def __repr__(self) -> str:
        return f"Opened(number={self.keyring.number}, epoch={self.keyring.epoch})"

    def key(self, epoch: int) -> bytes:
        """The key of an epoch, this or an earlier one. Raises `Forged`."""
        if epoch == self.keyring.epoch:
            return self.keys.epoch
        if not 1 <= epoch <= len(self.past):
            raise Forged("it names an epoch that the keyring does not have")
        return self.past[epoch - 1]

    def cipher(self, epoch: int | None = None) -> Cipher:
        """The cipher of an epoch; by default of the present one."""
        epoch = epoch or self.keyring.epoch
        return Cipher(self.keyring.vault, epoch, self.key(epoch))


def first(vault: bytes, keys: Keys, entries: Iterable[tuple[Slot, About]]) -> Opened:
    """The keyring of a new vault."""
    return _made(vault, 1, 1, "", keys, (), dict_of(entries), None)


def changed(
    opened: Opened, entries: Iterable[tuple[Slot, About]], rotated: bytes | None = None
) -> Opened:
    """The next keyring, with these slots; `rotated` is the key of a new epoch.

    A rotation wraps the new key for every remaining slot. Raises `Refused` if the
    keyring would be too large.
    """
    ring = opened.keyring
    listed = dict_of(entries)
    epoch, keys, past, before = ring.epoch, opened.keys, opened.past, None
    if rotated is not None:
        epoch, keys = epoch + 1, keys._replace(epoch=rotated)
        past, before = (*past, opened.keys.epoch), opened.cipher()
        listed = {wrap(ring.vault, slot, keys): about for slot, about in listed.items()}
    previous = digest(rendered(ring))
    return _made(
        ring.vault, ring.number + 1, epoch, previous, keys, past, listed, before
    )


def dict_of(entries: Iterable[tuple[Slot, About]]) -> dict[Slot, About]:
    """Slots and what is known of each, sorted by id."""
    return dict(sorted(entries, key=lambda entry: entry[0].id))


def entries_of(opened: Opened) -> list[tuple[Slot, About]]:
    """The slots of a keyring and what is known of each."""
    unknown = About("", "")
    return [(s, opened.about.get(s.id, unknown)) for s in opened.keyring.slots]


def _made(
    vault: bytes,
    number: int,
    epoch: int,
    previous: str,
    keys: Keys,
    past: tuple[bytes, ...],
    entries: Mapping[Slot, About],
    before: Cipher | None,
) -> Opened:
    cipher = Cipher(vault, epoch, keys.epoch)
    about = {slot.id: known for slot, known in entries.items()}
    inner = cipher.seal(_INNER, _place(number), pad(inner_text(past, about)))
    ring = Keyring(vault, number, epoch, previous, tuple(entries), inner, b"", b"", b"")
    text = authenticated(ring)
    ring = ring._replace(
        anchor=mac(derive(keys.root, vault, "anchor"), text),
        chain=mac(before.mac_key, text) if before else b"",
        mac=mac(cipher.mac_key, text),
    )
    if too_many(ring) or len(rendered(ring)) > MAX_BYTES:
        # Every reader would refuse it, and with it the vault.
        raise Refused(
            "the keyring has no room for more",
            hint="`memsync keys revoke` what nobody uses: see `memsync keys status`",
            word="keyring-full",
        )
    return Opened(ring, keys, past, about)


def opened_by_secret(ring: Keyring, secret: Secret) -> Opened | None:
    """Open a keyring with a secret; None if no slot is for it.

    Raises `Forged` for a slot or a keyring that no holder of the keys made. For a
    machine's secret, the caller must still compare the words.
    """
    public = public_of(secret, ring.vault)
    for slot in ring.slots:
        if slot.kind == secret.kind and hmac.compare_digest(slot.public, public):
            return opened_by_keys(ring, unwrap(ring.vault, slot, secret))
    return None


def opened_by_keys(ring: Keyring, keys: Keys) -> Opened:
    """Open a keyring with known keys; raises `Forged` unless it was made with them."""
    cipher = Cipher(ring.vault, ring.epoch, keys.epoch)
    text = authenticated(ring)
    anchor = mac(derive(keys.root, ring.vault, "anchor"), text)
    # The anchor first: it tells another vault from a keyring of this one that was
    # changed.
    if not hmac.compare_digest(ring.anchor, anchor):
        raise Forged(
            "the keyring belongs to another vault, or was changed by somebody else"
        )
    # In constant time, so that its timing tells nothing of the MAC.
    if not hmac.compare_digest(ring.mac, mac(cipher.mac_key, text)):
        raise Forged("the keyring was changed by somebody without its keys")
    past, about = parse_inner(cipher.open(_INNER, _place(ring.number), ring.inner))
    if len(past) != ring.epoch - 1:
        raise Forged("the keyring lacks keys of earlier epochs")
    return Opened(ring, keys, past, about)


def check_follows(ring: Opened, before: Opened) -> None:
    """Raise `Forged` unless `ring` is the next keyring after `before`."""
    new, old = ring.keyring, before.keyring
    sound = (
        new.vault == old.vault
        and new.number == old.number + 1
        and new.previous == digest(rendered(old))
        and new.epoch in (old.epoch, old.epoch + 1)
        and ring.keys.root == before.keys.root
        and ring.key(old.epoch) == before.keys.epoch
        and ring.past[: len(before.past)] == before.past
    )
    if sound and new.epoch != old.epoch:
        expected = mac(before.cipher().mac_key, authenticated(new))
        sound = hmac.compare_digest(new.chain, expected)
    if not sound:
        raise Forged("the keyring does not follow from the one before it")


def _place(number: int) -> bytes:
    return number.to_bytes(8, "big")
