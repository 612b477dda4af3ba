"""Memories outside their repository: private, throwaway, beside a team's."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from memsync.errors import Refused
from memsync.paths import Places
from memsync.workspace.place.beside import has_any_beside, learned_memory
from memsync.workspace.place.ephemeral import ephemeral_spot, refuse_ephemeral
from memsync.workspace.place.private import (
    find_private,
    known_identities,
    new_identity,
    private_spot,
)
from memsync.workspace.place.spot import spot_at
from memsync.workspace.repository.identity import parse_identity, record
from memsync.workspace.repository.roots import require_root

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

    from memsync.workspace.place.notices import Notice
    from memsync.workspace.repository.roots import GitRoot

SHOP = "github.com+acme+shop"


@pytest.fixture
def places(machine: Machine) -> Places:
    return Places(machine.environ)


@pytest.fixture
def root(machine: Machine) -> GitRoot:
    return require_root(machine.repository(), machine.environ)


def cloned(machine: Machine, root: GitRoot, name: str) -> GitRoot:
    """A clone with the address of the first one's remote."""
    machine.git("clone", "-q", str(root.top), str(machine.folder / name))
    top = machine.folder / name
    for each in (root.top, top):
        machine.git(
            "config", "remote.origin.url", "https://github.com/acme/shop", cwd=each
        )
    return require_root(top, machine.environ)


def test_a_private_memory_has_all_of_its_files_in_one_folder(
    places: Places, root: GitRoot
) -> None:
    spot = private_spot(root, places, SHOP)
    outside = places.state / "private" / SHOP
    assert spot.outside == outside
    memory = spot.memory_folder
    for path in (memory.folder, memory.archive, memory.lock, memory.allow_file):
        assert outside in path.parents
    assert memory.private
    assert not spot.exists
    assert not spot.shared


def test_only_folders_with_a_memory_are_known(places: Places, tmp_path: Path) -> None:
    assert known_identities(places) == []
    for name in ("b/memory", "a/archive", "empty", "c/other"):
        (places.state / "private" / name).mkdir(parents=True)
    (places.state / "private/file").write_text("")
    assert known_identities(places) == ["a", "b"]


def test_a_private_memory_is_found_by_all_clones(
    machine: Machine, places: Places, root: GitRoot
) -> None:
    other = cloned(machine, root, "clone")
    said: list[Notice] = []
    assert find_private(root, machine.environ, said) is None
    private_spot(root, places, SHOP).folder.mkdir(parents=True)
    for each in (root, other):
        spot = find_private(each, machine.environ, said)
        assert spot is not None
        assert spot.outside == places.state / "private" / SHOP
    assert said == []


def test_an_id_that_a_committed_file_claims_opens_nothing(
    machine: Machine, places: Places, root: GitRoot
) -> None:
    private_spot(root, places, SHOP).folder.mkdir(parents=True)
    file = root.top / ".coyote/memsync.yaml"
    file.parent.mkdir()
    file.write_text(f"identity: {SHOP}\n")
    said: list[Notice] = []
    # Not committed yet, it is this person's own word.
    assert find_private(root, machine.environ, said) is not None
    machine.git("add", "-f", ".coyote/memsync.yaml", cwd=root.top)
    assert find_private(root, machine.environ, said) is None
    assert len(said) == 1
    assert SHOP in said[0][0]
    # What `adopt` recorded is this person's word, too.
    record(root, SHOP)
    assert find_private(root, machine.environ, said) is not None


@pytest.mark.parametrize(
    "name", ["shop", "Sh\u00f6p 2", "\u5546\u5e97", "-", "a" * 200]
)
def test_an_id_for_what_has_none_is_one_of_its_own(machine: Machine, name: str) -> None:
    root = require_root(machine.repository(name), machine.environ)
    one, two = new_identity(root), new_identity(root)
    assert one != two
    assert parse_identity(one) == one


def test_a_throwaway_memory_is_below_its_folder_and_shared_by_worktrees(
    machine: Machine, root: GitRoot, tmp_path: Path
) -> None:
    tree = machine.folder / "tree"
    machine.git("worktree", "add", "-q", str(tree), cwd=root.top)
    throwaway = tmp_path / "throwaway"
    spot = ephemeral_spot(root.top, throwaway, machine.environ)
    assert throwaway in spot.folder.parents
    assert spot.root is None
    assert spot == ephemeral_spot(tree, throwaway, machine.environ)
    other = require_root(machine.repository("other"), machine.environ)
    assert spot != ephemeral_spot(other.top, throwaway, machine.environ)


def test_outside_git_there_is_one_throwaway_memory(
    machine: Machine, tmp_path: Path
) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    one, two = (
        ephemeral_spot(tmp_path / name, tmp_path / "t", machine.environ)
        for name in ("a", "b")
    )
    assert one == two


def test_within_a_throwaway_memory_the_repository_stays(places: Places) -> None:
    refuse_ephemeral(places, "`memsync adopt`")
    inside = Places({**places.environ, "MEMSYNC_EPHEMERAL": "/tmp/throwaway"})  # noqa: S108 -- never made
    with pytest.raises(Refused) as raised:
        refuse_ephemeral(inside, "`memsync adopt`")
    assert raised.value.word == "ephemeral"
    assert raised.value.hint == "run `memsync adopt` outside of it"


def test_a_private_memorys_learned_files_are_in_it(
    places: Places, root: GitRoot
) -> None:
    spot = spot_at(root.top, root)
    assert learned_memory(spot, places) == spot.memory_folder
    assert not has_any_beside(places)


def test_a_teams_learned_files_are_the_persons_in_all_clones(
    machine: Machine, places: Places, root: GitRoot
) -> None:
    other = cloned(machine, root, "clone")
    one, two = (
        learned_memory(spot_at(each.top, each)._replace(team=True), places)
        for each in (root, other)
    )
    assert one == two
    assert one.private
    assert places.data / "learned" in one.folder.parents
    one.folder.mkdir(parents=True)
    assert has_any_beside(places)


def test_repositories_without_an_id_are_told_apart_by_their_place(
    machine: Machine, places: Places, root: GitRoot
) -> None:
    other = require_root(machine.repository("other"), machine.environ)
    folders = {
        learned_memory(spot_at(each.top, each)._replace(team=True), places).folder
        for each in (root, other)
    }
    assert len(folders) == 2
    assert all(len(os.fspath(f.parent.name)) == 32 for f in folders)
