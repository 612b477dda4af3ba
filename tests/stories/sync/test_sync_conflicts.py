"""What both persons are told when two machines changed one note."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.synced import bare, get, put, sync
from support.tokens import aws_key
from support.vaults import Host, Member, joined, new_vault

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from support.machine import Machine


def fleet(folder: Path, names: Sequence[str], *, sealed: bool) -> list[Machine]:
    """Machines with names, over a remote in clear or over an encrypted one."""
    if sealed:
        host = Host(folder / "host")
        first = new_vault(folder / names[0], host)
        return [first, *(joined(folder / name, host) for name in names[1:])]
    remote = bare(folder / "remote.git")
    machines: list[Machine] = [Member(folder / name) for name in names]
    for machine in machines:
        machine.memsync("sync", "init", remote)
    return machines


@pytest.fixture(params=["plain", "sealed"])
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> list[Machine]:
    """Two machines that have synced two notes."""
    names = ("desk", "laptop")
    machines = fleet(tmp_path, names, sealed=request.param == "sealed")
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


def test_an_edit_of_one_note_is_no_conflict_of_the_memory_index(
    pair: list[Machine],
) -> None:
    """Its entry there repeats the description, which is made from the text."""
    desk, laptop = pair
    write = ("write", "style", "--scope", "user", "-m")
    desk.memsync(*write, "Answer in full sentences.")
    sync(desk, laptop)
    desk.memsync(*write, "Answer in one short paragraph.")
    sync(desk)
    laptop.memsync(*write, "Answer as a list.")
    merged, received = laptop.memsync("sync"), desk.memsync("sync")
    assert "archived: MEMORY" not in merged.out
    for machine, said in ((laptop, merged), (desk, received)):
        assert "conflict in 'style'" in said.err
        assert "MEMORY" not in said.err
        index = get(machine, "MEMORY") or ""
        assert "- [[style]]: Answer as a list.\n" in index
        assert "paragraph" not in index
    assert not desk.memsync("sync", "--json").json["changed"]


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


@pytest.mark.parametrize("sealed", [False, True], ids=["plain", "sealed"])
def test_a_repository_that_was_away_names_who_edited_its_note(
    tmp_path: Path, sealed: bool
) -> None:
    """The user memory has gone on meanwhile, so their bases are not the same."""
    machines = fleet(tmp_path, ("desk", "laptop", "phone"), sealed=sealed)
    roots = [machine.repository("shop") for machine in machines]
    for machine, root in zip(machines, roots, strict=True):
        machine.memsync("init", cwd=root)
        machine.memsync("sync", "add", "--id", "shop", cwd=root)
    desk, laptop, phone = machines
    here, there, _ = (root / ".coyote/memory/build.md" for root in roots)
    here.write_text("one\n\ntwo\n\nthree\n")
    put(desk, "auth", "a fact\n")
    sync(*machines)
    away = roots[1].rename(tmp_path / "away")
    here.write_text("ONE\n\nDESK\n\nthree\n")
    sync(desk)
    put(phone, "auth", "a fact of the phone\n")
    sync(phone, laptop)
    away.rename(roots[1])
    there.write_text("one\n\nLAPTOP\n\nthree\n")
    put(laptop, "auth", "a fact of the laptop\n")
    won = laptop.memsync("sync").err
    said = "conflict in 'projects/shop/build': kept "
    assert f"{said}your newer edit; desk's (in that repository): " in won
    lost = desk.memsync("sync").err
    assert f"{said}laptop's newer edit; yours (in that repository): " in lost
    assert "auth" not in won + lost
    assert "conflict" not in phone.memsync("sync").err
    assert get(phone, "auth") == get(desk, "auth") == "a fact of the laptop\n"
    assert there.read_text() == here.read_text() == "ONE\n\nLAPTOP\n\nthree\n"
    for machine in machines:
        assert not machine.memsync("sync", "--json").json["changed"]
    assert machine.memsync("sync", "verify", "--json").json["commits"]
