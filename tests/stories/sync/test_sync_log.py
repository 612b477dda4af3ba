"""`memsync sync log` with numbers of all kinds."""

from __future__ import annotations

import json
import shutil
from datetime import date
from typing import TYPE_CHECKING

import pytest
from support.synced import bare, put, sync
from support.vaults import Host, Member, joined, new_vault

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


def test_a_log_shows_at_most_so_many_and_never_less_than_none(
    machine: Machine,
) -> None:
    machine.memsync("sync", "init")
    for text in ("One.", "Two."):
        machine.memsync("write", "auth", "--scope", "user", "-m", text)
        machine.memsync("sync")
    for number in (0, 1, 2):
        log = machine.memsync("sync", "log", "-n", str(number), "--json").json
        assert len(log) == number
    machine.memsync("sync", "log", "-n", "-1", want=2)


def test_a_name_that_no_round_changed_is_said_to_be_in_none(machine: Machine) -> None:
    machine.memsync("sync", "init")
    ran = machine.memsync("sync", "log", "auth", want=17)
    assert "nothing in the history is called 'auth'" in ran.err
    machine.memsync("write", "auth", "--scope", "user", "-m", "One.")
    machine.memsync("sync")
    ran = machine.memsync("sync", "log", "auht", want=17)
    assert "nothing in the history is called 'auht'" in ran.err
    assert "did you mean 'auth'?" in ran.err
    assert machine.memsync("sync", "log", "auth", "-n", "0").err == ""


@pytest.fixture(params=["plain", "sealed"])
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> list[Machine]:
    """Two machines with names, over a remote in clear and over an encrypted one."""
    if request.param == "sealed":
        host = Host(tmp_path / "host")
        desk = new_vault(tmp_path / "desk", host)
        return [desk, joined(tmp_path / "laptop", host)]
    remote = bare(tmp_path / "remote.git")
    found: list[Machine] = [Member(tmp_path / name) for name in ("desk", "laptop")]
    for machine in found:
        machine.memsync("sync", "init", remote)
    return found


def test_the_log_of_a_note_is_of_that_note_alone(pair: list[Machine]) -> None:
    desk, laptop = pair
    for name in ("auth", "auth-keys", "style"):
        put(desk, name, f"{name}\n\none\n")
    sync(desk, laptop)
    put(desk, "auth", "auth\n\nONE\n")
    put(laptop, "auth", "auth\n\nuno\n")
    put(laptop, "style", "another\n")
    sync(desk, laptop, desk)
    for machine in pair:
        log = machine.memsync("sync", "log", "auth", "--json").json
        told = json.dumps(log)
        assert "style" not in told
        assert "auth-keys" not in told
        assert any(each["archived"] for each in log)
        assert "auth" in log[-1]["notes"]


def test_the_log_names_machines_says_local_times_and_calls_a_deletion_so(
    pair: list[Machine],
) -> None:
    desk, laptop = pair
    put(desk, "auth", "one\n")
    put(desk, "style", "one\n")
    sync(desk, laptop)
    (laptop.user_memory / "auth.md").unlink()
    sync(laptop, desk)
    newest, *_ = desk.memsync("sync", "log", "--json").json
    assert (newest["called"], newest["deleted"]) == ("laptop", ["auth"])
    shown = desk.memsync("sync", "log", environ={"TZ": "XYZ-5"}).out.splitlines()
    here = desk.memsync("sync", "log").out.splitlines()
    assert "laptop" in here[0]
    assert "auth (deleted)" in here[0]
    assert "desk (this one)" in here[-1]
    hours = [int(line[11:13]) for line in (here[0], shown[0])]
    assert (hours[1] - hours[0]) % 24 == 5


def test_a_clock_a_whole_day_away_is_a_clock(machine: Machine) -> None:
    """POSIX allows `TZ=AAA24`, which `datetime.astimezone` refuses."""
    machine.memsync("sync", "init")
    put(machine, "auth", "one\n")
    machine.memsync("sync")
    days = []
    for zone in ("UTC", "AAA24"):
        line = machine.memsync("sync", "log", environ={"TZ": zone}).out.split()[0]
        days.append(date.fromisoformat(line))
    assert (days[0] - days[1]).days == 1


def test_the_log_asks_git_once_however_many_commits_there_are(
    machine: Machine,
) -> None:
    machine.memsync("sync", "init")
    for number in range(6):
        put(machine, "auth", f"{number}\n")
        machine.memsync("sync")
    git = machine.folder / "bin/git"
    git.parent.mkdir()
    real = shutil.which("git", path=machine.environ["PATH"])
    count = machine.folder / "count"
    git.write_text(f'#!/bin/sh\necho "$1" >> "{count}"\nexec "{real}" "$@"\n')
    git.chmod(0o700)
    environ = {"PATH": f"{git.parent}:{machine.environ['PATH']}"}
    asked = []
    for limit in ("1", "6"):
        log = machine.memsync("sync", "log", "-n", limit, "--json", environ=environ)
        assert len(log.json) == int(limit)
        asked.append(len(count.read_text().splitlines()))
        count.unlink()
    assert asked[0] == asked[1]
