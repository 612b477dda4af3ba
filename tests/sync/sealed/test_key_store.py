"""The folder of a machine's keys holds what counts, and nothing that once did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.files.lock import Held
from memsync.sync.sealed.key_store import KeyStore
from memsync.vault.machine_keys import MachineKeys
from memsync.vault.slots import Keys

if TYPE_CHECKING:
    from pathlib import Path


def test_a_key_that_a_killed_command_left_goes_with_the_next_one(
    tmp_path: Path,
) -> None:
    store = KeyStore(tmp_path / "keys")
    keys = MachineKeys(b"v" * 16, b"m" * 32, 1, Keys(b"r" * 32, b"e" * 32))
    store.save_keys(keys, Held())
    left = store.folder / ".memsync-0123456789abcdef.tmp"
    left.write_bytes(store.key_file.read_bytes())
    store.save_keys(keys._replace(epoch=2), Held())
    assert list(store.folder.iterdir()) == [store.key_file]
    assert store.keys() == keys._replace(epoch=2)
