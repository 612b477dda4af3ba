"""Which folder of an agent is synced on this machine, and which is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.agent_sync import IDENTITY, add, claude, clone, gemini, goose, qwen

from memsync.agents.layouts.registry import names
from memsync.agents.synced import SYNCED

if TYPE_CHECKING:
    from support.machine import Machine


def test_the_folder_is_that_of_the_agent_and_is_made_where_it_is_not(
    desk: Machine,
) -> None:
    root = clone(desk)
    assert add(desk, "claude-code", root, "--dry-run") == {
        "changed": True,
        "agent": "claude-code",
        "identity": IDENTITY,
        "memory": str(claude(desk, root)),
    }
    assert not claude(desk, root).exists()
    assert desk.memsync("sync", "add", "--list", "--json").json == []
    assert add(desk, "claude-code", root)["changed"]
    assert claude(desk, root).is_dir()
    assert not add(desk, "claude-code", root)["changed"]
    said = desk.memsync("sync", "add", "--agent", "claude", cwd=root)
    assert "is synced already" in said.err
    assert desk.memsync("sync", "add", "--list", "--json").json == [
        {
            "identity": IDENTITY,
            "agent": "claude-code",
            "root": str(root),
            "memory": str(claude(desk, root)),
            "profile": "default",
            "problem": None,
        }
    ]


def test_a_linked_worktree_means_the_folder_of_the_main_one(desk: Machine) -> None:
    root = clone(desk)
    desk.git("commit", "-q", "--allow-empty", "-m", "x", cwd=root)
    tree = root.with_name("tree")
    desk.git("worktree", "add", "-q", str(tree), cwd=root)
    for agent, folder in (
        ("claude-code", claude(desk, root)),
        ("qwen-code", qwen(desk, root)),
        ("goose", goose(desk, root)),
    ):
        assert add(desk, agent, tree)["memory"] == str(folder)
        assert not add(desk, agent, root)["changed"]
    desk.memsync("sync", "remove", "--agent", "goose", cwd=tree)
    assert len(desk.memsync("sync", "add", "--list", "--json").json) == 2


def test_gemini_tells_its_folder_only_after_it_was_started(desk: Machine) -> None:
    root = clone(desk)
    refused = add(desk, "gemini-cli", root, want=16)
    assert refused["error"]["code"] == "no-folder"
    assert "start gemini once" in refused["error"]["hint"]
    folder = gemini(desk, root, "shop-1")
    assert add(desk, "gemini-cli", root)["memory"] == str(folder)


def test_the_persons_store_needs_no_repository(desk: Machine) -> None:
    here = desk.home
    added = add(desk, "goose", here, "--scope", "user")
    folder = desk.home / ".config/goose/memory"
    assert (added["identity"], added["memory"]) == (None, str(folder))
    added = add(desk, "qwen-code", here, "--scope", "user")
    assert added["memory"] == str(desk.home / ".qwen/memories")
    refused = add(desk, "claude-code", here, "--scope", "user", want=16)
    assert refused["error"]["code"] == "no-folder"
    assert "leave --scope out" in refused["error"]["hint"]
    add(desk, "goose", here, "--scope", "user", "--id", "x", want=2)
    desk.memsync("sync", "remove", "--agent", "goose", "--scope", "user")
    listed = desk.memsync("sync", "add", "--list", "--json").json
    assert [row["agent"] for row in listed] == ["qwen-code"]


@pytest.mark.parametrize("agent", sorted(set(names()) - SYNCED.keys() - {"coyote"}))
def test_other_agents_are_refused_with_the_way_that_there_is(
    desk: Machine, agent: str
) -> None:
    want = 16 if agent == "memory-tool" else 14
    refused = add(desk, agent, clone(desk), want=want)
    assert refused["error"]["code"] == (
        "no-folder" if agent == "memory-tool" else "not-syncable"
    )
    assert f"memsync import {agent}" in refused["error"]["hint"]


def test_coyote_is_synced_already_and_a_name_that_is_none_lists_all(
    desk: Machine,
) -> None:
    root = clone(desk)
    done = desk.memsync("sync", "add", "--agent", "coyote", cwd=root)
    assert "which are synced already" in done.err
    assert done.err.count("\n") == 1
    wrong = desk.memsync("sync", "add", "--agent", "clod", cwd=root, want=2)
    assert "claude-code" in wrong.err


def test_a_second_clone_is_refused_with_the_first_ones_folder(desk: Machine) -> None:
    first, second = clone(desk), clone(desk, "again")
    add(desk, "claude-code", first)
    refused = add(desk, "claude-code", second, want=16)
    assert str(claude(desk, first)) in refused["error"]["message"]
    assert "sync remove" in refused["error"]["hint"]
    own = add(desk, "claude-code", second, "--id", "another")
    assert own["memory"] == str(claude(desk, second))


def test_a_moved_repository_gets_the_folder_of_its_new_place(desk: Machine) -> None:
    first = clone(desk)
    add(desk, "claude-code", first)
    (claude(desk, first) / "a.md").write_text("a\n")
    moved = first.with_name("elsewhere")
    first.rename(moved)
    (problem,) = desk.memsync("sync", "add", "--list", "--json").json
    assert "gone" in problem["problem"]
    done = desk.memsync("sync", "add", "--agent", "claude-code", cwd=moved)
    assert f"'{claude(desk, first)}' is not synced any more" in done.err
    (now,) = desk.memsync("sync", "add", "--list", "--json").json
    assert (now["memory"], now["problem"]) == (str(claude(desk, moved)), None)
    assert (claude(desk, first) / "a.md").read_text() == "a\n"


def test_another_repository_in_the_same_place_is_not_taken_for_it(
    desk: Machine,
) -> None:
    first = clone(desk)
    add(desk, "claude-code", first)
    first.rename(first.with_name("kept"))
    clone(desk, "shop", "https://git.example.com/other/shop.git")
    (row,) = desk.memsync("sync", "add", "--list", "--json").json
    assert "another repository" in row["problem"]


def test_one_folder_is_no_two_homes(desk: Machine) -> None:
    root = clone(desk)
    add(desk, "goose", root)
    (desk.home / ".config/goose").mkdir(parents=True)
    (desk.home / ".config/goose/memory").symlink_to(root / ".goose/memory")
    refused = add(desk, "goose", desk.home, "--scope", "user", want=16)
    assert "is synced here already" in refused["error"]["message"]


def test_a_folder_that_is_a_link_of_ones_own_is_followed_and_others_are_refused(
    desk: Machine,
) -> None:
    root = clone(desk)
    kept = desk.home / "dotfiles/claude"
    kept.mkdir(parents=True)
    claude(desk, root).parent.mkdir(parents=True)
    claude(desk, root).symlink_to(kept)
    assert add(desk, "claude-code", root)["memory"] == str(kept)
    (root / ".goose").symlink_to(desk.home)
    assert add(desk, "goose", root, want=14)["error"]["code"] == "symlink"
    other = clone(desk, "other", "https://git.example.com/acme/other.git")
    claude(desk, other).parent.mkdir(parents=True)
    claude(desk, other).symlink_to(desk.home / "nowhere")
    refused = add(desk, "claude-code", other, want=16)
    assert "which is not there" in refused["error"]["message"]
    assert not (desk.home / "nowhere").exists()


def test_our_own_memory_and_a_committed_one_are_refused(desk: Machine) -> None:
    root = clone(desk)
    desk.memsync("init", cwd=root)
    claude(desk, root).parent.mkdir(parents=True)
    claude(desk, root).symlink_to(root / ".coyote/memory")
    refused = add(desk, "claude-code", root, want=14)
    assert refused["error"]["code"] == "own-memory"
    (root / ".goose/memory").mkdir(parents=True)
    (root / ".goose/memory/a.txt").write_text("x\n")
    desk.git("add", "-f", ".goose", cwd=root)
    assert add(desk, "goose", root, want=14)["error"]["code"] == "team-memory"


def test_without_sync_and_outside_git_it_says_what_is_missing(
    machine: Machine,
) -> None:
    root = clone(machine)
    assert add(machine, "claude-code", root, want=11)["error"]["code"]
    machine.memsync("sync", "init")
    assert add(machine, "claude-code", machine.home, want=10)["error"]["code"]
    machine.memsync("sync", "remove", "--agent", "claude-code", cwd=root, want=17)
    machine.memsync("sync", "add", "--scope", "user", cwd=root, want=2)


def test_removing_ends_the_syncing_and_leaves_the_files(desk: Machine) -> None:
    root = clone(desk)
    add(desk, "claude-code", root)
    note = claude(desk, root) / "a.md"
    note.write_text("a\n")
    args = ("sync", "remove", "--agent", "claude-code", "--json")
    would = desk.memsync(*args, "--dry-run", cwd=root).json
    assert not would["changed"]
    assert desk.memsync(*args, cwd=root).json == {**would, "changed": True}
    assert note.read_text() == "a\n"
    assert desk.memsync("sync", "add", "--list", "--json").json == []
    # By its identity, from anywhere, when the repository is gone.
    add(desk, "claude-code", root)
    desk.memsync("sync", "remove", IDENTITY, "--agent", "claude-code")
    assert desk.memsync("sync", "add", "--list", "--json").json == []


def test_an_agent_that_is_linked_has_no_folder_to_sync(desk: Machine) -> None:
    root = clone(desk)
    desk.memsync("init", cwd=root)
    desk.memsync("link", "claude-code", cwd=root)
    refused = add(desk, "claude-code", root, want=14)
    assert refused["error"]["code"] == "own-memory"
    assert "memsync unlink claude-code" in refused["error"]["hint"]


def test_a_list_that_is_damaged_is_empty_and_made_anew(desk: Machine) -> None:
    root = clone(desk)
    add(desk, "claude-code", root)
    file = desk.home / ".local/share/memsync/agents.json"
    for text in ("{", "[]", '{"format": 9}', '{"format": 1, "homes": [{}]}'):
        file.write_text(text)
        assert desk.memsync("sync", "add", "--list", "--json").json == []
        assert add(desk, "claude-code", root)["changed"]


def test_a_folder_in_the_work_tree_that_git_would_commit_is_named(
    desk: Machine,
) -> None:
    root = clone(desk)
    said = desk.memsync("sync", "add", "--agent", "goose", cwd=root)
    assert "git does not ignore" in said.err
    assert ".git/info/exclude" in said.err
    desk.memsync("sync", "remove", "--agent", "goose", cwd=root)
    (root / ".git/info/exclude").write_text("/.goose/\n")
    said = desk.memsync("sync", "add", "--agent", "goose", cwd=root)
    assert "git does not ignore" not in said.err
    outside = desk.memsync("sync", "add", "--agent", "claude-code", cwd=root)
    assert "git does not ignore" not in outside.err
