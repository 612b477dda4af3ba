"""With the native search of `memsync[fast]`, findings are the same as without it."""

from __future__ import annotations

import base64
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import tokens
from support.hostile import PIECES

from memsync.secrets import native
from memsync.secrets.scan import scan_all

if TYPE_CHECKING:
    from collections.abc import Iterator

WRAPPED = base64.b64encode(f"password={tokens.text(12, 4)}!9".encode())
PARTS = (
    tokens.github().encode(),
    f"AKIA{'Q2' * 3}{tokens.text(10, 7).upper()}".encode(),
    f"https://app:{tokens.text(14, 6)}@db.corp.net/x".encode(),
    f"password: {tokens.text(10, 3)}!".encode(),
    WRAPPED,
    *(b"the token for Acme is ", b"`", b"\n", b"\r\n", b" ", b"x", b".", b" -p"),
    *(b"docs/guide.md ", b"pat", b"PASS", b"|", b"\xe2\x80\x8b", b"~", b'"'),
    *PIECES,
)


@pytest.fixture(autouse=True)
def _in_python_again() -> Iterator[None]:
    yield
    native.disable()


def findings(data: bytes) -> list[tuple[str, int, int, bool]]:
    return [(f.rule, f.start, f.end, allowed) for f, allowed in scan_all(data)]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PARTS), max_size=30).map(b"".join))
def test_any_text_has_the_same_findings(data: bytes) -> None:
    native.disable()
    expected = findings(data)
    assert native.enable()
    assert findings(data) == expected


def test_where_it_is_not_installed_the_search_is_in_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    native.disable()
    native._searcher.cache_clear()
    monkeypatch.setitem(sys.modules, "hyperscan", None)
    assert not native.enable()
    assert findings(PARTS[0]) == [("github-pat", 0, 40, False)]
