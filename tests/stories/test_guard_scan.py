"""`memsync scan` and the hook commands, called by hand."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest
from support import tokens

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

SECRET = f"The token is {tokens.github()}.\n"


@pytest.fixture
def root(machine: Machine) -> Path:
    return machine.repository()


def test_paths_folders_and_standard_input_are_scanned(
    machine: Machine, root: Path
) -> None:
    (root / "notes/deep").mkdir(parents=True)
    (root / "notes/deep/a.md").write_text("\n" + SECRET)
    (root / "notes/b.txt").write_text("clean")
    (root / "notes/.git").mkdir()
    (root / "notes/.git/config").write_text(SECRET)
    ran = machine.memsync("scan", "notes", "--json", cwd=root, want=1)
    (found,) = ran.json["findings"]
    assert ran.json["scanned"] == 2
    assert found.pop("fingerprint").isalnum()
    assert found == {
        "path": "notes/deep/a.md",
        "line": 2,
        "column": 14,
        "rule": "github-pat",
        "confidence": "high",
        "length": 40,
    }
    assert tokens.github() not in ran.out + ran.err
    piped = machine.memsync("scan", "-", "--json", cwd=root, stdin=SECRET, want=1)
    assert piped.json["findings"][0]["path"] == "-"
    clean = machine.memsync("scan", "notes/b.txt", cwd=root)
    assert (clean.out, clean.err) == ("", "")


def test_folders_of_tools_are_left_out_unless_they_are_named(
    machine: Machine, root: Path
) -> None:
    said = machine.memsync("scan", "--help", cwd=root).out
    for name in (".git", ".hg", ".svn", "node_modules", "__pycache__"):
        assert name in said
        file = root / name / "deep/plan.md"
        file.parent.mkdir(parents=True)
        file.write_text(SECRET)
        for path in (root / name, root / name / "deep", file):
            for given in (path, path.relative_to(root)):
                ran = machine.memsync("scan", given, cwd=root, want=1)
                assert "plan.md:1:14: github-pat" in ran.out
    ran = machine.memsync("scan", ".", "--json", cwd=root)
    assert ran.json == {"findings": [], "scanned": 1}


def test_people_are_told_what_to_do_instead(machine: Machine, root: Path) -> None:
    (root / "a.md").write_text(SECRET)
    ran = machine.memsync("scan", "a.md", cwd=root, want=1)
    assert ran.out.startswith("a.md:1:14: github-pat, 40 bytes, fingerprint ")
    assert "password manager" in ran.err
    assert tokens.github()[4:10] not in ran.out + ran.err


def test_without_a_path_the_live_notes_of_both_scopes_are_scanned(
    machine: Machine, root: Path
) -> None:
    assert "nothing was scanned" in machine.memsync("scan", cwd=root).err
    machine.memsync("init", cwd=root)
    (root / ".coyote/memory/deploy.md").write_text(SECRET)
    machine.user_memory.mkdir(parents=True)
    (machine.user_memory / "MEMORY.md").write_text("# Memory Index\n")
    (machine.user_memory / "me.md").write_text(SECRET)
    ran = machine.memsync("scan", "--json", cwd=root, want=1)
    names = {os.path.basename(f["path"]) for f in ran.json["findings"]}  # noqa: PTH119 -- the command prints text
    assert names == {"deploy.md", "me.md"}


def test_staged_and_history_judge_what_was_added(machine: Machine, root: Path) -> None:
    note = root / ".coyote/memory/deploy.md"
    note.parent.mkdir(parents=True)
    note.write_text("One.\n")
    machine.git("add", "-f", note, cwd=root)
    machine.git("commit", "-qm", "one", cwd=root)
    note.write_text("One.\n" + SECRET)
    machine.git("add", "-f", note, cwd=root)
    ran = machine.memsync("scan", "--staged", "--json", cwd=root, want=1)
    assert [f["line"] for f in ran.json["findings"]] == [2]
    machine.git("commit", "-qm", "two", cwd=root)
    note.write_text("One.\n" + SECRET + "Three.\n")
    machine.git("commit", "-qam", "three", cwd=root)
    machine.memsync("scan", "--staged", cwd=root)
    machine.memsync("scan", "--history", "HEAD~1..", cwd=root)
    ran = machine.memsync("scan", "--history", "HEAD", "--json", cwd=root, want=1)
    (found,) = ran.json["findings"]
    two = machine.git("rev-parse", "HEAD~1", cwd=root)[:12]
    assert found["path"] == f"{two}:.coyote/memory/deploy.md"
    note.write_text("Gone.\n")
    machine.git("commit", "-qam", "four", cwd=root)
    machine.memsync("scan", "--history", "HEAD~3..", cwd=root, want=1)


def test_a_scan_of_commits_says_when_it_read_no_file(
    machine: Machine, root: Path
) -> None:
    (root / "settings.py").write_text(SECRET)
    machine.git("add", "-A", cwd=root)
    for options in (["--staged"], ["--history", "HEAD"]):
        if options == ["--history", "HEAD"]:
            machine.git("commit", "-qm", "settings", cwd=root)
        ran = machine.memsync("scan", *options, cwd=root)
        assert ran.out == ""
        assert "AGENTS.md, CLAUDE.md, COYOTE.md and GEMINI.md" in ran.err
        assert "`memsync scan PATH` scans any file" in ran.err
        assert machine.memsync("-q", "scan", *options, cwd=root).err == ""
    (root / "AGENTS.md").write_text("Clean.\n")
    machine.git("add", "-A", cwd=root)
    assert machine.memsync("scan", "--staged", cwd=root).err == ""


def test_in_ci_the_recipe_judges_what_a_branch_adds(
    machine: Machine, root: Path
) -> None:
    note = root / ".coyote/memory/deploy.md"
    note.parent.mkdir(parents=True)
    note.write_text(SECRET)
    machine.git("add", "-f", note, cwd=root)
    machine.git("commit", "-qm", "long ago", cwd=root)
    checkout = machine.folder / "checkout"
    machine.git("clone", "-q", root, checkout)
    recipe = ("scan", "--history", "origin/main..")
    machine.git("switch", "-qc", "feature", cwd=checkout)
    ours = checkout / ".coyote/memory/deploy.md"
    ours.write_text(SECRET + "A clean line.\n")
    machine.git("commit", "-qam", "clean", cwd=checkout)
    machine.memsync(*recipe, cwd=checkout)
    ours.write_text(f"{SECRET}{SECRET}")
    machine.git("commit", "-qam", "leak", cwd=checkout)
    ran = machine.memsync(*recipe, cwd=checkout, want=1)
    assert "deploy.md:2:" in ran.out


def test_a_merge_in_the_history_is_judged_by_what_no_parent_has(
    machine: Machine, root: Path
) -> None:
    note = root / "AGENTS.md"
    note.write_text("a\n" * 9)
    machine.git("add", note, cwd=root)
    machine.git("commit", "-qm", "one", cwd=root)
    machine.git("checkout", "-qb", "side", cwd=root)
    note.write_text("a\n" * 9 + "side\n")
    machine.git("commit", "-qam", "side", cwd=root)
    machine.git("checkout", "-q", "main", cwd=root)
    note.write_text("main\n" + "a\n" * 9)
    machine.git("commit", "-qam", "main", cwd=root)
    machine.git("merge", "-q", "--no-commit", "side", cwd=root)
    note.write_text("main\n" + "a\n" * 9 + "side\n" + SECRET)
    machine.git("add", note, cwd=root)
    machine.git("commit", "-qm", "merge", cwd=root)
    ran = machine.memsync("scan", "--history", "HEAD~1..", "--json", cwd=root, want=1)
    (found,) = ran.json["findings"]
    assert found["line"] == 12


def test_a_range_that_does_not_exist_or_looks_like_an_option_is_refused(
    machine: Machine, root: Path
) -> None:
    machine.memsync("scan", "--history", "nowhere..", cwd=root, want=2)
    machine.memsync("scan", "--history=--output=x", cwd=root, want=2)
    assert not (root / "x").exists()
    machine.memsync("scan", "--history", "HEAD", "a.md", cwd=root, want=2)
    machine.memsync("scan", "--staged", cwd=machine.home, want=10)


def test_an_unreadable_file_is_said_and_the_rest_is_scanned(
    machine: Machine, root: Path
) -> None:
    (root / "a.md").write_text(SECRET)
    ran = machine.memsync("scan", "gone.md", "a.md", "--json", cwd=root, want=16)
    assert len(ran.json["findings"]) == 1
    assert "'gone.md': no such file or directory" in ran.err


def test_sarif_names_rules_and_places_only(machine: Machine, root: Path) -> None:
    (root / "a.md").write_text(SECRET)
    ran = machine.memsync("scan", "a.md", "--sarif", cwd=root, want=1)
    (run,) = json.loads(ran.out)["runs"]
    (result,) = run["results"]
    assert result["ruleId"] == "github-pat"
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "a.md"
    assert place["region"] == {"startLine": 1, "startColumn": 14}
    assert tokens.github() not in ran.out


def test_an_allowed_fingerprint_is_shown_merged_and_reported_when_stale(
    machine: Machine, root: Path
) -> None:
    machine.memsync("init", cwd=root)
    note = root / ".coyote/memory/deploy.md"
    note.write_text(SECRET + f"gitleaks:allow {tokens.github(3)}\n")
    ran = machine.memsync("scan", "--json", cwd=root, want=1)
    (found,) = ran.json["findings"]
    added = machine.memsync("scan", "--allow", found["fingerprint"], cwd=root)
    assert "commit .memsync-allow, so that it counts in other" in added.err
    machine.memsync("scan", cwd=root)
    shown = machine.memsync("scan", "--show-allowed", cwd=root).out.splitlines()
    assert [line.rpartition(" ")[2] for line in shown] == [".memsync-allow", "marker"]
    allow = root / ".memsync-allow"
    data = allow.read_bytes()
    machine.memsync("scan", "--allow", found["fingerprint"], cwd=root)
    assert allow.read_bytes() == data
    note.write_text("Nothing any more.\n")
    ran = machine.memsync("scan", cwd=root)
    assert ran.err == (
        f"memsync: the allowed fingerprint {found['fingerprint']} matches nothing that"
        " the hook checks: remove it from .memsync-allow, unless another file needs"
        " it\n"
    )


def test_what_is_no_fingerprint_or_no_allow_list_is_refused(
    machine: Machine, root: Path
) -> None:
    machine.memsync("scan", "--allow", "xyz", cwd=root, want=2)
    (root / ".memsync-allow").write_text("not a salt\n")
    (root / "a.md").write_text(SECRET)
    ran = machine.memsync("scan", "a.md", cwd=root, want=16)
    assert ".memsync-allow" in ran.err


def test_a_fingerprint_is_not_the_same_in_two_repositories(
    machine: Machine, root: Path
) -> None:
    prints = []
    for place in (root, machine.repository("other")):
        ran = machine.memsync(
            "scan", "-", "--json", cwd=place, stdin="password: 7heP1ain!One", want=1
        )
        prints.append(ran.json["findings"][0]["fingerprint"])
    assert prints[0] != prints[1]


@pytest.mark.parametrize("command", ["secrets", "note-size", "lint", "guard"])
def test_the_hook_commands_explain_themselves_and_know_their_options(
    machine: Machine, root: Path, command: str
) -> None:
    assert "usage:" in machine.run(f"memsync-{command}", "--help", cwd=root).out
    machine.run(f"memsync-{command}", "--nonsense", cwd=root, want=2)
    quiet = machine.run(f"memsync-{command}", cwd=root)
    assert (quiet.out, quiet.err) == ("", "")
    lost = machine.run(f"memsync-{command}", cwd=machine.home, want=16)
    assert "could not run, so it blocks" in lost.err


def test_named_files_that_are_not_staged_are_judged_whole_and_it_says_so(
    machine: Machine, root: Path
) -> None:
    (root / "AGENTS.md").write_text(SECRET)
    ran = machine.run("memsync-secrets", "AGENTS.md", cwd=root, want=1)
    assert "checked 1 whole file, not" in ran.err
    (root / "sub").mkdir()
    machine.run("memsync-secrets", "../AGENTS.md", cwd=root / "sub", want=1)


def test_all_measures_every_tracked_note(machine: Machine, root: Path) -> None:
    note = root / ".coyote/memory/long.md"
    note.parent.mkdir(parents=True)
    note.write_text("---\nname: long\ndescription: d\n---\n\n" + "y" * 2001)
    machine.git("add", "-f", note, cwd=root)
    machine.git("commit", "-qm", "long", cwd=root)
    machine.run("memsync-note-size", cwd=root)
    ran = machine.run("memsync-note-size", "--all", cwd=root, want=1)
    assert "1 over the cap of 2,000" in ran.out


def test_only_the_files_that_are_checked_are_read_from_git(
    machine: Machine, root: Path
) -> None:
    """A partial clone would fetch all others."""
    (root / "AGENTS.md").write_text(SECRET)
    machine.git("add", "AGENTS.md", cwd=root)
    code = machine.git("rev-parse", "HEAD:code.py", cwd=root)
    (root / ".git/objects" / code[:2] / code[2:]).unlink()
    machine.run("memsync-note-size", "--all", cwd=root)
    ran = machine.memsync("scan", "AGENTS.md", "--json", cwd=root, want=1)
    fingerprint = ran.json["findings"][0]["fingerprint"]
    ran = machine.memsync("scan", "--allow", fingerprint, cwd=root)
    assert "no finding" not in ran.err
