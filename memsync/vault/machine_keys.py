"""A machine's keys to a vault, and their unencrypted key file."""

from __future__ import annotations

import json
import os

from memsync.errors import KeyTrouble
from memsync.files import atomic
from memsync.record import NamedTuple
from memsync.vault.slots import Keys, Secret, Stretch

TYPE_CHECKING = False  # importing typing would cost a short round 15 ms
if TYPE_CHECKING:
    from typing import Literal

    How = Literal["passphrase", "keychain"]

# Of an unencrypted file; `memsync.vault.key_file` has that of a protected one.
FORMAT = 1

_LIMIT = 1 << 20


class Protection(NamedTuple):
    """What a key file is sealed with."""

    how: How
    secret: bytes
    """32 bytes: of Argon2id, or those in the keychain."""
    stretch: Stretch | None = None
    """For a passphrase alone."""
    entry: str = ""
    """For the keychain alone: 16 hex digits, a part of the entry's name there."""

    def __repr__(self) -> str:
        return f"Protection({self.how})"


class MachineKeys(NamedTuple):
    """What makes this machine a member of a vault."""

    vault: bytes
    machine: bytes
    """The private key of its slot."""
    epoch: int
    keys: Keys
    protection: Protection | None = None
    """What its file is sealed with; None for an unencrypted file."""

    @property
    def secret(self) -> Secret:
        """What opens this machine's slot."""
        return Secret("machine", self.machine)

    def __repr__(self) -> str:
        """Nothing that is secret."""
        return f"MachineKeys(vault={self.vault.hex()}, epoch={self.epoch})"


def read(path: str | os.PathLike[str]) -> bytes | None:
    """The bytes of a key file; None where there is none.

    Raises `KeyTrouble` for one that is open to others.
    """
    try:
        data = atomic.read_regular(path, limit=_LIMIT)
    except (FileNotFoundError, NotADirectoryError):
        return None
    if os.stat(path).st_mode & 0o077:  # noqa: PTH116 -- no pathlib in a short round
        raise KeyTrouble(
            f"'{path}' can be read by others",
            hint=f"chmod 600 '{path}', and `memsync keys rotate`",
            word="key-exposed",
        )
    return data


def rendered(keys: MachineKeys) -> bytes:
    """The unencrypted file."""
    tree = {
        "format": FORMAT,
        "vault": keys.vault.hex(),
        "machine": keys.machine.hex(),
        "epoch": keys.epoch,
        "root": keys.keys.root.hex(),
        "key": keys.keys.epoch.hex(),
    }
    return json.dumps(tree, indent=1).encode("ascii") + b"\n"


def parse(data: bytes) -> MachineKeys:
    """What `rendered` made.

    Raises `ValueError`, `KeyError` or `TypeError` for anything else.
    """
    tree = json.loads(data)
    if tree["format"] != FORMAT:
        raise ValueError
    keys = Keys(bytes.fromhex(tree["root"]), bytes.fromhex(tree["key"]))
    found = MachineKeys(
        bytes.fromhex(tree["vault"]),
        bytes.fromhex(tree["machine"]),
        int(tree["epoch"]),
        keys,
    )
    sizes = [len(b) for b in (found.vault, found.machine, keys.root, keys.epoch)]
    if sizes != [16, 32, 32, 32]:
        raise ValueError
    return found
