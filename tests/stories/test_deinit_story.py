"""`memsync deinit` takes back what init did, and loses no note."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.trees import tree

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


def work_tree(top: Path) -> dict[str, tuple[int, bytes | str]]:
    """The tree without memsync's archive and locks."""
    return {
        name: value
        for name, value in tree(top).items()
        if not name.startswith(".git/memsync")
    }


@pytest.mark.parametrize("gitignore", [None, b"", b"a", b"a\r\nb", b"a\n\n"])
def test_every_byte_is_as_before(machine: Machine, gitignore: bytes | None) -> None:
    top = machine.repository()
    if gitignore is not None:
        (top / ".gitignore").write_bytes(gitignore)
    before = work_tree(top)
    machine.memsync("init", "--hooks", cwd=top)
    machine.memsync("write", "fact", "-m", "text", cwd=top)
    done = machine.memsync("deinit", "--json", cwd=top)
    assert work_tree(top) == before
    assert done.json["archived"] == 1
    assert "memsync archive restore --all" in done.err
    again = machine.memsync("deinit", cwd=top)
    assert "nothing to undo" in again.err
    assert machine.memsync("list", cwd=top).err == ""


def test_the_notes_come_back(machine: Machine) -> None:
    top = machine.repository()
    machine.memsync("init", cwd=top)
    machine.memsync("write", "fact", "-m", "text", cwd=top)
    (top / ".coyote/memory/agent.md").write_text("not seen before\n")
    machine.memsync("deinit", cwd=top)
    machine.memsync("archive", "restore", "--all", cwd=top)
    assert (top / ".coyote/memory/agent.md").read_text() == "not seen before\n"
    assert machine.memsync("read", "fact", "--json", cwd=top).json["body"] == "text\n"
    assert "restore --all" not in machine.memsync("list", cwd=top).err
    machine.git("clean", "-xfdq", cwd=top)
    assert "restore --all" in machine.memsync("list", cwd=top).err


def test_a_new_memory_does_not_miss_what_was_left_behind(machine: Machine) -> None:
    top = machine.repository()
    machine.memsync("init", cwd=top)
    machine.memsync("write", "fact", "-m", "text", cwd=top)
    machine.memsync("deinit", cwd=top)
    machine.memsync("init", cwd=top)
    assert machine.memsync("list", cwd=top).err == ""


def test_the_notes_can_stay_and_stay_hidden(machine: Machine) -> None:
    top = machine.repository()
    machine.memsync("init", cwd=top)
    machine.memsync("write", "fact", "-m", "text", cwd=top)
    machine.memsync("deinit", "--keep-notes", cwd=top)
    assert (top / ".coyote/memory/fact.md").is_file()
    assert machine.git("status", "--porcelain", cwd=top) == ""
    assert not (top / ".gitignore").exists()


def test_other_files_in_the_folder_stay_and_stay_hidden(machine: Machine) -> None:
    top = machine.repository()
    machine.memsync("init", cwd=top)
    (top / ".coyote/memory/picture.png").write_bytes(b"\x89PNG")
    would = machine.memsync("deinit", "--dry-run", cwd=top)
    done = machine.memsync("deinit", cwd=top)
    for said in (would.err, done.err):
        assert "for the files in it that are not notes: picture.png\n" in said
    assert (top / ".coyote/memory/picture.png").is_file()
    assert machine.git("status", "--porcelain", cwd=top) == ""


def test_a_line_that_the_user_changed_is_not_ours(machine: Machine) -> None:
    top = machine.repository()
    machine.memsync("init", cwd=top)
    (top / ".gitignore").write_text(".coyote/memory/ # mine\n/.coyote/memory/\n")
    machine.memsync("deinit", cwd=top)
    assert (top / ".gitignore").read_text() == (
        ".coyote/memory/ # mine\n/.coyote/memory/\n"
    )


def test_an_entry_that_was_there_before_stays(machine: Machine) -> None:
    top = machine.repository()
    (top / ".gitignore").write_text(".coyote/memory/\n")
    before = work_tree(top)
    machine.memsync("init", cwd=top)
    machine.memsync("deinit", cwd=top)
    assert work_tree(top) == before


