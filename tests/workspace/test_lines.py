"""One line in a file of ignore rules."""

from __future__ import annotations

import fnmatch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memsync.workspace.repository.lines import (
    has_line,
    pattern,
    with_line,
    without_line,
)

LINE = b".coyote/memory/"
files = st.lists(
    st.sampled_from([b"a", b"*.pyc", b"\r", b"\n", b"\r\n", b" ", b"\xff", LINE]),
    max_size=12,
).map(b"".join)


@given(files)
@settings(max_examples=300)
def test_taking_the_line_out_again_gives_the_file_back(data: bytes) -> None:
    added = with_line(data, LINE)
    assert has_line(added.data, LINE)
    assert added.data.startswith(data)
    assert without_line(added.data, LINE, ended_with=added.ended_with) == data


@pytest.mark.parametrize(
    ("data", "result"),
    [
        (b"", b".coyote/memory/\n"),
        (b"a\n", b"a\n.coyote/memory/\n"),
        (b"a", b"a\n.coyote/memory/\n"),
        (b"a\r\nb", b"a\r\nb\r\n.coyote/memory/\r\n"),
        (b"a\r\nb\n\r\n", b"a\r\nb\n\r\n.coyote/memory/\r\n"),
        (b"\xff\xfe\n", b"\xff\xfe\n.coyote/memory/\n"),
    ],
)
def test_the_line_takes_the_endings_of_its_file(data: bytes, result: bytes) -> None:
    assert with_line(data, LINE).data == result


def test_only_the_last_such_line_goes_and_only_the_exact_one() -> None:
    data = LINE + b"\n" + b"#" + LINE + b"\n" + LINE + b"\r\nz"
    assert without_line(data, LINE) == LINE + b"\n" + b"#" + LINE + b"\nz"
    assert without_line(b"/" + LINE, LINE) == b"/" + LINE


@pytest.mark.parametrize(
    "name", [b"a b", b"a*b", b"[x]", b"!a", b"#a", b"a\\b", b"\xff"]
)
def test_a_path_is_a_pattern_for_itself_alone(name: bytes) -> None:
    rule = pattern(name, anchored=True)
    assert rule.startswith(b"/")
    plain = rule.removeprefix(b"/").replace(b"\\", b"")
    assert plain == name.replace(b"\\", b"")


def test_a_newline_in_a_path_becomes_any_one_character() -> None:
    assert fnmatch.fnmatchcase("a\nb", pattern(b"a\nb", anchored=False).decode())
