"""`merge-back`: nothing that a worktree kept for itself is lost on its way home."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from support.memories import NOW, make_store

from memsync.errors import NotFound, Refused
from memsync.memory.note.names import Scope
from memsync.paths import Places
from memsync.workspace.open import open_for_reading
from memsync.workspace.target import open_for_writing
from memsync.workspace.verbs.bootstrap import Wanted, init
from memsync.workspace.verbs.merge_back import (
    bring,
    bring_history,
    everything,
    merge_back,
    remove_archive,
)

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

    from memsync.memory.store.store import Store


@pytest.fixture
def ours(tmp_path: Path) -> Store:
    return make_store(tmp_path / "ours")


@pytest.fixture
def theirs(tmp_path: Path) -> Store:
    return make_store(tmp_path / "theirs")


def brought(theirs: Store, ours: Store) -> dict[str, tuple[str, bool]]:
    """What became of each note, and whether a version of it was archived."""
    with ours.locked("test") as locked:
        done = bring(locked, everything(theirs), NOW)
    return {each.name: (each.action, each.archived is not None) for each in done}


def test_a_note_that_only_they_have_is_brought_with_its_entry(
    ours: Store, theirs: Store
) -> None:
    theirs.write("plan", "text", description="the plan", now=NOW)
    assert brought(theirs, ours) == {"plan": ("created", False)}
    assert ours.live("plan") == theirs.live("plan")
    assert "- [[plan]]: the plan\n" in ours.index_text()


def test_of_two_versions_theirs_is_live_and_ours_is_archived(
    ours: Store, theirs: Store
) -> None:
    ours.write("plan", "ours", description="a", now=NOW)
    theirs.write("plan", "theirs", description="b", now=NOW)
    mine = ours.live("plan")
    assert brought(theirs, ours) == {"plan": ("updated", True)}
    assert ours.live("plan") == theirs.live("plan")
    (version,) = ours.archived("plan")
    assert version.path.read_bytes() == mine
    assert "- [[plan]]: b\n" in ours.index_text()


def test_brought_again_nothing_changes(ours: Store, theirs: Store) -> None:
    theirs.write("plan", "text", description="the plan", now=NOW)
    brought(theirs, ours)
    before = ours.index_text()
    assert brought(theirs, ours) == {"plan": ("unchanged", False)}
    assert ours.index_text() == before


def test_of_logs_both_texts_stay(ours: Store, theirs: Store) -> None:
    name = "daily/2026-11-21"
    for store, text in ((ours, "- ours\n"), (theirs, "- theirs\n")):
        file = store.memory.folder / f"{name}.md"
        file.parent.mkdir()
        file.write_text(text)
    assert brought(theirs, ours) == {name: ("updated", False)}
    assert (ours.live(name) or b"").splitlines() == [b"- ours", b"- theirs"]
    # What it says already is not said twice.
    assert brought(theirs, ours) == {name: ("unchanged", False)}


def test_prose_of_their_index_comes_once(ours: Store, theirs: Store) -> None:
    for store, text in ((ours, "Mine."), (theirs, "Theirs.")):
        store.add_prose(text, NOW)
    brought(theirs, ours)
    brought(theirs, ours)
    assert ours.index_text().count("Theirs.") == 1
    assert ours.index_text().count("Mine.") == 1


def test_bytes_that_are_no_text_come_as_they_are(ours: Store, theirs: Store) -> None:
    (theirs.memory.folder / "odd.md").write_bytes(b"\xff\xfe\r\n")
    brought(theirs, ours)
    assert ours.live("odd") == b"\xff\xfe\r\n"


def test_a_link_among_their_notes_is_left_out(
    ours: Store, theirs: Store, tmp_path: Path
) -> None:
    (tmp_path / "outside").write_text("not theirs")
    (theirs.memory.folder / "link.md").symlink_to(tmp_path / "outside")
    assert brought(theirs, ours) == {}
    assert ours.names() == []


def test_their_earlier_versions_come_once(ours: Store, theirs: Store) -> None:
    for text in ("one", "two", "three"):
        theirs.write("plan", text, description="d", now=NOW)
    for _ in range(2):
        with ours.locked("test") as locked:
            bring_history(locked, theirs.archive, NOW)
    stored = {version.path.read_bytes() for version in theirs.archive.versions()}
    assert len(stored) > 1
    assert {v.path.read_bytes() for v in ours.archive.versions()} == stored
    assert len(list(ours.archive.versions())) == len(stored)


def test_an_archive_goes_whole_with_what_a_killed_one_left(tmp_path: Path) -> None:
    for name in ("it/plan", ".memsync-0a.old/plan", "other/plan"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "v.md").write_text("")
    remove_archive(tmp_path / "it")
    assert [path.name for path in tmp_path.iterdir()] == ["other"]
    remove_archive(tmp_path / "it")
    assert [path.name for path in tmp_path.iterdir()] == ["other"]


@pytest.fixture
def places(machine: Machine) -> Places:
    return Places(machine.environ)


@pytest.fixture
def top(machine: Machine, places: Places) -> Path:
    top = machine.repository()
    init(top, places, Wanted())
    return top


@pytest.fixture
def tree(machine: Machine, places: Places, top: Path) -> Path:
    """A worktree with a memory of its own, and a note in it."""
    tree = machine.folder / "tree"
    machine.git("worktree", "add", "-q", str(tree), cwd=top)
    init(tree, places, Wanted(isolated=True))
    store, _ = open_for_writing(tree, places, NOW, Scope.WORKSPACE)
    store.write("plan", "apart", description="d", now=NOW)
    return tree


def names(top: Path, places: Places) -> list[str]:
    store = open_for_reading(top, places, NOW).workspace
    assert store is not None
    return store.names()


@pytest.mark.parametrize("given", [None, "tree"])
def test_a_worktree_shares_from_then_on(
    places: Places, top: Path, tree: Path, given: str | None
) -> None:
    assert names(top, places) == []
    folder, done, said = merge_back(tree if given is None else top, places, NOW, given)
    assert folder == top / ".coyote/memory"
    assert [(each.name, each.action) for each in done] == [("plan", "created")]
    assert said == ()
    assert names(top, places) == names(tree, places) == ["plan"]
    assert (tree / ".coyote/memory").is_symlink()
    with pytest.raises(NotFound):
        merge_back(tree, places, NOW, None)


def test_a_worktree_that_was_removed_still_has_its_notes(
    machine: Machine, places: Places, top: Path, tree: Path
) -> None:
    shutil.rmtree(tree)
    machine.git("worktree", "prune", cwd=top)
    merge_back(top, places, NOW, "tree")
    assert names(top, places) == ["plan"]


def test_what_has_none_of_its_own_is_named_without_its_escapes(
    places: Places, top: Path
) -> None:
    with pytest.raises(NotFound) as raised:
        merge_back(top, places, NOW, "\x1b[31mtree")
    assert raised.value.word == "no-such-worktree"
    assert "\x1b" not in raised.value.message
    with pytest.raises(NotFound, match="has no memory of its own to merge back"):
        merge_back(top, places, NOW, None)


def test_private_notes_are_not_put_into_commits(
    machine: Machine, places: Places, top: Path, tree: Path
) -> None:
    machine.git("add", "-f", ".coyote/memory", cwd=top)
    with pytest.raises(Refused) as raised:
        merge_back(tree, places, NOW, None)
    assert raised.value.word == "team-memory"
    assert names(tree, places) == ["plan"]
