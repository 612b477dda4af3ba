"""What names a decision: the same words in any form, and no two decisions alike."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.proposals import BODY, QUOTE, note, skill, source, summary

from memsync.learn.proposals.words import of_bytes, of_quote, of_quotes, of_text, words
from memsync.memory.note.names import Scope

HEX = re.compile(r"[0-9a-f]{64}")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Use  *tabs*,\nNOT spaces!", ["use", "tabs", "not", "spaces"]),
        ("snake_case is two", ["snake", "case", "is", "two"]),
        ("Straße 12", ["strasse", "12"]),
        ("… — !?", []),
        ("", []),
    ],
)
def test_words_have_no_case_no_signs_and_no_white_space(
    text: str, found: list[str]
) -> None:
    assert words(text) == found


def test_a_long_quote_is_the_same_in_each_session() -> None:
    assert of_quote(QUOTE, "codex:1") == of_quote(f"“{QUOTE.upper()}!”", "codex:2")


def test_a_short_quote_is_of_its_session() -> None:
    assert of_quote("yes", "codex:1") == of_quote("Yes!", "codex:1")
    assert of_quote("yes", "codex:1") != of_quote("yes", "codex:2")


def test_a_quote_is_known_for_one_kind_alone() -> None:
    assert of_quote(QUOTE, "s") == of_quote(QUOTE, "s", "note")
    assert of_quote(QUOTE, "s", "note") != of_quote(QUOTE, "s", "skill")


def test_the_quotes_of_a_draft_are_sorted_and_each_is_there_once() -> None:
    draft = note()._replace(
        sources=(source(QUOTE, "yes"), source(f"{QUOTE}.", "yes", session="5b"))
    )
    found = of_quotes(draft)
    assert found == sorted(
        {
            of_quote(QUOTE, ""),
            of_quote("yes", "claude-code:4f2a"),
            of_quote("yes", "claude-code:5b"),
        }
    )
    assert of_quotes(skill()) == [of_quote(QUOTE, "claude-code:4f2a", "skill")]


def test_a_text_is_the_same_under_another_name_and_in_another_form() -> None:
    said = of_text(note(), None)
    assert of_text(note("other"), b"live") == said
    assert of_text(note(body=f"# {BODY.upper()}\n"), None) == said
    assert of_text(note(body="Other words."), None) != said
    assert of_text(note()._replace(scope=Scope.USER), None) != said
    assert of_text(summary(BODY), None) != said


def test_a_removal_is_of_the_bytes_that_it_takes_away() -> None:
    gone = note(body="")._replace(kind="retire")
    assert of_text(gone, b"one") == of_text(gone, b"one")
    assert of_text(gone, b"one") != of_text(gone, b"two")
    assert of_text(gone, b"one") != of_text(gone._replace(name="other"), b"one")
    assert of_text(gone, None) == of_text(gone, b"")


@settings(max_examples=50)
@given(st.text(max_size=80), st.text(max_size=20))
def test_only_a_digest_of_any_quote_is_kept(quote: str, session: str) -> None:
    assert HEX.fullmatch(of_quote(quote, session))
    assert HEX.fullmatch(of_text(note(body=quote), quote.encode()))


def test_words_from_a_file_that_is_no_utf_8_have_a_digest() -> None:
    assert HEX.fullmatch(
        of_quote(b"\xff caf\xe9".decode("utf-8", "surrogateescape"), "s")
    )


def test_the_bytes_of_a_file_are_told_apart() -> None:
    assert of_bytes(b"---\nname: x\n---\n\nOne.\n") != of_bytes(b"One.\n")
    assert of_bytes(b"One.\n") == of_bytes(b"One.\n")
