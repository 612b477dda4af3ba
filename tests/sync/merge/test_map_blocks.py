"""A map in block style, cut by its own keys."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.sync.merge.fields import block_of


def joined(span: bytes) -> bytes | None:
    block = block_of(span)
    return block and block.head + b"".join(member.data for member in block.members)


def test_a_map_is_cut_by_its_keys() -> None:
    block = block_of(b"metadata:\n  type: user\n  node: 3\n")
    assert block is not None
    assert (block.head, block.indent) == (b"metadata:\n", b"  ")
    assert [m.key for m in block.members] == ["type", "node"]
    assert [m.data for m in block.members] == [b"  type: user\n", b"  node: 3\n"]


def test_what_stands_above_the_first_key_belongs_to_the_head() -> None:
    block = block_of(b"m: # why\n\n  # of all\n  a: 1\n")
    assert block is not None
    assert block.head == b"m: # why\n\n  # of all\n"


def test_what_stands_below_a_key_belongs_to_it() -> None:
    block = block_of(b"m:\n  a:\n    b: 1\n    - x\n  # of a\n\n  c: 2\n")
    assert block is not None
    assert [m.data for m in block.members] == [
        b"  a:\n    b: 1\n    - x\n  # of a\n\n",
        b"  c: 2\n",
    ]


@pytest.mark.parametrize(
    "span",
    [
        b"m: value\n",
        b"m: {a: 1}\n",
        b"m: |\n  a: 1\n",
        b"m:\n",
        b"m:\n  # only this\n",
        b"m:\n  - a\n  - b\n",
        b"m:\n  words\n",
        # The same key twice: YAML has no answer.
        b"m:\n  a: 1\n  a: 2\n",
        # Less indented than the first key, or by a tab.
        b"m:\n    a: 1\n  b: 2\n",
        b"m:\n\ta: 1\n",
        b"m:\na: 1\n",
        # Without its line end it is no line yet.
        b"m:\n  a: 1",
        # A line end that git does not know.
        b"m:\r  a: 1\n",
    ],
)
def test_any_other_value_is_no_map(span: bytes) -> None:
    assert block_of(span) is None


def test_windows_line_ends_stay() -> None:
    assert joined(b"m:\r\n  a: 1\r\n") == b"m:\r\n  a: 1\r\n"


LINE = st.sampled_from(
    [b"m:", b"  a: 1", b"  b:", b"    c: 2", b"# x", b"", b"  - y", b"\xff", b" d: e"]
)


@given(st.lists(LINE, min_size=1, max_size=6), st.sampled_from([b"\n", b"\r\n"]))
def test_joined_head_and_keys_are_the_text_again(
    lines: list[bytes], end: bytes
) -> None:
    span = b"".join(line + end for line in lines)
    assert joined(span) in (None, span)
    assert joined(b"m:" + end + b"  k: 1" + end + b"  # c" + end) is not None
