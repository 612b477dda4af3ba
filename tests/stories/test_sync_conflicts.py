"""What both persons are told when two machines changed one note."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.synced import bare, get, put, sync
from support.tokens import aws_key
from support.vaults import Host, Member, joined, new_vault

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture(params=["plain", "sealed"])
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> list[Machine]:
    """Two machines with names, over a remote in clear and over an encrypted one."""
    if request.param == "sealed":
        host = Host(tmp_path / "host")
        desk = new_vault(tmp_path / "desk", host)
        machines: list[Machine] = [desk, joined(tmp_path / "laptop", host)]
    else:
        remote = bare(tmp_path / "remote.git")
        machines = [Member(tmp_path / name) for name in ("desk", "laptop")]
        for machine in machines:
            machine.memsync("sync", "init", remote)
    put(machines[0], "style", "one\n\ntwo\n\nthree\n")
    put(machines[0], "auth", "a fact\n")
    sync(*machines)
    return machines


def command_in(said: str) -> list[str]:
    """The command that a message ends with."""
    (line,) = [line for line in said.splitlines() if "in 'style'" in line]
    return line.rpartition(": memsync ")[2].split()


def test_both_sides_are_told_whose_edit_is_live_and_where_the_other_is(
    pair: list[Machine],
) -> None:
    desk, laptop = pair
    put(desk, "style", "one\n\nDESK\n\nthree\n")
    sync(desk)
    put(laptop, "style", "one\n\nLAPTOP\n\nthree\n")
    won = laptop.memsync("sync")
    assert "memsync: conflict in 'style': kept your newer edit; desk's: " in won.err
    lost = desk.memsync("sync")
    assert "conflict in 'style': kept laptop's newer edit; yours: " in lost.err
    assert "conflict" not in desk.memsync("sync").err
    status = desk.memsync("sync", "status", "--json").json
    assert status["conflicts"] == [
        line.removeprefix("memsync: ") for line in lost.err.splitlines()
    ]
    for sentence in status["conflicts"]:
        assert f"\n{sentence}\n" in desk.memsync("sync", "status").out
    for machine, said in ((laptop, won.err), (desk, lost.err)):
        shown = [word.replace("restore", "show") for word in command_in(said)]
        assert "DESK" in machine.memsync(*shown).out
    desk.memsync(*command_in(lost.err))
    sync(desk, laptop)
    assert "DESK" in (get(laptop, "style") or "")


def test_an_edit_and_a_deletion_are_told_on_both_sides(pair: list[Machine]) -> None:
    desk, laptop = pair
    (desk.user_memory / "style.md").unlink()
    gone = desk.memsync("sync")
    assert "sent: style (deleted)\n" in gone.out
    put(laptop, "style", "one\n\nLAPTOP\n\nthree\n")
    kept = laptop.memsync("sync")
    said = "'style' was deleted on desk and edited elsewhere: kept your edit"
    assert said in kept.err
    back = desk.memsync("sync")
    said = "'style' was deleted here and edited elsewhere: kept laptop's edit"
    assert said in back.err
    assert "memsync forget style" in back.err
    assert "received: style\n" in back.out


def test_a_deletion_is_called_one_where_it_is_received(pair: list[Machine]) -> None:
    desk, laptop = pair
    (desk.user_memory / "style.md").unlink()
    assert desk.memsync("sync", "--json").json["deleted"] == ["style"]
    ran = laptop.memsync("sync")
    assert "received: style (deleted)\n" in ran.out
    assert "conflict" not in ran.err


def test_a_merge_of_other_lines_is_no_conflict(pair: list[Machine]) -> None:
    desk, laptop = pair
    put(desk, "style", "ONE\n\ntwo\n\nthree\n")
    put(laptop, "style", "one\n\ntwo\n\nTHREE\n")
    for machine in (desk, laptop, desk):
        ran = machine.memsync("sync", "--json")
        assert "conflict" not in ran.err
        assert "conflicts" not in ran.json


def test_a_value_that_another_machine_purged_is_said_to_be_gone(
    pair: list[Machine],
) -> None:
    desk, laptop = pair
    put(desk, "style", f"The key was {aws_key()} once.\n")
    sync(desk, want=1)
    desk.memsync("sync", "release", "style", "--yes")
    sync(laptop)
    (found, *_) = desk.memsync("scan", "--json", want=1).json["findings"]
    desk.memsync("purge", found["fingerprint"], "--scope", "user", "--yes")
    ran = laptop.memsync("sync")
    assert "another machine purged a value: it is gone from every text" in ran.err
    assert "[purged]" in (get(laptop, "style") or "")
    assert "purged a value" not in laptop.memsync("sync").err


def test_a_note_whose_name_ends_as_its_file_does(pair: list[Machine]) -> None:
    """Its versions lie in a folder `a.md`, which once stopped every other machine."""
    desk, laptop = pair
    put(desk, "a.md", "one\n")
    sync(desk, laptop)
    put(desk, "a.md", "DESK\n")
    sync(desk)
    put(laptop, "a.md", "LAPTOP\n")
    sync(laptop, desk, laptop)
    assert get(desk, "a.md") == get(laptop, "a.md") == "LAPTOP\n"
    versions = desk.memsync("archive", "list", "a.md", "--json").json
    texts = [desk.memsync("archive", "show", each["id"]).out for each in versions]
    assert "DESK\n" in texts
