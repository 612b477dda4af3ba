"""Base64 that holds text is read; digests, pictures and addresses are not."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import tokens
from support.found import found

from memsync.secrets.texts.decode import decoded, plain, wrapped

TEXT = st.text(st.characters(min_codepoint=32, max_codepoint=126))


@given(TEXT.filter(lambda text: len(text) >= 18), st.booleans(), st.booleans())
def test_base64_of_text_is_read_in_all_its_spellings(
    text: str, url: bool, padded: bool
) -> None:
    encode = base64.urlsafe_b64encode if url else base64.b64encode
    run = encode(text.encode())
    run = run if padded else run.rstrip(b"=")
    assert decoded(run) == text.encode()
    assert plain(run) == text.encode()


@given(st.binary(max_size=100))
def test_any_bytes_are_judged(data: bytes) -> None:
    assert decoded(base64.b64encode(data), any_bytes=True) == data
    text = plain(data)
    if text is not None:
        assert text.isascii()
        assert len(text) < len(data)


@pytest.mark.parametrize(
    "run",
    [
        b"",
        b"c2hvcnQ=",
        # A digest, an address, and what has another sign.
        base64.b64encode(bytes(range(128, 160))),
        b"/usr/local/share/applications",
        b"dGhpcyBpcyBwbGFpbiB0ZXh0IQ!!!!!!!!",
        # One character too many is no base64.
        b"dGhpcyBpcyBwbGFpbiB0ZXh0LiBZ1",
        b"dGhpcyBpcyBwbGFpbiB0ZXh0Lg==" * 5000,
    ],
)
def test_what_holds_no_text_is_left_alone(run: bytes) -> None:
    assert plain(run) is None


def test_each_run_has_its_place() -> None:
    one, two = (
        base64.b64encode(f"some plain text, nr {number}".encode()) for number in "12"
    )
    data = b"a: " + one + b"\nb: " + two + b"\n"
    runs = [b"a:", one, b"b:", two]
    assert [(start, end) for start, end, _ in wrapped(data, runs)] == [
        (3, 3 + len(one)),
        (data.index(two), data.index(two) + len(two)),
    ]


def test_what_a_backtick_breaks_has_no_place() -> None:
    run = base64.b64encode(b"some plain text, nr 1")
    assert [*wrapped(b"a: " + run[:9] + b"`" + run[9:], [run])] == []


def test_a_token_is_found_behind_two_wrappings_and_not_behind_more() -> None:
    text = f"token = {tokens.github()} in here"
    for depth in (1, 2, 3):
        text = base64.b64encode(text.encode()).decode()
        assert bool(found(f"data: {text}")) is (depth <= 2)
