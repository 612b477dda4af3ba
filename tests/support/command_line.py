"""A run of the command line for a unit test, without the command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.cli.shared.session import Session
from memsync.clock import read_clock

if TYPE_CHECKING:
    from pathlib import Path


def session_in(folder: Path, *, quiet: bool = False, **environ: str) -> Session:
    """What a command would be given in `folder`, which is the home as well."""
    known = {"HOME": str(folder), "TERM": "dumb", **environ}
    return Session(known, folder, read_clock(), quiet=quiet, verbose=False)
