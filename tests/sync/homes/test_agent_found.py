"""Which folder of an agent can be synced in place, and which is refused."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.agent_sync import FOLDERS, IDENTITY, clone
from support.memories import NOW

from memsync.agents.layouts.registry import layout_called
from memsync.agents.synced import SYNCED
from memsync.errors import BadUsage, Broken, Refused
from memsync.paths import Places
from memsync.sync.homes.agent_found import (
    check_alone,
    check_syncable,
    check_uncommitted,
    find_folder,
)
from memsync.workspace.place.agent_homes import AgentHome
from memsync.workspace.repository.identity import record
from memsync.workspace.repository.roots import require_root

if TYPE_CHECKING:
    from support.machine import Machine

    from memsync.workspace.repository.roots import GitRoot


@pytest.fixture
def places(machine: Machine) -> Places:
    return Places(machine.environ)


@pytest.fixture
def top(machine: Machine) -> Path:
    return clone(machine)


@pytest.fixture
def root(machine: Machine, top: Path) -> GitRoot:
    return require_root(top, machine.environ)


def goose_in(top: Path) -> AgentHome:
    return AgentHome("goose", IDENTITY, top, top / ".goose/memory", "")


def person(folder: Path) -> AgentHome:
    return AgentHome("goose", "", None, folder, "")


@pytest.mark.parametrize("agent", sorted(FOLDERS))
def test_each_agents_folder_of_a_repository_is_found(
    machine: Machine, places: Places, root: GitRoot, agent: str
) -> None:
    expected = FOLDERS[agent](machine, root.top)
    assert find_folder(layout_called(agent), root, places, NOW) == expected


def test_a_worktree_has_the_folder_of_the_main_work_tree(
    machine: Machine, places: Places, top: Path
) -> None:
    machine.git("worktree", "add", "-q", str(machine.folder / "other"), cwd=top)
    other = require_root(machine.folder / "other", machine.environ)
    found = find_folder(layout_called("goose"), other, places, NOW)
    assert found == top / ".goose/memory"


def test_a_link_to_a_folder_is_followed_once(
    machine: Machine, places: Places, root: GitRoot
) -> None:
    folder = FOLDERS["claude-code"](machine, root.top)
    folder.parent.mkdir(parents=True)
    real = machine.home / "elsewhere"
    folder.symlink_to(real)
    layout = layout_called("claude-code")
    with pytest.raises(Broken, match="is a link to") as caught:
        find_folder(layout, root, places, NOW)
    assert caught.value.word == "not-a-folder"
    assert caught.value.hint == "make that folder, or remove the link"
    real.mkdir()
    assert find_folder(layout, root, places, NOW) == real


def test_a_file_in_place_of_the_folder_is_named(
    places: Places, root: GitRoot, top: Path
) -> None:
    (top / ".goose").mkdir()
    (top / ".goose/memory").write_text("a file")
    with pytest.raises(Broken, match="is not a folder") as caught:
        find_folder(layout_called("goose"), root, places, NOW)
    assert (caught.value.word, caught.value.hint) == ("not-a-folder", "move it")


def test_a_link_out_of_the_work_tree_is_refused(
    machine: Machine, places: Places, root: GitRoot, top: Path
) -> None:
    (top / ".goose").symlink_to(machine.home)
    with pytest.raises(Refused, match="outside of this repository"):
        find_folder(layout_called("goose"), root, places, NOW)


def test_an_agent_that_was_never_started_here_has_no_folder(
    places: Places, root: GitRoot
) -> None:
    with pytest.raises(Broken, match="has no folder for this repository") as caught:
        find_folder(layout_called("gemini-cli"), root, places, NOW)
    assert caught.value.word == "no-folder"


@pytest.mark.parametrize("agent", sorted(SYNCED))
def test_what_the_table_names_can_be_synced(agent: str) -> None:
    check_syncable(layout_called(agent), person=False)


def test_an_agent_without_a_store_for_a_person_is_named() -> None:
    check_syncable(layout_called("goose"), person=True)
    with pytest.raises(Broken, match="gemini-cli has no store of its own") as caught:
        check_syncable(layout_called("gemini-cli"), person=True)
    assert caught.value.word == "no-folder"
    assert caught.value.hint == (
        "leave --scope out: `memsync sync add --agent gemini-cli`"
    )


@pytest.mark.parametrize(
    ("agent", "why"),
    [
        ("hermes", "memsync cannot merge the files"),
        ("codex", "a program rewrites all of it"),
        ("cursor", "it is in files that people write"),
    ],
)
def test_the_reason_is_given_for_another_agent(agent: str, why: str) -> None:
    with pytest.raises(Refused, match=f"the memory of {agent} cannot be") as caught:
        check_syncable(layout_called(agent), person=False)
    assert caught.value.word == "not-syncable"
    assert f"`memsync import {agent}`" in (caught.value.hint or "")
    assert why in caught.value.message


def test_the_memory_tool_has_no_folder_of_its_own() -> None:
    with pytest.raises(Broken, match="memory-tool has no folder") as caught:
        check_syncable(layout_called("memory-tool"), person=False)
    assert caught.value.word == "no-folder"


def test_one_folder_alone_is_fine_also_when_it_is_added_again(
    places: Places, top: Path
) -> None:
    home = goose_in(top)
    check_alone(home, None, [], places)
    check_alone(home, home, [home], places)


def test_of_a_repository_one_clone_a_machine_is_synced(
    machine: Machine, places: Places, top: Path, root: GitRoot
) -> None:
    record(root, IDENTITY)
    other = goose_in(clone(machine, "second"))
    with pytest.raises(Broken, match="is synced here already, from") as caught:
        check_alone(other, goose_in(top), [], places)
    assert caught.value.word == "enrolled-elsewhere"
    assert "--id NAME" in (caught.value.hint or "")
    top.rename(machine.folder / "gone")
    check_alone(other, goose_in(top), [], places)


def test_a_folder_of_another_profile_is_removed_first(
    places: Places, top: Path
) -> None:
    home = goose_in(top)
    with pytest.raises(BadUsage, match="synced in the profile 'work'") as caught:
        check_alone(home, home._replace(profile="work"), [], places)
    assert caught.value.hint == f"{home.mend} first"
    with pytest.raises(BadUsage, match="synced in the profile 'default'"):
        check_alone(home._replace(profile="work"), home, [], places)


def test_one_folder_is_no_two_homes_even_through_a_link(
    machine: Machine, places: Places, top: Path
) -> None:
    home = goose_in(top)
    home.folder.mkdir(parents=True)
    (machine.home / "link").symlink_to(home.folder)
    other = person(machine.home / "link")
    with pytest.raises(Broken, match="is synced here already, as goose's") as caught:
        check_alone(home, None, [other], places)
    assert caught.value.word == "enrolled-elsewhere"
    # A folder may be apart within another.
    check_alone(home, None, [person(home.folder / "global")], places)


def test_a_memory_of_our_own_is_no_agents(
    machine: Machine, places: Places, top: Path
) -> None:
    own = [
        places.user_memory,
        places.state / "mirror",
        places.data,
        places.config,
        top / ".coyote/memory",
    ]
    for folder in own:
        with pytest.raises(Refused, match="a memory of memsync's own") as caught:
            check_alone(person(folder), None, [], places)
        assert caught.value.word == "own-memory"
    check_alone(person(machine.home / ".config/goose"), None, [], places)


def test_a_folder_that_git_has_is_refused(
    machine: Machine, places: Places, top: Path, root: GitRoot
) -> None:
    home = goose_in(top)
    home.folder.mkdir(parents=True)
    (home.folder / "a.txt").write_text("note\n")
    assert check_uncommitted(home, root, places) is True
    (top / ".gitignore").write_text(".goose/\n")
    assert check_uncommitted(home, root, places) is False
    machine.git("add", "-f", ".goose/memory/a.txt", cwd=top)
    with pytest.raises(Refused, match="is committed with the repository") as caught:
        check_uncommitted(home, root, places)
    assert caught.value.word == "team-memory"


def test_a_folder_outside_of_the_work_tree_is_not_asked_about(
    machine: Machine, places: Places, top: Path, root: GitRoot
) -> None:
    outside = goose_in(top)._replace(folder=machine.home / "x")
    assert check_uncommitted(outside, root, places) is False
    assert check_uncommitted(person(Path("/nowhere")), None, places) is False
