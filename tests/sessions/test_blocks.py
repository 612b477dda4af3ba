"""The parts of a message, in the forms that vendors' APIs give them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memsync.sessions.reading.blocks import (
    Block,
    blocks,
    call,
    items,
    mapping,
    said,
    values,
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda below: st.lists(below) | st.dictionaries(st.text(), below),
    max_leaves=30,
)


def test_a_text_and_a_list_of_texts() -> None:
    assert list(blocks("Hello.")) == [Block("text", "Hello.")]
    parts = ["One.", {"type": "input_text", "text": "Two."}, {"text": "Three."}]
    assert [each.text for each in blocks(parts)] == ["One.", "Two.", "Three."]


def test_a_call_and_its_answer_have_the_same_id() -> None:
    asked = {"type": "tool_use", "id": "t1", "name": "bash", "input": {"cmd": "ls"}}
    got = {"type": "tool_result", "tool_use_id": "t1", "content": "a.md"}
    assert list(blocks([asked, got])) == [
        Block("call", "bash\ncmd: ls", "t1", "bash"),
        Block("result", "a.md", "t1"),
    ]
    other = {"type": "tool-call", "toolCallId": "t2", "toolName": "read", "args": "x"}
    assert list(blocks([other])) == [Block("call", "read\nx", "t2", "read")]


def test_images_and_unknown_parts_are_left_out() -> None:
    parts = [{"type": "image", "data": "…"}, {"type": "text"}, 7, None, [["x"]]]
    assert list(blocks(parts)) == []


def test_an_answer_without_a_text_is_told_by_its_values() -> None:
    texts = [{"type": "text", "text": "One."}, {"type": "text", "text": "Two."}]
    assert said(texts) == "One.\nTwo."
    assert said({"exit": 1, "out": {"line": "no such file"}}) == (
        "exit: 1\nline: no such file"
    )


def test_arguments_in_a_text_of_json_are_read_and_half_of_one_is_kept() -> None:
    assert call("edit", '{"path": "a.md", "ok": true}') == "edit\npath: a.md"
    assert call("edit", '{"path": "a.m') == 'edit\n{"path": "a.m'
    assert call("", None) == ""


def test_the_values_of_a_list_have_its_key_and_blanks_are_no_values() -> None:
    assert values({"files": ["a", "b"], "empty": "  "}) == "files: a\nfiles: b"


def test_nesting_without_end_costs_what_is_near_the_top() -> None:
    deep: object = "bottom"
    for _ in range(5_000):
        deep = [deep]
    assert values({"top": "seen", "deep": deep}) == "top: seen"
    assert values(["x"] * 20_000).count("\n") == 4_999


@given(JSON)
def test_nothing_that_json_holds_is_too_odd(tree: object) -> None:
    assert isinstance(values(tree), str)
    assert isinstance(said(tree), str)
    for block in blocks(tree):
        assert block.kind in ("text", "call", "result")


@given(JSON)
def test_what_is_of_another_type_is_empty(value: object) -> None:
    assert mapping(value) == (value if isinstance(value, dict) else {})
    assert items(value) == (value if isinstance(value, list) else [])
