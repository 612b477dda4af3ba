"""What a short round writes to an encrypted memory.

The same bytes as a whole round: `sealed_mirror` makes them from all files, this from
the few that changed and the list of all others, which the tip's own stamp proves. Opens
no keyring: the tip's must be the pinned one.
"""

from __future__ import annotations

import hashlib
import os

from memsync.errors import MemsyncError
from memsync.files import atomic
from memsync.record import NamedTuple
from memsync.sync import files
from memsync.sync.mirror import loose
from memsync.sync.sealed.cache import Known, append, known_file
from memsync.sync.sealed.format import (
    KEYRING_FILE,
    MANIFEST_FILE,
    load_list,
    save_list,
    sealed_commit,
    sealed_manifest,
    stamp_of,
)
from memsync.sync.sealed.sealing import PIN_FILE
from memsync.sync.tree.commit import Commit, saved_by
from memsync.vault import machine_keys
from memsync.vault import pins as pinning
from memsync.vault import stamp as stamps
from memsync.vault.cipher import Cipher
from memsync.vault.names import Names, place_of
from memsync.vault.sealed_file import seal_file

TYPE_CHECKING = False  # importing typing would cost a short round 15 ms
if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.sync.folder.conditions import Seen
    from memsync.sync.sealed.format import SealedList
    from memsync.sync.tree.clock import Clock
    from memsync.sync.tree.objects import Object
    from memsync.vault.machine_keys import MachineKeys
    from memsync.vault.pins import Pins

# The only entries that the top of an encrypted tree has, with git's modes.
_TOP = {MANIFEST_FILE: "100644", "v1": "40000"}


class Own(NamedTuple):
    """This machine's keys and pins, ready for use."""

    pin_file: str
    pins: Pins
    names: Names
    cipher: Cipher

    def pin(self, pins: Pins) -> None:
        """Write the pins. Raises `OSError`."""
        atomic.write(self.pin_file, pinning.rendered(pins), mode=0o600)


class SealedWriter:
    """Encrypts the files and the commit of a round."""

    def __init__(self, seen: Seen, own: Own, tip: SealedList) -> None:
        """Create it with `opened`; `tip` lists the files of the parent commit."""
        self._state = seen.state
        self._said = saved_by(seen.conditions.name)
        self._own = own
        self._pins = own.pins
        self._list = tip
        self._known: list[Known] = []

    def check(self, top: Mapping[str, tuple[str, str]]) -> None:
        """Raise `NotLoose` for a top tree (mode and id by name) that is not as ours."""
        if {name: mode for name, (mode, _) in top.items()} != _TOP:
            raise loose.NotLoose(top)

    def files(self, files: Mapping[str, bytes]) -> Mapping[str, bytes]:
        """What is stored of these files, by path from the top of the tree."""
        made = {}
        cipher = self._own.cipher
        for path, data in files.items():
            token = self._own.names.token(path)
            place = place_of(token)
            made[place] = sealed = seal_file(cipher, token, path, data)
            self._list = self._list.with_file(place, hashlib.sha256(sealed).digest())
            self._known.append(known_file(cipher, place, sealed, path, data))
        return made

    def commit(self, tree: str, parent: str, clock: Clock) -> Object:
        """The commit of the tree."""
        self._pins = self._pins._replace(own=self._pins.own + 1)
        said = stamps.Stamp(str(clock), self._said, self._pins.own)
        listed = self._list
        stamp = stamps.sealed(self._own.cipher, said, listed.contents, listed.past)
        empty = Commit(tree, (parent,), 0, None, "")
        return sealed_commit(empty, stamp, clock)

    def prepare(self) -> None:
        """Use up the commit's number before main moves to it. Raises `OSError`."""
        self._own.pin(self._pins)

    def agree(self, tip: str) -> None:
        """Pin a commit that the remote has. Raises `OSError`."""
        self._own.pin(self._pins._replace(commit=tip))
        append(f"{self._state}/{files.SEALED}", self._known)
        save_list(f"{self._state}/{files.SEALED_LIST}", self._list)


def opened(seen: Seen, environ: Mapping[str, str], tip: Commit) -> SealedWriter | None:
    """The writer for a commit on top of `tip`, the commit of `seen`.

    None if keys, pins and list do not all belong to that commit, or if a person must be
    told something. Raises `OSError`.
    """
    folder = os.path.dirname(seen.conditions.config_file)  # noqa: PTH120 -- no pathlib here
    stamp = stamp_of(tip)
    try:
        own = _own(f"{folder}/{PIN_FILE}", environ, seen.tip)
        if own is None or stamp is None:
            return None
        public = {
            MANIFEST_FILE: hashlib.sha256(sealed_manifest(own.pins.vault)).digest(),
            KEYRING_FILE: bytes.fromhex(own.pins.keyring),
        }
        found = load_list(f"{seen.state}/{files.SEALED_LIST}", public)
        if found is None:
            return None
        stamps.check(own.cipher, stamp, found.contents, found.past)
    except (MemsyncError, ValueError, TypeError, FileNotFoundError):
        return None  # a whole round meets the error, too, and reports it
    # The next commit has the tip as its only parent.
    found = found._replace(past=stamps.ancestry([stamp]))
    return SealedWriter(seen, own, found)


def _own(pin_file: str, environ: Mapping[str, str], tip: str) -> Own | None:
    """The keys and pins, if they belong to `tip`.

    Raises `MemsyncError`, `ValueError` and `OSError`.
    """
    pins = pinning.parse(atomic.read_regular(pin_file))
    keys = _keys(os.path.dirname(pin_file), environ)  # noqa: PTH120 -- no pathlib here
    due = (pins.vault, pins.epoch, pins.commit)
    if keys is None or (keys.vault, keys.epoch, tip) != due or not pins.own:
        return None  # a round was killed, pins were lost, or another round is due
    cipher = Cipher(keys.vault, keys.epoch, keys.keys.epoch)
    return Own(pin_file, pins, Names(keys.vault, keys.keys.root), cipher)


def _keys(folder: str, environ: Mapping[str, str]) -> MachineKeys | None:
    data = machine_keys.read(f"{folder}/machine.json")
    try:
        return machine_keys.parse(data or b"")
    except (ValueError, KeyError, TypeError):
        # The key file is protected or damaged.
        from pathlib import Path

        from memsync.paths import Places
        from memsync.sync.sealed.key_store import KeyStore

        return KeyStore(Path(folder), Places(environ)).keys()
