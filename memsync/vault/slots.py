"""Slots: the vault's keys, wrapped for each machine, passphrase and code.

All slots are alike: an X25519 key pair, whose public half is in the keyring, so that
whoever rotates the keys can wrap the new ones for everybody. The private half is a
machine's own, or derived from a recovery code or, by Argon2id (RFC 9106), from a
passphrase. Keys are wrapped as in age (age-encryption.org/v1).

Anyone can wrap keys of his own for a public key. So `proof` shows whoever opens a slot
by a code or passphrase that the slot's maker knew it, too; whoever opens one by a
machine's key compares words with another machine (`confirmation`).
"""

from __future__ import annotations

import hmac
import unicodedata

from memsync.errors import Broken, KeyTrouble
from memsync.record import NamedTuple
from memsync.vault.cipher import KEY_BYTES, PROTOCOL, Forged, derive, mac
from memsync.vault.codes import words

TYPE_CHECKING = False  # importing typing would cost a short round 10 ms
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Literal

    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    Kind = Literal["machine", "code", "passphrase"]

# As RFC 9106 recommends.
SALT_BYTES = 16
ID_BYTES = 8

# Characters.
MIN_PASSPHRASE = 12

# The least and the most memory of Argon2id; the least is the default.
MEMORY_KIB = (64 << 10, 1 << 20)

# The bounds of the other parameters; RFC 9106 recommends 3 passes and 4 lanes.
ITERATIONS = (3, 16)
LANES = (1, 16)

# KiB of memory times iterations, summed over all passphrases of a keyring: about nine
# seconds of one core in 2026. Sixteen that memsync makes take 3 << 20.
MAX_WORK = 1 << 23

# Two keys and the tag of ChaCha20-Poly1305.
_WRAPPED_BYTES = 2 * KEY_BYTES + 16
# 96 bits as six words: enough against a machine that searches for a near one.
_FINGERPRINT_BYTES = 12


class Stretch(NamedTuple):
    """The parameters of Argon2id, which turns a passphrase into a secret."""

    salt: bytes
    memory: int = MEMORY_KIB[0]
    """KiB."""
    iterations: int = ITERATIONS[0]
    lanes: int = 4


class Secret(NamedTuple):
    """The secret that opens a slot: 32 bytes, and the kind of slot."""

    kind: Kind
    data: bytes

    def __repr__(self) -> str:
        return f"Secret({self.kind})"


class Keys(NamedTuple):
    """What a slot holds."""

    root: bytes
    """Never changes: for names, and for the keyring's anchor."""
    epoch: bytes
    """For the texts of the present epoch."""

    def __repr__(self) -> str:
        return "Keys()"


class Slot(NamedTuple):
    """One entry of the keyring."""

    id: bytes
    kind: Kind
    public: bytes
    ephemeral: bytes
    wrapped: bytes
    proof: bytes
    """Empty in a machine's slot."""
    stretch: Stretch | None
    """Only in a passphrase's slot."""


def machine_secret() -> Secret:
    """A new machine's private key."""
    from secrets import token_bytes

    return Secret("machine", token_bytes(KEY_BYTES))


def stretched(passphrase: str, stretch: Stretch) -> Secret:
    """Derive the secret from a passphrase; takes about 0.2 seconds.

    Raises `Broken` if the cryptography package has no Argon2id. There is no weaker
    fallback, on purpose: whoever writes the keyring would choose it.
    """
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

    # One form for all keyboards: macOS types decomposed accents, Linux composed ones.
    text = unicodedata.normalize("NFC", passphrase).encode("utf-8")
    try:
        made = Argon2id(
            salt=stretch.salt,
            length=KEY_BYTES,
            iterations=stretch.iterations,
            lanes=stretch.lanes,
            memory_cost=stretch.memory,
        ).derive(text)
    except UnsupportedAlgorithm:
        raise Broken(
            "this build of the cryptography package has no Argon2id",
            hint="install cryptography from PyPI, or join with a recovery code",
            word="no-argon2id",
        ) from None
    return Secret("passphrase", made)


def check_passphrase(passphrase: str) -> None:
    """Raise `KeyTrouble` for a passphrase that is too short to resist guessing."""
    if len(passphrase) < MIN_PASSPHRASE:
        raise KeyTrouble(
            f"a passphrase has at least {MIN_PASSPHRASE} characters",
            hint="four or five random words are easy to keep and hard to guess",
            word="passphrase-short",
        )


def check_stretch(stretch: Stretch) -> None:
    """Refuse parameters weaker than memsync's own, or so slow that a machine stalls.

    Raises `Forged`.
    """
    sound = (
        len(stretch.salt) == SALT_BYTES
        and MEMORY_KIB[0] <= stretch.memory <= MEMORY_KIB[1]
        and ITERATIONS[0] <= stretch.iterations <= ITERATIONS[1]
        and LANES[0] <= stretch.lanes <= LANES[1]
    )
    if not sound:
        raise Forged("the keyring's key derivation is too weak or too slow")


