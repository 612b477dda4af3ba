"""A text that repeats itself is scanned without the repeats, and no place moves."""

from __future__ import annotations

import random

import pytest

from memsync.secrets.texts.repeats import shortened

LONG = 1 << 20


def noise(size: int, seed: int = 7) -> bytes:
    return random.Random(seed).randbytes(size)  # noqa: S311 -- no secret


@pytest.mark.parametrize("piece", [b"a", b"key=", b"0123456789" * 300])
def test_a_long_run_is_cut_to_its_ends(piece: bytes) -> None:
    form = shortened(piece * (LONG // len(piece)))
    assert form is not None
    assert len(form.text) < 1 << 17
    assert form.text.startswith(piece)
    assert form.text.endswith(piece)


@pytest.mark.parametrize("data", [b"", b"key=" * 100, noise(LONG)])
def test_a_short_text_and_one_without_repeats_are_left_alone(data: bytes) -> None:
    assert shortened(data) is None


def test_what_stands_around_a_run_stays_where_it_was() -> None:
    before, after = noise(1 << 17, 1), noise(1 << 17, 2)
    data = before + b"key=" * (LONG // 4) + after
    form = shortened(data)
    assert form is not None
    assert len(form.text) < len(data)
    for part in (before[:64], before[-64:], after[:64], after[-64:]):
        at = form.text.index(part)
        start, _ = form.place(at, at + 1)
        assert start == data.index(part)
        _, end = form.place(at + 63, at + 64)
        assert data[start:end] == part


def test_each_byte_that_stays_is_the_byte_of_its_place() -> None:
    data = noise(1 << 16, 3) + b"ab" * (LONG // 2) + noise(1 << 16, 4)
    form = shortened(data)
    assert form is not None
    for at in range(0, len(form.text), 997):
        start, end = form.place(at, at + 1)
        assert data[start:end] == form.text[at : at + 1]
