"""What sync knows of the user memory that a prompt should say."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from memsync.retrieval.context import Elsewhere
from memsync.retrieval.parts import Held
from memsync.sync import received
from memsync.sync.state import load, user_vault

if TYPE_CHECKING:
    from memsync.paths import Places


def elsewhere(places: Places) -> Elsewhere:
    """What is held on this machine, and what came from another."""
    vault = user_vault(places)
    held = [
        Held(name, why.reason, why.since)
        for name, why in sorted(load(vault).held.items())
    ]
    return Elsewhere(held, partial(received.came, received.load(vault.received_file)))
