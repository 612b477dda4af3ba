"""On a terminal, what a command prints stands in its order and fits the width."""

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


def test_a_narrow_terminal_loses_no_column(machine: Machine) -> None:
    top = machine.repository()
    about = "Sessions stay on the server since the audit, and nowhere else."
    machine.memsync("write", "session-storage", "-m", about, cwd=top)
    machine.memsync("config", "set", "archive.keep", "all")
    narrow = {"TERM": "xterm", "NO_COLOR": "1", "COLUMNS": "40"}
    listed = typed(machine, ["list"], [], cwd=top, environ=narrow).text
    lines = [line.rstrip() for line in listed.splitlines()]
    assert lines[2:] == [
        "session-storage",
        "  workspace  project  Sessions stay on",
        "  the server since the audit, and",
        "  nowhere else.",
    ]
    settings = typed(machine, ["config", "list"], [], cwd=top, environ=narrow).text
    assert str(machine.config / "config.yaml") in "".join(settings.split())
    wide = typed(machine, ["list"], [], cwd=top).text.splitlines()
    assert wide[0].split() == ["name", "scope", "type", "description"]
    assert wide[1].split()[:4] == [
        "session-storage",
        "workspace",
        "project",
        "Sessions",
    ]
