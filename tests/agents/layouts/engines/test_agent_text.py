"""From an agent's text to a note: its name, its description, its frontmatter."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.agents.layouts.engines.text import (
    Draft,
    as_note,
    free_name,
    keys_beyond,
    name_of,
    plain_body,
    read_lines,
    short,
)
from memsync.memory.note.names import NAME, check_name
from memsync.memory.note.note import Note


@pytest.mark.parametrize(
    ("stem", "titles", "name"),
    [
        ("good-name", (), "good-name"),
        ("My Notes (1)", (), "my-notes-1"),
        ("\u00dcber", (), "uber"),
        ("", ("The Title",), "the-title"),
        ("???", ("", "Second"), "second"),
        ("", (), "note"),
        ("note", (), "note"),
        # What means something else is not taken as it is.
        ("MEMORY", (), "memory-note"),
        ("nul", (), "nul-note"),
    ],
)
def test_a_name_is_made_from_a_file_or_a_title(
    stem: str, titles: tuple[str, ...], name: str
) -> None:
    assert name_of(stem, *titles) == name


@given(st.text(), st.text())
def test_any_name_that_is_made_can_be_written(stem: str, title: str) -> None:
    assert check_name(name_of(stem, title))


@given(st.lists(st.sampled_from(["a", "a-2", "b", "x" * 64]), max_size=8))
def test_a_name_is_taken_once(wanted: list[str]) -> None:
    taken: set[str] = set()
    names = [free_name(each, taken) for each in wanted]
    assert len(set(names)) == len(names) == len(taken)
    assert all(NAME.fullmatch(name) for name in names)


def test_a_draft_is_the_same_note_each_time() -> None:
    draft = Draft("tea", "a: b", "Body", "user", {"tags": "x, y", "name": "no"})
    assert draft.render() == (
        b"---\nname: tea\ndescription: 'a: b'\ntype: user\ntags: x, y\n---\n\nBody\n"
    )
    assert draft.render() == draft.render()


@given(st.text(st.characters(codec="utf-8"), max_size=40), st.text(max_size=30))
def test_what_is_drafted_is_read_again(about: str, body: str) -> None:
    note = Note.parse(Draft("n", short(about), body.replace("\r", "")).render())
    assert note.sound
    assert note.fields["name"] == "n"
    assert note.description == short(about).strip()


@pytest.mark.parametrize(
    "data",
    [
        b"---\nname: n\ndescription: d\n---\n\nBody\n",
        b"---\ntags: [a, b]\n---\nBody without a name\n",
    ],
)
def test_a_note_stays_byte_for_byte(data: bytes) -> None:
    assert as_note(data, "other") == data


def test_a_text_without_frontmatter_gets_some() -> None:
    note = Note.parse(as_note(b"\xef\xbb\xbf# Title\n\nFirst words.\n", "n"))
    assert (note.fields["name"], note.description) == ("n", "Title")
    assert note.body == "# Title\n\nFirst words.\n"
    assert Note.parse(as_note(b"words\n", "n", about="said")).description == "said"


def test_frontmatter_that_is_no_yaml_is_read_line_by_line() -> None:
    data = b"---\nname: Old\ndescription: use: this\nglobs: *.py, *.md\n---\n\nBody\n"
    note = Note.parse(as_note(data, "n"))
    assert note.sound
    assert note.fields["name"] == "n"
    assert note.fields["title"] == "Old"
    assert note.fields["globs"] == "*.py, *.md"
    assert note.description == "use: this"
    assert note.body.strip() == "Body"


@pytest.mark.parametrize(
    ("header", "values"),
    [
        ("a: 1\nb: 'x: y'\n", {"a": "1", "b": "x: y"}),
        ("a:\n- x\n- y\n", {"a": "x, y"}),
        ("a: x\n  more\n", {"a": "x, more"}),
        ("# why\na: x\n# no\n\n", {"a": "x"}),
        ("words\na: x\n", {"a": "x"}),
        ('a: "\n', {"a": '"'}),
        ("", {}),
    ],
)
def test_each_line_has_its_text_behind_the_colon(
    header: str, values: dict[str, str]
) -> None:
    assert read_lines(header) == values


@given(st.binary(max_size=60))
def test_any_bytes_become_a_note(data: bytes) -> None:
    note = Note.parse(as_note(data, "n"))
    assert note.sound
    assert as_note(as_note(data, "n"), "n") == as_note(data, "n")


def test_a_description_is_one_short_line_without_escapes() -> None:
    assert short("one\n two\t three") == "one two three"
    assert "\x1b" not in short("a\x1b[31mb")
    assert len(short("x" * 1000)) == 201


def test_keys_without_a_place_are_named_once() -> None:
    note = Note.parse(b"---\nname: n\nb: 1\na: 2\nb: 3\n---\n\nx\r\ny\n")
    assert keys_beyond(note, ("name",)) == ("b", "a")
    assert plain_body(note) == "x\ny\n"
