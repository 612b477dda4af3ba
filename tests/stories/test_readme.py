"""What the README tells a stranger to type, typed."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import yaml
from support import tokens
from support.agent_sync import claude, clone
from support.machine import Machine
from support.published import publish
from support.terminal import typed

from memsync import __version__

ROOT = Path(__file__).parents[2]


def block_after(heading: str, language: str = "console") -> str:
    """The first block of this language below a bold heading."""
    text = (ROOT / "README.md").read_text("utf-8")
    found = re.search(rf"(?s)\*\*{heading}\*\*.*?```{language}\n(.*?)```", text)
    assert found
    return found[1]


def lines_after(heading: str) -> list[str]:
    """The commands of the first console block below a bold heading."""
    return block_after(heading).splitlines()


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


def test_claude_codes_memory_on_another_machine(desk: Machine, laptop: Machine) -> None:
    here, there = clone(desk), clone(laptop, "work/other-name")
    lines = lines_after("Claude Code's memory on another machine.")
    claude(desk, here).mkdir(parents=True)
    (claude(desk, here) / "deploys.md").write_text("Never on Fridays.\n")
    for machine, root in ((desk, here), (laptop, there)):
        for line in lines:
            machine.run("sh", "-c", line, cwd=root)
    assert (claude(laptop, there) / "deploys.md").read_text() == "Never on Fridays.\n"


def test_encrypted(tmp_path: Path) -> None:
    machine = Machine(tmp_path / "desk")
    remote = tmp_path / "vault.git"
    machine.git("init", "--quiet", "--bare", str(remote))
    machine.memsync("write", "style", "--scope", "user", "-m", "Briefly.")
    said = [
        line.replace("git@git.example.com:me/vault.git", str(remote))
        for line in lines_after("Encrypted.")
    ]
    set_up = typed(machine, shlex.split(said[0])[1:], [])
    assert "The recovery code, shown this once:" in set_up.text
    machine.memsync("sync")
    (verified,) = [machine.run("sh", "-c", line).out for line in said[1:]]
    assert "form: encrypted, epoch 1\n" in verified
    names = machine.git("ls-tree", "-r", "--name-only", "main", cwd=remote)
    assert "v1/keyring.json" in names.splitlines()
    assert "style" not in names


@pytest.mark.parametrize("runner", ["pre-commit", "prek"])
def test_with_pre_commit(machine: Machine, runner: str) -> None:
    text = block_after("With pre-commit.", "yaml")
    (repository,) = yaml.safe_load(text)["repos"]
    assert repository["rev"] == f"v{__version__}"
    publish(machine, repository["repo"])
    root = machine.repository()
    (root / ".pre-commit-config.yaml").write_text(text)
    (root / "AGENTS.md").write_text(f"The token is {tokens.github()}.\n")
    machine.git("add", ".", cwd=root)
    machine.run(runner, "install", cwd=root)
    ran = machine.run("git", "commit", "-qm", "x", cwd=root, want=1)
    assert "github-pat" in ran.out + ran.err
    (root / "AGENTS.md").write_text("The token is in the password manager.\n")
    machine.git("add", ".", cwd=root)
    machine.git("commit", "-qm", "x", cwd=root)


def test_each_block_below_a_bold_heading_is_typed_here() -> None:
    part = (ROOT / "README.md").read_text("utf-8").partition("## Use")[2]
    pieces = re.split(r"(?m)^\*\*([A-Z][^*]*)\*\*", part)[1:]
    headings = [
        heading
        for heading, below in zip(pieces[::2], pieces[1::2], strict=True)
        if "```" in below
    ]
    here = Path(__file__).read_text("utf-8")
    assert [each for each in headings if f'"{each}"' not in here] == []
    assert len(headings) == 6


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
