"""Forked processes share work, and what one of them leaves undone gets done."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from memsync.guard.scan import forks

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="counts open files")


def squares(part: range) -> dict[int, int]:
    """The squares of the odd numbers, by place."""
    return {i: number * number for i, number in enumerate(part) if number % 2}


def _files() -> int:
    """How many files this process has open."""
    return len([*Path("/proc/self/fd").iterdir()])


def parts(many: int) -> list[range]:
    return [range(10 * i, 10 * i + i % 3) for i in range(many)]


@pytest.mark.parametrize("processes", [1, 2, 5, 9])
def test_answers_come_in_the_order_of_the_parts(processes: int) -> None:
    given = parts(7)
    assert [*forks.shared(given, squares, processes)] == [*map(squares, given)]


def test_other_processes_do_most_of_it() -> None:
    by = [told[0] for told in forks.shared([0] * 9, lambda _: {0: os.getpid()}, 3)]
    assert by[0::3] == [os.getpid()] * 3
    assert len(set(by)) == 3
    assert by[1::3] == by[1:2] * 3


def test_an_answer_may_be_longer_than_a_pipe_holds() -> None:
    whole = {0: b"x" * 1_000_000}
    assert [*forks.shared([1, 2, 3, 4], lambda _: whole, 2)] == [whole] * 4


def test_what_a_process_that_dies_leaves_is_done_here() -> None:
    here = os.getpid()

    def do(part: int) -> dict[int, int]:
        if part >= 3 and os.getpid() != here:
            os.kill(os.getpid(), 9)
        return {0: part}

    assert [*forks.shared(range(9), do, 2)] == [{0: part} for part in range(9)]


def test_an_error_in_any_process_is_raised_here() -> None:
    def do(part: int) -> dict[int, float]:
        return {0: 1 / (part - 3)}

    done = forks.shared(range(9), do, 2)
    assert next(done) == {0: -1 / 3}
    with pytest.raises(ZeroDivisionError):
        list(done)


def test_without_room_for_processes_all_is_done_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse() -> int:
        raise BlockingIOError

    monkeypatch.setattr(os, "fork", refuse)
    opened = _files()
    assert [*forks.shared([1, 2], lambda _: {0: os.getpid()}, 2)] == [
        {0: os.getpid()}
    ] * 2
    assert _files() == opened


def test_no_process_is_left_when_nobody_wants_more() -> None:
    done = forks.shared([0] * 99, lambda _: {0: os.getpid()}, 3)
    helpers = [told[0] for told, _ in zip(done, range(3), strict=False)][1:]
    done.close()
    for process in helpers:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


def test_a_program_that_ignores_the_end_of_its_children_gets_all_answers() -> None:
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        done = forks.shared(range(2), lambda part: {0: (part, os.getpid())}, 2)
        told = [next(done), next(done)]
        helper = told[1][0][1]
        while Path(f"/proc/{helper}").exists():
            time.sleep(0.001)
        assert list(done) == []
    finally:
        signal.signal(signal.SIGCHLD, before)
    assert [part for each in told for part, _ in each.values()] == [0, 1]
