"""A machine's protected keys, as its key file holds them.

The file says how it is protected, and with which parameters. The keys are encrypted
with AES-SIV, with all unencrypted fields as associated data, under a passphrase (by
Argon2id) or under 32 random bytes from the system's keychain. docs/format.md, section
9.7, has the layout.
"""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, NamedTuple

from memsync.vault import machine_keys
from memsync.vault.cipher import KEY_BYTES, PROTOCOL, TAG_BYTES, VAULT_BYTES, derive
from memsync.vault.slots import Stretch, check_stretch

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESSIV

    from memsync.vault.machine_keys import How, Protection


FORMAT = 2
# As many as no two entries of one person will share.
_ENTRY_BYTES = 8


class SealedKeys(NamedTuple):
    """A protected key file, read but not decrypted."""

    vault: bytes
    how: How
    stretch: Stretch | None
    entry: str
    sealed: bytes


def new_entry() -> str:
    """A new, unique name for a keychain entry."""
    from secrets import token_hex

    return token_hex(_ENTRY_BYTES)


def sealed(text: bytes, vault: bytes, protection: Protection) -> bytes:
    """Encrypt `text`, which must not be empty; returns the file."""
    file = SealedKeys(vault, protection.how, protection.stretch, protection.entry, b"")
    head = _head(file)
    data = _siv(protection.secret, vault).encrypt(text, _bound(head))
    tree = {**head, "sealed": base64.b64encode(data).decode("ascii")}
    return json.dumps(tree, indent=1).encode("ascii") + b"\n"


def parse(data: bytes) -> SealedKeys | None:
    """Read a file that `sealed` made; None for an unencrypted one.

    Raises `ValueError`, `KeyError` or `TypeError` for anything else, and `Forged`
    for weak parameters, or such as would run for ever.
    """
    tree = json.loads(data)
    if tree["format"] == machine_keys.FORMAT:
        return None
    how = tree["protection"]
    if tree["format"] != FORMAT or how not in ("passphrase", "keychain"):
        raise ValueError
    found = SealedKeys(
        bytes.fromhex(tree["vault"]),
        how,
        _stretch(tree["argon2id"]) if how == "passphrase" else None,
        bytes.fromhex(tree["entry"]).hex() if how == "keychain" else "",
        base64.b64decode(tree["sealed"], validate=True),
    )
    if len(found.vault) != VAULT_BYTES or len(found.sealed) <= TAG_BYTES:
        raise ValueError
    return found


def opened(file: SealedKeys, secret: bytes) -> bytes | None:
    """Decrypt the file; None if `secret` is the wrong one."""
    from cryptography.exceptions import InvalidTag

    try:
        return _siv(secret, file.vault).decrypt(file.sealed, _bound(_head(file)))
    except InvalidTag:
        return None


def _stretch(tree: dict[str, object]) -> Stretch:
    salt = tree["salt"]
    numbers = [tree[name] for name in ("memory", "iterations", "lanes")]
    if not isinstance(salt, str):
        raise TypeError
    memory, iterations, lanes = (n for n in numbers if type(n) is int)
    stretch = Stretch(bytes.fromhex(salt), memory, iterations, lanes)
    check_stretch(stretch)
    return stretch


def _head(file: SealedKeys) -> dict[str, object]:
    """The unencrypted part of the file."""
    head: dict[str, object] = {
        "format": FORMAT,
        "vault": file.vault.hex(),
        "protection": file.how,
    }
    if file.stretch is not None:
        salted = {**file.stretch._asdict(), "salt": file.stretch.salt.hex()}
        return {**head, "argon2id": salted}
    return {**head, "entry": file.entry}


def _bound(head: dict[str, object]) -> list[bytes]:
    said = json.dumps(head, sort_keys=True, separators=(",", ":")).encode("ascii")
    return [PROTOCOL, b"key file", said]


def _siv(secret: bytes, vault: bytes) -> AESSIV:
    from cryptography.hazmat.primitives.ciphers.aead import AESSIV

    if len(secret) != KEY_BYTES:
        raise ValueError("a key file is sealed with 32 bytes")
    return AESSIV(derive(secret, vault, "key file", 64))
