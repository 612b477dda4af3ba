"""What a prompt says of a synced memory: what is held, and what came in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.memories import settings

from memsync.files.lock import Held
from memsync.memory.note.names import Scope
from memsync.paths import Places
from memsync.retrieval import parts
from memsync.sync.state.last_round import FileChange
from memsync.sync.state.rounds import add_received
from memsync.sync.state.state import Hold, State, save, state_folder_of
from memsync.sync.tree.layout import blob_id
from memsync.sync.verbs.prompt import came_in, held, synced

if TYPE_CHECKING:
    from pathlib import Path

SINCE = "2026-11-20T00:00:00Z"


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places({"HOME": str(tmp_path), "MEMSYNC_STATE_DIR": str(tmp_path / "s")})


def hold(places: Places, profile: str, *names: str) -> None:
    state = State(held={name: Hold(f"{name} is large", SINCE) for name in names})
    save(state_folder_of(places, profile), state, Held())


def receive(places: Places, profile: str, path: str, data: bytes) -> None:
    folder = state_folder_of(places, profile)
    folder.folder.mkdir(parents=True, exist_ok=True)
    change = FileChange(None, blob_id(data))
    add_received(folder.received_file, {path: change}, Held())


def test_a_memory_that_is_not_synced_has_nothing_to_say(places: Places) -> None:
    hold(places, "", "a")
    assert synced(places, settings()) is None


def test_a_synced_memory_names_what_it_holds_and_what_came(places: Places) -> None:
    hold(places, "", "b", "a")
    receive(places, "", "c.md", b"Theirs.\n")
    found = synced(places, settings(sync__remote="local"))
    assert found is not None
    assert found.held == [
        parts.Held("a", "a is large", SINCE),
        parts.Held("b", "b is large", SINCE),
    ]
    assert found.came(Scope.USER, "c", b"Theirs.\n")
    assert not found.came(Scope.USER, "c", b"Mine.\n")


def test_before_the_first_round_nothing_is_held_and_nothing_came(
    places: Places,
) -> None:
    found = synced(places, settings(sync__remote="local"))
    assert found is not None
    assert found.held == []
    assert not found.came(Scope.USER, "a", b"A.\n")


def test_every_profile_tells_what_it_holds_the_default_one_first(
    places: Places,
) -> None:
    hold(places, "", "z")
    hold(places, "work", "b", "a")
    assert [name for name, _ in held(places, ["work"])] == ["z", "a", "b"]
    assert [name for name, _ in held(places, [])] == ["z"]
    assert held(places, ["none"]) == [("z", Hold("z is large", SINCE))]


def test_what_came_into_any_profile_came_from_elsewhere(places: Places) -> None:
    receive(places, "", "a.md", b"A.\n")
    receive(places, "work", "b.md", b"B.\n")
    came = came_in(places, ["work"])
    assert came(Scope.USER, "a", b"A.\n")
    assert came(Scope.USER, "b", b"B.\n")
    assert not came_in(places, [])(Scope.USER, "b", b"B.\n")


def test_a_damaged_state_holds_nothing(places: Places) -> None:
    hold(places, "", "a")
    state_folder_of(places).state_file.write_bytes(b"\xff{")
    assert held(places, []) == []
