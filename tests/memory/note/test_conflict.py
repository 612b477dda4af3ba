"""The markers of a conflict that git left, and what only looks like one."""

from __future__ import annotations

import pytest

from memsync.memory.note.conflict import conflict_line

WHOLE = b"one\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> side\ntwo\n"


@pytest.mark.parametrize(
    "data",
    [
        WHOLE,
        WHOLE.replace(b"\n", b"\r\n"),
        WHOLE.replace(b" HEAD", b"").replace(b" side\ntwo\n", b""),
        WHOLE.replace(b"=======", b"||||||| base\nc\n======="),
        b"Heading\n" + WHOLE.removeprefix(b"one\n"),
    ],
)
def test_all_three_markers_in_their_order_are_a_conflict(data: bytes) -> None:
    assert conflict_line(data) == 2


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"Heading\n=======\n\ntext\n",
        b"<<<<<<< HEAD\na\n=======\nb\n",
        b">>>>>>> side\nb\n=======\na\n<<<<<<< HEAD\n",
        b"".join(b"    " + line for line in WHOLE.splitlines(keepends=True)),
        WHOLE.replace(b"<<<<<<<", b"<<<<<<<<"),
        WHOLE.replace(b"=======", b"======= not one"),
        WHOLE.replace(b"<<<<<<< ", b"<<<<<<<"),
    ],
)
def test_anything_else_is_text(data: bytes) -> None:
    assert conflict_line(data) is None
