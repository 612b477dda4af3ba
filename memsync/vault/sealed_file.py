"""A file of the memory as one ciphertext: path, bytes and padding.

Layout of the text, before it is sealed: the path's length (4 bytes, big endian),
the path in UTF-8, the data's length (4 bytes), the data, and zero bytes up to
the size that `padding` gives.
"""

from __future__ import annotations

from memsync.vault.cipher import Cipher, Forged
from memsync.vault.padding import is_padding_of, pad

TYPE_CHECKING = False  # importing typing would cost a short round 10 ms
if TYPE_CHECKING:
    from memsync.vault.names import Names

# The kind in the associated data: a file cannot be taken for a stamp.
_KIND = "file"
# Bytes of a length.
_LENGTH = 4


def seal_file(cipher: Cipher, token: bytes, path: str, data: bytes) -> bytes:
    """Encrypt the file `data` at `path`; `token` is the path's token."""
    name = path.encode("utf-8")
    text = b"".join(
        (len(name).to_bytes(_LENGTH, "big"), name, len(data).to_bytes(_LENGTH, "big"))
    )
    return cipher.seal(_KIND, token, pad(text + data))


def open_file(
    cipher: Cipher, names: Names, token: bytes, sealed: bytes
) -> tuple[str, bytes]:
    """Decrypt the file stored at `token`; returns its path and bytes.

    Raises `Forged` for what was not encrypted for that place and epoch.
    """
    text = cipher.open(_KIND, token, sealed)
    name, rest = _cut(text, 0)
    data, end = _cut(text, rest)
    try:
        path = name.decode("utf-8")
    except UnicodeDecodeError:
        raise Forged("its name is not UTF-8") from None
    if names.token(path) != token or not is_padding_of(text, end):
        raise Forged("it is malformed inside")
    return path, data


def _cut(text: bytes, at: int) -> tuple[bytes, int]:
    start = at + _LENGTH
    end = start + int.from_bytes(text[at:start], "big")
    if end > len(text) or start > len(text):
        raise Forged("it is malformed inside")
    return text[start:end], end
