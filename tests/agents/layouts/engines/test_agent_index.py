"""An agent's index of its notes: what its lines tell, and what it says besides."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.agents.layouts.engines.index import (
    Line,
    cut,
    index_lines,
    link_line,
    prose,
    wiki_line,
)

WORDS = st.text("abc def.!", min_size=1, max_size=12).map(str.strip).filter(bool)


@pytest.mark.parametrize(
    ("line", "file", "told"),
    [
        ("- [Title](a.md) \u2014 about it", "a.md", Line("Title", "about it")),
        ("* [T](sub/a.md) - x", "sub/a.md", Line("T", "x")),
        ("  + [T](./a.md): x", "a.md", Line("T", "x")),
        ("- [T [1]](a.md)", "a.md", Line("T [1]", "")),
        ("- [[name]]: about", "name.md", Line("name", "about")),
        ("- [[name|shown]] -- about", "name.md", Line("name", "about")),
    ],
)
def test_a_line_tells_of_a_file(line: str, file: str, told: Line) -> None:
    assert index_lines(f"# Memory\n\n{line}\n") == {file: told}


@pytest.mark.parametrize(
    "line", ["[T](a.md)", "- T (a.md)", "- [T]()", "text - [T](a.md)", "- [T](a.md"]
)
def test_other_lines_tell_of_none(line: str) -> None:
    assert index_lines(line) == {}


@given(title=WORDS, about=WORDS | st.just(""))
def test_what_is_written_is_read_again(title: str, about: str) -> None:
    assert index_lines(link_line("sub/a.md", title, about)) == {
        "sub/a.md": Line(title, about)
    }
    assert index_lines(wiki_line("sub/a.md", title, about)) == {
        "a.md": Line("a", about)
    }


def test_what_it_says_besides_is_prose() -> None:
    text = "# Memory\n\nAnswer briefly.\n\n- [T](a.md) - x\n- [[b]]\n\nNever push.\n"
    assert prose(text) == "# Memory\n\nAnswer briefly.\n\n\nNever push.\n"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# Memory\n\n",
        "# Memory\n---\n- [T](a.md)\n",
        "<!-- a note\nof two lines -->\n",
        "> WARNING: the index is long\n",
    ],
)
def test_headings_rulers_and_comments_are_no_prose(text: str) -> None:
    assert prose(text) == ""


def test_a_reader_takes_whole_lines() -> None:
    text = "one\ntwo\nth\u00fcree\n"
    assert cut(text, 2, None) == "one\ntwo\n"
    assert cut(text, None, 8) == "one\ntwo\n"
    assert cut(text, None, 7) == "one\n"
    assert cut(text, 0, None) == ""
    assert cut(text, 9, 99) == text


@given(
    st.text(max_size=60), st.integers(0, 5) | st.none(), st.integers(0, 40) | st.none()
)
def test_what_is_taken_begins_the_text(
    text: str, lines: int | None, size: int | None
) -> None:
    taken = cut(text, lines, size)
    assert text.startswith(taken)
    if lines is not None:
        assert len(taken.splitlines()) <= lines
    if size is not None:
        assert len(taken.encode("utf-8", "surrogatepass")) <= size
