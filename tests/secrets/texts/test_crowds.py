"""Text of keywords alone is passed over in bulk; what stands among figures is not."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import tokens

from memsync.secrets.scan import scan
from memsync.secrets.texts import crowds
from memsync.secrets.texts.text import Text

WORDS = b"password token secret key auth cred api_key pwd psk passphrase".split()
SIGNS = {
    "blanks": (b" ",),
    "signs": (b"=", b":", b"_", b".", b"-"),
    "quotes": (b'="', b'" ', b"='", b"' ", b": "),
    "lines": (b"\n", b"=\n", b": ", b" is "),
}


def soup(kind: str, size: int, seed: int = 3) -> bytes:
    """So many bytes of keywords drawn at random."""
    drawn = random.Random(seed)  # noqa: S311 -- no secret
    parts = []
    while size > 0:
        parts += [drawn.choice(WORDS), drawn.choice(SIGNS[kind])]
        size -= len(parts[-2] + parts[-1])
    return b"".join(parts)


@pytest.mark.parametrize("kind", SIGNS)
def test_keywords_alone_are_not_looked_at_one_by_one(kind: str) -> None:
    text = Text(soup(kind, 1 << 20))
    looked_at = sum(len(text.places(word)) for word in WORDS)
    assert 0 < looked_at < 10_000


@pytest.mark.parametrize("kind", SIGNS)
def test_a_long_text_of_keywords_is_known_by_samples(kind: str) -> None:
    assert crowds.is_crowd(soup(kind, 1 << 20))


def test_prose_about_keys_is_no_crowd() -> None:
    line = b"Each month somebody from the team has to rotate the key of the build.\n"
    assert not crowds.is_crowd(line * (1 << 14))
    assert crowds.shortened(line * (1 << 14)) is None


@pytest.mark.parametrize("kind", SIGNS)
@pytest.mark.parametrize("size", [1 << 20, (1 << 20) + 9_000])
def test_of_a_crowd_its_ends_are_kept(kind: str, size: int) -> None:
    data = soup(kind, size)
    form = crowds.shortened(data)
    assert form is not None
    assert len(form.text) < 1 << 13
    assert data.startswith(form.text[:64])
    assert data.endswith(form.text[-64:])


@pytest.mark.parametrize("kind", SIGNS)
def test_what_stands_between_two_crowds_keeps_its_place(kind: str) -> None:
    between = b" api_key 8 " * 999
    data = soup(kind, 1 << 18) + between + soup(kind, 1 << 18, seed=5)
    form = crowds.shortened(data)
    assert form is not None
    assert len(form.text) < 1 << 16
    at = form.text.index(between)
    assert form.place(at, at + len(between)) == (
        data.index(between),
        data.index(between) + len(between),
    )


@pytest.mark.parametrize("kind", SIGNS)
@pytest.mark.parametrize("before", [0, 1 << 18])
def test_a_secret_among_keywords_is_found(kind: str, before: int) -> None:
    secret = b"\napi_key = " + tokens.text(32, 9).encode() + b"\n"
    data = soup(kind, before) + secret + soup(kind, 1 << 17, seed=5)
    values = [data[found.start : found.end] for found in scan(data)]
    assert values.count(secret.split()[-1]) == 1


@given(
    places=st.lists(st.integers(0, 99), unique=True).map(sorted),
    edges=st.lists(st.integers(0, 99), unique=True, max_size=8).map(sorted),
)
def test_outside_leaves_out_what_is_in_a_crowd(
    places: list[int], edges: list[int]
) -> None:
    crowded = list(zip(edges[::2], edges[1::2], strict=False))
    wanted = [p for p in places if not any(a <= p < b for a, b in crowded)]
    assert [*crowds.outside(places, crowded)] == wanted
