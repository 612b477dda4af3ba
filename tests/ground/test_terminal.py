from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memsync.terminal import printable, printable_block


def test_escapes_and_bidi_controls_are_replaced() -> None:
    assert printable("a\x1b[31mb\u202ec\nd\x9be") == "a?[31mb?c?d?e"
    assert printable_block("a\nb\tc\x07") == "a\nb\tc?"


@given(st.text())
def test_what_is_printed_can_be_written_and_keeps_its_length(text: str) -> None:
    assert len(printable(text).encode("utf-8").decode("utf-8")) == len(text)
