"""How a machine gets its key: by a secret, or by another member's approval."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memsync.cli.shared.session import Session


def ask(session: Session) -> str:
    """Ask the members to approve this machine, and print the words to compare."""
    from memsync.sync.members.membership import open_membership

    with open_membership(session.places, session.settings(None), session.now) as table:
        words = table.ask()
    session.warn(
        f"this machine waits for approval, and shows: {words}",
        f"on a machine that has joined: `memsync keys approve {words}`; then here: "
        "`memsync keys import --confirm WORDS`, with the words it prints",
    )
    return words
