"""The pieces of a file that a literal search shows, and the order of files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.memories import make_store

from memsync.memory.note.names import Scope
from memsync.retrieval.search.literal import (
    _File,
    _Match,
    _match,
    _shown,
    _text,
    _windows,
    literal,
)
from memsync.retrieval.search.ranked import Limits

if TYPE_CHECKING:
    from pathlib import Path

LINES = [f"line {number}" for number in range(40)]


def file(label: str, text: str, path: str = "") -> _File:
    return _File(label, "workspace", label, "", path or f"/m/{label}.md", text)


def match(label: str, text: str, *terms: str, path: str = "") -> _Match:
    found = _match(file(label, text, path), terms)
    assert found is not None
    return found


def order(*found: _Match) -> list[str]:
    return [each.file.label for each in sorted(found, key=_Match.order)]


def test_three_lines_are_shown_on_either_side() -> None:
    assert _windows(LINES, [10]).split("\n") == LINES[7:14]
    assert _windows(LINES, [0]).split("\n") == LINES[:4]
    assert _windows(LINES, [39]).split("\n") == LINES[36:]


def test_pieces_that_touch_are_one() -> None:
    assert _windows(LINES, [10, 17]).split("\n") == LINES[7:21]
    assert _windows(LINES, [10, 18]).split("\n") == [*LINES[7:14], "…", *LINES[15:22]]


def test_the_pieces_beyond_five_are_counted() -> None:
    lines = [f"line {number}" for number in range(100)]
    shown = _windows(lines, range(0, 70, 10)).split("\n…\n")
    assert len(shown) == 6
    assert shown[-1] == "2 more places"
    assert "more places" not in _windows(lines, range(0, 50, 10))


def test_a_file_found_by_its_name_shows_its_beginning() -> None:
    assert _windows(LINES, []) == "line 0\nline 1\nline 2"
    assert _windows(["a", "", "", "b"], []) == "a"


def test_a_long_line_is_cut() -> None:
    assert _shown("x" * 400) == "x" * 400
    assert _shown("x" * 401) == "x" * 399 + "…"
    assert _shown("end\r") == "end"


@given(
    st.lists(st.text(st.characters(exclude_characters="\n\r"), max_size=9), min_size=1),
    st.data(),
)
def test_every_matching_line_of_a_few_is_shown(
    lines: list[str], data: st.DataObject
) -> None:
    at = st.integers(0, len(lines) - 1)
    hits = sorted(data.draw(st.sets(at, min_size=1, max_size=5)))
    shown = _windows(lines, hits)
    assert all(lines[hit] in shown for hit in hits)


def test_terms_are_counted_by_lines_and_in_the_name() -> None:
    found = match("deploy-port", "Port one\nno\nport PORT", "port", "deploy")
    assert found.counts == {"port": 2, "deploy": 0}
    assert found.lines == (0, 2)
    assert _match(file("a", "text"), ["gone"]) is None


def test_the_ending_of_a_name_is_no_part_of_it() -> None:
    assert _match(file("daily/2026-11-21.md", "x"), ["md"]) is None


def test_more_terms_come_first_then_text_before_name_then_lines() -> None:
    both = match("both", "port\ndeploy", "port", "deploy")
    often = match("often", "port\nport", "port", "deploy")
    once = match("once", "port", "port", "deploy")
    named = match("port", "nothing", "port", "deploy")
    assert order(named, once, often, both) == ["both", "often", "once", "port"]


def test_the_memory_index_is_first_and_a_newer_day_before_an_older() -> None:
    index = match("", "port", "port", path="/m/MEMORY.md")
    new = match("daily/2026-11-21", "port", "port")
    old = match("daily/2026-11-20", "port", "port")
    note = match("note", "port\nport", "port")
    assert order(old, new, note, index) == [
        "",
        "note",
        "daily/2026-11-21",
        "daily/2026-11-20",
    ]


def test_files_that_are_equal_are_ordered_by_path() -> None:
    found = [match(label, "port", "port") for label in ("b", "c", "a")]
    assert order(*found) == ["a", "b", "c"]


@pytest.mark.parametrize("odd", ["gone", "folder", "link"])
def test_a_file_that_cannot_be_read_has_no_text(tmp_path: Path, odd: str) -> None:
    (tmp_path / "real").write_text("text")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert _text(tmp_path / odd) == ""
    assert _text(tmp_path / "real") == "text"


def test_a_search_counts_each_term_over_all_files(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    folder = store.memory.folder
    (folder / "port.md").write_text("The port.\nport 22\n")
    (folder / "deploy.md").write_text("deploy by the port\n")
    (folder / "other.md").write_text("nothing\n")
    found = literal([store], "Port port deploy", Limits(1, 0.0))
    assert found.terms == (("port", 3), ("deploy", 1))
    assert found.files == 2
    assert [(hit.name, hit.score) for hit in found.hits] == [("deploy", 1.0)]


def test_a_score_below_the_least_is_left_out(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    (store.memory.folder / "a.md").write_text("port deploy\n")
    (store.memory.folder / "b.md").write_text("port\n")
    found = literal([store], "port deploy", Limits(9, 0.6))
    assert [hit.name for hit in found.hits] == ["a"]
    assert found.files == 2


@pytest.mark.parametrize("query", ["", "  \n"])
def test_no_term_finds_nothing(tmp_path: Path, query: str) -> None:
    store = make_store(tmp_path, Scope.USER)
    assert literal([store], query, Limits(9, 0.0)) == ((), 0, [])
