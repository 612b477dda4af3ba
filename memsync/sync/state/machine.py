"""This machine's id, in a file of its own: see `memsync.sync.tree.clock`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from memsync.errors import MemsyncError
from memsync.files import atomic
from memsync.sync.tree import clock

if TYPE_CHECKING:
    from memsync.files.lock import Held, Round
    from memsync.sync.state.state import StateFolder


def machine_id(state_folder: StateFolder) -> str:
    """This machine's id: eight random hex digits, made and saved on first use.

    Raises `OSError` where it cannot be saved.
    """
    known = _machine_lines(state_folder)[0]
    if known:
        return known
    made = new_machine_id()
    _write_machine(state_folder, made)
    return made


def must_say(state_folder: StateFolder) -> str:
    """What this machine's next save must say of its id; empty for nothing."""
    return _machine_lines(state_folder)[1]


def new_machine_id() -> str:
    """An id that no machine has."""
    from secrets import token_hex

    made = clock.NO_MACHINE
    while made == clock.NO_MACHINE:
        made = token_hex(4)
    return made


def save_machine(
    state_folder: StateFolder,
    machine: str,
    says: str,
    held: Held[Round],  # noqa: ARG001 -- a proof
) -> None:
    """Give this machine an id; `says` is what its next save must say of that, or empty.

    Raises `OSError`.
    """
    _write_machine(state_folder, machine, *filter(None, (says,)))


def _machine_lines(state_folder: StateFolder) -> tuple[str, str]:
    try:
        data = atomic.read_regular(state_folder.machine_file, limit=128)
        text, _, says = data.decode("ascii").strip().partition("\n")
    except (OSError, MemsyncError, UnicodeDecodeError):
        return "", ""
    # All zeros mean no machine.
    if re.fullmatch(r"[0-9a-f]{8}", text) and text != clock.NO_MACHINE:
        return text, says
    return "", ""


def _write_machine(state_folder: StateFolder, *lines: str) -> None:
    atomic.make_folder(state_folder.folder, mode=0o700)
    data = "".join(f"{line}\n" for line in lines).encode("ascii")
    # A short round knows an id alone: with more, a whole round runs.
    atomic.write(state_folder.machine_file, data, mode=0o600)
