from __future__ import annotations

import io
import sys
from itertools import count
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from memsync import terminal
from memsync.terminal import (
    Block,
    counted,
    printable,
    printable_block,
    printable_hint,
)

if TYPE_CHECKING:
    import pytest


def test_escapes_and_bidi_controls_are_replaced() -> None:
    assert printable("a\x1b[31mb\u202ec\nd\x9be") == "a?[31mb?c?d?e"
    assert printable_block("a\nb\tc\x07") == "a\nb\tc?"


def test_only_a_hint_of_our_own_keeps_its_lines() -> None:
    assert printable_hint("a\nb") == "a?b"
    assert printable_hint(Block("a\nb\x1b")) == "a\nb?"


@given(st.text())
def test_what_is_printed_can_be_written_and_keeps_its_length(text: str) -> None:
    assert len(printable(text).encode("utf-8").decode("utf-8")) == len(text)


class Screen(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


def test_long_work_says_how_far_it_is_and_wipes_the_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = count(step=0.5)
    monkeypatch.setattr(terminal, "monotonic", lambda: next(clock))
    monkeypatch.setattr(sys, "stderr", screen := Screen())
    assert list(counted("abcd", "storing")) == ["a", "b", "c", "d"]
    said = screen.getvalue().split("\r")
    assert said == ["", *(f"storing: {n} of 4" for n in (1, 2, 3)), " " * 15, ""]


def test_short_work_and_a_log_file_see_no_progress(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stderr", screen := Screen())
    assert list(counted("abcd", "storing")) == ["a", "b", "c", "d"]
    assert screen.getvalue() == ""
    clock = count(step=9)
    monkeypatch.setattr(terminal, "monotonic", lambda: next(clock))
    monkeypatch.setattr(sys, "stderr", log := io.StringIO())
    assert list(counted("abcd", "storing")) == ["a", "b", "c", "d"]
    assert log.getvalue() == ""


def test_work_of_unknown_length_is_counted_too(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(terminal, "monotonic", count().__next__)
    assert list(counted(iter("ab"), "scanning files")) == ["a", "b"]
    assert "scanning files: 1" in screen.getvalue()
    assert " of " not in screen.getvalue()
