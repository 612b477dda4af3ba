"""On a terminal, what a command prints stands in the order in which it says it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.terminal import typed

if TYPE_CHECKING:
    from support.machine import Machine


@pytest.mark.parametrize(
    ("arguments", "plan", "question"),
    [
        (["setup"], "would: claude-code: ", "Do this?"),
        (["learn", "enable", "claude"], "whose: your sessions", "Turn it on?"),
    ],
)
def test_a_person_sees_the_plan_before_the_question(
    machine: Machine, arguments: list[str], plan: str, question: str
) -> None:
    (machine.home / ".claude").mkdir()
    root = machine.repository()
    machine.memsync("init", cwd=root)
    screen = typed(machine, arguments, [(question, "n")], want=None, cwd=root)
    assert screen.text.index(plan) < screen.text.index(question)


def test_a_hint_stands_below_what_it_is_about(machine: Machine) -> None:
    root = machine.repository()
    machine.memsync("init", cwd=root)
    lines = typed(machine, ["doctor"], [], cwd=root, want=1).text.splitlines()
    row = next(line for line in lines if line.startswith("wrong"))
    assert lines.index(row) < lines.index("hint: run `memsync hooks install`")
    checks = machine.memsync("doctor", "--json", cwd=root, want=1).json["checks"]
    assert [each["hint"] for each in checks if not each["ok"]] == [
        "run `memsync hooks install`"
    ]
