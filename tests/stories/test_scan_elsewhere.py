"""`memsync scan PATH` of a repository other than the current one, and `--allow`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support import tokens

if TYPE_CHECKING:
    from support.machine import Machine

PROJECT = Path(__file__).parents[2]
SECRET = f"The token is {tokens.github()}.\n"
NO_SUCH = "no finding"


@pytest.fixture
def root(machine: Machine) -> Path:
    found = machine.repository()
    (found / "sub").mkdir()
    (found / "sub/plan.md").write_text(SECRET)
    return found


def fingerprint(machine: Machine, *arguments: str | Path, cwd: Path) -> str:
    """The fingerprint of the only finding."""
    ran = machine.memsync("scan", *arguments, "--json", cwd=cwd, want=1)
    (found,) = ran.json["findings"]
    return str(found["fingerprint"])


def listed(folder: Path) -> list[str]:
    """The fingerprints on the folder's allow list."""
    return (folder / ".memsync-allow").read_text().splitlines()[1:]


def test_a_file_has_the_same_fingerprint_wherever_it_is_scanned_from(
    machine: Machine, root: Path
) -> None:
    other = machine.repository("other")
    inside = fingerprint(machine, "sub/plan.md", cwd=root)
    for cwd in (machine.home, other, root / "sub"):
        for path in (root / "sub/plan.md", root / "sub", root):
            assert fingerprint(machine, path, cwd=cwd) == inside
    assert fingerprint(machine, "../project/sub/plan.md", cwd=other) == inside


def test_what_a_repository_allows_is_allowed_from_outside(
    machine: Machine, root: Path
) -> None:
    machine.memsync("scan", "--allow", fingerprint(machine, ".", cwd=root), cwd=root)
    path = root / "sub/plan.md"
    ran = machine.memsync("scan", path, "--show-allowed", "--json", cwd=machine.home)
    assert ran.json["findings"] == []
    assert [one["allowed_by"] for one in ran.json["allowed"]] == [".memsync-allow"]


def test_allowing_from_outside_writes_the_list_of_that_repository(
    machine: Machine, root: Path
) -> None:
    other = machine.repository("other")
    found = machine.memsync("scan", root / "sub", cwd=other, want=1)
    assert "`memsync scan --allow FINGERPRINT` with the same arguments" in found.err
    word = fingerprint(machine, root / "sub", cwd=other)
    ran = machine.memsync("scan", "--allow", word, root / "sub", cwd=other)
    assert ran.out == f"{root / '.memsync-allow'}: {word} added\n"
    assert NO_SUCH not in ran.err
    assert listed(root) == [word]
    assert not (other / ".memsync-allow").exists()
    machine.memsync("scan", root / "sub", cwd=other)


def test_paths_of_several_repositories_get_the_list_of_the_current_folder(
    machine: Machine, root: Path
) -> None:
    other = machine.repository("other")
    (other / "clean.md").write_text("Nothing.\n")
    within = fingerprint(machine, root / "sub", cwd=root)
    both = (root / "sub", other / "clean.md")
    assert fingerprint(machine, *both, cwd=root) == within
    theirs = fingerprint(machine, *both, cwd=other)
    assert theirs != within
    (machine.folder / "loose.md").write_text(SECRET)
    loose = machine.folder / "loose.md"
    assert fingerprint(machine, loose, cwd=other) == theirs


def test_a_repository_blocks_at_its_own_level_from_outside(
    machine: Machine, root: Path
) -> None:
    (root / "sub/plan.md").write_text("password = hunter2hunter\n")
    path = root / "sub/plan.md"
    machine.memsync("scan", path, cwd=machine.home, want=1)
    machine.memsync("config", "set", "guard.block", "high", cwd=machine.home)
    machine.memsync("scan", path, cwd=machine.home)
    settings = root / ".coyote/memsync.yaml"
    settings.parent.mkdir()
    settings.write_text("guard:\n  block: medium\n")
    machine.memsync("scan", path, cwd=root, want=1)
    machine.memsync("scan", path, cwd=machine.home, want=1)


def test_a_repository_that_git_refuses_is_scanned_without_its_list(
    machine: Machine, root: Path
) -> None:
    word = fingerprint(machine, root, cwd=root)
    machine.memsync("scan", "--allow", word, cwd=root)
    (root / ".git/HEAD").unlink()
    ran = machine.memsync("scan", root, cwd=machine.home, want=1)
    assert "plan.md:1:14: github-pat" in ran.out
    assert f"'{root / '.memsync-allow'}' does not count: " in ran.err
    machine.memsync("scan", root, cwd=root, want=16)


def test_allowing_what_no_finding_has_is_done_with_a_warning(
    machine: Machine, root: Path
) -> None:
    (root / "AGENTS.md").write_text(SECRET)
    machine.git("add", "AGENTS.md", cwd=root)
    word = fingerprint(machine, "AGENTS.md", cwd=root)
    wrong = word[:-1] + ("0" if word[-1] != "0" else "1")
    ran = machine.memsync("scan", "--allow", wrong, cwd=root)
    assert f"{NO_SUCH} of this scan has the fingerprint {wrong}" in ran.err
    assert f"remove it from '{root / '.memsync-allow'}'" in ran.err
    assert "`memsync scan PATH`" in ran.err
    assert listed(root) == [wrong]
    again = machine.memsync("-q", "scan", "--allow", wrong, "AGENTS.md", cwd=root)
    assert NO_SUCH in again.err
    right = machine.memsync("scan", "--allow", word, cwd=root)
    assert NO_SUCH not in right.err


