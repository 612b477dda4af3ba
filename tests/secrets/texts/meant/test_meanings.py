"""Escapes are found one first byte at a time, as if all were sought at once."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memsync.secrets.texts.meant import escapes, meanings

PIECES = (
    *(b"\\", b"%", b"&", b"\x1b", b"\xe2", b"\xef", b"\xc2\xad", b"\xe3\x80\x80"),
    *(b"[", b"]0;", b"31m", b"41", b"x", b"u00", b"033", b"e[", b"_", b"#", b"#x"),
    *(b";", *meanings.NAMED, b"\x80\x8b", b"\x81\xa0", b"\xbb\xbf", b"\xbc\x81"),
    *(b"\xbd\x9e", b"\x07", b"\n", b"a", b"\x1b]0;a%41\x1b\\", b"&#95;", b"%5F"),
)
TEXTS = st.lists(st.sampled_from(PIECES), max_size=20).map(b"".join)


@settings(max_examples=400)
@given(TEXTS)
def test_each_escape_is_found_once_in_order(data: bytes) -> None:
    found = [(match.span(), meanings.meaning(match)) for match in meanings.find(data)]
    at_once = meanings.ANY.finditer(data)
    assert found == [(match.span(), meanings.meaning(match)) for match in at_once]


# One escape of each kind.
ALONE = (
    *(b"\\" + each for each in (b"_", b"/", b"u005f", b"x0a", b"e[0m", b"033[K")),
    *(b"%%%02x" % each for each in (0x0A, 0x0D, 0x20, 0x5F, 0x7F)),
    *(b"&" + each for each in (b"#95;", b"#x5f;", *(n + b";" for n in meanings.NAMED))),
    *(char.encode() for char in "\u200b\u200c\u200d\u2060\ufeff\xad\u3000\uff01\uff5e"),
    *(b"\x1b[31m", b"\x1b]0;a\x07"),
)


@pytest.mark.parametrize("escape", ALONE)
def test_one_escape_is_noticed(escape: bytes) -> None:
    """`escapes` says in its own way, without a pattern, what an escape begins with."""
    assert any(meanings.find(escape))
    assert escapes.unescaped(b"a" + escape + b"b") is not None


def test_each_kind_means_what_it_shows() -> None:
    data = rb"\_ \u005f \x5F %5f &#95; &#x5F; &lowbar;" + "\uff3f\u3000\u200b".encode()
    found = b"".join(map(meanings.meaning, meanings.find(data)))
    assert found == b"_" * 8 + b" "
    colours = b"\x1b[1;31m \\x1b[0m \\033[0m \\e[K \\u001b[2J \x1b]0;title\x07"
    assert [*map(meanings.meaning, meanings.find(colours))] == [b""] * 6
