"""Whether letters and figures were drawn by chance."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import tokens

from memsync.secrets.values.certainty import LIKELY, POSSIBLE, certainty
from memsync.secrets.values.drawn import is_drawn, is_name, may_be_drawn

# Words of eleven letters and figures with a figure, a capital and a small letter.
WORDS = [
    word
    for word in (tokens.text(11, seed).encode() for seed in range(2000))
    if any(map(str.isdigit, word.decode())) and word.upper() != word != word.lower()
]
NAMES = (
    b"Order2SQLObj OpenSSL32 X509ToObject IPv6AddrStr utf8JSONDecode Http2TLSCfg"
    b" setUInt64BE testWebSocket404 jpegBase64EncodedString pbkdf2Sync Log4j1XmlLayout"
    b" Keccak256Impl eip1191ChainId FFmpegV611Output Sha256HMACKey RockYou2024"
    b" shouldRemoveHdr10Plus Owner360Panel getFloat64Value validateUint32"
).split()


def test_nine_of_ten_drawn_words_are_told_from_names() -> None:
    assert len(WORDS) > 1500
    assert sum(map(is_drawn, WORDS)) > 0.88 * len(WORDS)
    assert sum(map(may_be_drawn, WORDS)) > 0.92 * len(WORDS)
    assert sum(map(is_name, WORDS)) < 0.05 * len(WORDS)


@pytest.mark.parametrize("name", NAMES)
def test_names_in_code_are_not_drawn(name: bytes) -> None:
    assert not is_drawn(name)
    assert is_name(name)


@pytest.mark.parametrize(
    "value",
    [
        # Addresses in a program, and what is named by parts in capitals.
        b"0x4FFCD296B19AFA37",
        b"0XFFF123n",
        b"GHSA-w2fm-2cpv-w7v5",
        b"X509V3_EXT_d2i",
        b"sub_AF8C+18",
    ],
)
def test_what_has_no_piece_of_small_letters_and_capitals_is_not_drawn(
    value: bytes,
) -> None:
    assert not may_be_drawn(value)


@given(st.binary(max_size=60))
def test_any_bytes_are_judged(value: bytes) -> None:
    assert not (is_drawn(value) and is_name(value))
    if is_drawn(value):
        assert may_be_drawn(value)


def test_where_its_figures_are_does_not_matter_to_a_drawn_word() -> None:
    letters = "gXwQ" + "pZkT" + "vRb"
    for word in (letters + "48", "4" + letters, letters[:5] + "7" + letters[5:]):
        assert certainty(word.encode()) == LIKELY
        assert certainty((word[:4] + "-" + word[4:]).encode()) == LIKELY
    assert certainty(b"Harbor-" + b"tiger-" + b"815") == POSSIBLE