def test_a_finding_may_be_allowed_wherever_it_was_found(
    machine: Machine, root: Path
) -> None:
    machine.memsync("init", cwd=root)
    for number, place in enumerate(
        (root / ".coyote/memory/a.md", root / "sub/plan.md", root / "AGENTS.md")
    ):
        place.write_text(f"The token is {tokens.github(number + 10)}.\n")
    machine.git("add", "AGENTS.md", cwd=root)
    machine.git("commit", "-qm", "agents", cwd=root)
    (root / "AGENTS.md").write_text("Clean.\n")
    machine.git("add", "AGENTS.md", cwd=root)
    for arguments in ([], ["sub"], ["--history", "HEAD"]):
        word = fingerprint(machine, *arguments, cwd=root)
        ran = machine.memsync("scan", "--allow", word, *arguments, cwd=root)
        assert NO_SUCH not in ran.err
    piped = machine.memsync("scan", "-", "--json", cwd=root, stdin=SECRET, want=1)
    word = piped.json["findings"][0]["fingerprint"]
    ran = machine.memsync("scan", "--allow", word, "-", cwd=root, stdin=SECRET)
    assert NO_SUCH not in ran.err
    assert len(listed(root)) == 4


def test_without_a_repository_the_user_memory_is_looked_through(
    machine: Machine,
) -> None:
    machine.memsync("init", "--scope", "user")
    (machine.user_memory / "me.md").write_text(SECRET)
    word = fingerprint(machine, cwd=machine.home)
    assert NO_SUCH not in machine.memsync("scan", "--allow", word).err
    assert NO_SUCH in machine.memsync("scan", "--allow", "0" * 16).err


def test_a_file_is_scanned_from_within_a_git_folder(
    machine: Machine, root: Path
) -> None:
    word = fingerprint(machine, root / "sub/plan.md", cwd=root)
    for cwd in (root / ".git", root / ".git/hooks"):
        assert fingerprint(machine, root / "sub", cwd=cwd) == word
    machine.memsync("scan", "--allow", word, root / "sub", cwd=root / ".git")
    assert listed(root) == [word]
    machine.memsync("scan", root / "sub", cwd=root / ".git")


def test_standard_input_is_scanned_in_a_hook_of_a_bare_repository(
    machine: Machine, root: Path
) -> None:
    bare = machine.folder / "shared.git"
    machine.git("clone", "-q", "--bare", root, bare)
    hook = bare / "hooks/pre-receive"
    hook.write_text("#!/bin/sh\necho 'The token is $1' >/dev/null\nmemsync scan -\n")
    hook.chmod(0o755)
    hook.write_text(
        "#!/bin/sh\nread -r old new ref\ngit show $new:AGENTS.md | memsync scan -\n"
    )
    for text, want in ((SECRET, 1), ("Clean.\n", 0)):
        (root / "AGENTS.md").write_text(text)
        machine.git("add", "AGENTS.md", cwd=root)
        machine.git("commit", "-qm", "x", cwd=root)
        ran = machine.run("git", "push", "-q", bare, "main", cwd=root, want=want)
        assert ("remote: -:1:14: github-pat, 40 bytes" in ran.err) == bool(want)
    # Notes and staged files are those of a work tree.
    machine.memsync("scan", cwd=bare, want=16)
    machine.memsync("scan", "--staged", cwd=bare, want=16)


def test_commits_are_scanned_in_a_hook_of_a_bare_repository(
    machine: Machine, root: Path
) -> None:
    bare = machine.folder / "shared.git"
    machine.git("clone", "-q", "--bare", root, bare)
    hook = bare / "hooks/pre-receive"
    guide = (PROJECT / "docs/guard.md").read_text("utf-8")
    hook.write_text(guide.partition("```sh\n")[2].partition("```")[0])
    hook.chmod(0o755)
    memory = root / ".coyote/memory"
    for text, branch, want in (
        (SECRET, "main", 1),
        ("Clean.\n", "main", 0),
        ("Clean.\n", "new", 0),
        (SECRET, "new", 1),
        (SECRET, "other", 1),
    ):
        memory.mkdir(parents=True, exist_ok=True)
        (memory / "a.md").write_text(text)
        machine.git("add", ".", cwd=root)
        machine.git("commit", "-q", "--allow-empty", "-m", "x", cwd=root)
        push = ("push", "-q", bare, f"HEAD:refs/heads/{branch}")
        ran = machine.run("git", *push, cwd=root, want=want)
        found = (
            "remote: " in ran.err and ":.coyote/memory/a.md:1:14: github-pat" in ran.err
        )
        assert found == bool(want), ran
        if want:
            machine.git("reset", "-q", "--hard", "HEAD~1", cwd=root)
    machine.git("push", "-q", bare, ":refs/heads/new", cwd=root)
    machine.memsync("scan", "--history", "main", cwd=bare)
    (machine.folder / "nowhere").mkdir()
    nowhere = ("scan", "--history", "main")
    machine.memsync(*nowhere, cwd=machine.folder / "nowhere", want=10)
