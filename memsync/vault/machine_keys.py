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

# The format of an unencrypted file; `memsync.vault.key_file` has the other one.
FORMAT = 1

# Bytes; no key file that memsync wrote comes near.
_LIMIT = 1 << 20


class Protection(NamedTuple):
    """The secret that protects a key file."""

    how: How
    secret: bytes
    """32 bytes: Argon2id's output, or the keychain's entry."""
    stretch: Stretch | None = None
    """Only with a passphrase."""
    entry: str = ""
    """Only with the keychain: 16 hex digits, part of the entry's name."""

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
    """What protects its file; None for an unencrypted file."""

    @property
    def secret(self) -> Secret:
        """The secret that opens this machine's slot."""
        return Secret("machine", self.machine)

    def __repr__(self) -> str:
        """A text without the secrets, which may be logged."""
        return f"MachineKeys(vault={self.vault.hex()}, epoch={self.epoch})"


def read(path: str | os.PathLike[str]) -> bytes | None:
    """The bytes of a key file; None if there is none.

    Raises `KeyTrouble` if others may read it.
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
    """Read what `rendered` made.

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
