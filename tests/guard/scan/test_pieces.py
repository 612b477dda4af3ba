"""A file that is read in pieces has the findings of the same file read whole."""

from __future__ import annotations

import io
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import tokens

from memsync.guard.checks.secret import Held, check
from memsync.guard.checks.staged import File
from memsync.guard.scan import pieces

SECRETS = (
    f"token {tokens.github()}",
    f"password: {tokens.text(9, 3)}!{tokens.text(4, 5)}",
    tokens.private_key(),
    f"https://app:{tokens.text(14, 6)}@db.corp.net/x",
)


@pytest.fixture(autouse=True)
def _small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "PIECE", 4096)
    monkeypatch.setattr(pieces, "_OVERLAP", 1024)


def seen(found: list[Held]) -> list[tuple[str, int, int, int, bytes]]:
    return [(h.rule, h.line, h.column, h.length, h.value) for h in found]


def both(data: bytes) -> tuple[list[object], list[object]]:
    whole = check([File(b"a", data, b"100644")], with_allowed=True)
    rest = io.BytesIO(data[100:])
    return [*seen(whole)], [*seen([*pieces.check("a", data[:100], rest.read)])]


def text(seed: int, *, lines: bool) -> str:
    draw = random.Random(seed)  # noqa: S311 -- repeatable, not secret
    parts = []
    for _ in range(30):
        words = draw.choices(("stone", "caf\u00e9", "river", "\u6c34", "of"), k=90)
        parts += [" ".join(words), draw.choice(SECRETS if lines else SECRETS[:2])]
    return ("\n" if lines else " ; ").join(parts)


@pytest.mark.parametrize("lines", [True, False])
@pytest.mark.parametrize("name", ["utf-8", "utf-16", "utf-32-be"])
@pytest.mark.parametrize("seed", range(4))
def test_pieces_have_the_findings_of_the_whole(
    seed: int, name: str, *, lines: bool
) -> None:
    whole, parts = both(text(seed, lines=lines).encode(name))
    assert len(whole) >= 30
    assert parts == whole


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 9000), st.sampled_from(SECRETS))
def test_a_secret_is_found_once_wherever_it_stands(before: int, secret: str) -> None:
    data = ("x" * 70 + "\n").encode() * (before // 71) + b"y" * (before % 71)
    data += b"\n" + secret.encode() + b"\n" + b"z\n" * 3000
    whole, parts = both(data)
    assert len(whole) == 1
    assert parts == whole


def test_a_file_without_end_of_line_is_read_to_its_end() -> None:
    data = b"word " * 5000 + tokens.github().encode()
    whole, parts = both(data)
    assert len(whole) == 1
    assert parts == whole
