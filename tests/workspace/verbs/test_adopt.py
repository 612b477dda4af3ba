"""`adopt`: which ids a repository may take, and what becomes of its memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memsync.errors import BadUsage, Broken, Refused
from memsync.paths import Places
from memsync.workspace.place.enrolment import enrol
from memsync.workspace.place.private import private_spot
from memsync.workspace.repository.identity import Identity, record, recorded
from memsync.workspace.repository.roots import require_root
from memsync.workspace.verbs.adopt import Candidate, adopt, candidates, identity_from

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

    from memsync.workspace.repository.roots import GitRoot

SHOP, FORK = "github.com+acme+shop", "github.com+me+shop"


@pytest.fixture
def places(machine: Machine) -> Places:
    return Places(machine.environ)


@pytest.fixture
def root(machine: Machine) -> GitRoot:
    """A fork: its origin is the person's, its upstream the project's."""
    top = machine.repository()
    for name, who in (("origin", "me"), ("upstream", "acme")):
        url = f"https://github.com/{who}/shop.git"
        machine.git("remote", "add", name, url, cwd=top)
    return require_root(top, machine.environ)


def private(root: GitRoot, places: Places, identity: str) -> Path:
    spot = private_spot(root, places, identity)
    spot.folder.mkdir(parents=True)
    spot.marker.write_text("# Memory Index\n")
    return spot.folder


def test_remotes_private_memories_and_enrolled_projects_are_offered(
    places: Places, root: GitRoot, tmp_path: Path
) -> None:
    private(root, places, "old-0a1b")
    enrol(places, "git.example+x", tmp_path, "")
    assert candidates(root, places) == [
        Candidate(FORK, "the remote origin"),
        Candidate(SHOP, "the remote upstream"),
        Candidate("old-0a1b", "a private memory"),
        Candidate("git.example+x", "an enrolled project"),
    ]


def test_an_id_is_recorded_for_all_worktrees(
    machine: Machine, places: Places, root: GitRoot
) -> None:
    done = adopt(root, places, "https://github.com/acme/shop", dry_run=False)
    assert (done.id, done.changed) == (SHOP, True)
    assert done.previous == Identity(FORK, "origin")
    tree = machine.folder / "tree"
    machine.git("worktree", "add", "-q", str(tree), cwd=root.top)
    assert recorded(require_root(tree, machine.environ)) == SHOP
    again = adopt(root, places, SHOP, dry_run=False)
    assert (again.id, again.changed) == (SHOP, False)


def test_a_dry_run_tells_the_same_and_records_nothing(
    places: Places, root: GitRoot
) -> None:
    planned = adopt(root, places, SHOP, dry_run=True)
    assert recorded(root) is None
    assert planned == adopt(root, places, SHOP, dry_run=False)


def test_the_memories_of_both_ids_are_named(places: Places, root: GitRoot) -> None:
    ours, theirs = private(root, places, SHOP), private(root, places, FORK)
    done = adopt(root, places, SHOP, dry_run=True)
    assert (done.memory, done.left) == (ours, theirs)


def test_sync_knows_it_by_its_previous_id_alone(places: Places, root: GitRoot) -> None:
    assert not adopt(root, places, SHOP, dry_run=True).enrolled
    enrol(places, FORK, root.top, "")
    assert adopt(root, places, SHOP, dry_run=True).enrolled
    enrol(places, SHOP, root.top, "")
    assert not adopt(root, places, SHOP, dry_run=True).enrolled


def test_the_repositorys_own_word_wins(places: Places, root: GitRoot) -> None:
    file = root.top / ".coyote/memsync.yaml"
    file.parent.mkdir()
    file.write_text("identity: own\n")
    with pytest.raises(Broken) as raised:
        adopt(root, places, SHOP, dry_run=False)
    assert (
        raised.value.message
        == f"'{file}' says that this is 'own', and that setting wins"
    )
    assert SHOP in (raised.value.hint or "")
    assert recorded(root) is None
    assert adopt(root, places, "own", dry_run=True).id == "own"


@pytest.mark.parametrize("text", ["", "..", "a b", "https://", "\x1b[31m", "a/" * 400])
def test_what_names_no_repository_is_refused(
    places: Places, root: GitRoot, text: str
) -> None:
    with pytest.raises(BadUsage) as raised:
        adopt(root, places, text, dry_run=False)
    assert "\x1b" not in raised.value.message
    assert recorded(root) is None


def test_a_throwaway_memory_adopts_nothing(places: Places, root: GitRoot) -> None:
    inside = Places({**places.environ, "MEMSYNC_EPHEMERAL": "/tmp/throwaway"})  # noqa: S108 -- never made
    with pytest.raises(Refused):
        adopt(root, inside, SHOP, dry_run=False)


def test_an_id_comes_from_a_remote_or_a_folder(
    machine: Machine, places: Places, root: GitRoot
) -> None:
    other = require_root(machine.repository("other"), machine.environ)
    record(other, "git.example+other")
    assert identity_from(root, places, "upstream", root.top) == SHOP
    for text in (str(other.top), "../other"):
        assert identity_from(root, places, text, root.top) == "git.example+other"


def test_what_is_neither_is_said_without_its_escapes(
    machine: Machine, places: Places, root: GitRoot
) -> None:
    outside = machine.folder / "outside"
    outside.mkdir()
    for text in ("downstream", str(outside), "\x1b[31mred"):
        with pytest.raises(BadUsage) as raised:
            identity_from(root, places, text, root.top)
        assert "neither a remote nor a folder" in raised.value.message
        assert "\x1b" not in raised.value.message


def test_a_repository_without_an_id_gives_none(
    machine: Machine, places: Places, root: GitRoot
) -> None:
    other = machine.repository("other")
    with pytest.raises(BadUsage) as raised:
        identity_from(root, places, str(other), root.top)
    assert raised.value.message == f"the repository '{other}' has no identity itself"
    assert raised.value.hint == f"`memsync -C '{other}' adopt NAME` gives it one"
