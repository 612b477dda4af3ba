from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memsync.guard.checks.added import added_lines

TEXTS = st.lists(st.sampled_from([b"a", b"b", b"c", b""]), max_size=8).map(b"\n".join)


def test_a_moved_line_is_not_new_and_a_repeated_one_is_once() -> None:
    assert added_lines(b"b\na", [b"a\nb"]) == set()
    assert added_lines(b"a\na", [b"a"]) == {2}
    assert added_lines(b"a\r\nb", [b"a\nb"]) == set()


def test_without_a_parent_every_line_is_new() -> None:
    assert added_lines(b"a\nb", []) == {1, 2}


@given(TEXTS, TEXTS, TEXTS)
def test_another_parent_never_adds_a_line(new: bytes, one: bytes, two: bytes) -> None:
    assert added_lines(new, [one, two]) <= added_lines(new, [one])
    assert added_lines(new, [new]) == set()
