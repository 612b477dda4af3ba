"""Agents' folders as homes of a round: added, removed, offered, and looked up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.agent_sync import IDENTITY, clone, goose
from support.memories import NOW, settings

from memsync.errors import BadUsage, NotFound, Refused
from memsync.paths import Places
from memsync.sync.folder.listing import agent_files
from memsync.sync.homes import agent_homes
from memsync.sync.homes.agent_homes import AddedHome, AgentFolder, as_memory
from memsync.sync.state.state import StateFolder, state_folder_of
from memsync.workspace.place.agent_homes import AgentHome, enlist, listed, was_stopped

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture
def places(machine: Machine) -> Places:
    return Places(machine.environ)


@pytest.fixture
def top(machine: Machine) -> Path:
    return clone(machine)


def add(
    top: Path,
    places: Places,
    agent: str = "goose",
    *,
    person: bool = False,
    pretend: bool = False,
    by_init: bool = False,
) -> AddedHome:
    return agent_homes.add(
        agent,
        top,
        places,
        NOW,
        state_folder_of(places),
        person=person,
        profile="",
        named=None,
        settings=settings(),
        pretend=pretend,
        by_init=by_init,
    )


def remove(
    what: Path | str, places: Places, *, person: bool = False, pretend: bool = False
) -> AgentHome:
    def vault_of(profile: str) -> StateFolder:
        return state_folder_of(places, profile)

    return agent_homes.remove(
        "goose", what, places, vault_of, person=person, pretend=pretend
    )


def test_a_folder_is_made_and_listed_once(
    machine: Machine, places: Places, top: Path
) -> None:
    folder = goose(machine, top)
    expected = AddedHome("goose", IDENTITY, folder, changed=True, unignored=True)
    assert add(top, places, pretend=True) == expected
    assert (listed(places), folder.exists()) == ([], False)
    assert add(top, places) == expected
    assert listed(places) == [AgentHome("goose", IDENTITY, top, folder, "")]
    assert folder.stat().st_mode & 0o077 == 0
    assert add(top, places) == expected._replace(changed=False)


def test_a_folder_that_was_deleted_is_made_again(
    machine: Machine, places: Places, top: Path
) -> None:
    add(top, places)
    goose(machine, top).rmdir()
    assert add(top, places).changed
    assert goose(machine, top).is_dir()


def test_the_persons_store_needs_no_repository(
    machine: Machine, places: Places
) -> None:
    added = add(machine.folder, places, person=True)
    assert added.identity == ""
    [home] = listed(places)
    assert (home.path, home.top, home.folder) == ("agents/goose", None, added.folder)


def test_coyote_reads_our_own_memories(places: Places, top: Path) -> None:
    assert add(top, places, "coyote") == AddedHome("coyote", "", None, changed=False)
    assert listed(places) == []


def test_an_unknown_agent_changes_nothing(places: Places, top: Path) -> None:
    with pytest.raises(BadUsage, match="no-such-agent"):
        add(top, places, "no-such-agent")
    assert listed(places) == []


def test_a_throwaway_memory_adds_nothing(machine: Machine, top: Path) -> None:
    throwaway = machine.folder / "throwaway"
    within = Places({**machine.environ, "MEMSYNC_EPHEMERAL": str(throwaway)})
    with pytest.raises(Refused) as caught:
        add(top, within)
    assert caught.value.word == "ephemeral"


@pytest.mark.parametrize(
    ("remotes", "why"),
    [
        ({}, "it has no remote"),
        ({"origin": "../folder"}, "its remote is a folder of this machine"),
        (
            {"one": "https://git.example/a/b", "two": "https://git.example/c/d"},
            "it has several remotes, and none is called origin",
        ),
    ],
)
def test_a_repository_without_an_identity_is_asked_for_one(
    machine: Machine, places: Places, remotes: dict[str, str], why: str
) -> None:
    plain = machine.repository("plain")
    for name, url in remotes.items():
        machine.git("remote", "add", name, url, cwd=plain)
    with pytest.raises(BadUsage, match="nothing identifies") as caught:
        add(plain, places)
    assert caught.value.message.endswith(f": {why}")
    assert "--id NAME" in (caught.value.hint or "")
    assert listed(places) == []


@pytest.mark.parametrize("by_identity", [True, False])
def test_a_removed_folder_keeps_its_files(
    machine: Machine, places: Places, top: Path, *, by_identity: bool
) -> None:
    add(top, places)
    note = goose(machine, top) / "a.txt"
    note.write_text("note\n")
    what = IDENTITY if by_identity else top
    [home] = listed(places)
    assert remove(what, places, pretend=True) == home
    assert listed(places) == [home]
    assert remove(what, places) == home
    assert listed(places) == []
    assert was_stopped(places, "goose", IDENTITY)
    assert note.read_text() == "note\n"


def test_what_is_not_synced_cannot_be_removed(places: Places, top: Path) -> None:
    with pytest.raises(NotFound, match=f"goose's memory of '{top}' is not") as caught:
        remove(top, places)
    assert caught.value.hint == "see `memsync sync add --list`"
    with pytest.raises(NotFound, match="goose's memory of you is not synced here"):
        remove("", places, person=True)


def test_only_what_init_began_is_left_with_the_repository(
    places: Places, top: Path
) -> None:
    add(top, places, by_init=True)
    add(top, places, "claude-code")
    left = agent_homes.leave(IDENTITY, places, lambda _: state_folder_of(places))
    assert [home.agent for home in left] == ["goose"]
    assert [home.agent for home in listed(places)] == ["claude-code"]
    assert not was_stopped(places, "goose", IDENTITY)


def test_a_repository_that_is_gone_is_away(
    machine: Machine, places: Places, top: Path
) -> None:
    add(top, places)
    add(machine.folder, places, person=True)
    here, away = agent_homes.present(places, "")
    assert ([home.identity for home in here], away) == (["", IDENTITY], [])
    assert agent_homes.present(places, "work") == ([], [])
    top.rename(machine.folder / "moved")
    here, away = agent_homes.present(places, "")
    assert [home.identity for home in here] == [""]
    [reason] = away
    assert f"'{top}' is gone" in str(reason)


def test_offered_is_what_the_mirror_has_and_no_folder_here(
    places: Places, top: Path
) -> None:
    start = f"projects/{IDENTITY}/agents"
    paths = [
        f"{start}/goose/a.txt",
        f"{start}/goose/b.txt",
        f"{start}/claude-code/a.md",
        f"{start}/no-such-agent/a.md",
        "projects/other/agents/qwen-code/a.md",
        "agents/zerostack/a.md",
        f"projects/{IDENTITY}/note.md",
    ]
    assert agent_homes.offers(IDENTITY, paths, places) == ["claude-code", "goose"]
    add(top, places)
    assert agent_homes.offers(IDENTITY, paths, places) == ["claude-code"]
    remove(top, places)
    assert agent_homes.offers(IDENTITY, paths, places) == ["claude-code"]


def test_a_memory_has_the_form_of_its_agent(places: Places, top: Path) -> None:
    add(top, places)
    [home] = listed(places)
    memory = as_memory(home, places)
    assert (memory.folder, memory.ending, memory.apart) == (home.folder, ".txt", ())
    place = AgentFolder(home, memory).place
    assert place is not None
    assert place.home == f"projects/{IDENTITY}/agents/goose"
    assert place.identity == IDENTITY
    assert place.form == (".txt", ())
    with open(place.record, encoding="utf-8") as file:  # noqa: PTH123 -- a path as text
        assert file.read().strip() == IDENTITY


def test_of_a_worktree_git_must_be_asked_whose_it_is(
    machine: Machine, places: Places, top: Path
) -> None:
    other = machine.folder / "other"
    machine.git("worktree", "add", "-q", str(other), cwd=top)
    home = AgentHome("goose", IDENTITY, other, other / ".goose/memory", "")
    assert AgentFolder(home, as_memory(home, places)).place is None


def test_a_link_that_replaces_a_listed_folder_is_not_followed(
    machine: Machine, places: Places
) -> None:
    folder = machine.home / "notes"
    (machine.home / "victim").mkdir()
    folder.symlink_to(machine.home / "victim")
    home = AgentHome("goose", "", None, folder, "")
    enlist(places, home)
    memory = as_memory(home, places)
    with pytest.raises(Refused):
        list(agent_files(str(memory.folder), memory.ending))
