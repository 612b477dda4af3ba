"""AES-SIV (RFC 5297) for everything that a vault hides, and its keys.

The encryption is deterministic: two machines that merge the same notes make the same
bytes. That shows when a note returns to an earlier text, which git would show anyway,
and nothing else: the ciphertext is bound to the place of the text.
"""

from __future__ import annotations

import hashlib
import hmac

from memsync.errors import Refused

TYPE_CHECKING = False  # importing typing would cost a short round 10 ms
if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESSIV

# In every derivation and every sealed text, so that none is valid elsewhere.
PROTOCOL = b"memsync/v1"
# 256 bits; a vault's id only has to be unique.
KEY_BYTES = 32
VAULT_BYTES = 16

# The synthetic IV before each ciphertext.
TAG_BYTES = 16

_BLOCK = hashlib.sha256().digest_size


class Forged(Refused):
    """Not made by a holder of the vault's keys, or made for another place."""

    default_word = "forged"

    def __init__(self, message: str) -> None:
        super().__init__(
            message,
            hint="nothing of it was applied; somebody who can write to the repository "
            "changed it: look at its access log",
        )


def derive(secret: bytes, salt: bytes, label: str, length: int = KEY_BYTES) -> bytes:
    """HKDF-SHA256 (RFC 5869) of a uniformly random secret, for one purpose.

    Written out here, since it is only HMAC: loading cryptography's HKDF takes longer
    than a short round's git does.
    """
    info = PROTOCOL + b"/" + label.encode("ascii")
    key = hmac.digest(salt, secret, "sha256")
    made = block = b""
    for number in range(1, -(-length // _BLOCK) + 1):
        block = hmac.digest(key, block + info + bytes([number]), "sha256")
        made += block
    return made[:length]


def mac(key: bytes, *parts: bytes) -> bytes:
    """HMAC-SHA256 over parts; the length of each is authenticated, too."""
    state = hmac.new(key, digestmod=hashlib.sha256)
    for part in parts:
        state.update(len(part).to_bytes(8, "big"))
        state.update(part)
    return state.digest()


class Cipher:
    """Encrypts and decrypts with one epoch's key."""

    def __init__(self, vault: bytes, epoch: int, key: bytes) -> None:
        """`vault` is the vault's 16 bytes, `key` the epoch's 32."""
        self.epoch = epoch
        self._bound = [PROTOCOL, vault, epoch.to_bytes(8, "big")]
        self._siv = _siv(derive(key, vault, "data", 64))
        self.mac_key = derive(key, vault, "mac")
        """The key for `mac` over the keyring."""

    def seal(self, kind: str, place: bytes, text: bytes) -> bytes:
        """Encrypt `text`, bound to this kind of thing and this place.

        Neither `place` nor `text` may be empty: OpenSSL before 3.0.10 does not
        authenticate an empty component (CVE-2023-2975).
        """
        return self._siv.encrypt(text, self._with(kind, place))

    def open(self, kind: str, place: bytes, sealed: bytes) -> bytes:
        """Decrypt what `seal` made; raises `Forged` for anything else."""
        from cryptography.exceptions import InvalidTag

        bound = self._with(kind, place)
        if len(sealed) <= TAG_BYTES:
            raise Forged("it is too short for this vault")
        try:
            return self._siv.decrypt(sealed, bound)
        except InvalidTag:
            raise Forged(
                "it was not made with this vault's key for this place"
            ) from None

    def _with(self, kind: str, place: bytes) -> list[bytes]:
        if not place:
            raise ValueError("an empty component would not be authenticated")
        return [*self._bound, kind.encode("ascii"), place]


def _siv(key: bytes) -> AESSIV:
    try:
        # The module that `aead` takes it from: all else that `aead` imports would be a
        # tenth of a short round.
        from cryptography.hazmat.bindings._rust import openssl

        made: AESSIV = openssl.aead.AESSIV(key)
    # A version of cryptography without that module.
    except (ImportError, AttributeError):
        from cryptography.hazmat.primitives.ciphers.aead import AESSIV

        made = AESSIV(key)
    return made
