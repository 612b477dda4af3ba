"""No text leaves the mark that it stands in, and no cut text is too long."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memsync.learn.evidence.fences import element, fenced
from memsync.learn.evidence.tokens import CUT, cut_to, tokens_of

TAGS = ("evidence", "facts", "notes", "learned")
OURS = re.compile(r"<\s*/?\s*(evidence|facts|notes|learned)\b", re.IGNORECASE)
PIECES = st.sampled_from(["<", "/", " ", "evidence", "NOTES", ">", "a", "\n", "&lt;"])


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("form", ["<{}>", "</{}>", "< / {} >", "<{} x='1'>", "<\n{}"])
def test_a_tag_of_ours_is_escaped_in_each_form(tag: str, form: str) -> None:
    for word in (tag, tag.upper()):
        text = form.format(word)
        assert fenced(f"a {text} b") == f"a &lt;{text[1:]} b"


@pytest.mark.parametrize("text", ["<div>", "a < b", "<noteshop>", "<fact>", "x->facts"])
def test_other_tags_stay(text: str) -> None:
    assert fenced(text) == text


def test_control_characters_and_strange_line_ends_go() -> None:
    assert fenced("one\r\ntwo\rthree") == "one\ntwo\nthree"
    shown = fenced("\x1b[2Jred\x07\x00")
    assert not re.search(r"[\x00-\x09\x0b-\x1f]", shown)
    assert "red" in shown


def test_an_element_is_its_text_between_two_lines() -> None:
    assert element("facts", "a\nb") == "<facts>\na\nb\n</facts>"
    assert element("notes", "") == "<notes>\n\n</notes>"


@settings(max_examples=80)
@given(st.lists(PIECES, max_size=12).map("".join))
def test_no_text_holds_a_tag_of_ours_and_fencing_twice_is_fencing_once(
    text: str,
) -> None:
    once = fenced(text)
    assert not OURS.search(once)
    assert fenced(once) == once


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("a", 1),
        ("abcd", 1),
        ("abcde", 2),
        ("港", 1),
        ("港の", 2),
        ("abcd港", 2),
    ],
)
def test_four_characters_are_a_token_and_each_other_one_is_one(
    text: str, tokens: int
) -> None:
    assert tokens_of(text) == tokens


@settings(max_examples=50)
@given(st.text(max_size=60), st.text(max_size=60))
def test_a_text_costs_no_less_than_its_part(one: str, other: str) -> None:
    both = tokens_of(one + other)
    assert max(tokens_of(one), tokens_of(other)) <= both
    assert both <= tokens_of(one) + tokens_of(other)


def test_a_text_that_fits_is_not_cut() -> None:
    assert cut_to("abcd" * 10, 10) == "abcd" * 10
    assert cut_to("", 0) == ""


def test_a_text_is_cut_in_its_middle_with_more_of_its_beginning() -> None:
    text = "".join(chr(ord("a") + number % 26) for number in range(4_000))
    head, mark, tail = cut_to(text, 100).partition(CUT)
    assert mark == CUT
    assert text.startswith(head)
    assert text.endswith(tail)
    assert len(head) > len(tail) > 0


def test_nothing_is_left_where_the_mark_does_not_fit() -> None:
    assert cut_to("abcd" * 100, 0) == ""
    assert cut_to("abcd" * 100, tokens_of(CUT)) == ""
