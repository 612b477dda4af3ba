"""The list of agents' folders that are synced here: kept whole, and never believed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.memory.note.names import Scope
from memsync.paths import Places
from memsync.workspace.place.agent_homes import (
    AgentHome,
    enlist,
    listed,
    listed_as,
    located,
    memory_of,
    strike,
    was_stopped,
)
from memsync.workspace.place.enrolment import Away
from memsync.workspace.repository.identity import record
from memsync.workspace.repository.roots import require_root

if TYPE_CHECKING:
    from support.machine import Machine

OWN = AgentHome("claude-code", "", None, Path("/home/me/.claude"), "")
SHOP = AgentHome(
    "hermes", "github.com+acme+shop", Path("/w/shop"), Path("/w/shop/.h"), "work"
)


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places({"HOME": str(tmp_path)})


def file_of(places: Places) -> Path:
    return places.data / "agents.json"


def test_a_home_is_named_for_git_and_for_people() -> None:
    assert (OWN.path, SHOP.path) == (
        "agents/claude-code",
        "projects/github.com+acme+shop/agents/hermes",
    )
    assert OWN.name == "claude-code's memory for all repositories"
    assert SHOP.name == "hermes's memory of 'github.com+acme+shop'"
    assert OWN.mend == "`memsync sync remove --agent claude-code --scope user`"
    assert SHOP.mend == "`memsync sync remove github.com+acme+shop --agent hermes`"


def test_a_folder_is_listed_until_it_is_struck(places: Places) -> None:
    assert listed(places) == []
    enlist(places, SHOP)
    enlist(places, OWN)
    assert listed(places) == [OWN, SHOP]
    assert listed_as(places, "hermes", "github.com+acme+shop") == SHOP
    assert listed_as(places, "hermes", "") is None
    strike(places, OWN, stopped=False)
    assert listed(places) == [SHOP]
    assert file_of(places).stat().st_mode & 0o077 == 0


def test_enlisted_again_it_is_changed(places: Places) -> None:
    enlist(places, SHOP)
    moved = SHOP._replace(folder=Path("/else"), profile="", by_init=True)
    enlist(places, moved)
    assert listed(places) == [moved]


def test_what_a_person_stopped_is_remembered_until_they_add_it_again(
    places: Places,
) -> None:
    enlist(places, SHOP)
    assert not was_stopped(places, *SHOP[:2])
    strike(places, SHOP, stopped=True)
    assert was_stopped(places, *SHOP[:2])
    assert not was_stopped(places, SHOP.agent, "")
    enlist(places, OWN)
    assert was_stopped(places, *SHOP[:2])
    enlist(places, SHOP)
    assert not was_stopped(places, *SHOP[:2])


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b'{"format": 2, "homes": [], "stopped": []}',
        b'{"format": 1, "homes": [{"agent": "x"}], "stopped": []}',
        b'{"format": 1, "homes": [3], "stopped": []}',
        b'{"format": 1, "homes": [], "stopped": [1]}',
        b'{"format": 1, "homes": {"a": 1}, "stopped": []}',
        b"\xff\x00",
    ],
)
def test_a_malformed_list_is_empty(places: Places, data: bytes) -> None:
    file_of(places).parent.mkdir(parents=True)
    file_of(places).write_bytes(data)
    assert listed(places) == []
    assert not was_stopped(places, "x", "")
    enlist(places, OWN)
    assert listed(places) == [OWN]


def test_a_link_in_its_place_is_not_followed(places: Places, tmp_path: Path) -> None:
    enlist(places, OWN)
    file_of(places).rename(tmp_path / "moved")
    file_of(places).symlink_to(tmp_path / "moved")
    assert listed(places) == []


NAME = st.text("abc-", min_size=1, max_size=4)
HOME = st.builds(
    AgentHome,
    NAME,
    NAME | st.just(""),
    st.none() | NAME.map(Path),
    NAME.map(Path),
    NAME | st.just(""),
    st.booleans(),
)


@given(st.lists(HOME, max_size=4, unique_by=lambda home: home[:2]))
def test_what_is_listed_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, homes: list[AgentHome]
) -> None:
    places = Places({"HOME": str(tmp_path_factory.getbasetemp())})
    file_of(places).unlink(missing_ok=True)
    for home in homes:
        enlist(places, home)
    assert {home[:2]: home for home in listed(places)} == {h[:2]: h for h in homes}
    assert json.loads(file_of(places).read_text() if homes else "1")


def test_its_archive_and_its_lock_are_outside_of_it(places: Places) -> None:
    memory = memory_of(SHOP, places)
    assert memory.folder == SHOP.folder
    assert memory.archive == places.data / "archives" / SHOP.path
    assert places.state in memory.lock.parents
    assert "/" not in memory.lock.relative_to(places.state / "locks").as_posix()
    assert (memory.scope, memory_of(OWN, places).scope) == (Scope.WORKSPACE, Scope.USER)
    assert memory.private
    assert memory.agent == "hermes"


def test_a_persons_folder_is_where_it_was_found(places: Places) -> None:
    assert located(OWN, places) == OWN.folder


def test_a_repositorys_folder_is_left_alone_where_that_is_gone(places: Places) -> None:
    away = located(SHOP, places)
    assert isinstance(away, Away)
    assert "'/w/shop' is gone, or is another repository now" in away.message
    assert SHOP.mend in away.hint


def test_a_repository_is_known_by_its_record(machine: Machine) -> None:
    places = Places(machine.environ)
    top = machine.repository()
    home = SHOP._replace(top=top, folder=top / ".h")
    assert isinstance(located(home, places), Away)
    record(require_root(top, machine.environ), home.identity)
    assert located(home, places) == home.folder
    record(require_root(top, machine.environ), "github.com+acme+other")
    assert isinstance(located(home, places), Away)


def test_a_linked_worktree_is_known_by_the_same_record(machine: Machine) -> None:
    places = Places(machine.environ)
    top = machine.repository()
    tree = machine.folder / "tree"
    machine.git("worktree", "add", "-q", str(tree), cwd=top)
    record(require_root(top, machine.environ), SHOP.identity)
    home = SHOP._replace(top=tree, folder=tree / ".h")
    assert located(home, places) == home.folder
