"""Words with small letters, capitals and figures are found in one pass."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from memsync.secrets.texts import mixed

SEPARATES = re.escape(mixed.SEPARATES)
WORDS = re.compile(rb"[^\x00-\x20\x7f-\xff%b]+" % SEPARATES)
PARTS = st.one_of(
    st.sampled_from([b"abc", b"DEF", b"12", b"a", b"Z", b"9", b"!", b"-", b"#"]),
    st.sampled_from([b" ", b"\n", b"(", b"'", b"\x00", b"\xc3\xa9", b"\x7f"]),
)


@settings(max_examples=300)
@given(
    st.lists(PARTS, max_size=40).map(b"".join),
    st.sampled_from([0, 7, 8_183, 8_192, 16_384]),
)
def test_every_word_that_may_be_a_password_is_found(text: bytes, before: int) -> None:
    # The text is read in blocks of 8 kilobytes, so some words are on their edges.
    data = b" " * before + text
    kinds = (rb"[a-z]", rb"[A-Z]", rb"[0-9]")
    wanted = {
        word.start()
        for word in WORDS.finditer(data)
        if len(word[0]) >= mixed.SHORTEST
        and all(re.search(kind, word[0][: mixed.SHORTEST * 2]) for kind in kinds)
        and not re.search(rb"[])}>/\\|;:,]\Z", data[: word.start()])
    }
    starts = mixed.starts(data)
    assert wanted <= set(starts)
    assert starts == sorted(starts)
    assert all(WORDS.match(data, at) for at in starts)
