"""A machine that was taken out opens nothing that is sent from then on."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import pytest
from support.fleet import START_MS
from support.kill_points import Killed
from support.memory_mirror import MemoryRemote
from support.sealed_peer import SealedPeer

from memsync.vault.cipher import Cipher, Forged

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.vault.machine_keys import MachineKeys

NOTE = b"---\nname: auth\n---\n\none\n"


def readable(keys: MachineKeys, objects: dict[str, tuple[bytes, bytes]]) -> set[str]:
    """What of this the keys of a former member open."""
    cipher = Cipher(keys.vault, keys.epoch, keys.keys.epoch)
    found = set()
    for oid, (data, token) in objects.items():
        with contextlib.suppress(Forged):
            cipher.open("file", token, data)
            found.add(oid)
    return found


class Vault:
    """Three members; the third is taken out while the second has unsent work."""

    def __init__(self, folder: Path) -> None:
        remote = self.remote = MemoryRemote()
        self.desk, self.laptop, self.phone = (
            SealedPeer(folder / name, number, remote)
            for number, name in enumerate(("desk", "laptop", "phone"))
        )
        self.desk.write("auth", NOTE)
        for peer in (self.desk, self.laptop, self.phone, self.desk):
            peer.sync(START_MS)
        remote.online = False
        for line in (b"two\n", b"three\n"):
            self.laptop.write("auth", NOTE + line)
            self.laptop.write("late", NOTE + line)
            self.laptop.sync(START_MS + 1000)
        remote.online = True
        self.keys = self.phone.known_keys()
        self.desk.members(START_MS + 2000).revoke("m2")
        self.desk.write("auth", b"---\nname: auth\n---\n\nzero\none\n")
        self.desk.sync(START_MS + 3000)

    def sealed(self) -> dict[str, tuple[bytes, bytes]]:
        """Every sealed file at the remote, with its token, by its blob id."""
        places = {
            item.oid: bytes.fromhex(path.removeprefix("v1/n/").replace("/", ""))
            for tree in self.remote.trees.values()
            for path, item in tree.items()
            if path.startswith("v1/n/")
        }
        objects = self.remote.objects
        return {oid: (objects[oid].data, token) for oid, token in places.items()}

    def check(self) -> None:
        for peer in (self.laptop, self.desk, self.laptop):
            peer.sync(START_MS + 5000)
        want = b"---\nname: auth\n---\n\nzero\none\nthree\n"
        for peer in (self.desk, self.laptop):
            assert peer.files() == {"auth": want, "late": NOTE + b"three\n"}
            assert NOTE + b"two\n" in peer.history()
        assert self.desk.mirror.main == self.laptop.mirror.main


def test_what_waited_while_it_was_taken_out_is_sealed_anew(tmp_path: Path) -> None:
    vault = Vault(tmp_path)
    before = vault.sealed()
    assert readable(vault.keys, before)
    vault.laptop.sync(START_MS + 4000)
    new = {oid: at for oid, at in vault.sealed().items() if oid not in before}
    assert len(new) > 3
    assert not readable(vault.keys, new)
    vault.check()


@pytest.mark.parametrize("step", range(2, 14))
def test_a_round_that_is_killed_while_it_seals_anew_doubles_nothing(
    tmp_path: Path, step: int
) -> None:
    vault = Vault(tmp_path)
    before = vault.sealed()
    vault.laptop.mirror.kill_point.left = step
    with contextlib.suppress(Killed):
        vault.laptop.sync(START_MS + 4000)
    vault.laptop.mirror.kill_point.left = None
    vault.check()
    new = {oid: at for oid, at in vault.sealed().items() if oid not in before}
    assert not readable(vault.keys, new)
