"""The guard beside the real lefthook: what to add to which of its files, and when."""

from __future__ import annotations

import json
import os
import tomllib
from typing import TYPE_CHECKING

import pytest
from support import npm, tokens

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

YAML = "pre-commit:\n  commands:\n    fine:\n      run: 'true'\n"
TOML = "[pre-commit.commands.fine]\nrun = 'true'\n"
JSON = '{"pre-commit": {"commands": {"fine": {"run": "true"}}}}\n'


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return npm.programs(tmp_path_factory)


@pytest.fixture
def root(machine: Machine, programs: Path) -> Path:
    machine.environ["PATH"] += os.pathsep + str(programs)
    return machine.repository()


def commit_a_token(machine: Machine, root: Path) -> int:
    (root / "AGENTS.md").write_text(f"The token is {tokens.github()}.\n")
    machine.git("add", "AGENTS.md", cwd=root)
    return machine.run("git", "commit", "-qm", "x", cwd=root, want=None).code


def test_the_entry_is_in_the_format_of_lefthooks_file(
    machine: Machine, root: Path
) -> None:
    for name, before in (
        *(("lefthook.toml", TOML), (".lefthook.json", JSON)),
        *((".config/lefthook.jsonc", JSON), ("lefthook.yaml", YAML)),
    ):
        config = root / name
        config.parent.mkdir(exist_ok=True)
        config.write_text(before)
        machine.run("lefthook", "install", cwd=root)
        ran = machine.memsync("hooks", "install", cwd=root, want=1)
        if config.suffix == ".toml":
            assert f"add these lines to the end of '{config}':\n[pre-c" in ran.err
            config.write_text(f"{before}\n{ran.out}")
            assert len(tomllib.loads(config.read_text())["pre-commit"]["commands"]) == 2
        elif config.suffix == ".yaml":
            assert f"add this entry to '{config}', to its `pre-commit` if" in ran.err
            config.write_text(before + ran.out.split("\n", 2)[2])
        else:
            assert f"add this entry to '{config}', to its `pre-commit` if" in ran.err
            entry = json.loads("{" + ran.out + "}")
            entry["pre-commit"]["commands"] |= json.loads(before)["pre-commit"][
                "commands"
            ]
            config.write_text(json.dumps(entry))
        machine.run("lefthook", "install", cwd=root)
        assert commit_a_token(machine, root) == 1, name
        machine.memsync("hooks", "install", cwd=root)
        config.unlink()


def test_the_teams_file_goes_before_a_persons_own(machine: Machine, root: Path) -> None:
    own, teams = root / "lefthook-local.yml", root / ".lefthook.yml"
    teams.write_text(YAML)
    machine.run("lefthook", "install", cwd=root)
    own.write_text(YAML)
    asked = ("hooks", "install", "--json")
    assert machine.memsync(*asked, cwd=root, want=1).json["file"] == str(teams)
    teams.unlink()
    assert machine.memsync(*asked, cwd=root, want=1).json["file"] == str(own)


def test_before_lefthook_is_installed_its_entry_is_what_is_missing(
    machine: Machine, root: Path
) -> None:
    config, hook = root / "lefthook.yml", root / ".git/hooks/pre-commit"
    config.write_text(YAML)
    why = f"`lefthook install` will move '{hook}' away, and not run it"
    entry = f"add this entry to '{config}', to its `pre-commit` if it has one:\npre-c"
    would = machine.memsync("hooks", "install", "--dry-run", cwd=root, want=1)
    assert f"{why}\nhint: {entry}" in would.err
    init = machine.memsync("init", "--hooks", cwd=root, want=1)
    assert f"created: {hook}\n" in init.out
    assert f"{why}\nhint: {entry}" in init.err
    assert commit_a_token(machine, root) == 1, "until then, the hook checks"
    again = machine.memsync("hooks", "install", "--json", cwd=root, want=1).json
    assert (again["action"], again["guarded"]) == ("unchanged", False)
    assert (again["file"], again["line"][:10]) == (str(config), "pre-commit")
    assert f"commits are checked only for now: {why}; {entry}" in (
        machine.memsync("hooks", "status", cwd=root).out
    )
    assert "hooks: installed, which is not enough" in (
        machine.memsync("status", cwd=root).out
    )
    doctor = machine.memsync("doctor", cwd=root, want=1)
    assert f"wrong  hook: {why}\n" in doctor.out
    assert f"hint: {entry}" in doctor.err
    config.write_text(YAML + "    memsync:\n      run: memsync-guard\n")
    assert "lefthook" not in machine.memsync("hooks", "install", cwd=root).err
    machine.memsync("doctor", cwd=root)
    machine.run("lefthook", "install", cwd=root)
    assert commit_a_token(machine, root) == 1
    machine.memsync("doctor", cwd=root)


@pytest.mark.parametrize(
    "text",
    [
        "pre-commit:\n  jobs:\n    - run: memsync-guard || true\n",
        "pre-commit:\n  jobs:\n    - run: echo memsync-guard\n",
        f"{YAML}pre-push:\n  jobs:\n    - run: memsync-guard\n",
    ],
)
def test_an_entry_that_stops_no_commit_is_not_enough(
    machine: Machine, root: Path, text: str
) -> None:
    config = root / "lefthook.yml"
    config.write_text(text)
    machine.run("lefthook", "install", cwd=root)
    why = f"'{config}' names memsync's checks, but not so that they stop a commit"
    said = machine.memsync("hooks", "install", cwd=root, want=1).err
    assert f"the guard is not installed: {why}\nhint: add this entry" in said
    assert f"not checked: {why}\n" in machine.memsync("doctor", cwd=root, want=1).out
    assert commit_a_token(machine, root) == 0


@pytest.mark.parametrize(
    ("team", "own"),
    [
        ("glob: '*.py'", ""),
        ("skip: true", ""),
        ("tags: [slow]", "pre-commit: {exclude_tags: [slow]}\n"),
        ("tags: [slow]", "pre-commit: {skip: true}\n"),
        ("tags: [slow]", "pre-commit: {commands: {memsync: {skip: true}}}\n"),
    ],
)
def test_a_filter_that_leaves_the_checks_no_file_is_said(
    machine: Machine, root: Path, team: str, own: str
) -> None:
    config = root / "lefthook.yml"
    entry = "pre-commit:\n  commands:\n    memsync:\n      run: memsync-guard\n"
    config.write_text(f"{entry}      {team}\n")
    (root / "lefthook-local.yml").write_text(own)
    machine.run("lefthook", "install", cwd=root)
    kept = "AGENTS.md, CLAUDE.md, COYOTE.md, GEMINI.md, notes"
    why = f"'{config}' names memsync's checks, but a filter keeps from them: {kept}"
    said = machine.memsync("hooks", "install", cwd=root, want=1).err
    step = "remove the filter, which `lefthook dump` shows, or add this entry to "
    assert f"the guard is not installed: {why}\nhint: {step}" in said
    assert f"not checked: {why}\n" in machine.memsync("doctor", cwd=root, want=1).out
    assert commit_a_token(machine, root) == 0
    config.write_text(entry)
    (root / "lefthook-local.yml").unlink()
    machine.memsync("hooks", "install", cwd=root)
    assert commit_a_token(machine, root) == 1
