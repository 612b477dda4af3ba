"""A false alarm that is allowed on one machine is allowed on every machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import vaults
from support.machine import Machine
from support.synced import mirrored, names, put, sync
from support.tokens import aws_key
from support.web_edit import cloned, push

from memsync.secrets.allow import AllowList, fingerprint, merged

if TYPE_CHECKING:
    from pathlib import Path


def allow(machine: Machine) -> None:
    found = machine.memsync("scan", "--json", want=1).json["findings"]
    for one in found:
        machine.memsync("scan", "--allow", one["fingerprint"])


def test_two_machines_allow_what_either_allowed(tmp_path: Path) -> None:
    remote = tmp_path / "remote.git"
    desk, laptop = Machine(tmp_path / "desk"), Machine(tmp_path / "laptop")
    desk.git("init", "--quiet", "--bare", remote)
    for number, machine in enumerate((desk, laptop)):
        machine.memsync("sync", "init", remote)
        put(machine, "MEMORY", "# Memory Index\n")
        put(machine, f"own-{number}", f"key: {aws_key(number)}\n")
        machine.memsync("sync", want=1)
        allow(machine)
        machine.memsync("sync")
    for machine in (desk, laptop):
        machine.memsync("sync")
    lists = {(m.user_memory / ".memsync-allow").read_bytes() for m in (desk, laptop)}
    assert len(lists) == 1
    put(desk, "copy", f"key: {aws_key(1)}\n")
    put(laptop, "copy", f"key: {aws_key(0)}\n")
    # The laptop's scan found what the desk had allowed, too, and allowed it there.
    desk.memsync("sync", want=1)
    found = desk.memsync("scan", "--json", want=1).json["findings"]
    desk.memsync("scan", "--confirm", found[0]["fingerprint"])
    for machine in (desk, laptop):
        assert machine.memsync("sync", "--json").json["held"] == []
    received = laptop.memsync("sync", "--json").json["received"]
    assert ".memsync-allow" not in received


def guessed(number: int) -> tuple[bytes, str]:
    """A list that allows a value which the attacker guessed, and its fingerprint."""
    salt = b"s" * 16
    value = aws_key(number).encode()
    own = fingerprint(salt, "aws-access-key", value)
    return AllowList(salt, {own}).render(), own


def test_what_a_plain_remote_allows_counts_once_it_is_confirmed(
    machines: list[Machine], remote: Path
) -> None:
    desk, laptop = machines
    put(desk, "a", "one\n")
    sync(desk, laptop)
    listed, own = guessed(5)
    clone = cloned(desk, remote)
    (clone / "user/.memsync-allow").write_bytes(listed)
    push(desk, clone)
    ran = laptop.memsync("sync", "--json")
    assert ran.json["unconfirmed"] == [own]
    assert f"the remote allows secrets by fingerprint: {own}" in ran.err
    assert "scan --confirm" in ran.err
    # It says so once, and keeps the list as it is.
    assert laptop.memsync("sync").err == ""
    file = laptop.user_memory / ".memsync-allow"
    assert file.read_bytes() == listed
    # Neither a round, nor a short one, nor a command lets the value pass.
    put(laptop, "key", f"key: {aws_key(5)}\n")
    held = laptop.memsync("sync", "--json", want=1).json["held"]
    assert f"scan --confirm {own}" in held[0]["reason"]
    laptop.memsync("write", "b", "-m", aws_key(5), "--scope", "user", want=14)
    assert laptop.memsync("scan", want=1).code == 1
    assert aws_key(5) not in mirrored(laptop)
    # Once it is confirmed all of them do, and the list is what it was.
    said = laptop.memsync("scan", "--confirm", own, "--json").json
    assert said["confirmed"] is True
    assert laptop.memsync("scan", "--confirm", own, "--json").json["confirmed"] is False
    assert sync(laptop)[0]["held"] == []
    laptop.memsync("write", "b", "-m", aws_key(5), "--scope", "user")
    laptop.memsync("scan")
    assert file.read_bytes() == listed
    assert (laptop.config / "confirmed-fingerprints").stat().st_mode & 0o77 == 0
    # The note arrives elsewhere, where nobody confirmed, and is not held there.
    sync(laptop)
    for _ in range(2):
        assert sync(desk)[0]["held"] == []
    assert names(sync(desk)[0], "sent") == []
    assert (desk.user_memory / "key.md").exists()
    put(desk, "copy", f"mine: {aws_key(5)}\n")
    assert len(names(sync(desk, want=1)[0], "held")) == 1


def test_a_fingerprint_that_never_arrived_cannot_be_confirmed(desk: Machine) -> None:
    desk.user_memory.mkdir(parents=True)
    assert (
        "has no fingerprint" in desk.memsync("scan", "--confirm", "0" * 16, want=17).err
    )
    desk.memsync("scan", "--confirm", "xyz", want=2)


def test_what_was_allowed_before_there_was_a_remote_counts_on(
    machine: Machine, remote: Path
) -> None:
    put(machine, "MEMORY", "# Memory Index\n")
    put(machine, "own", f"key: {aws_key(7)}\n")
    allow(machine)
    machine.memsync("sync", "init", remote)
    assert sync(machine)[0]["held"] == []


def test_what_an_encrypted_vault_allows_counts(tmp_path: Path) -> None:
    host = vaults.Host(tmp_path / "host")
    desk = vaults.new_vault(tmp_path / "desk", host)
    laptop = vaults.joined(tmp_path / "laptop", host)
    put(desk, "MEMORY", "# Memory Index\n")
    put(desk, "own", f"key: {aws_key(3)}\n")
    desk.memsync("sync", want=1)
    allow(desk)
    sync(desk, laptop)
    put(laptop, "copy", f"mine: {aws_key(3)}\n")
    assert sync(laptop)[0]["held"] == []


@pytest.mark.parametrize(
    "listed", [b"<html>\n", b"00\n", b"zz zz\nyy\n", b"\xff\xfe\n"]
)
def test_a_malformed_list_is_refused_with_all_that_comes_with_it(
    machines: list[Machine], remote: Path, listed: bytes
) -> None:
    desk, laptop = machines
    put(desk, "a", "one\n")
    sync(desk, laptop)
    clone = cloned(desk, remote)
    (clone / "user/.memsync-allow").write_bytes(listed)
    (clone / "user/b.md").write_text("new\n")
    push(desk, clone)
    ran = laptop.memsync("sync", "--json", want=14)
    assert ran.json["error"]["code"] == "hostile-tree"
    assert ".memsync-allow" in ran.json["error"]["message"]
    assert not (laptop.user_memory / ".memsync-allow").exists()
    assert not (laptop.user_memory / "b.md").exists()
    (clone / "user/.memsync-allow").unlink()
    push(desk, clone)
    sync(laptop)
    assert (laptop.user_memory / "b.md").exists()


def test_a_fingerprint_without_a_salt_is_refused_and_said_to_be_one(
    machines: list[Machine], remote: Path
) -> None:
    desk, laptop = machines
    put(desk, "a", "one\n")
    sync(desk, laptop)
    clone = cloned(desk, remote)
    (clone / "user/.memsync-allow").write_text("0123456789abcdef\n")
    push(desk, clone)
    ran = laptop.memsync("sync", want=14)
    assert "it is no list of fingerprints below a salt" in ran.err
    (laptop.user_memory / ".memsync-allow").write_text("0123456789abcdef\n")
    said = laptop.memsync("scan", "--confirm", "0123456789abcdef", want=16)
    assert "a fingerprint in its first line, where the salt belongs" in said.err


def test_a_list_of_many_salts_is_read_and_merged_at_once() -> None:
    many = [AllowList(n.to_bytes(16), {f"{n:016x}"}) for n in range(1, 20_000)]
    data = b"".join(part.render() for part in many)
    assert len(AllowList.load(data).pairs()) == 2 * len(many)
    assert merged(None, data, many[0].render()) == data


a_list = st.dictionaries(
    st.sampled_from([b"a" * 16, b"b" * 16]), st.sets(st.sampled_from("123"))
).map(
    lambda found: b"".join(
        AllowList(salt, {one * 16 for one in ones}).render()
        for salt, ones in sorted(found.items())
    )
)


@given(a_list, a_list, a_list)
def test_lists_are_merged_as_sets(base: bytes, one: bytes, other: bytes) -> None:
    both = merged(base, one, other)
    assert both == merged(base, other, one)
    assert merged(base, one, one) == one
    assert merged(base, base, one) == one
    assert AllowList.load(both).render() == (both or b"\n")
    assert merged(None, one, b"") == one
