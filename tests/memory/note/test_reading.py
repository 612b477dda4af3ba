"""Frontmatter as people write it: read where YAML is clear, said where it is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.memory.note.frontmatter import split
from memsync.memory.note.reading import (
    LONGEST,
    Problem,
    problems_of,
    read_header,
    read_values,
)

SOUND = b"name: n\ndescription: d\n"


def problems(header: bytes) -> list[str]:
    return [problem.message for problem in read_header(header).problems]


def test_plain_keys_are_text() -> None:
    header = read_header(b"name: n\ndescription: 'a: b'\ncount: 3\nyes: no\n")
    assert header.fields == {
        "name": "n",
        "description": "a: b",
        "count": "3",
        "yes": "no",
    }
    assert (header.problems, header.sound) == ((), True)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (b"tags: [a\n", "is not valid YAML"),
        (b"x: 'open\n", "is not valid YAML"),
        (b"\tx: 1\n", "is not valid YAML"),
        (b"x: &a 1\n", "memsync does not take anchors and aliases"),
        (b"x: *a\n", "memsync does not take anchors and aliases"),
        (b"x: !!python/object:os.system ls\n", "memsync does not take tags"),
        (b"{a: 1}\n", "is not valid YAML"),
        (b"? a\n: b\n", "its keys are not one per line"),
    ],
)
def test_what_yaml_cannot_say_is_named(more: bytes, said: str) -> None:
    header = read_header(SOUND + more)
    assert not header.sound
    assert any(said in problem.message for problem in header.problems), header
    # What can be told of it is shown all the same.
    assert header.fields["name"] == "n"


def test_a_problem_has_its_line() -> None:
    (problem,) = read_header(SOUND + b"a: 1\nb: [1]]\n").problems
    assert problem.line == 4


@pytest.mark.parametrize(
    ("header", "said"),
    [
        (b"", ["no name in the frontmatter", "no description in the frontmatter"]),
        (b"name: n\n", ["no description in the frontmatter"]),
        (b"name:\ndescription: d\n", ["no name in the frontmatter"]),
        (SOUND + b"name: m\n", ["the key 'name' appears twice"]),
        (b"- a\n- b\n", ["is not a list of keys and values"]),
        (b"just words\n", ["is not a list of keys and values"]),
    ],
)
def test_what_is_missing_or_doubled_is_said(header: bytes, said: list[str]) -> None:
    assert problems(header) == said


def test_of_a_key_that_stands_twice_the_last_counts() -> None:
    assert read_header(SOUND + b"name: last\n").fields["name"] == "last"
    assert "name" not in read_header(b"name: n\nname:\n  - a\n").fields


def test_long_frontmatter_is_not_given_to_yaml() -> None:
    header = SOUND + b"x: [" + b"a, " * (LONGEST // 3) + b"]\n"
    found = read_header(header)
    assert problems(header) == [f"more than {LONGEST} bytes of frontmatter"]
    assert (found.sound, found.fields["name"]) == (False, "n")


def test_bytes_that_are_no_utf8_leave_the_rest_to_be_shown() -> None:
    header = read_header(b"name: n\ndescription: \xff\n")
    assert not header.sound
    assert header.fields["name"] == "n"


@pytest.mark.parametrize("end", [b"", b"]", b"}"])
def test_brackets_within_brackets_are_not_given_to_yaml(end: bytes) -> None:
    """Its reader takes a second for a thousand, and a memory has many notes."""
    for deep, said in ((32, False), (200, True), (20_000, True)):
        found = read_header(SOUND + b"x: " + b"[" * deep + end * deep + b"\n")
        why = Problem(1, "nests brackets more than 64 deep")
        assert (why in found.problems) is said
        assert found.fields["name"] == "n"
    flat = read_header(SOUND + b"x: [" + b"[a], " * 1000 + b"]\n")
    assert flat.sound


def test_values_are_lists_and_maps_of_text() -> None:
    values = read_values(SOUND + b"tags: [a, 2]\nm:\n  k: true\n  l:\n    - x\n")
    assert values == {
        "name": "n",
        "description": "d",
        "tags": ["a", "2"],
        "m": {"k": "true", "l": ["x"]},
    }
    assert read_values(b"") == {}
    assert read_values(b"# only this\n") == {}


MARKED = (
    "begins with a byte order mark, behind which Coyote finds no frontmatter: save it"
    " without one"
)


@pytest.mark.parametrize(
    ("data", "line", "said"),
    [
        (b"", 1, "the file is empty"),
        (b" \n\t\r\n", 1, "the file is empty"),
        (b"\xef\xbb\xbf\n", 1, "the file is empty"),
        (b"words\n", 1, "has no frontmatter"),
        (b"---\nname: n\n", 1, "the frontmatter does not end"),
        (b"---\nname: n\n---\n\na\n\0\n", 6, "contains a NUL byte"),
        (b"---\nname: n\n---\n\nab\xff\n", 5, "is not UTF-8"),
        (b"\xef\xbb\xbf---\nname: n\n---\n", 1, MARKED),
        (b"---\nname: n\n---", 3, "ends at its closing fence"),
    ],
)
def test_the_form_of_a_file_is_judged(data: bytes, line: int, said: str) -> None:
    found = problems_of(data, split(data))
    assert [(problem.line, problem.message) for problem in found] == [(line, said)]


@given(st.binary(max_size=60))
def test_any_bytes_are_read(data: bytes) -> None:
    header = read_header(data)
    assert all(isinstance(value, str) for value in header.fields.values())
    if header.sound:
        assert header.fields.items() <= read_values(data).items()
    for problem in problems_of(data, split(data)):
        assert 1 <= problem.line <= data.count(b"\n") + 1
