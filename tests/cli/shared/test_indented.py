"""A fast encoder writes what `json.dumps` writes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.cli.shared.indented import indented

TEXT = st.text(max_size=5) | st.sampled_from(["},\n    {", "\ud800", "}", ",\n    "])
SCALAR = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXT
ROWS = st.lists(st.dictionaries(TEXT, SCALAR, max_size=3), max_size=4)
ANY = st.recursive(
    SCALAR,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner),
    max_leaves=8,
)


@given(ROWS | ANY | st.lists(st.dictionaries(TEXT, ANY, min_size=1), max_size=3))
def test_it_is_the_text_of_the_library(data: object) -> None:
    assert indented(data) == json.dumps(data, ensure_ascii=False, indent=2)


@pytest.mark.parametrize("data", [[], [{}], [{"a": []}], {"a": 1}, [1], [[{}]], ""])
def test_what_is_no_table_is_left_to_the_library(data: object) -> None:
    assert indented(data) == json.dumps(data, ensure_ascii=False, indent=2)
