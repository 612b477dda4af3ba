"""The keyring: who holds the vault's keys, in public but unforgeable.

It stands in every commit. Keyrings form one line: each has a number, the hash of
the one before, and one winner where two machines change it at once (the remote's
compare-and-swap). `mac` says that a holder of this epoch's key made it, `chain`
the same of the epoch before, and `anchor` of the vault's root key, which never
changes.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from typing import TYPE_CHECKING, Any, NamedTuple

from memsync.errors import Broken
from memsync.vault.cipher import KEY_BYTES, VAULT_BYTES, Cipher, Forged, derive, mac
from memsync.vault.padding import pad
from memsync.vault.slots import (
    ID_BYTES,
    Keys,
    Secret,
    Slot,
    Stretch,
    check_stretch,
    public_of,
    unwrap,
    wrap,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

FORMAT = 1
MAX_BYTES = 1 << 18
MAX_SLOTS = 256
_KINDS = ("machine", "code", "passphrase")
_MACS = ("anchor", "chain", "mac")
_INNER = "keyring"


class Keyring(NamedTuple):
    """A keyring as it was read; `opened` says whether it is to be believed."""

    vault: bytes
    number: int
    epoch: int
    previous: str
    """The SHA-256 of the keyring before, 64 hex digits; empty for the first."""
    slots: tuple[Slot, ...]
    inner: bytes
    anchor: bytes
    chain: bytes
    mac: bytes


class About(NamedTuple):
    """What only holders of the keys know of a slot."""

    name: str
    since: str
    """ISO 8601, UTC, the hour alone."""


class Opened(NamedTuple):
    """A keyring that holders of the keys made, with what it hides."""

    keyring: Keyring
    keys: Keys
    past: tuple[bytes, ...]
    """The keys of the epochs before, the first first."""
    about: Mapping[bytes, About]
    """By slot id."""

    def key(self, epoch: int) -> bytes:
        """The key of this epoch or one before it. Raises `Forged`."""
        if epoch == self.keyring.epoch:
            return self.keys.epoch
        if not 1 <= epoch <= len(self.past):
            raise Forged("it names an epoch that the keyring does not have")
        return self.past[epoch - 1]

    def cipher(self, epoch: int | None = None) -> Cipher:
        """The cipher of an epoch, else the present one."""
        epoch = epoch or self.keyring.epoch
        return Cipher(self.keyring.vault, epoch, self.key(epoch))


def first(vault: bytes, keys: Keys, entries: Iterable[tuple[Slot, About]]) -> Opened:
    """The keyring of a new vault."""
    return _made(vault, 1, 1, "", keys, (), dict_of(entries), None)


def changed(
    opened: Opened, entries: Iterable[tuple[Slot, About]], rotated: bytes | None = None
) -> Opened:
    """The next keyring, with these slots; with `rotated`, an epoch of that key.

    A rotation wraps the new key for every slot that stays.
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
    """Slots with what is known of them, in the order of their ids."""
    return dict(sorted(entries, key=lambda entry: entry[0].id))


def entries_of(opened: Opened) -> list[tuple[Slot, About]]:
    """The slots of a keyring with what is known of them."""
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
    inner = cipher.seal(_INNER, _place(number), pad(_inner_text(past, about)))
    ring = Keyring(vault, number, epoch, previous, tuple(entries), inner, b"", b"", b"")
    text = _authenticated(ring)
    ring = ring._replace(
        anchor=mac(derive(keys.root, vault, "anchor"), text),
        chain=mac(before.mac_key, text) if before else b"",
        mac=mac(cipher.mac_key, text),
    )
    return Opened(ring, keys, past, about)


def opened_by_secret(ring: Keyring, secret: Secret) -> Opened | None:
    """The keyring, by the slot that this secret opens; None where it has none.

    Raises `Forged` for a slot or a keyring that no holder of the keys made. For a
    machine's secret the caller has still to compare words.
    """
    public = public_of(secret, ring.vault)
    for slot in ring.slots:
        if slot.kind == secret.kind and hmac.compare_digest(slot.public, public):
            return opened_by_keys(ring, unwrap(ring.vault, slot, secret))
    return None


def opened_by_keys(ring: Keyring, keys: Keys) -> Opened:
    """The keyring, by keys that are known; raises `Forged` unless they made it."""
    cipher = Cipher(ring.vault, ring.epoch, keys.epoch)
    text = _authenticated(ring)
    anchor = mac(derive(keys.root, ring.vault, "anchor"), text)
    if not hmac.compare_digest(ring.anchor, anchor):
        raise Forged("the keyring is another vault's, or was changed by somebody else")
    if not hmac.compare_digest(ring.mac, mac(cipher.mac_key, text)):
        raise Forged("the keyring was changed by somebody without its keys")
    past, about = _parse_inner(cipher.open(_INNER, _place(ring.number), ring.inner))
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
        expected = mac(before.cipher().mac_key, _authenticated(new))
        sound = hmac.compare_digest(new.chain, expected)
    if not sound:
        raise Forged("the keyring does not follow from the one before it")


