"""What other tools have done to people's notes, and what happens here instead."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.synced import notes, put

if TYPE_CHECKING:
    from support.machine import Machine


@pytest.fixture
def machines(machines: list[Machine]) -> list[Machine]:
    for machine in machines:
        put(machine, "MEMORY", "# Memory Index\n")
    return machines


def test_one_line_changed_twice_leaves_no_marker_and_the_other_in_the_archive(
    machines: list[Machine],
) -> None:
    desk, laptop = machines
    put(desk, "auth", "---\nname: auth\ndescription: d\n---\n\nthe port is 1\n")
    desk.memsync("sync")
    laptop.memsync("sync")
    for machine, port in ((desk, 2), (laptop, 3)):
        text = notes(machine)["auth"].replace("port is 1", f"port is {port}")
        put(machine, "auth", text)
        machine.memsync("sync")
    desk.memsync("sync")
    assert notes(desk) == notes(laptop)
    assert notes(desk)["auth"].endswith("the port is 3\n")
    for machine in machines:
        listed = machine.memsync("archive", "list", "auth", "--json").json
        shown = [machine.memsync("archive", "show", v["id"]).out for v in listed]
        assert any("port is 2" in text for text in shown)


def test_a_forgotten_note_does_not_come_back_from_a_machine_that_was_away(
    machines: list[Machine],
) -> None:
    desk, laptop = machines
    put(desk, "old", "an old fact\n")
    desk.memsync("sync")
    laptop.memsync("sync")
    desk.memsync("forget", "old", "--scope", "user")
    desk.memsync("sync")
    put(laptop, "new", "written on the train\n")
    laptop.memsync("sync")
    desk.memsync("sync")
    assert notes(desk).keys() == notes(laptop).keys() == {"MEMORY", "new"}


def test_a_machine_that_joins_with_notes_of_its_own_loses_none(
    machines: list[Machine],
) -> None:
    desk, laptop = machines
    put(desk, "auth", "on the desk\n")
    put(desk, "only-desk", "one\n")
    put(laptop, "auth", "on the laptop\n")
    put(laptop, "only-laptop", "two\n")
    for machine in (desk, laptop, desk):
        machine.memsync("sync")
    assert notes(desk) == notes(laptop)
    assert notes(desk).keys() == {"MEMORY", "auth", "only-desk", "only-laptop"}
    assert set(notes(desk)["auth"].splitlines()) == {"on the desk", "on the laptop"}


def test_nothing_of_a_machine_is_in_the_repository(
    machines: list[Machine], remote: Path
) -> None:
    desk = machines[0]
    put(desk, "auth", "a fact\n")
    desk.memsync("sync")
    told = desk.git("log", "-p", "--format=fuller", "main", cwd=remote)
    for word in (str(desk.home), desk.folder.name, "person@example.invalid"):
        assert word not in told
    files = desk.git("ls-tree", "-r", "--name-only", "main", cwd=remote).splitlines()
    assert files == ["memsync.json", "user/MEMORY.md", "user/auth.md"]


def test_doctor_says_that_the_last_sync_failed(machines: list[Machine]) -> None:
    desk, _ = machines
    desk.memsync("sync")
    assert "failed" not in desk.memsync("doctor").out
    remote = desk.memsync("sync", "status", "--json").json["remote"]
    Path(remote).rename(f"{remote}.away")
    desk.memsync("sync", want=15)
    doctor = desk.memsync("doctor", want=1)
    assert "wrong  sync: set up; the last sync failed: there is no git" in doctor.out
    assert "hint: `memsync sync` tries again" in doctor.err
    assert "  trouble: there is no git repository at" in desk.memsync("status").out
    short = desk.memsync("status", "--short").out
    assert short.endswith(" user; sync: failed\n")
    Path(f"{remote}.away").rename(remote)
    desk.memsync("sync")
    for command in ("doctor", "status"):
        told = desk.memsync(command).out
        assert "failed" not in told
        assert "trouble" not in told


def test_without_a_network_nothing_is_wrong_but_status_says_so(
    machine: Machine,
) -> None:
    machine.memsync("write", "own", "--scope", "user", "-m", "text")
    nobody = ("http://127.0.0.1:1/me/notes.git", "--allow-http")
    machine.memsync("sync", "init", *nobody, want=15)
    machine.memsync("sync", want=15)
    said = machine.memsync("doctor").out
    assert "ok     sync: set up; the last sync failed: " in said
    assert "  trouble: " in machine.memsync("status").out
    assert "; sync: failed" in machine.memsync("status", "--short").out


def test_without_sync_its_status_names_the_next_command(machine: Machine) -> None:
    told = machine.memsync("sync", "status").out
    assert told == "remote: not set up; `memsync sync init URL` sets it up\n"
