"""What a form for a note's text gives to a browser and takes back."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.errors import Broken
from memsync.page.views.edit import as_it_was, digest, editable

# Text that browsers leave alone, before its line ends are written.
PLAIN = st.text(
    st.one_of(
        st.sampled_from("\n\tab "),
        st.characters(codec="utf-8", min_codepoint=0x20, exclude_characters="\ufdd0"),
    )
)


@given(PLAIN, st.booleans())
def test_a_note_comes_back_as_it_was(text: str, crlf: bool) -> None:
    data = (text.replace("\n", "\r\n") if crlf else text).encode()
    shown = editable(data)
    assert shown == text
    assert as_it_was(shown, data) == data
    # A browser sends every line end as CRLF.
    assert as_it_was(shown.replace("\n", "\r\n"), data) == data


@pytest.mark.parametrize(
    "data",
    [
        b"\xff",
        b"caf\xe9",
        b"\x00",
        b"a\x1b[31m",
        b"a\x0cb",
        b"a\rb",
        b"one\r\ntwo\n",
        b"one\ntwo\r\n",
        "\ufdd0".encode(),
        b"x" * (64 * 1024 + 1),
    ],
    ids=repr,
)
def test_what_a_browser_would_change_is_refused(data: bytes) -> None:
    with pytest.raises(Broken) as raised:
        editable(data)
    assert raised.value.word == "not-utf-8"
    assert raised.value.hint == "`memsync edit` takes it as it is"
    assert "a browser would change it" in raised.value.message


def test_a_note_of_the_largest_size_can_be_edited() -> None:
    data = b"x" * (64 * 1024)
    assert editable(data) == data.decode()


def test_new_lines_get_the_line_ends_of_the_note() -> None:
    assert as_it_was("a\nb\n", b"old\r\n") == b"a\r\nb\r\n"
    assert as_it_was("a\r\nb\r\n", b"old\n") == b"a\nb\n"
    assert as_it_was("a\r\nb", b"") == b"a\nb"


def test_a_lone_surrogate_is_sent_as_a_question_mark() -> None:
    assert as_it_was("a\ud800b", b"") == b"a?b"


def test_a_digest_names_the_bytes() -> None:
    assert digest(b"a") == hashlib.sha256(b"a").hexdigest()
    assert digest(b"a\n") != digest(b"a\r\n")