def digest(data: bytes) -> str:
    """What the next keyring says of this one; 64 hex digits."""
    return hashlib.sha256(data).hexdigest()


def rendered(ring: Keyring) -> bytes:
    """The file: canonical JSON and one newline."""
    tree = _tree(ring)
    tree |= {name: _text(getattr(ring, name)) for name in _MACS}
    return _canonical(tree) + b"\n"


def _authenticated(ring: Keyring) -> bytes:
    """What the three MACs are over: all but themselves."""
    return _canonical(_tree(ring))


def _tree(ring: Keyring) -> dict[str, Any]:
    return {
        "epoch": ring.epoch,
        "format": FORMAT,
        "inner": _text(ring.inner),
        "number": ring.number,
        "previous": ring.previous,
        "slots": [_slot_tree(slot) for slot in ring.slots],
        "vault": ring.vault.hex(),
    }


def _slot_tree(slot: Slot) -> dict[str, Any]:
    tree: dict[str, Any] = {
        "ephemeral": _text(slot.ephemeral),
        "id": slot.id.hex(),
        "kind": slot.kind,
        "proof": _text(slot.proof),
        "public": _text(slot.public),
        "wrapped": _text(slot.wrapped),
    }
    if slot.stretch:
        tree["argon2id"] = {
            **slot.stretch._asdict(),
            "salt": _text(slot.stretch.salt),
        }
    return tree


def parse(data: bytes) -> Keyring:
    """Read a keyring; only the canonical spelling is one.

    Raises `Forged` for anything else, and `Broken` (word `newer-format`) for a
    newer one.
    """
    if len(data) > MAX_BYTES:
        raise Forged("the keyring is too large")
    try:
        tree = json.loads(data)
        if type(tree["format"]) is int and tree["format"] > FORMAT:
            raise Broken(
                "the vault's keyring is written by a newer memsync",
                hint="upgrade memsync on this machine; nothing was changed",
                word="newer-format",
            )
        ring = _parsed(tree)
    except (ValueError, KeyError, TypeError, RecursionError, AttributeError):
        raise Forged("the keyring is malformed") from None
    for slot in ring.slots:
        if slot.stretch:
            check_stretch(slot.stretch)
    if rendered(ring) != data:
        raise Forged("the keyring is malformed")
    return ring


def _parsed(tree: dict[str, Any]) -> Keyring:
    ring = Keyring(
        vault=bytes.fromhex(tree["vault"]),
        number=_number(tree["number"]),
        epoch=_number(tree["epoch"]),
        previous=str(tree["previous"]),
        slots=tuple(_parsed_slot(slot) for slot in tree["slots"]),
        inner=_data(tree["inner"]),
        anchor=_data(tree["anchor"]),
        chain=_data(tree["chain"]),
        mac=_data(tree["mac"]),
    )
    ids = [slot.id for slot in ring.slots]
    if (
        len(ring.vault) != VAULT_BYTES
        or ids != sorted(set(ids))
        or len(ids) > MAX_SLOTS
    ):
        raise ValueError
    return ring


def _parsed_slot(tree: dict[str, Any]) -> Slot:
    stretch = tree.get("argon2id")
    slot = Slot(
        bytes.fromhex(tree["id"]),
        tree["kind"],
        _data(tree["public"]),
        _data(tree["ephemeral"]),
        _data(tree["wrapped"]),
        _data(tree["proof"]),
        stretch
        and Stretch(
            _data(stretch["salt"]),
            _number(stretch["memory"]),
            _number(stretch["iterations"]),
            _number(stretch["lanes"]),
        ),
    )
    if (
        slot.kind not in _KINDS
        or len(slot.id) != ID_BYTES
        or (slot.stretch is not None) != (slot.kind == "passphrase")
        or (len(slot.public), len(slot.ephemeral)) != (KEY_BYTES, KEY_BYTES)
    ):
        raise ValueError
    return slot


def _place(number: int) -> bytes:
    return number.to_bytes(8, "big")


def _inner_text(past: tuple[bytes, ...], about: Mapping[bytes, About]) -> bytes:
    slots = {identity.hex(): [*known] for identity, known in about.items()}
    return _canonical({"past": [_text(key) for key in past], "slots": slots})


def _parse_inner(text: bytes) -> tuple[tuple[bytes, ...], dict[bytes, About]]:
    tree = json.loads(text.rstrip(b"\0"))
    past = tuple(_data(key) for key in tree["past"])
    about = {bytes.fromhex(i): About(*known) for i, known in tree["slots"].items()}
    return past, about


def _canonical(tree: object) -> bytes:
    return json.dumps(
        tree, ensure_ascii=True, separators=(",", ":"), sort_keys=True
    ).encode("ascii")


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _data(text: str) -> bytes:
    return base64.b64decode(text, validate=True)


def _number(value: object) -> int:
    if type(value) is not int or not 0 < value < 1 << 53:
        raise ValueError
    return value
