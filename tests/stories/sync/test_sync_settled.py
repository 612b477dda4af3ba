"""A conflict that a person has settled leaves `memsync sync status`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.agent_sides import side
from support.synced import get, put, sync

if TYPE_CHECKING:
    from support.machine import Machine


def conflicts(machine: Machine) -> list[str]:
    found: list[str] = machine.memsync("sync", "status", "--json").json["conflicts"]
    return found


@pytest.fixture
def pair(desk: Machine, laptop: Machine) -> tuple[Machine, Machine]:
    """Two machines with one conflict, which the laptop won."""
    put(desk, "style", "one\n")
    sync(desk, laptop)
    put(desk, "style", "DESK\n")
    sync(desk)
    put(laptop, "style", "LAPTOP\n")
    sync(laptop, desk)
    for machine in (desk, laptop):
        assert len(conflicts(machine)) == 1
    return desk, laptop


def command_in(said: str) -> list[str]:
    return said.rpartition(": memsync ")[2].split()


def test_a_version_that_was_restored_settles_it_on_both_machines(
    pair: tuple[Machine, Machine],
) -> None:
    desk, laptop = pair
    desk.memsync(*command_in(conflicts(desk)[0]))
    assert conflicts(desk) == []
    assert len(conflicts(laptop)) == 1
    sync(desk, laptop)
    assert conflicts(laptop) == []
    put(desk, "style", "DESK, and more\n")
    sync(desk, laptop)
    assert get(laptop, "style") == "DESK, and more\n"
    for machine in pair:
        assert conflicts(machine) == []


def test_a_version_that_was_copied_back_settles_it(
    pair: tuple[Machine, Machine],
) -> None:
    desk, _ = pair
    put(desk, "style", "DESK\n")
    assert conflicts(desk) == []


def test_another_edit_leaves_it_open_until_a_person_looks(
    pair: tuple[Machine, Machine],
) -> None:
    """An agent may have made the edit, without a look at the version that lost."""
    desk, _ = pair
    desk.memsync("write", "style", "--scope", "user", "-m", "Another text.")
    assert len(conflicts(desk)) == 1
    desk.memsync("sync", "status", "--seen")
    assert conflicts(desk) == []


def test_a_note_that_is_deleted_again_settles_its_conflict(
    desk: Machine, laptop: Machine
) -> None:
    put(desk, "auth", "a fact\n")
    put(desk, "style", "one\n")
    sync(desk, laptop)
    (desk.user_memory / "style.md").unlink()
    sync(desk)
    put(laptop, "style", "LAPTOP\n")
    sync(laptop, desk)
    (said,) = conflicts(desk)
    desk.memsync(*command_in(said))
    assert conflicts(desk) == []
    sync(desk, laptop)
    assert conflicts(laptop) == []


def test_the_command_for_an_agents_file_restores_it(
    desk: Machine, laptop: Machine
) -> None:
    one = side(desk, "claude-code", "shop")
    two = side(laptop, "claude-code", "shop")
    one.put("style.md", "one\n")
    sync(desk, laptop)
    one.put("style.md", "DESK\n")
    two.put("style.md", "LAPTOP\n")
    sync(desk, laptop, desk)
    (said,) = conflicts(desk)
    desk.memsync(*command_in(said), cwd=one.root)
    assert one.get("style.md") == "DESK\n"
    assert conflicts(desk) == []


def test_a_conflict_in_a_repository_is_settled_there(
    desk: Machine, laptop: Machine
) -> None:
    roots = [machine.repository("shop") for machine in (desk, laptop)]
    for machine, root in zip((desk, laptop), roots, strict=True):
        machine.memsync("init", cwd=root)
        machine.memsync("sync", "add", "--id", "shop", cwd=root)
    here, there = (root / ".coyote/memory/build.md" for root in roots)
    here.write_text("one\n")
    sync(desk, laptop)
    here.write_text("DESK\n")
    sync(desk)
    there.write_text("LAPTOP\n")
    sync(laptop, desk)
    (said,) = conflicts(desk)
    roots[0].rename(f"{roots[0]}.away")
    assert conflicts(desk) == [said]
    roots[0].with_name("shop.away").rename(roots[0])
    desk.memsync(*command_in(said), cwd=roots[0])
    assert here.read_text() == "DESK\n"
    assert conflicts(desk) == []
