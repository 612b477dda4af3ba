"""The keyring as a file: JSON, of which only the canonical form is accepted."""

from __future__ import annotations

import base64
import hashlib
import json
from typing import TYPE_CHECKING, Any, NamedTuple

from memsync.errors import Broken
from memsync.vault.cipher import KEY_BYTES, VAULT_BYTES, Forged
from memsync.vault.padding import is_padding_of
from memsync.vault.slots import ID_BYTES, Slot, Stretch, check_stretches

if TYPE_CHECKING:
    from collections.abc import Mapping

FORMAT = 1
# Bounds for readers, who parse it before they can authenticate it.
MAX_BYTES = 1 << 18
MAX_SLOTS = 256

# A machine that joins by passphrase tries each one, 0.2 seconds each or more.
MAX_PASSPHRASES = 16

# The kinds of slots and the MACs, in the order of the file.
_KINDS = ("machine", "code", "passphrase")
_MACS = ("anchor", "chain", "mac")


class Keyring(NamedTuple):
    """A keyring that was parsed but not authenticated; `opened_…` does that."""

    vault: bytes
    number: int
    epoch: int
    previous: str
    """The SHA-256 of the previous keyring, 64 hex digits; empty in the first one."""
    slots: tuple[Slot, ...]
    inner: bytes
    anchor: bytes
    chain: bytes
    mac: bytes


class About(NamedTuple):
    """What is known of a slot; only holders of the keys can read it."""

    name: str
    since: str
    """ISO 8601, in UTC, cut to the hour."""


def digest(data: bytes) -> str:
    """The SHA-256 that the next keyring records of this one; 64 hex digits."""
    return hashlib.sha256(data).hexdigest()


def rendered(ring: Keyring) -> bytes:
    """The file: canonical JSON, then one newline."""
    tree = _tree(ring)
    tree |= {name: _text(getattr(ring, name)) for name in _MACS}
    return _canonical(tree) + b"\n"


def authenticated(ring: Keyring) -> bytes:
    """The bytes that the three MACs authenticate: all but the MACs."""
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
    """Read a keyring; accepts only the canonical form.

    Raises `Forged` for anything else, and `Broken` (word `newer-format`) for a newer
    format.
    """
    if len(data) > MAX_BYTES:
        raise Forged("the keyring is too large")
    try:
        tree = json.loads(data)
        if type(tree["format"]) is int and tree["format"] > FORMAT:
            raise Broken(
                "the vault's keyring was written by a newer memsync",
                hint="upgrade memsync on this machine; nothing was changed",
                word="newer-format",
            )
        ring = _parsed(tree)
    # Whatever a host sends in its place is one error: the keyring is malformed.
    except (ValueError, KeyError, TypeError, RecursionError, AttributeError):
        raise Forged("the keyring is malformed") from None
    check_stretches(slot.stretch for slot in ring.slots if slot.stretch)
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
    if len(ring.vault) != VAULT_BYTES or ids != sorted(set(ids)) or too_many(ring):
        raise ValueError
    return ring


def too_many(ring: Keyring) -> bool:
    """Whether it has more slots or passphrases than readers accept."""
    passphrases = sum(slot.stretch is not None for slot in ring.slots)
    return len(ring.slots) > MAX_SLOTS or passphrases > MAX_PASSPHRASES


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


def inner_text(past: tuple[bytes, ...], about: Mapping[bytes, About]) -> bytes:
    """The hidden part of a keyring: the keys of earlier epochs, and names."""
    slots = {identity.hex(): [*known] for identity, known in about.items()}
    return _canonical({"past": [_text(key) for key in past], "slots": slots})


def parse_inner(text: bytes) -> tuple[tuple[bytes, ...], dict[bytes, About]]:
    """The reverse of `inner_text` and its padding; raises `Forged`.

    Parsed as strictly as the rest: a former member could have made it.
    """
    said = text.rstrip(b"\0")
    try:
        tree = json.loads(said)
        past = tuple(_data(key) for key in tree["past"])
        about = {
            bytes.fromhex(identity): About(str(name), str(since))
            for identity, (name, since) in tree["slots"].items()
        }
    except (ValueError, KeyError, TypeError, RecursionError, AttributeError):
        raise Forged("the keyring is malformed inside") from None
    sizes = {len(key) for key in past} <= {KEY_BYTES}
    ids = {len(identity) for identity in about} <= {ID_BYTES}
    sound = sizes and ids and is_padding_of(text, len(said))
    if not sound or inner_text(past, about) != said:
        raise Forged("the keyring is malformed inside")
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
    # 1 << 53: above it, JSON readers that use doubles lose digits. `type(...) is`: bool
    # is an int, too.
    if type(value) is not int or not 0 < value < 1 << 53:
        raise ValueError
    return value
