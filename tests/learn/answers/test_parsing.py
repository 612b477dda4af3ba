"""One JSON object, alone or in a fence; anything else is named and not repeated."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.learn.answers.parsing import Unusable, items, parse, text, words


@pytest.mark.parametrize(
    "answer",
    [
        '{"facts": []}',
        ' \n{"facts": []}\n',
        '```json\n{"facts": []}\n```',
        'Here it is:\n\n```\n{"facts": []}\n```\nAnything else?',
    ],
)
def test_an_object_alone_or_in_a_fence_is_found(answer: str) -> None:
    assert parse(answer) == {"facts": []}


@pytest.mark.parametrize(
    "answer",
    ["", " ", "no", "[]", "7", '{"a": NaN}', '{"a": 1', '{"a": 1}{"b": 2}', "{" * 99],
)
def test_anything_else_cannot_be_used(answer: str) -> None:
    with pytest.raises(Unusable) as caught:
        parse(answer)
    assert "memories" not in str(caught.value)


@given(st.text())
def test_no_text_does_worse_than_that(answer: str) -> None:
    found: object = {}
    with contextlib.suppress(Unusable):
        found = parse(answer)
    assert isinstance(found, dict)


def test_the_form_of_what_is_inside_is_checked() -> None:
    given: dict[str, object] = {"a": [1], "b": "x", "c": {"d": 1}, "e": None}
    given["f"] = "\ud800"
    assert items(given, "missing") == []
    assert words(given, "missing") == []
    assert text(given, "e") == text(given, "missing") == ""
    assert text(given, "f") == "?"
    for key in ("a", "b", "c"):
        with pytest.raises(Unusable, match=key):
            items(given, key)
    for key in ("a", "b", "c"):
        with pytest.raises(Unusable, match=key):
            words(given, key)
    for key in ("a", "c"):
        with pytest.raises(Unusable, match=key):
            text(given, key)
