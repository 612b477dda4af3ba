"""A false alarm that is allowed on one machine is allowed on every machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st
from support.machine import Machine
from support.synced import put
from support.tokens import aws_key

from memsync.secrets.allow import AllowList, merged

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
    for machine in (desk, laptop):
        assert machine.memsync("sync", "--json").json["held"] == []
    received = laptop.memsync("sync", "--json").json["received"]
    assert ".memsync-allow" not in received


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
