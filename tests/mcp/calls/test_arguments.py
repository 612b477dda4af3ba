"""What a model gave a tool may be anything: it is read strictly, or refused."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.errors import BadUsage, Broken, NotFound
from memsync.mcp.calls.answers import encodable, in_json, told
from memsync.mcp.calls.tool import Arguments, Parameter, Tool, scope_name
from memsync.mcp.offer import TOOLS
from memsync.memory.note.names import Scope

ODD = [3, 1.5, True, [], {}, ["a"]]


@pytest.mark.parametrize("value", ODD)
def test_a_text_is_a_text(value: object) -> None:
    assert Arguments({"a": "x"}).text("a") == "x"
    assert Arguments({"a": None}).text_if_any("a") is None
    for ask in (Arguments({"a": value}).text, Arguments({"a": value}).text_if_any):
        with pytest.raises(BadUsage, match="a must be a text"):
            ask("a")


@pytest.mark.parametrize("given_", [None, {}, {"b": "x"}, {"a": None}])
def test_what_must_be_there_is_asked_for(given_: dict[str, object] | None) -> None:
    for ask in (Arguments(given_).text, Arguments(given_).number):
        with pytest.raises(BadUsage, match="a is required"):
            ask("a")


@pytest.mark.parametrize("value", ["3", 1.5, True, [3], {}])
def test_a_number_is_a_whole_one(value: object) -> None:
    assert Arguments({"a": -3}).number("a") == -3
    assert Arguments({}).number_if_any("a") is None
    with pytest.raises(BadUsage, match="a must be a whole number"):
        Arguments({"a": value}).number("a")


@pytest.mark.parametrize("value", [3, "3", [1, "2"], [True], [1.0], {}])
def test_numbers_are_a_list_of_whole_ones(value: object) -> None:
    assert Arguments({"a": [1, -1]}).numbers_if_any("a") == [1, -1]
    assert Arguments({"a": []}).numbers_if_any("a") == []
    assert Arguments({}).numbers_if_any("a") is None
    with pytest.raises(BadUsage, match="a must be a list of whole numbers"):
        Arguments({"a": value}).numbers_if_any("a")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
)


def texts_in(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [t for k, v in value.items() for t in (str(k), *texts_in(v))]
    return [t for v in value for t in texts_in(v)] if isinstance(value, list) else []


@given(st.dictionaries(st.text(max_size=3), JSON, max_size=4))
def test_every_text_that_was_given_is_found_however_deep(
    whole: dict[str, object],
) -> None:
    assert set(Arguments(whole).texts()) == set(texts_in(whole))
    assert set(Arguments(whole).texts(set())) == set(whole)


def test_what_is_a_notes_text_is_no_name_of_it() -> None:
    tool = Tool(
        "t",
        "about",
        {"name": Parameter("n", required=True), "text": Parameter("t", written=True)},
        lambda _call, _given: "",
    )
    assert tool.names == {"name"}
    assert tool.schema["required"] == ["name"]


@pytest.mark.parametrize("tool", TOOLS.values(), ids=lambda tool: tool.name)
def test_each_tool_says_what_it_and_its_arguments_are(tool: Tool) -> None:
    assert tool.about
    schema = json.loads(json.dumps(tool.schema))
    assert schema["type"] == "object"
    assert set(schema["required"]) <= set(schema["properties"])
    for name, each in schema["properties"].items():
        assert each["description"], name
        assert each["type"], name


def test_a_scope_has_the_name_that_clients_know() -> None:
    assert [scope_name(scope) for scope in Scope] == ["workspace", "global"]


def test_an_error_is_told_with_what_mends_it_and_no_escapes() -> None:
    said = told(NotFound("no \x1b[31mnote", hint="see `memsync list`"))
    assert said == "no ?[31mnote\nhint: see memory__list"
    assert told(Broken("it is broken")) == "it is broken"
    assert told(OSError(28, "No space left on device", "/x")) == (
        "'/x': no space left on device"
    )


@given(st.text(st.characters(exclude_categories=())))
def test_any_text_can_be_sent(text: str) -> None:
    assert json.loads(in_json({"a": text})) == {"a": text}
    encodable(text).encode()
    if text.isascii():
        assert encodable(text) == text
