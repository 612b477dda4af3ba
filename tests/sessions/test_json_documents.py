"""One JSON object, read field by field and item by item, as `json` reads it whole."""

from __future__ import annotations

import io
import json
from typing import Any
from unittest import mock

from hypothesis import given
from hypothesis import strategies as st

from memsync.sessions.reading import documents

LISTS = {"messages", "more"}
TEXTS = st.text(st.sampled_from('ab"\\[]{},:é\n😀'), max_size=30)
VALUES = st.recursive(
    st.one_of(TEXTS, st.integers(), st.booleans(), st.none(), st.just(1.5)),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3)
    ),
    max_leaves=8,
)
TREES = st.fixed_dictionaries(
    {"id": st.just("x"), "messages": st.lists(VALUES, max_size=5), "name": VALUES},
    optional={"more": VALUES},
)


def read(data: bytes, chunk: int, largest: int = 1 << 20) -> list[documents.Field]:
    with (
        mock.patch.object(documents, "_CHUNK", chunk),
        mock.patch.object(documents, "_LARGEST", largest),
    ):
        return list(documents.fields(io.BytesIO(data), LISTS))


@given(TREES, st.sampled_from([3, 16, 200]), st.sampled_from([None, 1]), st.booleans())
def test_all_of_it_is_read(
    tree: dict[str, Any], chunk: int, indent: int | None, plain: bool
) -> None:
    data = json.dumps(tree, indent=indent, ensure_ascii=plain).encode()
    found = read(data, chunk)
    assert not any(field.malformed for field in found)
    assert [f.value for f in found if f.item and f.name == "messages"] == tree[
        "messages"
    ]
    whole = {f.name: f.value for f in found if not f.item}
    assert whole["name"] == tree["name"]


@given(TREES, st.sampled_from([3, 16]))
def test_what_is_too_long_is_passed_by(tree: dict[str, Any], chunk: int) -> None:
    long = ["y" * 500, {"z": ["y" * 50] * 20}]
    data = json.dumps({**tree, "messages": [*long, "after"], "last": 1}).encode()
    found = read(data, chunk, 100)
    items = [f.value for f in found if f.item and f.name == "messages"]
    assert items == [None, None, "after"]
    assert found[-1] == documents.Field("last", 1)


@given(TREES, st.data())
def test_a_cut_or_changed_file_ends(tree: dict[str, Any], draw: st.DataObject) -> None:
    data = bytearray(json.dumps(tree).encode())
    cut = draw.draw(st.integers(0, len(data) - 1))
    read(bytes(data[:cut]), 16)
    for _ in range(3):
        data[draw.draw(st.integers(0, len(data) - 1))] = draw.draw(
            st.sampled_from(list(b'{}[]",:x'))
        )
    read(bytes(data), 16)
