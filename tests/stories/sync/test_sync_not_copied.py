"""One machine alone keeps its id, whatever it lost and however it was stopped."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from support import warm
from support.before import Before
from support.faults import COUNT, KILL
from support.synced import bare, notes, put, sync
from support.vaults import Host, Member, joined, new_vault

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture(params=["plain", "sealed"])
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[Member]]:
    """A desk and a laptop that have synced; in the end each has the id it had."""
    if request.param == "sealed":
        host = Host(tmp_path / "remote.git")
        found = [new_vault(tmp_path / "desk", host), joined(tmp_path / "laptop", host)]
    else:
        remote = bare(tmp_path / "remote.git")
        found = [Member(tmp_path / name) for name in ("desk", "laptop")]
        for machine in found:
            machine.memsync("sync", "init", remote)
    for number in range(2):
        for machine in found:
            put(machine, f"of-{machine.folder.name}", f"{number}\n")
            sync(machine)
    ids = [machine.machine_id for machine in found]
    yield found
    for _ in range(2):
        for machine in found:
            put(machine, f"end-{machine.folder.name}", "one\n")
            sync(machine)
    sync(*found)
    assert [machine.machine_id for machine in found] == ids
    listed = found[0].memsync("sync", "machines", "--json").json
    assert {each["id"] for each in listed} == set(ids)
    assert notes(found[0]) == notes(found[1])


def lose(machine: Machine, *names: str) -> None:
    for name in names:
        path = machine.state / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()


@pytest.mark.parametrize(
    "lost", [("mirror",), ("sync.json",), ("mirror", "sync.json"), ("mirror", "stat")]
)
def test_a_machine_that_lost_its_history(
    pair: list[Member], lost: tuple[str, ...]
) -> None:
    desk, laptop = pair
    lose(desk, *lost)
    sync(desk, laptop, desk)


def test_a_lost_mirror_and_saves_without_a_network(
    pair: list[Member], tmp_path: Path
) -> None:
    desk, _ = pair
    lose(desk, "mirror")
    remote = tmp_path / "remote.git"
    away = remote.rename(tmp_path / "away.git")
    for number in range(2):
        put(desk, f"offline{number}", "one\n")
        sync(desk, want=15)
    away.rename(remote)
    sync(desk)


def test_a_lost_state_folder_is_a_new_machine_and_no_copy(tmp_path: Path) -> None:
    remote = bare(tmp_path / "remote.git")
    desk = Member(tmp_path / "desk")
    desk.memsync("sync", "init", remote)
    put(desk, "auth", "one\n")
    sync(desk)
    shutil.rmtree(desk.state)
    for number in range(2):
        put(desk, "auth", f"{number}\n")
        assert "id" not in desk.memsync("sync").err
    assert len(desk.memsync("sync", "machines", "--json").json) == 2


def test_a_remote_that_was_rewound_and_accepted(
    pair: list[Member], tmp_path: Path
) -> None:
    desk, laptop = pair
    remote = tmp_path / "remote.git"
    backup = shutil.copytree(remote, tmp_path / "backup.git")
    for machine in (desk, laptop):
        put(machine, f"newer-{machine.folder.name}", "one\n")
        sync(machine)
    shutil.rmtree(remote)
    backup.rename(remote)
    sync(desk, want=14)
    for machine in (desk, laptop, desk):
        machine.memsync("sync", "--accept-rewind")


def test_a_purge_on_another_machine(pair: list[Member]) -> None:
    desk, laptop = pair
    put(desk, "secret", "one\n")
    sync(desk, laptop)
    put(desk, "meanwhile", "one\n")
    laptop.memsync("purge", "secret", "--scope", "user", "--yes")
    sync(laptop, desk, laptop)


def test_sync_init_again_and_another_remote(tmp_path: Path) -> None:
    desk = Member(tmp_path / "desk")
    remotes = [bare(tmp_path / f"{name}.git") for name in ("one", "two")]
    desk.memsync("sync", "init", remotes[0])
    put(desk, "auth", "one\n")
    sync(desk)
    first = desk.machine_id
    for number, remote in enumerate((remotes[0], remotes[1], remotes[0])):
        desk.memsync("sync", "init", remote, "--yes")
        put(desk, "auth", f"{number}\n")
        sync(desk)
    assert desk.machine_id == first


def test_two_profiles_of_one_machine(tmp_path: Path) -> None:
    desk = Member(tmp_path / "desk")
    for name, more in (("own", ()), ("work", ("--profile", "work", "--notes", "w-*"))):
        remote = bare(tmp_path / f"{name}.git")
        desk.memsync("sync", "init", remote, *more)
    for number in range(3):
        put(desk, "w-auth", f"{number}\n")
        put(desk, "auth", f"{number}\n")
        assert "that it did not make" not in desk.memsync("sync").err
    profiles = desk.memsync("sync", "machines", "--json").json["profiles"]
    assert [len(rows) for rows in profiles.values()] == [1, 1]


def test_an_encrypted_memory_that_replaces_a_plain_one_and_is_left_again(
    tmp_path: Path,
) -> None:
    remote = bare(tmp_path / "remote.git")
    desk = Member(tmp_path / "desk")
    desk.memsync("sync", "init", remote)
    put(desk, "auth", "one\n")
    sync(desk)
    first = desk.machine_id
    code = tmp_path / "code"
    desk.memsync(
        *("sync", "init", remote, "--encrypt", "--replace-plain", "--code-file", code)
    )
    put(desk, "auth", "two\n")
    sync(desk)
    other = bare(tmp_path / "other.git")
    desk.memsync("sync", "init", other, "--plaintext")
    put(desk, "auth", "three\n")
    sync(desk)
    assert desk.machine_id == first


def test_a_rename_that_is_killed_anywhere_is_made_up_for(tmp_path: Path) -> None:
    folder = tmp_path / "all"
    folder.mkdir()
    host = Host(folder / "remote.git")
    pair = [new_vault(folder / "desk", host), joined(folder / "laptop", host)]
    desk, laptop = pair
    for machine in (desk, laptop, desk):
        put(machine, machine.folder.name, "one\n")
        sync(machine)
    ids = [machine.machine_id for machine in pair]
    put(desk, "unsent", "one\n")
    argv = ("sync", "machines", "rename", "laptop", "old")
    before = Before(folder)
    counted = warm.stopped(desk, *argv, fault=COUNT)
    assert counted.code == 0
    for at in counted.changed[::5]:
        before.restore()
        assert warm.stopped(desk, *argv, fault=KILL, at=at).code == -9
        for machine in (desk, laptop):
            done = warm.stopped(machine, "sync")
            assert done.code == 0, f"step {at}: {done}"
            assert "that it did not make" not in done.said, f"step {at}: {done}"
        assert [machine.machine_id for machine in pair] == ids, f"step {at}"
        shown = desk.memsync("sync", "machines", "--json").json
        assert {each["id"] for each in shown} == set(ids), f"step {at}"
