"""The block of an instruction file follows the notes, also when the last one goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.agent_folders import lay
from support.imported import actions

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

THEIRS = b"# A\r\n"


@pytest.fixture
def root(machine: Machine) -> Path:
    """A repository with one note, and people's own AGENTS.md and CLAUDE.md."""
    root = machine.repository()
    machine.memsync("write", "n", "-m", "walnut", cwd=root)
    lay(root, {"AGENTS.md": THEIRS, "CLAUDE.md": b"# C"})
    return root


def make_private(root: Path, name: str) -> None:
    path = root / f".coyote/memory/{name}.md"
    path.write_text(path.read_text().replace("---\n", "---\nsync: false\n", 1))


@pytest.mark.parametrize("private", [False, True])
@pytest.mark.parametrize("also_imported", [False, True])
def test_the_last_note_leaves_the_block(
    machine: Machine, root: Path, private: bool, also_imported: bool
) -> None:
    if also_imported:  # the file's own note stays, and is none of the block's
        machine.memsync("import", "claude-md", cwd=root)
    files = {root / "AGENTS.md": THEIRS, root / "CLAUDE.md": b"# C"}
    agents = {"agents-md": root / "AGENTS.md", "claude-md": root / "CLAUDE.md"}
    if also_imported:
        del agents["agents-md"]
    for agent, path in agents.items():
        machine.memsync("export", agent, cwd=root)
        assert b"walnut" in path.read_bytes()
    if private:
        make_private(root, "n")
    else:
        machine.memsync("forget", "n", cwd=root)
    for agent, path in agents.items():
        planned = machine.memsync("export", agent, "--dry-run", cwd=root)
        assert f"would take out of '{path}': n" in planned.err
        assert "-walnut" in planned.out
        assert b"walnut" in path.read_bytes()
        done = machine.memsync("export", agent, cwd=root)
        assert f"takes out of '{path}': n" in done.err
        assert path.read_bytes() == files[path]
        again = machine.memsync("export", agent, cwd=root)
        assert "takes out" not in again.err
        assert path.read_bytes() == files[path]


def test_one_of_several_notes_that_leaves_is_named(
    machine: Machine, root: Path
) -> None:
    machine.memsync("write", "other", "-m", "oak", cwd=root)
    machine.memsync("export", "agents-md", cwd=root)
    machine.memsync("forget", "n", cwd=root)
    done = machine.memsync("export", "agents-md", "--json", cwd=root)
    assert actions(done.json) == {"other": "unchanged"}
    assert f"takes out of '{root / 'AGENTS.md'}': n" in done.err
    assert "oak" in (root / "AGENTS.md").read_text()
    assert "walnut" not in (root / "AGENTS.md").read_text()


def test_only_takes_no_block_away(machine: Machine, root: Path) -> None:
    machine.memsync("export", "agents-md", cwd=root)
    before = (root / "AGENTS.md").read_bytes()
    machine.memsync("export", "agents-md", "--only", "none-*", cwd=root)
    assert (root / "AGENTS.md").read_bytes() == before


def test_a_block_that_another_person_exported_stays(
    machine: Machine, root: Path
) -> None:
    machine.memsync("export", "agents-md", cwd=root)
    before = (root / "AGENTS.md").read_bytes()
    other = machine.repository("other")
    lay(other, {"AGENTS.md": before})
    machine.memsync("init", cwd=other)
    machine.memsync("export", "agents-md", cwd=other)
    assert (other / "AGENTS.md").read_bytes() == before


def test_a_changed_block_of_a_note_that_is_gone_is_a_conflict(
    machine: Machine, root: Path
) -> None:
    machine.memsync("export", "agents-md", cwd=root)
    path = root / "AGENTS.md"
    path.write_bytes(path.read_bytes().replace(b"walnut", b"chestnut"))
    before = path.read_bytes()
    machine.memsync("forget", "n", cwd=root)
    done = machine.memsync("export", "agents-md", "--json", cwd=root, want=1)
    assert actions(done.json) == {"n": "conflict"}
    assert path.read_bytes() == before


def test_a_private_note_in_its_own_file_is_named(machine: Machine, root: Path) -> None:
    machine.memsync("export", "cursor", cwd=root)
    make_private(root, "n")
    ran = machine.memsync("export", "cursor", "--json", cwd=root)
    assert actions(ran.json) == {"n": "skipped"}
    assert "an earlier export wrote 'n.mdc'" in ran.json["items"][0]["reason"]
    (root / ".cursor/rules/n.mdc").unlink()
    ran = machine.memsync("export", "cursor", "--json", cwd=root)
    assert ran.json["items"][0]["reason"] == "it says `sync: false`"


