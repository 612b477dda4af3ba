"""On a terminal a list without rows says so; a pipe gets nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.terminal import typed

if TYPE_CHECKING:
    from support.machine import Machine


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["list"], "no notes yet; `memsync remember TEXT` saves the first"),
        (["list", "--scope", "user"], "no such notes"),
        (["archive", "list"], "no earlier versions"),
        (["sessions", "list"], "no such sessions"),
        (["sync", "add", "--list"], "only your user memory is synced"),
    ],
)
def test_an_empty_list_says_so(
    machine: Machine, arguments: list[str], said: str
) -> None:
    machine.git("init", "-q", machine.folder)
    piped = machine.memsync(*arguments, cwd=machine.folder)
    assert (piped.out, piped.err) == ("", "")
    shown = typed(machine, arguments, []).text
    assert shown == f"memsync: {said}\r\n"


def test_a_recall_that_finds_nothing_says_so(machine: Machine) -> None:
    found = machine.memsync("recall", "login")
    assert (found.out, found.err) == ("", "memsync: nothing found\n")
    assert machine.memsync("recall", "login", "--json").err == ""
