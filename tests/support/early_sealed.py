"""A member of a vault, for short rounds that begin again from the same state."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, NamedTuple

from memsync.vault import pins as pinning
from support.early import put, whole_round
from support.vaults import Host, Member, new_vault, note

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.vault.pins import Pins


NOTES = {
    "MEMORY": "- [[one]]: the first\n",
    "one": note("one"),
    "two": "second\n",
    "zz-top": "the last\n",
    "daily/2026-01-02": "a day\n",
}


class Scene(NamedTuple):
    """A member of a vault that agrees with its host."""

    host: Host
    desk: Member
    origin: Path
    """A copy of both as they were."""

    def again(self) -> None:
        """Take both back to the beginning."""
        top = self.host.path.parent
        shutil.rmtree(top)
        shutil.copytree(self.origin, top, symlinks=True)


def agreed(folder: Path) -> Scene:
    """A vault of these notes, and a machine for which nothing is to be done."""
    (folder / "all").mkdir()
    host = Host(folder / "all/host")
    desk = new_vault(folder / "all/desk", host)
    for name, text in NOTES.items():
        put(desk, name, text)
    whole_round(desk)
    whole_round(desk)
    shutil.copytree(folder / "all", folder / "origin", symlinks=True)
    return Scene(host, desk, folder / "origin")


def pins_of(machine: Member) -> Pins:
    return pinning.parse((machine.config / "keys/pins.json").read_bytes())
