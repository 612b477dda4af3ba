"""The short ids of earlier versions: `port@1` is the one before the live one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st
from support.memories import make_store

from memsync.cli.history.past import Past, short_ids
from memsync.memory.archive.archive import Version
from memsync.memory.archive.version_id import VersionId
from memsync.memory.note.names import Scope

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_versions_are_numbered_from_the_newest_and_the_workspaces_win(
    tmp_path: Path,
) -> None:
    stores = {scope: make_store(tmp_path, scope) for scope in Scope}

    def past(scope: Scope, name: str, when: int) -> Past:
        key = VersionId(name, f"{scope}", f"{when}")
        version = Version(key, "", tmp_path, replaced=(f"{when:04}", 0))
        return Past(stores[scope], version)

    found = [
        past(Scope.WORKSPACE, "port", 1),
        past(Scope.WORKSPACE, "port", 3),
        past(Scope.USER, "port", 2),
        past(Scope.USER, "style", 1),
    ]
    assert short_ids(found) == {
        (Scope.WORKSPACE, "port/workspace-3"): "port@1",
        (Scope.WORKSPACE, "port/workspace-1"): "port@2",
        (Scope.USER, "style/user-1"): "style@1",
    }
    assert short_ids([]) == {}


@given(st.permutations(range(6)))
def test_the_order_in_which_they_are_found_does_not_matter(
    tmp_path_factory: pytest.TempPathFactory, order: list[int]
) -> None:
    store = make_store(tmp_path_factory.mktemp("memory"), Scope.USER)
    keys = [VersionId("a", "", str(n)) for n in range(6)]
    found = [
        Past(store, Version(keys[n], "", store.memory.folder, replaced=("", n)))
        for n in order
    ]
    ids = short_ids(found)
    assert [ids[Scope.USER, str(key)] for key in keys] == [
        f"a@{6 - n}" for n in range(6)
    ]
