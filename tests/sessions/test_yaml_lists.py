"""Lists in a YAML file, item by item."""

from __future__ import annotations

from io import BytesIO

import yaml
from hypothesis import given
from hypothesis import strategies as st

from memsync.sessions.reading.yaml_lists import list_items


def read(text: str) -> list[tuple[str, object]]:
    return list(list_items(BytesIO(text.encode()), {"messages"}))


def test_items_come_one_by_one_and_other_values_whole() -> None:
    text = "model: big\nmessages:\n- role: user\n  content: |\n    Hi.\n- two\nn: [1]\n"
    assert read(text) == [
        ("model", "big"),
        ("messages", {"role": "user", "content": "Hi.\n"}),
        ("messages", "two"),
        ("n", ["1"]),
    ]


def test_a_file_that_is_cut_gives_what_came_before() -> None:
    found = read("messages:\n- one\n- 'two")
    assert found[:1] == [("messages", "one")]
    assert found[-1] == ("", None)


def test_what_is_no_mapping_is_one_thing_that_cannot_be_read() -> None:
    assert read("- a\n- b\n") == [("", None)]
    assert read("") == []


def test_an_item_that_is_nested_too_deep_costs_itself_alone() -> None:
    deep = "[" * 60 + "x" + "]" * 60
    broken, after = read(f"messages:\n- {deep}\n- after\n")
    assert broken[0] == ""
    assert after == ("messages", "after")


def test_an_alias_is_not_expanded() -> None:
    bomb = "messages:\n- &a [x, x]\n- &b [*a, *a]\n- [*b, *b]\n"
    assert read(bomb)[1:] == [("messages", ["", ""]), ("messages", ["", ""])]


@given(
    st.dictionaries(
        st.sampled_from(["messages", "other", "name"]),
        st.lists(st.text(st.characters(codec="ascii", min_codepoint=32)), max_size=4),
    )
)
def test_it_reads_what_a_parser_of_the_whole_reads(data: dict[str, list[str]]) -> None:
    text = yaml.safe_dump(data, sort_keys=False)
    expected: list[tuple[str, object]] = []
    for key, value in data.items():
        if key == "messages":
            expected += [(key, item) for item in value]
        else:
            expected.append((key, value))
    assert read(text) == expected
