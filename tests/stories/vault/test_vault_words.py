"""What a person reads who joins an encrypted memory, and who ends a membership."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.vaults import Host, Member, joined

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def desk(sender: Member) -> Member:
    return sender


def test_while_another_code_opens_the_memory_nobody_is_told_that_none_does(
    tmp_path: Path, desk: Member
) -> None:
    add = ("keys", "add", "code", "--name")
    desk.memsync(*add, "in the safe", "--code-file", tmp_path / "second")
    ran = desk.memsync("keys", "revoke", "recovery code")
    assert "no recovery code opens" not in ran.err
    assert "'recovery code' opens nothing new; whoever knows it can still read" in (
        ran.err
    )
    assert "notes on its disk" not in ran.err
    ran = desk.memsync("keys", "revoke", "in the safe")
    assert "no recovery code opens the memory any more" in ran.err


def test_a_revoked_machine_is_not_told_that_it_had_already_joined(
    tmp_path: Path, desk: Member, host: Host
) -> None:
    phone = joined(tmp_path / "phone", host)
    desk.memsync("keys", "revoke", phone.machine_id)
    init = ("sync", "init", host.path, "--encrypt", "--key-file", host.code)
    ran = phone.memsync(*init, want=13)
    assert "this machine was revoked" in ran.err
    assert "`memsync keys import FILE`" in ran.err
    phone.memsync("keys", "import", host.code)
    assert "had already joined" in phone.memsync(*init).err


@pytest.mark.parametrize("verb", [("keys", "import"), ("sync", "init", "--key-file")])
def test_a_code_on_the_command_line_is_not_repeated(
    tmp_path: Path, desk: Member, host: Host, verb: tuple[str, ...]
) -> None:
    code = host.code.read_text().split()[-1]
    phone = Member(tmp_path / "phone")
    phone.memsync("sync", "init", host.path, "--ask")
    extra = (host.path,) if verb[0] == "sync" else ()
    ran = phone.memsync(*verb, code, *extra, want=2)
    assert code[:8] not in ran.out + ran.err
    assert "a recovery code does not belong on the command line" in ran.err
    assert "- reads it from stdin" in ran.err


def test_a_machine_that_asks_is_told_once_and_named_by_its_words(
    tmp_path: Path, desk: Member, host: Host
) -> None:
    phone = Member(tmp_path / "phone")
    asked = phone.memsync("sync", "init", host.path, "--encrypt", "--ask").err
    assert asked.count("this machine waits for approval") == 1
    assert "on a machine that has joined: `memsync keys approve " in asked
    (words,) = desk.memsync("keys", "approve", "--json").json["requests"]
    desk.memsync("keys", "approve", words)
    (row,) = (
        row
        for row in desk.memsync("keys", "status", "--json").json["members"]
        if row["machine"] is None and row["kind"] == "machine"
    )
    first, second, *_ = words.split("-")
    assert row["name"] == f"machine {first}-{second}"


@pytest.mark.parametrize(
    ("verb", "how"),
    [(("keys", "import"), "FILE"), (("sync", "init", "--encrypt"), "--key-file FILE")],
)
def test_without_a_key_each_command_names_its_own_way_to_give_one(
    tmp_path: Path, desk: Member, host: Host, verb: tuple[str, ...], how: str
) -> None:
    phone = Member(tmp_path / "phone")
    phone.memsync("sync", "init", host.path, "--ask")
    extra = (host.path,) if verb[0] == "sync" else ()
    ran = phone.memsync(*verb, *extra, want=13)
    assert f"hint: give {how} with a recovery code, or a passphrase in" in ran.err
    assert "; --ask asks another machine" in ran.err


def test_a_passphrase_of_a_memory_that_has_none_is_not_called_a_bad_code(
    tmp_path: Path, desk: Member, host: Host
) -> None:
    phone = Member(tmp_path / "phone")
    given = {"MEMSYNC_PASSPHRASE": "four random plain words"}
    init = ("sync", "init", host.path, "--encrypt")
    ran = phone.memsync(*init, environ=given, want=13)
    assert "no passphrase opens this memory" in ran.err
    assert "`memsync keys add passphrase`" in ran.err
    desk.memsync("keys", "add", "passphrase", environ=given)
    phone.memsync(*init, environ=given)


def rows(machine: Member) -> dict[str, str | None]:
    """The machines that `keys status` lists, by name, with their ids."""
    members = machine.memsync("keys", "status", "--json").json["members"]
    return {m["name"]: m["machine"] for m in members if m["kind"] == "machine"}


def let_in(desk: Member, machine: Member, *options: str) -> None:
    (words,) = desk.memsync("keys", "approve", "--json").json["requests"]
    said = desk.memsync("keys", "approve", words, *options).out.strip()
    machine.memsync("keys", "import", "--confirm", said)
    desk.memsync("sync")


def test_a_machine_that_was_let_in_goes_by_its_own_name(
    tmp_path: Path, desk: Member, host: Host
) -> None:
    phone, box = Member(tmp_path / "phone"), Member(tmp_path / "unnamed")
    del phone.environ["MEMSYNC_SYNC_MACHINE"], box.environ["MEMSYNC_SYNC_MACHINE"]
    phone.memsync("sync", "init", host.path, "--ask", "--name", "my phone")
    let_in(desk, phone)
    box.memsync("sync", "init", host.path, "--ask")
    # Who approves it may name it: that stays.
    let_in(desk, box, "--name", "box")
    phone.memsync("sync")
    for machine in (desk, phone):
        assert rows(machine)["my phone"] == phone.machine_id
        assert rows(machine)["box"] == box.machine_id
    desk.memsync("keys", "revoke", "my phone")
    phone.memsync("sync", want=13)
    desk.memsync("keys", "revoke", box.machine_id)
    assert list(rows(desk)) == ["desk"]
