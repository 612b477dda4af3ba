"""The link of a worktree that shares a memory: made, mended, never over notes."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from support.places import read_only

from memsync.errors import Broken
from memsync.workspace.place.spot import Spot
from memsync.workspace.steps.link import link_step


@pytest.fixture
def spot(tmp_path: Path) -> Spot:
    """A worktree's place for a memory that stands in the main one."""
    shared = tmp_path / "main/.coyote/memory"
    shared.mkdir(parents=True)
    (tmp_path / "tree").mkdir()
    return Spot(tmp_path / "tree", None, shared, isolated=False, foreign_link=False)


def linked(spot: Spot) -> bool:
    step = link_step(spot)
    assert step is not None
    step.act()
    return spot.own.is_symlink() and spot.own.samefile(spot.folder)


def test_a_link_is_made_and_then_unchanged(spot: Spot) -> None:
    step = link_step(spot)
    assert step is not None
    assert (step.path, step.action) == (spot.own, "linked")
    assert not spot.own.parent.exists()
    assert linked(spot)
    assert spot.own.readlink() == Path("../../main/.coyote/memory")
    again = link_step(spot)
    assert again is not None
    assert (again.action, again.pending) == ("unchanged", False)


def test_one_that_leads_elsewhere_is_mended(spot: Spot, tmp_path: Path) -> None:
    spot.own.parent.mkdir()
    spot.own.symlink_to(tmp_path / "moved")
    assert linked(spot)
    assert [path.name for path in spot.own.parent.iterdir()] == ["memory"]


def test_an_empty_folder_makes_room(spot: Spot) -> None:
    spot.own.mkdir(parents=True)
    assert linked(spot)


def test_a_folder_with_files_is_somebodys_notes(spot: Spot) -> None:
    spot.own.mkdir(parents=True)
    (spot.own / "note.md").write_text("mine")
    assert link_step(spot) is None
    assert (spot.own / "note.md").read_text() == "mine"


def test_a_file_in_its_place_is_named(spot: Spot) -> None:
    spot.own.parent.mkdir()
    spot.own.write_text("a file")
    with pytest.raises(Broken) as raised:
        link_step(spot)
    assert raised.value.message == f"'{spot.own}' is not a folder"
    assert spot.own.read_text() == "a file"


def test_where_it_cannot_be_made_is_said_before(spot: Spot) -> None:
    read_only(spot.level)
    with pytest.raises(Broken) as raised:
        link_step(spot)
    assert raised.value.word == "read-only"


@pytest.mark.parametrize("number", [errno.EPERM, errno.ENOTSUP, errno.ENOSYS])
def test_a_file_system_without_links_does_without(
    spot: Spot, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    step = link_step(spot)
    assert step is not None

    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, "no links")

    monkeypatch.setattr(Path, "symlink_to", refuse)
    step.act()
    assert list(spot.own.parent.iterdir()) == []


def test_any_other_trouble_is_raised_and_leaves_nothing(
    spot: Spot, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = link_step(spot)
    assert step is not None

    def refuse(*_: object) -> Path:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(OSError, match="full"):
        step.act()
    assert list(spot.own.parent.iterdir()) == []
