"""The members of the encrypted memory, opened for a change by a verb of `keys`."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from memsync.cli.shared.secrets_in import unlock

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from memsync.cli.shared.session import Session
    from memsync.sync.members.membership import Membership

# Seconds to wait for a command that changes the memory.
_WAIT = 30.0


def open_members(
    session: Session, name: str | None = None, *, accept_rewind: bool = False
) -> AbstractContextManager[Membership]:
    """The members, under the round's lock; others call this machine `name`."""
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
    """As `open_members`, for what takes this machine's own key: that is unlocked."""
    unlock(session)
    with open_members(session) as membership:
        yield membership


def bar_undo(session: Session) -> None:
    """Nothing takes a change of keys back."""
    from memsync.files import lock
    from memsync.memory.archive.archive import Archive
    from memsync.memory.archive.journal import Journal
    from memsync.workspace.place.spot import user_memory_folder

    memory = user_memory_folder(session.places)
    if memory.folder.is_dir():
        with lock.hold(memory.lock, what="keys", wait=_WAIT):
            journal = Journal(Archive(memory.archive, private=memory.private))
            journal.bar("a change of keys, which cannot be undone", session.now)
