"""Real commits under the plain git hook."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest
from support import tokens

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine, Ran

NOTE = "---\nname: {name}\ndescription: what it is\ntype: project\n---\n\n{body}\n"
SECRET = f"The token is {tokens.github()}."
OTHER = f"And another: {tokens.github(9)}."


def note(root: Path, name: str, body: str) -> Path:
    path = root / ".coyote/memory" / f"{name}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(NOTE.format(name=name, body=body))
    return path


def commit(machine: Machine, root: Path, *arguments: str, want: int | None = 0) -> Ran:
    return machine.run(
        "git", "commit", "--quiet", "-m", "notes", *arguments, cwd=root, want=want
    )


@pytest.fixture
def root(machine: Machine) -> Path:
    root = machine.repository()
    machine.memsync("hooks", "install", cwd=root)
    return root


def stage(machine: Machine, root: Path, *paths: Path) -> None:
    machine.git("add", "--force", *(paths or (root,)), cwd=root)


def blocked(machine: Machine, root: Path, *arguments: str) -> Ran:
    before = machine.git("rev-parse", "--verify", "-q", "HEAD", cwd=root, want=None)
    ran = commit(machine, root, *arguments, want=1)
    after = machine.git("rev-parse", "--verify", "-q", "HEAD", cwd=root, want=None)
    assert before == after
    assert tokens.github() not in ran.out + ran.err
    return ran


def test_a_staged_secret_stops_the_commit_and_is_not_shown(
    machine: Machine, root: Path
) -> None:
    stage(machine, root, note(root, "deploy", SECRET))
    ran = blocked(machine, root)
    assert ".coyote/memory/deploy.md:7:14: github-pat, 40 bytes" in ran.err
    assert "password manager" in ran.err
    assert tokens.github()[:8] not in ran.err


def test_a_clean_note_is_committed_without_a_word(machine: Machine, root: Path) -> None:
    stage(machine, root, note(root, "deploy", "Ask Ann."))
    ran = commit(machine, root)
    assert (ran.out, ran.err) == ("", "")


def test_a_range_in_the_environment_does_not_switch_the_hook_off(
    machine: Machine, root: Path
) -> None:
    machine.environ |= {"PRE_COMMIT_FROM_REF": "HEAD", "PRE_COMMIT_TO_REF": "HEAD"}
    stage(machine, root, note(root, "deploy", SECRET))
    assert "github-pat, 40 bytes" in blocked(machine, root).err


def test_the_first_commit_of_a_repository_is_checked(machine: Machine) -> None:
    root = machine.folder / "fresh"
    root.mkdir()
    machine.git("init", "--quiet", cwd=root)
    machine.memsync("hooks", "install", cwd=root)
    stage(machine, root, note(root, "deploy", SECRET))
    blocked(machine, root)


def test_cleaning_only_the_work_tree_does_not_help(
    machine: Machine, root: Path
) -> None:
    stage(machine, root, note(root, "deploy", SECRET))
    note(root, "deploy", "Clean.")
    blocked(machine, root)


def test_a_secret_only_in_the_work_tree_does_not_hinder(
    machine: Machine, root: Path
) -> None:
    stage(machine, root, note(root, "deploy", "Clean."))
    note(root, "deploy", SECRET)
    commit(machine, root)


def test_removing_a_secret_is_never_refused(machine: Machine, root: Path) -> None:
    stage(machine, root, note(root, "deploy", f"{SECRET}\n{OTHER}"))
    commit(machine, root, "--no-verify")
    stage(machine, root, note(root, "deploy", OTHER))
    commit(machine, root)
    machine.git("rm", "--quiet", "-f", ".coyote/memory/deploy.md", cwd=root)
    commit(machine, root)


def test_an_old_line_is_not_held_against_a_new_one(
    machine: Machine, root: Path
) -> None:
    stage(machine, root, note(root, "deploy", SECRET))
    commit(machine, root, "--no-verify")
    stage(machine, root, note(root, "deploy", f"New first line.\n{SECRET}\nNew last."))
    commit(machine, root)
    stage(machine, root, note(root, "deploy", f"{SECRET}\n{OTHER}"))
    ran = blocked(machine, root)
    assert ran.err.count("github-pat, 40 bytes") == 1
    assert "deploy.md:8:" in ran.err


def test_a_renamed_note_keeps_its_old_lines(machine: Machine, root: Path) -> None:
    body = "\n".join(f"Line {i} of the note." for i in range(20))
    stage(machine, root, note(root, "deploy", f"{SECRET}\n{body}"))
    commit(machine, root, "--no-verify")
    old, new = ".coyote/memory/deploy.md", ".coyote/memory/release.md"
    machine.git("mv", old, new, cwd=root)
    text = (root / new).read_text().replace("name: deploy", "name: release")
    (root / new).write_text(text)
    stage(machine, root, root / new)
    commit(machine, root)


def test_commit_of_a_path_and_commit_of_all_see_what_is_really_recorded(
    machine: Machine, root: Path
) -> None:
    clean, dirty = note(root, "clean", "Fine."), note(root, "dirty", "Fine.")
    stage(machine, root, clean, dirty)
    commit(machine, root)
    note(root, "dirty", SECRET)
    note(root, "clean", "Better.")
    commit(machine, root, "--", ".coyote/memory/clean.md")
    blocked(machine, root, "-a")
    blocked(machine, root, "--", ".coyote/memory/dirty.md")
    staged = machine.git("diff", "--cached", "--name-only", cwd=root)
    assert staged == ""


def test_a_linked_worktree_and_a_submodule_are_guarded_too(
    machine: Machine, root: Path
) -> None:
    tree = machine.folder / "tree"
    machine.git("worktree", "add", "--quiet", tree, "-b", "side", cwd=root)
    stage(machine, tree, note(tree, "deploy", SECRET))
    blocked(machine, tree)
    machine.git("submodule", "add", "--quiet", machine.repository("lib"), cwd=root)
    sub = root / "lib"
    machine.memsync("hooks", "install", cwd=sub)
    stage(machine, sub, note(sub, "deploy", SECRET))
    blocked(machine, sub)


def test_content_that_is_not_text_is_checked(machine: Machine, root: Path) -> None:
    path = note(root, "deploy", "")
    path.write_bytes(b"\xff\xfe\0" + tokens.github().encode() + b"\0\xff")
    stage(machine, root, path)
    ran = blocked(machine, root)
    assert "github-pat" in ran.err


def test_a_forced_private_memory_is_a_finding_and_a_team_memory_is_not(
    machine: Machine, root: Path
) -> None:
    (root / ".git/info/exclude").write_text("/.coyote/memory\n")
    stage(machine, root, note(root, "deploy", "Fine."))
    ran = blocked(machine, root)
    assert "private-memory" in ran.err
    assert "git rm -r --cached" in ran.err
    (root / ".git/info/exclude").write_text("")
    commit(machine, root)


def test_a_forced_link_of_the_memory_is_a_finding(machine: Machine, root: Path) -> None:
    (root / ".coyote").mkdir()
    (root / ".coyote/memory").symlink_to("../elsewhere")
    stage(machine, root, root / ".coyote/memory")
    assert "private-memory" in blocked(machine, root).err


def test_instructions_for_agents_are_checked_wherever_they_are(
    machine: Machine, root: Path
) -> None:
    for name in ("AGENTS.md", "sub/CLAUDE.md", "sub/deep/GEMINI.md", "COYOTE.md"):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(SECRET)
        stage(machine, root, path)
        blocked(machine, root)
        machine.git("rm", "--quiet", "-f", "--cached", name, cwd=root)
    (root / "README.md").write_text(SECRET)
    stage(machine, root, root / "README.md")
    commit(machine, root)


def test_a_merge_is_not_held_to_account_for_the_other_side(
    machine: Machine, root: Path
) -> None:
    stage(machine, root, note(root, "deploy", "One."))
    commit(machine, root)
    machine.git("checkout", "--quiet", "-b", "side", cwd=root)
    stage(machine, root, note(root, "deploy", SECRET))
    commit(machine, root, "--no-verify")
    machine.git("checkout", "--quiet", "main", cwd=root)
    stage(machine, root, note(root, "deploy", "Two."))
    commit(machine, root)
    machine.git("merge", "--quiet", "side", cwd=root, want=1)
    stage(machine, root, note(root, "deploy", f"Two.\n{SECRET}\n{OTHER}"))
    ran = blocked(machine, root)
    assert ran.err.count("github-pat, 40 bytes") == 1
    stage(machine, root, note(root, "deploy", f"Two.\n{SECRET}"))
    commit(machine, root)


def test_a_note_over_its_cap_is_stopped_unless_it_got_smaller(
    machine: Machine, root: Path
) -> None:
    section = "x" * 60 + "\n"
    body = "# A\n" + section * 20 + "# B\n" + section * 30
    stage(machine, root, note(root, "long", body))
    ran = blocked(machine, root)
    assert "3,058 characters, 1,058 over the cap of 2,000 (caps.note)" in ran.err
    assert "longest sections: line 28 (1,832), line 7 (1,220)" in ran.err
    commit(machine, root, "--no-verify")
    stage(machine, root, note(root, "long", body[:-80]))
    commit(machine, root)
    stage(machine, root, note(root, "long", body))
    blocked(machine, root)


def test_the_size_of_the_blob_counts_and_the_setting_of_the_repository(
    machine: Machine, root: Path
) -> None:
    (root / ".coyote").mkdir(exist_ok=True)
    (root / ".coyote/memsync.yaml").write_text("caps:\n  note: 50\n")
    stage(machine, root, note(root, "short", "y" * 60))
    note(root, "short", "now short")
    assert "10 over the cap of 50" in blocked(machine, root).err


def test_a_broken_note_is_stopped_and_a_broken_setting_blocks(
    machine: Machine, root: Path
) -> None:
    path = note(root, "broken", "See [[nowhere]] but not `[[code]]` or [[:space:]].")
    stage(machine, root, path)
    ran = blocked(machine, root)
    assert ".coyote/memory/broken.md:7: broken-link: links to 'nowhere'" in ran.err
    assert "code" not in ran.err
    path.write_text("---\nname: [\n---\n\nText.\n")
    stage(machine, root, path)
    assert "frontmatter" in blocked(machine, root).err
    note(root, "broken", "Fine.")
    stage(machine, root, path)
    (root / ".coyote/memsync.yaml").write_text("caps: {note: many}\n")
    ran = commit(machine, root, want=1)
    assert "could not run, so it blocks" in ran.err
    assert "caps.note" in ran.err


def test_a_link_to_a_note_of_ones_own_is_warned_of_and_in_ci_any_link_out(
    machine: Machine, root: Path
) -> None:
    machine.memsync("write", "mine", "--scope", "user", "-m", "Text.", cwd=root)
    stage(machine, root, note(root, "team", "See [[mine]]."))
    ran = commit(machine, root, want=0)
    assert (
        "team.md:7: broken-link: links to 'mine', which is only in your own" in ran.err
    )
    stage(machine, root, note(root, "other", "See [[theirs]]."))
    assert "links to 'theirs', which does not exist" in blocked(machine, root).err
    machine.git("commit", "-qm", "x", "--no-verify", cwd=root)
    machine.run("memsync-lint", "--all", cwd=root, want=1)
    nobody = {"HOME": str(machine.folder / "ci"), "XDG_CONFIG_HOME": ""}
    ran = machine.run("memsync-lint", "--all", cwd=root, environ=nobody)
    assert "does not exist in this memory; it does not block" in ran.err


@pytest.fixture
def gone(machine: Machine, root: Path) -> dict[str, str]:
    """The environment of a machine from which memsync is gone."""
    lonely = machine.folder / "bin"
    lonely.mkdir()
    for tool in ("git", "sh"):
        found = shutil.which(tool, path=os.environ["PATH"])
        assert found
        (lonely / tool).symlink_to(found)
    hook = root / ".git/hooks/pre-commit"
    text = hook.read_text()
    start = text.index("memsync_guard=")
    end = text.index("\n", start)
    hook.write_text(text[:start] + "memsync_guard='/gone/memsync-guard'" + text[end:])
    return {"PATH": str(lonely)}


def test_without_memsync_only_a_memory_path_is_held_up(
    machine: Machine, root: Path, gone: dict[str, str]
) -> None:
    (root / "code.py").write_text("print('bye')\n")
    stage(machine, root, root / "code.py")
    machine.run("git", "commit", "-qm", "code", cwd=root, environ=gone)
    stage(machine, root, note(root, "deploy", "Fine."))
    ran = machine.run("git", "commit", "-qm", "x", cwd=root, environ=gone, want=1)
    assert "memsync is not installed" in ran.err
    mends = "hint: to install it, run `pipx install .` in a clone of its repository; or"
    assert mends in ran.err


def test_without_memsync_the_hook_is_taken_out_from_any_folder(
    machine: Machine, root: Path, gone: dict[str, str]
) -> None:
    hooks = root / ".git/hooks"
    own = "#!/bin/sh\necho 'my own hook' >&2\n"
    stage(machine, root, note(root, "deploy", "Fine."))
    below = root / ".coyote/memory"
    for chained in (False, True):
        if chained:
            (hooks / "pre-commit.before-memsync").write_text(own)
            (hooks / "pre-commit.before-memsync").chmod(0o755)
        kept = (hooks / "pre-commit").read_bytes()
        ran = machine.run("git", "commit", "-qm", "x", cwd=below, environ=gone, want=1)
        said = ran.err.partition("take the hook out: ")[2]
        machine.run("sh", "-c", said, cwd=below)
        assert (hooks / "pre-commit").exists() == chained
        ran = machine.run("git", "commit", "-qm", "x", cwd=below, environ=gone)
        assert ("my own hook" in ran.err) == chained
        if not chained:
            machine.git("reset", "-q", "--soft", "HEAD~1", cwd=root)
            (hooks / "pre-commit").write_bytes(kept)
            (hooks / "pre-commit").chmod(0o755)


def test_a_marker_lets_a_false_alarm_pass_and_so_does_its_fingerprint(
    machine: Machine, root: Path
) -> None:
    marked = f"<!-- memsync:allow github-pat -->\n{SECRET}"
    stage(machine, root, note(root, "deploy", marked))
    commit(machine, root)
    stage(machine, root, note(root, "other", SECRET))
    said = blocked(machine, root).err
    fingerprint = said.split("fingerprint ")[1][:16]
    machine.memsync("scan", "--allow", fingerprint, cwd=root)
    commit(machine, root)
    lines = (root / ".memsync-allow").read_text().splitlines()
    assert len(bytes.fromhex(lines[0])) == 16
    assert lines[1:] == [fingerprint]


def test_only_memory_paths_start_python(machine: Machine, root: Path) -> None:
    hook = root / ".git/hooks/pre-commit"
    hook.write_text(hook.read_text().replace("exec ", "echo started >&2; exec "))
    (root / "code.py").write_text("print('bye')\n")
    stage(machine, root, root / "code.py")
    assert "started" not in commit(machine, root).err
    stage(machine, root, note(root, "deploy", "Fine."))
    assert "started" in commit(machine, root).err


@pytest.mark.parametrize("how", ["LITERAL", "GLOB", "NOGLOB", "ICASE"])
def test_how_git_reads_its_pathspecs_does_not_matter(
    machine: Machine, root: Path, how: str
) -> None:
    # Emacs' Magit sets the first for each commit.
    machine.environ[f"GIT_{how}_PATHSPECS"] = "1"
    (root / "CLAUDE.md").write_text(f"{SECRET}\n")
    machine.git("add", "--all", cwd=root)
    assert "CLAUDE.md:1:14: github-pat" in blocked(machine, root).err
    machine.git("rm", "--quiet", "--cached", "CLAUDE.md", cwd=root)
    stage(machine, root, note(root, "deploy", "Ask Ann."))
    # As pre-commit, lefthook and husky start it.
    machine.run("memsync-guard", cwd=root)
    commit(machine, root)
