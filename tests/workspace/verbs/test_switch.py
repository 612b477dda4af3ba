"""`init --move`: every version of every note comes along, whatever was there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.memories import NOW
from support.places import snapshot

from memsync.errors import Refused
from memsync.memory.note.names import Scope
from memsync.paths import Places
from memsync.workspace.open import open_for_reading
from memsync.workspace.place.private import known_identities
from memsync.workspace.target import open_for_writing
from memsync.workspace.verbs.bootstrap import Wanted, init
from memsync.workspace.verbs.switch import switch

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

OUT, IN = Wanted(private=True, move=True), Wanted(move=True)


@pytest.fixture
def places(machine: Machine) -> Places:
    return Places(machine.environ)


@pytest.fixture
def top(machine: Machine) -> Path:
    top = machine.repository()
    machine.git("remote", "add", "origin", "https://github.com/a/b", cwd=top)
    return top


def write(top: Path, places: Places, name: str, text: str) -> None:
    store, _ = open_for_writing(top, places, NOW, Scope.WORKSPACE)
    store.write(name, text, description="about", now=NOW)


def notes(top: Path, places: Places) -> dict[str, str]:
    store = open_for_reading(top, places, NOW).workspace
    assert store is not None
    return {name: store.read(name).note.body.strip() for name in store.names()}


def test_notes_move_out_and_in_again(places: Places, top: Path) -> None:
    init(top, places, Wanted())
    write(top, places, "plan", "first")
    write(top, places, "plan", "second")
    (plan,) = switch(top, places, NOW, OUT)
    assert places.state / "private" in plan.memory.parents
    assert not (top / ".coyote").exists()
    assert notes(top, places) == {"plan": "second"}
    switch(top, places, NOW, IN)
    assert notes(top, places) == {"plan": "second"}
    assert known_identities(places) == []


def test_a_dry_run_changes_nothing(places: Places, top: Path) -> None:
    init(top, places, Wanted())
    write(top, places, "plan", "first")
    before = snapshot(top)
    (plan,) = switch(top, places, NOW, Wanted(private=True, move=True, dry_run=True))
    assert [step.action for step in plan.steps][-1] == "removed"
    assert snapshot(top) == before
    assert not (places.state / "private").exists()


def test_without_another_memory_it_is_an_init(places: Places, top: Path) -> None:
    (plan,) = switch(top, places, NOW, IN)
    assert plan.memory == top / ".coyote/memory"
    assert notes(top, places) == {}


def test_a_committed_memory_stays_where_it_is(
    machine: Machine, places: Places, top: Path
) -> None:
    init(top, places, Wanted())
    write(top, places, "plan", "ours")
    machine.git("add", "-f", ".coyote/memory", cwd=top)
    before = snapshot(top / ".coyote")
    switch(top, places, NOW, OUT)
    assert snapshot(top / ".coyote") == before


def test_a_linked_worktree_moves_nothing_of_the_others(
    machine: Machine, places: Places, top: Path
) -> None:
    init(top, places, Wanted())
    write(top, places, "plan", "ours")
    tree = machine.folder / "tree"
    machine.git("worktree", "add", "-q", str(tree), cwd=top)
    init(tree, places, Wanted())
    with pytest.raises(Refused) as raised:
        switch(tree, places, NOW, OUT)
    assert raised.value.word == "linked-worktree"
    assert str(top) in (raised.value.hint or "")
    assert notes(top, places) == {"plan": "ours"}


def test_a_throwaway_memory_moves_nothing(places: Places, top: Path) -> None:
    inside = Places({**places.environ, "MEMSYNC_EPHEMERAL": "/tmp/throwaway"})  # noqa: S108 -- never made
    with pytest.raises(Refused):
        switch(top, inside, NOW, IN)
