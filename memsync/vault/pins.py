"""The state of a vault that a machine remembers, so that no remote can rewind it.

Stored in memsync's configuration, apart from the mirror: after a lost or deleted state
folder, a machine must still refuse an old or an unencrypted remote.
"""

from __future__ import annotations

import json
import re

from memsync.errors import Refused
from memsync.record import NamedTuple

TYPE_CHECKING = False  # importing typing would cost a short round 10 ms
if TYPE_CHECKING:
    from collections.abc import Mapping

_FORMAT = 1
_OID = re.compile(r"[0-9a-f]{40}")


class Pins(NamedTuple):
    """The last state of the vault that this machine saw and accepted."""

    vault: bytes
    epoch: int
    """No new commit may have an earlier epoch."""
    number: int
    """The number of the last keyring; no tip may have a lower one."""
    keyring: str
    """Its SHA-256, 64 hex digits."""
    commit: str | None = None
    """Every later main must descend from it."""
    own: int = 0
    """This machine's own last sequence number."""
    seen: Mapping[str, int] = {}
    """The last sequence number of every machine, by its eight hex digits."""


def rendered(pins: Pins) -> bytes:
    """The bytes of the file."""
    tree = pins._asdict() | {"vault": pins.vault.hex(), "format": _FORMAT}
    return json.dumps(tree, indent=1, sort_keys=True).encode("ascii") + b"\n"


def parse(data: bytes) -> Pins:
    """Read what `rendered` wrote; raises `ValueError` for anything else."""
    try:
        tree = json.loads(data)
        if tree.pop("format") != _FORMAT:
            raise ValueError
        pins = Pins(**{**tree, "vault": bytes.fromhex(tree["vault"])})
        numbers = (pins.epoch, pins.number, pins.own, *pins.seen.values())
        sound = all(type(number) is int and number >= 0 for number in numbers)
        if not sound or not (pins.commit is None or _OID.fullmatch(pins.commit)):
            raise ValueError
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(str(error)) from None
    return pins


def check_keyring(pins: Pins, *, epoch: int, number: int, digest: str) -> None:
    """Refuse a keyring older than the pinned one, or another with its number.

    Raises `Refused`.
    """
    if epoch < pins.epoch or number < pins.number:
        raise Refused(
            f"the remote shows keyring {number} of epoch {epoch}, and this machine "
            f"has seen {pins.number} of epoch {pins.epoch}",
            hint="ask its host: if it restored a backup,  `memsync sync "
            "--accept-rewind` restores it from here",
            word="keyring-rewound",
        )
    if number == pins.number and digest != pins.keyring:
        raise Refused(
            f"the remote shows another keyring {number} than this machine has seen",
            hint="somebody shows two versions of this vault; nothing was changed here: "
            "compare `memsync keys status` on your other machines",
            word="keyring-forked",
        )
