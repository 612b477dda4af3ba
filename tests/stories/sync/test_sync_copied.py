"""A machine that was copied with its id: a cloned disk, or a restored backup."""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from support import warm
from support.before import Before
from support.faults import COUNT, KILL
from support.synced import bare, get, notes, put, sync
from support.vaults import Host, Member, joined, new_vault

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from support.machine import Ran


@pytest.fixture(params=["plain", "sealed"])
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> list[Member]:
    """A desk and a laptop that sync."""
    return couple(tmp_path / "all", sealed=request.param == "sealed")


def couple(folder: Path, *, sealed: bool) -> list[Member]:
    folder.mkdir()
    if sealed:
        host = Host(folder / "remote.git")
        found = [new_vault(folder / "desk", host), joined(folder / "laptop", host)]
    else:
        remote = bare(folder / "remote.git")
        found = [Member(folder / name) for name in ("desk", "laptop")]
        for machine in found:
            machine.memsync("sync", "init", remote)
    for machine in found:
        put(machine, f"of-{machine.folder.name}", "one\n")
        put(machine, "MEMORY", "# Memory\n")
        sync(machine)
    sync(found[0])
    return found


def copied(machine: Member, to: str = "copy") -> Member:
    """The whole machine, as `cp -a` of its disk makes it."""
    folder = machine.folder.with_name(to)
    shutil.copytree(machine.folder, folder, symlinks=True)
    name = machine.environ["MEMSYNC_SYNC_MACHINE"]
    return Member(folder, {"MEMSYNC_SYNC_MACHINE": name})


@contextmanager
def no_network(machine: Member) -> Iterator[None]:
    """Nobody answers where the remote is."""
    remote = machine.folder.with_name("remote.git")
    away = remote.rename(remote.with_name("away.git"))
    yield
    away.rename(remote)


def listed(machine: Member) -> dict[str, str]:
    """The listed machines: the name of each by its id."""
    found = machine.memsync("sync", "machines", "--json").json
    return {each["id"]: each["name"] for each in found}


def told(*ran: Ran) -> list[str]:
    """What these rounds said of the id."""
    lines = [line for each in ran for line in each.err.splitlines()]
    return [line for line in lines if "that it did not make" in line]


def rounds(*machines: Member, times: int = 3) -> list[Ran]:
    return [each.memsync("sync") for _ in range(times) for each in machines]


def check(first: str, desk: Member, *copies: Member) -> None:
    """Each copy has an id, each note is everywhere, and nothing is left to do."""
    ids = [copy.machine_id for copy in copies]
    assert len(set(ids)) == len(ids)
    assert first in ids
    every = (desk, *copies)
    for machine in every:
        found = listed(machine)
        assert set(found) == {desk.machine_id, *ids}
        assert found[first] == "laptop"
        others = {found[id_] for id_ in ids if id_ != first}
        assert others == {f"laptop-{n}" for n in range(2, len(ids) + 1)}
        assert notes(machine) == notes(desk)
        assert machine.memsync("sync", "status", "--json").json["held"] == []
    heads = {machine.head for machine in every}
    assert len(heads) == 1
    rounds(*every, times=1)
    assert {machine.head for machine in every} == heads


@pytest.mark.parametrize("copy_first", [False, True])
def test_two_copies_that_write_and_sync_end_with_two_ids(
    pair: list[Member], copy_first: bool
) -> None:
    desk, laptop = pair
    first = laptop.machine_id
    copy = copied(laptop)
    order = [copy, laptop] if copy_first else [laptop, copy]
    said = []
    for number in range(3):
        for machine in order:
            put(machine, f"{machine.folder.name}{number}", f"{number}\n")
            put(machine, "of-laptop", f"{machine.folder.name} {number}\n")
            said.append(machine.memsync("sync"))
    said += rounds(*order, desk)
    (line,) = told(*said)
    # The second of them noticed.
    assert order[0].machine_id == first
    new = order[1].machine_id
    assert line == (
        f"memsync: saves came in with this machine's id, {first}, that it did not make,"
        f" as after a copy of its disk; it has the id {new} from now on, and is called"
        " 'laptop-2'"
    )
    check(first, desk, laptop, copy)
    assert {f"{name}{n}" for name in ("copy", "laptop") for n in range(3)} <= set(
        notes(desk)
    )
    for machine in (desk, laptop, copy):
        machine.memsync("sync", "verify")


def test_copies_that_were_offline_for_long_end_with_two_ids(
    pair: list[Member],
) -> None:
    desk, laptop = pair
    first = laptop.machine_id
    copy = copied(laptop)
    with no_network(laptop):
        for number in range(3):
            for machine in (laptop, copy):
                put(machine, f"{machine.folder.name}{number}", f"{number}\n")
                sync(machine, want=15)
    said = rounds(copy, laptop, desk)
    assert len(told(*said)) == 1
    check(first, desk, laptop, copy)


