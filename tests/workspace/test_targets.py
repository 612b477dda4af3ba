"""Which memory a change goes to, and what is made for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.memories import NOW

from memsync.errors import NoGitRoot, NotFound, Refused
from memsync.memory.note.names import Scope
from memsync.paths import Places
from memsync.workspace.open import memory_to_change, open_for_reading
from memsync.workspace.target import keep_link, memory_path, open_for_writing

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

    from memsync.memory.store.store import Store

MEMORY = ".coyote/memory"


@pytest.fixture
def places(machine: Machine) -> Places:
    return Places(machine.environ)


@pytest.fixture
def top(machine: Machine) -> Path:
    return machine.repository()


def test_a_first_write_makes_the_memory_and_says_so(top: Path, places: Places) -> None:
    assert memory_path(top, places, Scope.WORKSPACE) == (
        Scope.WORKSPACE,
        top / MEMORY,
    )
    assert not (top / MEMORY).exists()
    store, warnings = open_for_writing(top, places, NOW, Scope.WORKSPACE)
    assert store.memory.folder == top / MEMORY
    assert any(f"one was made at '{top / MEMORY}'" in each[0] for each in warnings)
    assert open_for_writing(top, places, NOW, Scope.WORKSPACE)[1] == ()


def test_what_is_refused_makes_nothing(top: Path, places: Places) -> None:
    def refuse(new: Store) -> None:
        raise Refused(f"not in '{new.memory.folder}'")

    for scope in Scope:
        with pytest.raises(Refused):
            open_for_writing(top, places, NOW, scope, check=refuse)
    assert not (top / ".coyote").exists()
    assert not places.user_memory.exists()
    assert not (top / ".gitignore").exists()


def test_outside_git_only_the_users_memory_can_be_written(
    machine: Machine, places: Places
) -> None:
    outside = machine.folder / "outside"
    outside.mkdir()
    with pytest.raises(NoGitRoot):
        open_for_writing(outside, places, NOW, Scope.WORKSPACE)
    with pytest.raises(NoGitRoot):
        memory_path(outside, places, None)
    store, _ = open_for_writing(outside, places, NOW, Scope.USER)
    assert store.memory.folder == places.user_memory
    assert memory_path(outside, places, None) == (Scope.USER, places.user_memory)


def test_a_folder_below_the_root_uses_the_roots_memory(
    top: Path, places: Places
) -> None:
    below = top / "src/deep"
    below.mkdir(parents=True)
    store, _ = open_for_writing(below, places, NOW, Scope.WORKSPACE)
    assert store.memory.folder == top / MEMORY
    assert memory_path(below, places, None) == (Scope.WORKSPACE, top / MEMORY)


def test_a_change_never_falls_through_to_the_other_scope(
    top: Path, places: Places
) -> None:
    open_for_writing(top, places, NOW, Scope.USER)
    opened = open_for_reading(top, places, NOW)
    with pytest.raises(NotFound) as caught:
        memory_to_change(opened, Scope.WORKSPACE)
    assert caught.value.hint == "--scope user"
    store, other = memory_to_change(opened, Scope.USER)
    assert (store.scope, other) == (Scope.USER, None)


def test_a_linked_worktree_gets_its_link_back_and_no_other_place_does(
    machine: Machine, top: Path, places: Places
) -> None:
    open_for_writing(top, places, NOW, Scope.WORKSPACE)
    linked = machine.folder / "linked"
    machine.git("worktree", "add", "-q", linked, cwd=top)
    assert keep_link(linked, places) == []
    link = linked / MEMORY
    assert link.is_symlink()
    assert link.resolve() == (top / MEMORY).resolve()
    link.unlink()
    keep_link(linked, places)
    assert link.is_symlink()
    keep_link(top, places)
    assert not (top / MEMORY).is_symlink()
