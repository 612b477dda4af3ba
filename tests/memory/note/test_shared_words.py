"""Whether a description and a text speak of the same thing at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.memory.note.words import says_the_name, shares_a_word


@pytest.mark.parametrize(
    ("description", "text", "shared"),
    [
        ("how we deploy", "Run the deployment script twice.", True),
        ("how we deploy", "The colour of the logo is blue.", False),
        ("port", "The PORT is 8080 here.", True),
        ("x", "The colour of the logo is blue.", True),
        ("how we deploy", "blue logo", True),
        ("\u6e2f\u53e3", "\u670d\u52a1\u5668\u7684\u6e2f\u662f\u516b", True),
        ("\u6e2f\u53e3", "\u84dd\u8272\u7684\u56fe\u6807\u5f88", False),
    ],
)
def test_words_are_compared_by_their_stem(
    description: str, text: str, shared: bool
) -> None:
    assert shares_a_word(description, text) is shared


@given(st.text(), st.text())
def test_a_text_speaks_of_whatever_it_quotes(description: str, text: str) -> None:
    assert shares_a_word(description, f"{text} {description} {text}")


@pytest.mark.parametrize(
    ("description", "name", "same"),
    [
        ("Staging deploy", "staging-deploy", True),
        ("Staging: deploy!", "staging_deploy", True),
        ("Staging deploys", "staging-deploy", False),
        ("deploy staging", "staging-deploy", False),
    ],
)
def test_a_title_is_the_name_once_more(description: str, name: str, same: bool) -> None:
    assert says_the_name(description, name) is same
