"""What `daily` and `scratchpad` share: choose the memory, read the text, print it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from memsync.cli.shared import notes
from memsync.errors import NoGitRoot
from memsync.memory.note.names import Scope
from memsync.memory.store.appending import append, check_append, read_log

if TYPE_CHECKING:
    from memsync.cli.shared.session import Session
    from memsync.memory.note.records import Written
    from memsync.memory.store.store import Store


def text_of(session: Session, text: str | None) -> str:
    """The text given; for `-` or none, that of stdin."""
    given = notes.text_given(session, None if text == "-" else text, None)
    return given or ""


def add(session: Session, name: str, text: str, scope: str | None) -> Written:
    """Append to a log of the workspace memory or, outside git, of the user memory."""

    def check(new: Store) -> None:
        check_append(new, name, text)

    if scope is None:
        try:
            store = notes.for_writing(session, None, check=check)
        except NoGitRoot:
            store = notes.for_writing(session, Scope.USER, check=check)
    else:
        store = notes.for_writing(session, scope, check=check)
    return append(store, name, text, session.now)


def find(session: Session, scope: str | None, name: str) -> tuple[Store, bytes] | None:
    """The first memory that has the log; the workspace memory is asked first."""
    for store in notes.readable(session, scope):
        data = read_log(store, name)
        if data is not None:
            return store, data
    return None


def shown(store: Store, name: str, data: bytes) -> dict[str, object]:
    """A log as JSON."""
    return {
        "name": name,
        "scope": store.scope.value,
        "path": os.fspath(store.path_of(name)),
        "text": data.decode("utf-8", "replace"),
    }