def test_only_one_of_them_was_offline(pair: list[Member]) -> None:
    desk, laptop = pair
    first = laptop.machine_id
    copy = copied(laptop)
    with no_network(laptop):
        put(laptop, "early", "1\n")
        sync(laptop, want=15)
    for number in range(3):
        put(copy, f"copy{number}", f"{number}\n")
        sync(copy, desk)
    with no_network(laptop):
        put(laptop, "late", "1\n")
        sync(laptop, want=15)
    said = rounds(laptop, copy, desk)
    assert len(told(*said)) == 1
    check(first, desk, laptop, copy)


def test_three_copies_end_with_three_ids(pair: list[Member]) -> None:
    desk, laptop = pair
    first = laptop.machine_id
    every = [laptop, copied(laptop, "second"), copied(laptop, "third")]
    said = []
    for number in range(3):
        for machine in every:
            put(machine, f"{machine.folder.name}{number}", f"{number}\n")
            said.append(machine.memsync("sync"))
    said += rounds(*every, desk)
    assert len(told(*said)) == 2
    check(first, desk, *every)


def test_a_machine_that_was_copied_before_it_ever_saved(tmp_path: Path) -> None:
    remote = bare(tmp_path / "remote.git")
    desk, laptop = Member(tmp_path / "desk"), Member(tmp_path / "laptop")
    for machine in (desk, laptop):
        machine.memsync("sync", "init", remote)
        put(machine, machine.folder.name, "one\n")
    first = laptop.machine_id
    copy = copied(laptop)
    put(copy, "copy", "one\n")
    said = rounds(copy, laptop, desk, copy)
    assert len(told(*said)) == 1
    check(first, desk, laptop, copy)


def test_a_restored_backup_gets_another_id(pair: list[Member]) -> None:
    desk, laptop = pair
    first = laptop.machine_id
    backup = copied(laptop, "backup")
    put(laptop, "later", "one\n")
    sync(laptop)
    put(backup, "restored", "one\n")
    said = rounds(backup, desk)
    assert len(told(*said)) == 1
    assert backup.machine_id != first
    assert get(desk, "restored") == get(backup, "restored") == "one\n"
    assert get(backup, "later") == "one\n"


def test_a_copy_without_a_name_has_an_id(tmp_path: Path) -> None:
    remote = bare(tmp_path / "remote.git")
    laptop = Member(tmp_path / "laptop", {"MEMSYNC_SYNC_MACHINE": ""})
    laptop.memsync("sync", "init", remote)
    put(laptop, "auth", "one\n")
    sync(laptop)
    copy = copied(laptop)
    for machine in (laptop, copy):
        put(machine, machine.folder.name, "one\n")
    said = rounds(laptop, copy)
    (line,) = told(*said)
    assert line.endswith(f"has the id {copy.machine_id} from now on")
    assert listed(laptop) == {laptop.machine_id: None, copy.machine_id: None}


def test_a_dry_run_gives_no_other_id(pair: list[Member]) -> None:
    _, laptop = pair
    copy = copied(laptop)
    for machine in (laptop, copy):
        put(machine, machine.folder.name, "one\n")
    sync(laptop)
    ran = copy.memsync("sync", "--dry-run")
    assert "would be received: laptop" in ran.out
    assert not told(ran)
    assert copy.machine_id == laptop.machine_id
    assert len(told(*rounds(copy))) == 1


def test_an_older_memsync_beside_copies_keeps_its_history(pair: list[Member]) -> None:
    """What a copy says stands where older versions read nothing."""
    desk, laptop = pair
    copy = copied(laptop)
    for machine in (laptop, copy):
        put(machine, machine.folder.name, "one\n")
    rounds(laptop, copy, desk)
    called = {each["called"] for each in desk.memsync("sync", "log", "--json").json}
    assert called <= {"desk", "laptop", ""}


@pytest.mark.parametrize("sealed", [False, True])
def test_a_copy_that_is_killed_anywhere_ends_with_an_own_id(
    tmp_path: Path, sealed: bool
) -> None:
    desk, laptop = couple(tmp_path / "all", sealed=sealed)
    first = laptop.machine_id
    copy = copied(laptop)
    for machine in (laptop, copy):
        put(machine, machine.folder.name, "one\n")
    sync(laptop)
    before = Before(desk.folder.parent)
    counted = warm.stopped(copy, "sync", fault=COUNT)
    assert counted.code == 0
    assert copy.machine_id != first
    steps = counted.changed
    assert len(steps) > 20
    for at in steps[:: 9 if sealed else 5]:
        before.restore()
        assert warm.stopped(copy, "sync", fault=KILL, at=at).code == -9
        for machine in (copy, laptop, desk, copy):
            done = warm.stopped(machine, "sync")
            assert done.code == 0, f"step {at}: {done}"
        assert laptop.machine_id == first, f"step {at}"
        assert (copy.state / "machine").read_text() == f"{copy.machine_id}\n"
        check(first, desk, laptop, copy)
