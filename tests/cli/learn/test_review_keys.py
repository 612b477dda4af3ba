"""Single keys from a terminal: what was typed ahead is not lost."""

from __future__ import annotations

import os
import pty
import sys
import termios
import tty
from typing import TYPE_CHECKING

import pytest

from memsync.cli.learn.keys import Keys

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The other end of a terminal that is stdin."""
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "rb", buffering=0) as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        yield ours
    os.close(ours)


def test_keys_come_one_by_one_without_enter(keyboard: int) -> None:
    os.write(keyboard, b"aR")
    keys = Keys()
    assert [keys.next(), keys.next()] == ["a", "R"]


def test_white_space_is_no_key(keyboard: int) -> None:
    os.write(keyboard, b" \n\t a \n\ns")
    keys = Keys()
    assert [keys.next(), keys.next()] == ["a", "s"]


def test_more_than_one_read_was_typed_ahead(keyboard: int) -> None:
    typed = "arsq" * 40
    os.write(keyboard, typed.encode())
    keys = Keys()
    assert "".join(keys.next() for _ in typed) == typed


def test_control_d_is_a_key(keyboard: int) -> None:
    tty.setcbreak(sys.stdin.fileno())
    os.write(keyboard, b"\x04")
    assert Keys().next() == "\x04"


def test_the_terminal_is_afterwards_as_it_was(keyboard: int) -> None:
    before = termios.tcgetattr(sys.stdin.fileno())
    os.write(keyboard, b"a")
    assert Keys().next() == "a"
    assert termios.tcgetattr(sys.stdin.fileno()) == before


def test_bytes_that_are_no_text_are_a_key_that_means_nothing(keyboard: int) -> None:
    os.write(keyboard, b"\xffa")
    keys = Keys()
    assert [keys.next(), keys.next()] == ["\ufffd", "a"]
