"""What is sealed opens for its own place alone, and any other byte is noticed."""

from __future__ import annotations

from binascii import unhexlify

import pytest
from cryptography.hazmat.bindings._rust import openssl
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from hypothesis import given
from hypothesis import strategies as st

from memsync.vault.cipher import PROTOCOL, Cipher, Forged, derive, mac
from memsync.vault.names import Names, place_of, token_at
from memsync.vault.padding import is_padding_of, pad, padded_length
from memsync.vault.sealed_file import open_file, seal_file

VAULT = bytes(range(16))
CIPHER = Cipher(VAULT, 1, b"k" * 32)
NAMES = Names(VAULT, b"r" * 32)

# RFC 5297, appendices A.1 and A.2: key, associated data, text, output.
RFC_5297 = [
    (
        "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff",
        ["101112131415161718191a1b1c1d1e1f2021222324252627"],
        "112233445566778899aabbccddee",
        "85632d07c6e8f37f950acd320a2ecc9340c02b9690c4dc04daef7f6afe5c",
    ),
    (
        "7f7e7d7c7b7a79787776757473727170404142434445464748494a4b4c4d4e4f",
        [
            "00112233445566778899aabbccddeeffdeaddadadeaddadaffeeddccbbaa99887766554433221100",
            "102030405060708090a0",
            "09f911029d74e35bd84156c5635688c0",
        ],
        "7468697320697320736f6d6520706c61696e7465787420746f20656e6372797074207573696e67205349562d414553",
        "7bdb6e3b432667eb06f4d14bff2fbd0fcb900f2fddbe404326601965c889bf17dba77ceb094fa663b7a3f748ba8af829ea64ad544a272e9c485b62a3fd5c0d",
    ),
]


@pytest.mark.parametrize("vector", RFC_5297, ids=["A.1", "A.2"])
def test_the_cipher_is_that_of_rfc_5297(
    vector: tuple[str, list[str], str, str],
) -> None:
    key, bound, text, output = vector
    siv = AESSIV(unhexlify(key))
    made = siv.encrypt(unhexlify(text), [unhexlify(b) for b in bound])
    assert made.hex() == output


def test_the_cipher_is_the_one_that_cryptography_shows() -> None:
    assert openssl.aead.AESSIV is AESSIV


@given(st.binary(min_size=1, max_size=80), st.binary(max_size=80), st.integers(1, 200))
def test_keys_are_derived_as_rfc_5869_says(
    secret: bytes, salt: bytes, length: int
) -> None:
    known = HKDF(SHA256(), length, salt, PROTOCOL + b"/data").derive(secret)
    assert derive(secret, salt, "data", length) == known


@given(st.binary(max_size=3000), st.text(min_size=1, max_size=60))
def test_a_file_opens_at_its_own_place(data: bytes, name: str) -> None:
    path = f"user/{name.encode('utf-8', 'replace').decode()}.md"
    token = NAMES.token(path)
    sealed = seal_file(CIPHER, token, path, data)
    assert open_file(CIPHER, NAMES, token, sealed) == (path, data)
    assert seal_file(CIPHER, token, path, data) == sealed


def test_every_byte_of_a_sealed_file_counts() -> None:
    token = NAMES.token("user/a.md")
    sealed = seal_file(CIPHER, token, "user/a.md", b"text\n")
    for at in range(len(sealed)):
        for bit in (1, 0x80):
            wrong = bytearray(sealed)
            wrong[at] ^= bit
            with pytest.raises(Forged):
                open_file(CIPHER, NAMES, token, bytes(wrong))
    for end in range(len(sealed)):
        with pytest.raises(Forged):
            open_file(CIPHER, NAMES, token, sealed[:end])


def test_a_file_opens_at_no_other_place_epoch_vault_or_kind() -> None:
    token = NAMES.token("user/a.md")
    sealed = seal_file(CIPHER, token, "user/a.md", b"text\n")
    for cipher in (
        Cipher(VAULT, 2, b"k" * 32),
        Cipher(VAULT, 1, b"K" * 32),
        Cipher(VAULT[::-1], 1, b"k" * 32),
    ):
        with pytest.raises(Forged):
            open_file(cipher, NAMES, token, sealed)
    with pytest.raises(Forged):
        open_file(CIPHER, NAMES, NAMES.token("user/b.md"), sealed)
    with pytest.raises(Forged):
        CIPHER.open("commit", token, sealed)


def test_a_file_sealed_under_another_name_is_refused() -> None:
    # Only a holder of the keys could make it; it is refused all the same.
    token = NAMES.token("user/a.md")
    sealed = seal_file(CIPHER, token, "user/b.md", b"text\n")
    with pytest.raises(Forged, match="malformed inside"):
        open_file(CIPHER, NAMES, token, sealed)


@pytest.mark.parametrize(
    "text", [b"\0", b"\xff" * 300, b"\0\0\0\1\xff\0\0\0\0", b"\0\0\0\0\0\0\0\0x"]
)
def test_a_malformed_inside_is_refused(text: bytes) -> None:
    token = NAMES.token("")
    with pytest.raises(Forged):
        open_file(CIPHER, NAMES, token, CIPHER.seal("file", token, text))


def test_nothing_is_bound_to_an_empty_place() -> None:
    with pytest.raises(ValueError, match="empty"):
        CIPHER.seal("file", b"", b"text")


@given(st.integers(0, 2_000_000))
def test_a_length_grows_by_little_and_shows_little(length: int) -> None:
    padded = padded_length(length)
    assert padded >= max(length, 1)
    assert padded_length(padded) == padded
    if length <= 4096:
        assert padded % 256 == 0
        assert padded - length <= 256
    else:
        assert padded <= length * 1.12


@given(st.binary(max_size=600))
def test_padding_is_told_from_text(text: bytes) -> None:
    assert is_padding_of(pad(text), len(text))
    assert not is_padding_of(pad(text)[:-1] + b"x", min(len(text), 100))
    assert not is_padding_of(pad(text) + b"\0", len(text))


def test_few_sizes_stand_for_many_lengths() -> None:
    assert len({padded_length(n) for n in range(1, 1 << 20, 97)}) < 300


@given(st.text(max_size=80).filter(lambda t: t.isascii()))
def test_a_place_hides_the_name_and_keeps_its_length(path: str) -> None:
    token = NAMES.token(path)
    place = place_of(token)
    assert len(place) == len("v1/n/00/") + 38
    assert token_at(place) == token
    assert token_at(f"{place}0") is None
    assert Names(VAULT, b"R" * 32).token(path) != token


def test_what_is_authenticated_includes_where_its_parts_end() -> None:
    assert mac(b"key", b"ab", b"c") != mac(b"key", b"a", b"bc")
