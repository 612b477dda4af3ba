"""What the README tells a stranger to type, typed."""

from __future__ import annotations

import re
from pathlib import Path

from support.machine import Machine

ROOT = Path(__file__).parents[2]


def lines_after(heading: str) -> list[str]:
    """The commands of the first console block below a bold heading."""
    text = (ROOT / "README.md").read_text("utf-8")
    found = re.search(rf"(?s)\*\*{heading}\*\*.*?```console\n(.*?)```", text)
    assert found
    return found[1].splitlines()


def test_in_a_repository(machine: Machine) -> None:
    root = machine.repository()
    said = [
        machine.run("sh", "-c", line, cwd=root).out
        for line in lines_after("In a repository.")
    ]
    assert any("the server since the audit" in out for out in said)
    assert machine.git("status", "--short", cwd=root) == "?? .gitignore"


def test_in_an_onboarding_script(machine: Machine) -> None:
    root = machine.repository()
    for _ in range(2):
        for line in lines_after("In an onboarding script."):
            machine.run("sh", "-c", line, cwd=root)


def test_on_a_second_machine(tmp_path: Path) -> None:
    desk, laptop = Machine(tmp_path / "desk"), Machine(tmp_path / "laptop")
    remote = tmp_path / "memory.git"
    desk.git("init", "--quiet", "--bare", str(remote))
    desk.memsync("write", "style", "--scope", "user", "-m", "Briefly.")
    for machine in (desk, laptop):
        for line in lines_after("On a second machine."):
            here = line.replace("git@git.example.com:me/memory.git", str(remote))
            machine.run("sh", "-c", here)
    assert laptop.memsync("read", "style").out.endswith("Briefly.\n")


def test_what_agents_run_are_real_commands_that_say_nothing_of_nothing(
    machine: Machine,
) -> None:
    commands = set()
    for path in (ROOT / "hooks").glob("*/*.*"):
        commands |= set(re.findall(r"memsync hook [a-z -]+", path.read_text("utf-8")))
    assert len(commands) >= 4
    for command in commands:
        ran = machine.run("sh", "-c", command)
        assert (ran.out, ran.err) == ("", "")