def test_links_of_worktrees_go_with_the_memory(machine: Machine) -> None:
    top = machine.repository()
    machine.git("worktree", "add", "-q", "../side", cwd=top)
    side = machine.folder / "side"
    machine.memsync("init", "--no-gitignore", cwd=side)
    machine.memsync("deinit", cwd=top)
    assert not (side / ".coyote").exists()
    assert machine.git("status", "--porcelain", cwd=side) == ""


def test_in_a_worktree_only_its_own_part_goes(machine: Machine) -> None:
    top = machine.repository()
    machine.git("worktree", "add", "-q", "../side", cwd=top)
    side = machine.folder / "side"
    machine.memsync("init", cwd=top)
    machine.memsync("write", "fact", "-m", "text", cwd=top)
    machine.memsync("init", "--hooks", cwd=side)
    machine.memsync("deinit", cwd=side)
    assert not (side / ".coyote").exists()
    assert not (side / ".gitignore").exists()
    assert (top / ".coyote/memory/fact.md").is_file()
    assert (top / ".git/hooks/pre-commit").is_file()
    assert machine.git("status", "--porcelain", cwd=side) == ""


def test_an_isolated_memory_goes_alone(machine: Machine) -> None:
    top = machine.repository()
    machine.git("worktree", "add", "-q", "../side", cwd=top)
    side = machine.folder / "side"
    machine.memsync("init", cwd=top)
    machine.memsync("init", "--isolated", cwd=side)
    machine.memsync("write", "own", "-m", "apart", cwd=side)
    assert machine.memsync("deinit", "--json", cwd=side).json["archived"] == 1
    assert (top / ".coyote/memory/MEMORY.md").is_file()
    assert machine.memsync("path", cwd=side).out == f"{top / '.coyote/memory'}\n"


def test_a_team_memory_is_not_ours_to_remove(machine: Machine) -> None:
    top = machine.repository()
    machine.memsync("init", "--tracked", cwd=top)
    machine.git("add", "-A", cwd=top)
    machine.git("commit", "-q", "-m", "team", cwd=top)
    done = machine.memsync("deinit", cwd=top)
    assert "is committed, so it stays" in done.err
    assert machine.git("status", "--porcelain", cwd=top) == " D .gitattributes"


def test_a_lite_memory_goes_unless_someone_wrote_into_it(machine: Machine) -> None:
    top = machine.repository()
    machine.memsync("init", "--lite", cwd=top)
    machine.memsync("deinit", cwd=top)
    assert not (top / "COYOTE.md").exists()
    (top / "COYOTE.md").write_text("mine\n")
    done = machine.memsync("deinit", cwd=top)
    assert (top / "COYOTE.md").read_text() == "mine\n"
    assert done.out == f"kept: {top / 'COYOTE.md'}\n"
    assert "stays, for the text that was written into it" in done.err
    assert "nothing to undo" not in done.err


@pytest.mark.parametrize("text", [None, "repos: []\n", "# Ours.\nrepos: []\n"])
def test_what_hooks_install_framework_added_is_taken_back(
    machine: Machine, text: str | None
) -> None:
    top = machine.repository()
    config = top / ".pre-commit-config.yaml"
    if text is not None:
        config.write_text(text)
    machine.memsync("init", cwd=top)
    machine.memsync("hooks", "install", "--framework", "--local", cwd=top)
    if text is not None:
        machine.git("add", config, cwd=top)
        machine.git("commit", "-qm", "checks", cwd=top)
    assert str(config) in machine.memsync("deinit", "--dry-run", cwd=top).out
    assert str(config) in machine.memsync("deinit", cwd=top).out
    assert config.exists() == (text is not None)
    if text is not None:
        assert config.read_text() == text
    assert "pre-commit" not in machine.memsync("deinit", cwd=top).err


def test_the_entry_of_somebody_else_stays_and_is_named(machine: Machine) -> None:
    top = machine.repository()
    machine.memsync("init", cwd=top)
    machine.memsync("hooks", "install", "--framework", "--local", cwd=top)
    config = top / ".pre-commit-config.yaml"
    machine.git("add", config, cwd=top)
    machine.git("commit", "-qm", "checks", cwd=top)
    other = machine.folder / "other"
    machine.git("clone", "-q", str(top), str(other))
    machine.memsync("init", cwd=other)
    done = machine.memsync("deinit", cwd=other)
    assert "names memsync's hooks, which were not added here" in done.err
    assert "hint: `memsync hooks uninstall --framework` removes them" in done.err
    assert (other / config.name).read_bytes() == config.read_bytes()


