"""An encrypted memory whose key, state or cache was damaged or lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.machine import Machine
from support.vaults import Host, Member, edit, note, put

if TYPE_CHECKING:
    from pathlib import Path


def test_a_key_that_others_can_read_is_not_used(desk: Member) -> None:
    (desk.config / "keys/machine.json").chmod(0o644)
    ran = desk.memsync("sync", want=13)
    assert "chmod 600" in ran.err


@pytest.mark.parametrize("broken", ["", "{}", "not json", '{"format": 2}'])
def test_a_damaged_key_stops_the_round_before_anything_is_written(
    desk: Member, broken: str
) -> None:
    put(desk, "auth", note("auth"))
    (desk.config / "keys/machine.json").write_text(broken)
    before = desk.head
    assert "damaged" in desk.memsync("sync", want=13).err
    assert desk.head == before


def test_a_lost_key_stops_the_round_and_the_code_brings_it_back(
    desk: Member, host: Host
) -> None:
    put(desk, "auth", note("auth"))
    desk.memsync("sync")
    for file in (desk.config / "keys").iterdir():
        file.unlink()
    put(desk, "new", note("new"))
    before = host.git("rev-parse", "main")
    ran = desk.memsync("sync", "--json", want=13)
    assert ran.json["error"]["code"] == "key-missing"
    assert "memsync keys import" in ran.err
    assert host.git("rev-parse", "main") == before
    desk.memsync(*("sync", "init", host.path, "--encrypt", "--key-file", host.code))
    assert desk.memsync("sync", "--json").json["sent"] == ["new"]


def test_a_machine_without_encryption_is_told_to_join(
    tmp_path: Path, desk: Member, host: Host
) -> None:
    plain = Machine(tmp_path / "plain")
    put(plain, "auth", note("auth"))
    before = host.git("rev-parse", "main")
    refused = plain.memsync("sync", "init", host.path, "--json", want=13)
    assert not plain.memsync("sync", "status", "--json").json["configured"]
    plain.memsync("config", "set", "sync.remote", host.path)
    for ran in (refused, plain.memsync("sync", "--json", want=13)):
        assert ran.json["error"]["code"] == "key-missing"
        assert "--encrypt" in ran.err
    assert host.git("rev-parse", "main") == before


def test_lost_state_is_built_anew_from_the_remote(
    desk: Member, laptop: Member, host: Host
) -> None:
    import shutil

    put(desk, "auth", note("auth"))
    desk.memsync("sync")
    laptop.memsync("sync")
    shutil.rmtree(desk.state)
    (desk.user_memory / "auth.md").unlink()
    assert desk.memsync("sync", "--json").json["received"] == ["auth"]
    host.knows_nothing_of("about", "fact")


def test_a_damaged_cache_is_built_anew(desk: Member, laptop: Member) -> None:
    put(desk, "auth", note("auth"))
    desk.memsync("sync")
    data = (desk.state / "sealed").read_bytes()
    (desk.state / "sealed").write_bytes(data.replace(b"user/", b"luser", 1)[:-9])
    edit(desk, "auth", "fact", "change")
    assert desk.memsync("sync", "--json").json["sent"] == ["auth"]
    assert laptop.memsync("sync", "--json").json["received"] == ["auth"]
