"""A cheap check whether a memory seems to be as its cache has it.

`refresh` checks every file; for 10,000 that takes as long as an empty command. An agent
waits for its hook, so this checks only the folder's own time, which changes with each
note that is created, replaced, renamed or removed, and a thousand files in turn. In a
memory of more than a thousand notes it can miss one that another program edited in
place, until that note's turn comes or any other command checks all files. Until then
its old words rank it; the text shown always comes from the file.
"""

from __future__ import annotations

import contextlib
import sqlite3

from memsync.files.stored import text_of

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memsync.memory.store.store import Store

# Files that one glance checks.
AT_ONCE = 1000


def seems_unchanged(connection: sqlite3.Connection, store: Store) -> bool:
    """Whether the folder, and the notes whose turn it is, are as the cache has them.

    Raises `OSError` if the folder does not exist.
    """
    found = connection.execute("SELECT folder, turn FROM state").fetchone()
    if found is None or found[0] != folder_stamp(store):
        return False
    turn = found[1]
    rows = _after(connection, turn)
    # One more row shows whether any are left, so a thousand notes are checked at once.
    following = rows[AT_ONCE - 1][0] if len(rows) > AT_ONCE else 0
    rows = rows[:AT_ONCE]
    stamps = store.file_rows_of([text_of(name) for _, _, name in rows])
    if stamps != [text_of(stamp) for _, stamp, _ in rows]:
        return False
    if following != turn:
        # If the cache is read-only, the next glance checks the same notes again.
        with contextlib.suppress(sqlite3.OperationalError):
            connection.execute("UPDATE state SET turn = ?", (following,))
    return True


def _after(
    connection: sqlite3.Connection, turn: int
) -> Sequence[tuple[int, str | bytes, str | bytes]]:
    question = "SELECT id, stamp, name FROM note WHERE id > ? ORDER BY id LIMIT ?"
    return connection.execute(question, (turn, AT_ONCE + 1)).fetchall()


def folder_stamp(store: Store) -> str:
    """A text that changes with every name in the memory's folder."""
    status = store.memory.folder.stat()
    return f"{status.st_mtime_ns} {status.st_ino}"
