"""Comparing two texts by word."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memsync.page.html.compare import Piece, compare, folded

_TEXT = st.text(alphabet="ab .\nü\r\t", max_size=60)


@given(_TEXT, _TEXT)
def test_both_texts_are_in_the_pieces(old: str, new: str) -> None:
    pieces = compare(old, new)
    assert "".join(p.text for p in pieces if p.kind != "new") == old
    assert "".join(p.text for p in pieces if p.kind != "gone") == new
    assert all(p.text for p in pieces)


@given(_TEXT, _TEXT)
def test_folding_hides_nothing_that_changed(old: str, new: str) -> None:
    pieces = compare(old, new)
    changed = [piece for piece in pieces if piece.kind != "same"]
    assert [piece for piece in folded(pieces) if piece.kind != "same"] == changed


def test_words_are_compared_not_lines() -> None:
    assert compare("the port is 1\n", "the port is 2\n") == [
        Piece("same", "the port is "),
        Piece("gone", "1"),
        Piece("new", "2"),
        Piece("same", "\n"),
    ]


def test_long_runs_are_folded() -> None:
    same = "".join(f"line {n}\n" for n in range(40))
    shown = folded(compare(f"{same}old\n", f"{same}new\n"))
    assert "37 lines as before" in shown[0].text
    assert "line 39" in shown[0].text


def test_texts_of_a_megabyte_are_compared_in_bounded_work() -> None:
    pieces = compare("x " * 500_000, "y " * 500_000)
    assert [piece.kind for piece in pieces] == ["gone", "new"]
