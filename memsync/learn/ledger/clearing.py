"""Forgets what this machine's state records about learning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.learn.ledger import schema
from memsync.learn.ledger.ledger import open_ledger

if TYPE_CHECKING:
    from pathlib import Path


def clear(state: Path) -> None:
    """Empty the ledger; do not create one if there is none. Raises `Broken`."""
    if (state / schema.NAME).exists():
        with open_ledger(state) as ledger:
            ledger.clear()