def test_openclaws_block_follows_beside_its_logs(machine: Machine) -> None:
    space = machine.home / ".openclaw/workspace"
    lay(space, {"MEMORY.md": b"Mine.\n"})
    for command in (["write", "n", "-m", "walnut"], ["daily", "add", "x"]):
        machine.memsync(*command, "--scope", "user")
    export = ["export", "openclaw", "--scope", "user"]
    machine.memsync(*export)
    assert b"walnut" in (space / "MEMORY.md").read_bytes()
    machine.memsync("forget", "n", "--scope", "user")
    machine.memsync(*export)
    assert (space / "MEMORY.md").read_bytes() == b"Mine.\n"


def test_what_claude_local_md_says_stays_out_of_files_that_people_commit(
    machine: Machine, root: Path
) -> None:
    mine = b"sandbox\n"
    lay(root, {"CLAUDE.md": b"team\n", "CLAUDE.local.md": mine})
    for _ in range(2):
        machine.memsync("import", "claude-md", cwd=root)
        done = machine.memsync("export", "agents-md", "--json", cwd=root)
        assert actions(done.json)["claude-2"] == "skipped"
        assert b"team" in (root / "AGENTS.md").read_bytes()
        assert mine.strip() not in (root / "AGENTS.md").read_bytes()
    assert "sandbox" in machine.memsync("read", "claude-2", cwd=root).out
    out = machine.folder / "out"
    machine.memsync("export", "claude-md", out, cwd=root)
    assert (out / "CLAUDE.local.md").read_bytes() == mine
    assert (root / "CLAUDE.local.md").read_bytes() == mine


@pytest.mark.parametrize(
    ("link", "file", "agents"),
    [
        ("AGENTS.md", "CLAUDE.md", ("agents-md", "claude-md")),
        ("CLAUDE.md", "AGENTS.md", ("claude-md", "agents-md")),
    ],
)
def test_a_link_between_instruction_files_is_a_second_name_of_one(
    machine: Machine, root: Path, link: str, file: str, agents: tuple[str, str]
) -> None:
    (root / link).unlink()
    (root / link).symlink_to(file)
    before = (root / file).read_bytes()
    ran = machine.memsync("import", "--all", "--json", cwd=root).json
    found = {i["source"]: i["action"] for each in ran for i in each["items"]}
    assert found == {link: "skipped", file: "created"}
    install = ("hooks", "install", "--agent", "agents-md")
    machine.memsync(*install, cwd=root)
    assert b"memsync context" in (root / file).read_bytes()
    machine.memsync("hooks", "uninstall", "--agent", "agents-md", cwd=root)
    assert (root / file).read_bytes() == before
    of_link, of_file = agents
    ran = machine.memsync("export", of_link, "--json", cwd=root).json
    assert set(actions(ran).values()) == {"skipped"}
    assert f"a link to '{file}'" in ran["items"][0]["reason"]
    assert (root / file).read_bytes() == before
    ran = machine.memsync("export", of_file, "--json", cwd=root).json
    assert actions(ran)["n"] == "created"
    assert (root / link).is_symlink()


def test_a_link_to_a_file_of_another_kind_is_not_followed(
    machine: Machine, root: Path
) -> None:
    lay(root, {"Makefile": b"all:\n", "docs/A.md": b"theirs\n"})
    for target in ("Makefile", "docs/A.md", ".git/config", "none.md"):
        (root / "AGENTS.md").unlink()
        (root / "AGENTS.md").symlink_to(target)
        install = ("hooks", "install", "--agent", "agents-md")
        ran = machine.memsync(*install, cwd=root, want=14)
        assert "it follows only one to a file beside it" in ran.err
        machine.memsync("export", "agents-md", cwd=root, want=1)


def test_a_changed_block_is_written_again_once_it_is_deleted(
    machine: Machine, root: Path
) -> None:
    path = root / "AGENTS.md"
    machine.memsync("export", "agents-md", cwd=root)
    made = path.read_bytes()
    for broken, said in (
        (made.replace(b"walnut", b"chestnut"), "delete the block with its marks"),
        (made.replace(b"<!-- memsync:notes end -->", b""), "what is left of the block"),
    ):
        path.write_bytes(broken)
        ran = machine.memsync("export", "agents-md", "--json", cwd=root, want=1).json
        assert said in ran["items"][0]["reason"]
        assert path.read_bytes() == broken
    path.write_bytes(made.replace(b"walnut", b"chestnut"))
    ran = machine.memsync("import", "agents-md", "--json", cwd=root).json
    reasons = [item["reason"] for item in ran["items"] if item["action"] == "skipped"]
    assert [r.partition(":")[0] for r in reasons] == [
        "the text between the marks of memsync was changed, and is not imported"
    ]
    path.write_bytes(THEIRS)
    machine.memsync("export", "agents-md", cwd=root)
    assert path.read_bytes() == made
