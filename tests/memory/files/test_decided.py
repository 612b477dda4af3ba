"""`learned/decided`: lines that tell nothing, written whole or not at all."""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.memories import make_store

from memsync.errors import Refused
from memsync.files.lock import Held
from memsync.memory.files import decided
from memsync.memory.note.names import Scope

if TYPE_CHECKING:
    from pathlib import Path

KEY = b"0123456789abcdef0123456789abcdef"


def test_a_line_is_a_kind_and_an_hmac_of_what_was_decided() -> None:
    said = hmac.new(KEY, b"rejected\0the words", hashlib.sha256).hexdigest()
    assert decided.line(KEY, "rejected", "the words") == f"rejected {said}".encode()
    assert (
        decided.line(b"other", "rejected", "the words") != f"rejected {said}".encode()
    )


@given(st.lists(st.text(max_size=8), max_size=8))
def test_lines_are_sorted_and_read_back(said: list[str]) -> None:
    lines = {decided.line(KEY, "wrote", each) for each in said}
    data = decided.render(lines)
    assert decided.parse(data) == lines
    assert data.split(b"\n")[:-1] == sorted(lines)


def test_lines_come_and_go_and_unknown_ones_stay(tmp_path: Path) -> None:
    memory = make_store(tmp_path, Scope.USER).memory
    one, two = (decided.line(KEY, "rejected", each) for each in "ab")
    assert decided.change(memory, Held(), [one, two])
    path = memory.folder / "learned" / "decided"
    assert path.stat().st_mode & 0o777 == 0o600
    path.write_bytes(path.read_bytes() + b"a line of another day\n")
    assert decided.change(memory, Held(), [], [one])
    assert not decided.change(memory, Held(), [two])
    assert decided.load(memory) == {two}
    assert b"a line of another day\n" in path.read_bytes()


def test_the_last_line_takes_the_file_along(tmp_path: Path) -> None:
    memory = make_store(tmp_path).memory
    line = decided.line(KEY, "wrote", "x")
    decided.change(memory, Held(), [line])
    decided.change(memory, Held(), [], [line])
    assert not decided.exists(memory)


def test_a_link_is_neither_read_nor_written(tmp_path: Path) -> None:
    memory = make_store(tmp_path).memory
    outside = tmp_path / "outside"
    outside.write_text("")
    (memory.folder / "learned").mkdir()
    (memory.folder / "learned" / "decided").symlink_to(outside)
    with pytest.raises(Refused):
        decided.change(memory, Held(), [decided.line(KEY, "wrote", "x")])
    assert decided.load(memory) == frozenset()
    assert outside.read_text() == ""
