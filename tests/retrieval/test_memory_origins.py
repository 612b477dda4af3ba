"""Who else may have written what a prompt gets, and which memories it may get."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.memories import make_store, settings

from memsync.memory.files.origins import (
    ORIGINS_FILE,
    Origin,
    note_digest,
    render,
    source_digest,
)
from memsync.memory.note.names import Scope
from memsync.retrieval.origins import Origins, Synced
from memsync.retrieval.visible import visible
from memsync.workspace.open import Opened
from memsync.workspace.place.spot import Spot

if TYPE_CHECKING:
    from memsync.config.settings import Settings
    from memsync.memory.store.store import Store

OURS = Scope.WORKSPACE
DATA = b"Port 22.\n"
CAME = Synced(came=lambda scope, name, data: (scope, name, data) == (OURS, "a", DATA))
REPOSITORY = "this repository, where others may have written it"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return make_store(tmp_path)


@pytest.fixture
def user(tmp_path: Path) -> Store:
    return make_store(tmp_path, Scope.USER)


def opened(
    workspace: Store | None,
    user: Store | None = None,
    *,
    team: bool = False,
    having: Settings | None = None,
) -> Opened:
    return Opened(
        root=None,
        workspace=workspace,
        user=user,
        lite=None,
        warnings=(),
        settings=having or settings(),
        shared_with=(),
        spot=Spot(Path("/r"), None, Path("/r/m"), False, False, team=team),
    )


def origins(store: Store, synced: Synced = CAME, *, team: bool = False) -> Origins:
    return Origins(opened(store, team=team), [store], synced)


def imported(store: Store, data: bytes) -> None:
    """The note of these bytes was imported from an agent."""
    origin = Origin("goose", source_digest(b"x"), note_digest(data), "a", "a.md")
    (store.memory.folder / ORIGINS_FILE).write_bytes(render([origin]))


def test_what_this_person_wrote_has_no_other_origin(store: Store) -> None:
    assert origins(store, Synced()).of(OURS, "a", DATA) == ""


def test_bytes_that_came_by_sync_are_from_another_machine(store: Store) -> None:
    found = origins(store)
    assert found.of(OURS, "a", DATA) == "another machine"
    assert found.of(OURS, "a", DATA + b"more") == ""
    assert found.of(OURS, "b", DATA) == ""


def test_a_committed_memory_is_the_repository_s(store: Store, user: Store) -> None:
    found = Origins(opened(store, user, team=True), [store, user], CAME)
    assert found.of(OURS, "a", b"any") == REPOSITORY
    assert found.of(Scope.USER, "a", b"any") == ""


def test_the_words_of_an_agent_are_named_before_all_else(store: Store) -> None:
    imported(store, DATA)
    found = origins(store, team=True)
    assert found.of(OURS, "a", DATA) == "goose"
    assert found.of(OURS, "renamed", b"\xef\xbb\xbfPort 22.\r\n") == "goose"
    assert found.of(OURS, "a", DATA + b"edited") == REPOSITORY


def test_a_list_that_is_a_link_or_malformed_says_nothing(
    store: Store, tmp_path: Path
) -> None:
    (store.memory.folder / ORIGINS_FILE).write_bytes(b"\xff\n goose\n")
    assert origins(store, Synced()).of(OURS, "a", DATA) == ""
    (store.memory.folder / ORIGINS_FILE).unlink()
    imported(store, DATA)
    (store.memory.folder / ORIGINS_FILE).rename(tmp_path / "elsewhere")
    (store.memory.folder / ORIGINS_FILE).symlink_to(tmp_path / "elsewhere")
    assert origins(store, Synced()).of(OURS, "a", DATA) == ""


def test_both_memories_are_visible_and_the_workspace_s_first(
    store: Store, user: Store
) -> None:
    assert visible(opened(store, user)) == (store, user)
    assert visible(opened(None, user)) == (user,)
    assert visible(opened(None)) == ()


def test_memory_that_is_off_is_not_visible(store: Store, user: Store) -> None:
    off = settings(memory__enabled=False)
    assert visible(opened(store, user, having=off)) == ()


def test_a_repository_cannot_show_what_the_user_denies(
    store: Store, user: Store
) -> None:
    denied = settings()._replace(user_denies_memory=True)
    assert visible(opened(store, user, having=denied)) == (store,)
