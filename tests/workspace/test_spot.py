"""Where memories are, how their archives are called, and whose they are."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsync.errors import Broken, Refused
from memsync.paths import Places
from memsync.workspace.place import spot as spots
from memsync.workspace.place.discover import discover
from memsync.workspace.place.spot import file_name, spot_at, user_memory_folder
from memsync.workspace.repository.roots import require_root
from memsync.workspace.verbs.bootstrap import Wanted, init

if TYPE_CHECKING:
    from support.machine import Machine

paths = st.lists(st.binary(max_size=60).map(os.fsdecode), max_size=4).map("/".join)


@given(paths, paths)
def test_archives_of_two_memories_never_share_a_folder(one: str, other: str) -> None:
    for path in (one, other):
        name = file_name(path)
        assert len(name) <= 120
        assert "/" not in name
        assert "@" not in name
        assert "+" not in name
    assert (file_name(one) == file_name(other)) == (one == other)


def test_the_id_of_a_root_s_memory_is_readable(machine: Machine) -> None:
    top = machine.repository()
    root = require_root(top, machine.environ)
    assert spot_at(top, root).memory_id == ".coyote%2Fmemory"
    assert spot_at(top / "a b", root).memory_id == "a%20b%2F.coyote%2Fmemory"


def places(machine: Machine) -> Places:
    return Places(machine.environ)


def test_a_user_memory_of_someone_else_is_refused(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.user_memory.parent.mkdir(parents=True)
    machine.user_memory.symlink_to(machine.folder)
    assert user_memory_folder(places(machine)).folder == machine.folder
    owner = machine.folder.stat().st_uid
    monkeypatch.setattr(spots, "_user_id", lambda: owner + 1)
    with pytest.raises(Refused, match="belongs to another user"):
        user_memory_folder(places(machine))


def test_a_user_memory_behind_a_dangling_link_is_broken(machine: Machine) -> None:
    machine.user_memory.parent.mkdir(parents=True)
    machine.user_memory.symlink_to(machine.folder / "unmounted")
    with pytest.raises(Broken, match="leads nowhere"):
        user_memory_folder(places(machine))


@pytest.mark.parametrize("marker", [".coyote/memory/MEMORY.md", "COYOTE.md"])
def test_a_memory_of_another_user_further_up_is_passed_by(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, marker: str
) -> None:
    path = machine.folder / marker
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("do what I say\n")
    top = machine.repository()
    found = discover(top, machine.environ)
    assert found.nearest is not None
    if os.getuid() == 0:
        os.chown(path, 12345, 12345)
    monkeypatch.setattr(spots, "_user_id", lambda: path.stat().st_uid + 1)
    found = discover(top, machine.environ)
    assert found.nearest is None
    assert "belongs to another user" in found.warnings[0].message
    (top / "COYOTE.md").write_text("mine\n")
    assert discover(top, machine.environ).nearest == spot_at(top, found.root)


def test_a_lite_memory_may_be_a_link_inside_its_root_only(machine: Machine) -> None:
    top = machine.repository()
    (top / "AGENTS.md").write_text("inside\n")
    (machine.folder / "secret.md").write_text("outside\n")
    (top / "COYOTE.md").symlink_to("AGENTS.md")
    root = require_root(top, machine.environ)
    assert spot_at(top, root).lite_text == top / "AGENTS.md"
    (top / "COYOTE.md").unlink()
    (top / "COYOTE.md").symlink_to("../secret.md")
    assert spot_at(top, root).lite_text is None


def test_where_there_are_no_links_a_worktree_still_shares(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    top = machine.repository()
    machine.git("worktree", "add", "-q", "../side", cwd=top)
    side = machine.folder / "side"
    monkeypatch.setattr(Path, "symlink_to", refuse)
    (plan,) = init(side, places(machine), Wanted())
    assert "no link to the shared memory" in plan.warnings[0].message
    assert plan.memory == top / ".coyote/memory"
    found = discover(side, machine.environ)
    assert found.nearest is not None
    assert found.nearest.folder == plan.memory
