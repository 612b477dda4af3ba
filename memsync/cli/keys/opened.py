"""Opens the members of the encrypted memory for the `keys` verbs that change them."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from memsync.cli.shared.secrets_in import unlock

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from memsync.cli.shared.session import Session
    from memsync.sync.members.membership import Membership

# Seconds to wait for another command that holds the memory's lock.
_WAIT = 30.0


def open_members(
    session: Session, name: str | None = None, *, accept_rewind: bool = False
) -> AbstractContextManager[Membership]:
    """The members, under the round's lock; `name` is what they call this machine."""
    from memsync.sync.members.membership import open_membership

    return open_membership(
        session.places,
        session.settings(None),
        session.now,
        name,
        accept_rewind=accept_rewind,
    )


@contextmanager
def open_as_member(session: Session) -> Iterator[Membership]:
    """Like `open_members`, but first unlocks this machine's own key."""
    unlock(session)
    with open_members(session) as membership:
        yield membership


def bar_undo(session: Session) -> None:
    """Record in the journal that `memsync undo` cannot go past a change of keys."""
    from memsync.files import lock
    from memsync.memory.archive.archive import Archive
    from memsync.memory.archive.journal import Journal
    from memsync.workspace.place.spot import user_memory_folder

    memory = user_memory_folder(session.places)
    if memory.folder.is_dir():
        with lock.hold(memory.lock, what="keys", wait=_WAIT):
            journal = Journal(Archive(memory.archive, private=memory.private))
            journal.bar("a change of keys, which cannot be undone", session.now)