def check_stretches(stretches: Iterable[Stretch]) -> None:
    """Check, like `check_stretch`, all passphrases that a joining machine would try.

    It tries one after the other, so their sum is limited, too. Raises `Forged`.
    """
    work = 0
    for stretch in stretches:
        check_stretch(stretch)
        work += stretch.memory * stretch.iterations
    if work > MAX_WORK:
        raise Forged("the keyring's key derivation is too weak or too slow")


def public_of(secret: Secret, vault: bytes) -> bytes:
    """The public half, which the keyring contains; 32 bytes."""
    return _public(_private(secret, vault))


def new_slot(
    vault: bytes, secret: Secret, keys: Keys, stretch: Stretch | None = None
) -> Slot:
    """Create a slot that `secret` opens."""
    proof = b"" if secret.kind == "machine" else _proof(secret, vault, keys.root)
    return wrap(
        vault, blank(public_of(secret, vault), secret.kind, proof, stretch), keys
    )


def blank(
    public: bytes,
    kind: Kind = "machine",
    proof: bytes = b"",
    stretch: Stretch | None = None,
) -> Slot:
    """An empty slot for a public key; `wrap` fills it."""
    from secrets import token_bytes

    return Slot(token_bytes(ID_BYTES), kind, public, b"", b"", proof, stretch)


def wrap(vault: bytes, slot: Slot, keys: Keys) -> Slot:
    """The slot with these keys, wrapped with a new ephemeral key pair.

    Raises `Forged` for a low-order public key, which shares one secret with all others.
    """
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

    ephemeral = X25519PrivateKey.generate()
    try:
        key = _shared(ephemeral, slot.public, _public(ephemeral), slot.public)
    except ValueError:
        raise Forged("a public key in it is not valid") from None
    wrapped = _chacha(key).encrypt(_NONCE, keys.root + keys.epoch, _head(vault, slot))
    return slot._replace(ephemeral=_public(ephemeral), wrapped=wrapped)


def unwrap(vault: bytes, slot: Slot, secret: Secret) -> Keys:
    """The keys in a slot; raises `Forged` if the slot is not for this secret."""
    from cryptography.exceptions import InvalidTag

    if len(slot.wrapped) != _WRAPPED_BYTES:
        raise Forged("a slot of the keyring is cut short")
    private = _private(secret, vault)
    try:
        key = _shared(private, slot.ephemeral, slot.ephemeral, _public(private))
        opened = _chacha(key).decrypt(_NONCE, slot.wrapped, _head(vault, slot))
    except (InvalidTag, ValueError):
        raise Forged("a slot of the keyring does not open") from None
    keys = Keys(opened[:KEY_BYTES], opened[KEY_BYTES:])
    # A machine's key is known to the host as a public key only, so no proof can be made
    # with it: there a person compares words.
    if secret.kind != "machine" and not hmac.compare_digest(
        slot.proof, _proof(secret, vault, keys.root)
    ):
        raise Forged("a slot of the keyring was made by somebody without its secret")
    return keys


def fingerprint(public: bytes) -> str:
    """Six words for a machine's public key, for people to compare on two screens."""
    return words(mac(PROTOCOL + b"/fingerprint", public)[:_FINGERPRINT_BYTES])


def confirmation(keys: Keys, vault: bytes, public: bytes) -> str:
    """Six words that only a member of the present epoch can show to this machine.

    A host that made up a whole vault for the machine would show other words. So would a
    former member: it knows the root key, but not the key of a later epoch.
    """
    key = derive(keys.root + keys.epoch, vault, "confirm")
    return words(mac(key, public)[:_FINGERPRINT_BYTES])


# A fixed nonce, as in age: no key is used for two messages.
_NONCE = bytes(12)


def _private(secret: Secret, vault: bytes) -> X25519PrivateKey:
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

    data = secret.data
    if secret.kind != "machine":
        data = derive(data, vault, f"{secret.kind} key")
    return X25519PrivateKey.from_private_bytes(data)


def _public(private: X25519PrivateKey) -> bytes:
    return private.public_key().public_bytes_raw()


def _proof(secret: Secret, vault: bytes, root: bytes) -> bytes:
    return mac(derive(secret.data, vault, f"{secret.kind} proof"), root)


def _shared(
    private: X25519PrivateKey, public: bytes, ephemeral: bytes, recipient: bytes
) -> bytes:
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PublicKey

    # `exchange` raises ValueError for a result of all zeros (RFC 7748, 6.1).
    secret = private.exchange(X25519PublicKey.from_public_bytes(public))
    return derive(secret, ephemeral + recipient, "x25519")


def _chacha(key: bytes) -> ChaCha20Poly1305:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    return ChaCha20Poly1305(key)


def _head(vault: bytes, slot: Slot) -> bytes:
    """The associated data to which a wrapped key is bound."""
    return b"".join((PROTOCOL, b"/slot", vault, slot.id, slot.kind.encode("ascii")))