def test_here_keeps_its_archive(machine: Machine) -> None:
    machine.memsync("init", "--here")
    machine.memsync("write", "fact", "-m", "text")
    for options in (["--dry-run"], []):
        said = machine.memsync("deinit", *options).err
        assert "'.coyote/memory' stays, with the archive in it" in said.replace(
            f"{machine.folder}/", ""
        )
        assert "move them away" not in said
    assert not (machine.folder / ".coyote/memory/fact.md").exists()
    assert list((machine.folder / ".coyote/memory/.archive/fact").iterdir())
    machine.memsync("init", "--here")
    machine.memsync("archive", "restore", "--all")
    assert machine.memsync("read", "fact", "--json").json["body"] == "text\n"


def test_outside_git_there_is_nothing_to_take_back(machine: Machine) -> None:
    machine.memsync("deinit", want=10)


def test_a_file_that_cannot_be_edited_stops_it_before_anything_is_done(
    machine: Machine,
) -> None:
    top = machine.repository()
    machine.memsync("init", cwd=top)
    machine.memsync("write", "fact", "-m", "text", cwd=top)
    (top / ".gitignore").chmod(0o444)
    before = tree(top)
    machine.memsync("deinit", cwd=top, want=16)
    assert tree(top) == before


@pytest.mark.parametrize("beside", [None, "picture.png", "daily/other/x.md"])
def test_a_dry_run_says_what_goes_and_changes_nothing(
    machine: Machine, beside: str | None
) -> None:
    top = machine.repository()
    machine.memsync("init", "--hooks", cwd=top)
    machine.memsync("hooks", "install", "--post-checkout", cwd=top)
    machine.memsync(
        *("hooks", "install", "--agent", "claude-code", "--project"), cwd=top
    )
    machine.memsync("write", "fact", "-m", "text", cwd=top)
    machine.memsync("daily", "add", "a day", cwd=top)
    if beside is not None:
        file = top / ".coyote/memory" / beside
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"no note\n")
    before = tree(machine.folder)
    would = machine.memsync("deinit", "--dry-run", "--json", cwd=top)
    said = machine.memsync("deinit", "--dry-run", cwd=top)
    assert tree(machine.folder) == before
    assert f"would be removed: {top / '.git/hooks/pre-commit'}\n" in said.out
    assert "1 note would move to the archive" in said.err
    done = machine.memsync("deinit", "--json", cwd=top)
    assert would.json == {**done.json, "dry_run": True}
    assert done.json["dry_run"] is False
    assert said.err == done.err.replace("is in the", "would move to the")
    would = machine.memsync("deinit", "--dry-run", "--json", cwd=top)
    assert would.json == {
        **machine.memsync("deinit", "--json", cwd=top).json,
        "dry_run": True,
    }


def test_a_dry_run_with_nothing_to_undo_says_so(machine: Machine) -> None:
    top = machine.repository()
    assert (
        "there is nothing to undo"
        in machine.memsync("deinit", "--dry-run", cwd=top).err
    )


def test_a_dry_run_keeps_the_notes_that_would_stay(machine: Machine) -> None:
    top = machine.repository()
    machine.memsync("init", cwd=top)
    machine.memsync("write", "fact", "-m", "text", cwd=top)
    before = tree(machine.folder)
    would = machine.memsync("deinit", "--dry-run", "--keep-notes", "--json", cwd=top)
    assert tree(machine.folder) == before
    done = machine.memsync("deinit", "--keep-notes", "--json", cwd=top)
    assert would.json == {**done.json, "dry_run": True}


def test_a_dry_run_outside_git_names_what_stays_beside_the_archive(
    machine: Machine,
) -> None:
    machine.memsync("init", "--here")
    machine.memsync("write", "fact", "-m", "text")
    before = tree(machine.folder)
    would = machine.memsync("deinit", "--dry-run", "--json")
    assert tree(machine.folder) == before
    done = machine.memsync("deinit", "--json")
    assert would.json == {**done.json, "dry_run": True}
