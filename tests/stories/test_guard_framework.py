"""`memsync hooks install --framework`, then the real pre-commit and the real prek."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import tokens
from support.published import publish

from memsync import __version__

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

URL = "https://git.example.invalid/tools/memsync"
REPO = ("hooks", "install", "--framework", "--repo", URL)
CONFIG = """\
# Ask Ann before you add a check.
repos:
  - repo: local   # ours
    hooks:
      - {id: fine, name: fine, entry: 'true', language: system}
"""


@pytest.fixture(params=["pre-commit", "prek"])
def runner(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def root(machine: Machine) -> Path:
    """A repository, where our address leads to a clone with two versions."""
    publish(machine, URL)
    return machine.repository()


def stage(machine: Machine, root: Path, body: str) -> None:
    note = root / ".coyote/memory/deploy.md"
    note.parent.mkdir(parents=True, exist_ok=True)
    note.write_text(f"---\nname: deploy\ndescription: d\n---\n\n{body}\n")
    machine.git("add", "-f", note, cwd=root)


def test_from_no_config_to_a_stopped_commit_and_back(
    machine: Machine, root: Path, runner: str
) -> None:
    config = root / ".pre-commit-config.yaml"
    dry = machine.memsync(*REPO, "--dry-run", cwd=root)
    assert dry.out.startswith("would be created: ")
    assert not config.exists()
    said = machine.memsync(*REPO, cwd=root)
    assert "pre-commit install" in said.err
    assert "hooks uninstall" not in said.err
    machine.git("add", config, cwd=root)
    machine.run(runner, "install", cwd=root)
    stage(machine, root, f"The token is {tokens.github()}.")
    ran = machine.run("git", "commit", "-qm", "x", cwd=root, want=1)
    assert "github-pat, 40 bytes" in ran.out + ran.err
    stage(machine, root, "Fine.")
    machine.git("commit", "-qm", "x", cwd=root)
    machine.memsync("hooks", "uninstall", "--framework", cwd=root)
    assert not config.exists()


def test_beside_memsyncs_own_hook_a_person_hears_how_to_check_once(
    machine: Machine, root: Path, runner: str
) -> None:
    machine.memsync("hooks", "install", cwd=root)
    said = machine.memsync("hooks", "install", "--framework", "--local", cwd=root)
    assert "`memsync hooks uninstall` then removes memsync's own hook" in said.err
    machine.run(runner, "install", cwd=root)
    status = machine.memsync("hooks", "status", cwd=root).out
    assert "each commit is checked twice" in status
    machine.memsync("hooks", "uninstall", cwd=root)
    status = machine.memsync("hooks", "status", cwd=root).out
    assert status.startswith(f"pre-commit hook: {runner} runs memsync's checks\n")
    assert "twice" not in status


def test_an_entry_is_upgraded_and_taken_out_of_a_config_with_comments(
    machine: Machine, root: Path, runner: str
) -> None:
    config = root / ".pre-commit-config.yaml"
    config.write_text(CONFIG)
    machine.memsync(*REPO, cwd=root)
    new = config.read_text()
    assert new.startswith(CONFIG)
    config.write_text(new.replace(f"rev: v{__version__}", "rev: v0.0.1  # by hand"))
    ran = machine.memsync(*REPO, "--json", cwd=root)
    assert ran.json["action"] == "updated"
    assert ran.json["rev"] == f"v{__version__}"
    assert f"rev: v{__version__}  # by hand\n" in config.read_text()
    again = machine.memsync(*REPO, "--json", cwd=root)
    assert again.json["action"] == "unchanged"
    machine.git("add", config, cwd=root)
    machine.run(runner, "install", cwd=root)
    stage(machine, root, f"The token is {tokens.github()}.")
    machine.git("commit", "-qm", "x", cwd=root, want=1)
    refused = machine.memsync("hooks", "uninstall", "--framework", cwd=root, want=16)
    assert "lines 6 to 11" in refused.err
    config.write_text(new)
    machine.memsync("hooks", "uninstall", "--framework", cwd=root)
    assert config.read_text() == CONFIG
    assert machine.memsync("hooks", "status", "--json", cwd=root).json["framework"] is (
        False
    )


def test_what_cannot_be_edited_is_refused_and_stays(
    machine: Machine, root: Path
) -> None:
    config = root / ".pre-commit-config.yaml"
    config.write_text("repos: [{repo: local, hooks: []}]\n")
    ran = machine.memsync(*REPO, cwd=root, want=16)
    assert "flow style" in ran.err
    assert "hint: " in ran.err
    assert config.read_text() == "repos: [{repo: local, hooks: []}]\n"
    config.rename(root / "elsewhere.yaml")
    config.symlink_to("elsewhere.yaml")
    machine.memsync(*REPO, cwd=root, want=14)
    config.unlink()
    (root / "prek.toml").write_text("repos = []\n")
    ran = machine.memsync(*REPO, cwd=root, want=16)
    assert "prek.toml" in ran.err
    two = ("hooks", "install", "--framework", "--post-checkout")
    machine.memsync(*two, cwd=root, want=2)


def test_the_memsync_that_is_installed_runs_without_any_address(
    machine: Machine, root: Path, runner: str
) -> None:
    config = root / ".pre-commit-config.yaml"
    bare = machine.memsync("hooks", "install", "--framework", cwd=root, want=2)
    assert "--repo URL" in bare.err
    assert not config.exists()
    machine.memsync("hooks", "install", "--framework", "--local", cwd=root)
    assert "http" not in config.read_text()
    machine.git("add", config, cwd=root)
    machine.run(runner, "install", cwd=root)
    stage(machine, root, f"The token is {tokens.github()}.")
    ran = machine.run("git", "commit", "-qm", "x", cwd=root, want=1)
    assert "github-pat, 40 bytes" in ran.out + ran.err
    again = machine.memsync("hooks", "install", "--framework", "--json", cwd=root)
    assert again.json["action"] == "unchanged"
    done = machine.memsync("hooks", "uninstall", "--framework", cwd=root)
    assert done.out == f"removed: {config}\n"
    two = ("--local", "--repo", URL)
    machine.memsync("hooks", "install", "--framework", *two, cwd=root, want=2)
    machine.memsync("hooks", "install", "--local", cwd=root, want=2)


def test_the_other_spelling_that_prek_reads_is_left_to_its_writer(
    machine: Machine, root: Path
) -> None:
    """A file of ours beside it would put an end to the hooks that it names."""
    machine.environ["PREK_HOME"] = str(machine.folder / "prek")
    theirs = root / ".pre-commit-config.yml"
    theirs.write_text(CONFIG)
    local = ("hooks", "install", "--framework", "--local")
    ran = machine.memsync(*local, cwd=root, want=16)
    assert "'.pre-commit-config.yml', which memsync does not edit" in ran.err
    assert "rename it to .pre-commit-config.yaml, and run this again" in ran.err
    assert not (root / ".pre-commit-config.yaml").exists()
    ran = machine.memsync("hooks", "uninstall", "--framework", cwd=root)
    assert ran.out.startswith("unchanged: ")
    config = root / ".pre-commit-config.yaml"
    theirs.rename(config)
    machine.memsync(*local, cwd=root)
    config.rename(theirs)
    machine.git("add", theirs, cwd=root)
    status = machine.memsync("hooks", "status", cwd=root).out
    assert status.endswith("commits are not checked: run `prek install`\n")
    doctor = machine.memsync("doctor", cwd=root, want=None)
    assert "run `prek install`" in doctor.out + doctor.err
    machine.run("prek", "install", cwd=root)
    stage(machine, root, f"The token is {tokens.github()}.")
    ran = machine.run("git", "commit", "-qm", "x", cwd=root, want=1)
    assert "github-pat, 40 bytes" in ran.out + ran.err
    status = machine.memsync("hooks", "status", cwd=root).out
    assert status.startswith("pre-commit hook: prek runs memsync's checks\n")
    ran = machine.memsync("hooks", "uninstall", "--framework", cwd=root, want=16)
    assert "'.pre-commit-config.yml' names memsync's hooks" in ran.err
    assert theirs.read_text() != CONFIG
    # Beside the spelling that comes first, prek does not read this one.
    config.write_text(CONFIG)
    status = machine.memsync("hooks", "status", "--json", cwd=root).json
    assert (status["guarded"], status["framework"]) == (False, False)


def test_another_source_is_refused_until_the_first_entry_is_gone(
    machine: Machine, root: Path
) -> None:
    config = root / ".pre-commit-config.yaml"
    local = ("hooks", "install", "--framework", "--local")
    removes = (
        "remove that with `memsync hooks uninstall --framework`, or by hand (lines"
    )
    machine.memsync(*REPO, cwd=root)
    named = config.read_text()
    ran = machine.memsync(*local, cwd=root, want=16)
    assert f"already has memsync's hooks, from the repository '{URL}'" in ran.err
    assert removes in ran.err
    assert config.read_text() == named
    machine.memsync("hooks", "uninstall", "--framework", cwd=root)
    machine.memsync(*local, cwd=root)
    named = config.read_text()
    ran = machine.memsync(*REPO, cwd=root, want=16)
    assert "already has memsync's hooks, from the memsync that is installed" in ran.err
    assert removes in ran.err
    assert config.read_text() == named
    assert machine.memsync(*local, cwd=root).out.startswith("unchanged: ")


@pytest.mark.parametrize(
    "text", ["", "repos:\n", "{repos: []}\n", "# memsync-secrets\nci: {}\n", "[\n"]
)
def test_where_no_hook_of_memsync_is_named_there_is_nothing_to_remove(
    machine: Machine, root: Path, text: str
) -> None:
    config = root / ".pre-commit-config.yaml"
    config.write_text(text)
    ran = machine.memsync("hooks", "uninstall", "--framework", cwd=root)
    assert ran.out == f"unchanged: {config}\n"
    assert config.read_text() == text


def test_an_entry_in_a_layout_that_is_not_edited_is_removed_by_hand(
    machine: Machine, root: Path
) -> None:
    config = root / ".pre-commit-config.yaml"
    config.write_text("{repos: [{repo: local, hooks: [{id: memsync-lint}]}]}\n")
    ran = machine.memsync("hooks", "uninstall", "--framework", cwd=root, want=16)
    assert "hint: edit it by hand; docs/guard.md shows memsync's entry" in ran.err
