"""The list of repositories whose memory is synced, and where each is now."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memsync.errors import Refused
from memsync.paths import Places
from memsync.workspace.place.enrolment import (
    Away,
    Enrolled,
    enrol,
    enrolled,
    find_enrolled,
    home_top,
    memory_at,
    seen_again,
    still_there,
    strike,
)
from memsync.workspace.place.spot import Spot
from memsync.workspace.repository.identity import record
from memsync.workspace.repository.roots import require_root
from memsync.workspace.verbs.bootstrap import Wanted, init

if TYPE_CHECKING:
    from support.machine import Machine

SHOP = "github.com+acme+shop"


@pytest.fixture
def places(machine: Machine) -> Places:
    return Places(machine.environ)


@pytest.fixture
def top(machine: Machine, places: Places) -> Path:
    """A repository with a memory and an id."""
    top = machine.repository()
    init(top, places, Wanted())
    record(require_root(top, machine.environ), SHOP)
    return top


def found(places: Places, top: Path, identity: str = SHOP) -> Spot | Away:
    return find_enrolled(identity, Enrolled(top, ""), places.environ)


def test_a_repository_is_listed_until_it_is_struck(places: Places) -> None:
    assert enrolled(places) == {}
    enrol(places, SHOP, Path("/w/shop"), "work")
    enrol(places, "a", Path("/w/a"), "")
    assert enrolled(places) == {
        SHOP: Enrolled(Path("/w/shop"), "work"),
        "a": Enrolled(Path("/w/a"), ""),
    }
    enrol(places, SHOP, Path("/moved"), "work")
    assert enrolled(places)[SHOP].top == Path("/moved")
    strike(places, SHOP)
    strike(places, "nobody")
    assert list(enrolled(places)) == ["a"]
    assert (places.state / "projects.json").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"null",
        b'{"format": 9, "projects": {}}',
        b'{"format": 1, "projects": {"a": {}}}',
        b'{"format": 1, "projects": {"a": {"top": 3, "profile": ""}}}',
        b'{"format": 1, "projects": ["a"]}',
        b"\xff",
    ],
)
def test_a_malformed_list_is_empty(places: Places, data: bytes) -> None:
    places.state.mkdir(parents=True)
    (places.state / "projects.json").write_bytes(data)
    assert enrolled(places) == {}
    enrol(places, "a", Path("/w/a"), "")
    assert list(enrolled(places)) == ["a"]


def test_an_enrolled_memory_is_found(places: Places, top: Path) -> None:
    spot = found(places, top)
    assert isinstance(spot, Spot)
    assert spot.folder == top / ".coyote/memory"


def test_a_repository_that_is_gone_is_left_alone(places: Places, top: Path) -> None:
    shutil.rmtree(top)
    away = found(places, top)
    assert isinstance(away, Away)
    assert away.message == f"the memory of '{SHOP}' is not synced: '{top}' is gone"
    assert f"`memsync sync remove {SHOP}`" in away.hint


def test_another_clone_in_its_place_is_left_alone(
    machine: Machine, places: Places, top: Path
) -> None:
    record(require_root(top, machine.environ), "github.com+acme+fork")
    away = found(places, top)
    assert isinstance(away, Away)
    assert "a different clone or repository now" in away.message


def test_a_folder_below_a_repository_is_not_it(places: Places, top: Path) -> None:
    (top / "src").mkdir()
    assert isinstance(found(places, top / "src"), Away)


def test_a_memory_that_was_removed_is_told(places: Places, top: Path) -> None:
    shutil.rmtree(top / ".coyote")
    away = found(places, top)
    assert isinstance(away, Away)
    assert "has no memory any more" in away.message


def test_a_committed_memory_is_not_synced(
    machine: Machine, places: Places, top: Path
) -> None:
    machine.git("add", "-f", ".coyote/memory", cwd=top)
    root = require_root(top, machine.environ)
    with pytest.raises(Refused) as raised:
        memory_at(root, machine.environ)
    assert raised.value.word == "team-memory"
    away = found(places, top)
    assert isinstance(away, Away)
    assert "is committed with the repository" in away.message


def test_a_broken_repository_is_left_alone_with_its_reason(
    places: Places, top: Path
) -> None:
    shutil.rmtree(top / ".git")
    (top / ".git").mkdir()
    away = found(places, top)
    assert isinstance(away, Away)
    assert away.message.startswith(f"the memory of '{SHOP}' is not synced: ")


def test_all_worktrees_have_the_main_ones_memory(
    machine: Machine, places: Places, top: Path
) -> None:
    tree = machine.folder / "tree"
    machine.git("worktree", "add", "-q", str(tree), cwd=top)
    root = require_root(tree, machine.environ)
    assert home_top(root) == top
    spot = memory_at(root, machine.environ)
    assert spot is not None
    assert spot.folder == top / ".coyote/memory"


def test_a_moved_repository_is_noted_where_it_is_now(
    machine: Machine, places: Places, top: Path
) -> None:
    enrol(places, SHOP, top, "work")
    moved = top.rename(machine.folder / "moved")
    seen_again(require_root(moved, machine.environ), places)
    assert enrolled(places) == {SHOP: Enrolled(moved, "work")}


def test_a_copy_does_not_take_the_place_of_the_first(
    machine: Machine, places: Places, top: Path
) -> None:
    enrol(places, SHOP, top, "")
    copy = machine.folder / "copy"
    shutil.copytree(top, copy)
    seen_again(require_root(copy, machine.environ), places)
    assert enrolled(places) == {SHOP: Enrolled(top, "")}


def test_a_repository_that_nobody_enrolled_is_not_noted(
    machine: Machine, places: Places, top: Path
) -> None:
    seen_again(require_root(top, machine.environ), places)
    assert not (places.state / "projects.json").exists()
    enrol(places, "other", top, "")
    seen_again(require_root(top, machine.environ), places)
    assert list(enrolled(places)) == ["other"]


def test_it_is_still_there_as_long_as_its_record_is(
    machine: Machine, places: Places, top: Path
) -> None:
    assert still_there(top, SHOP, places)
    assert not still_there(top, "other", places)
    assert not still_there(top / "src", SHOP, places)
