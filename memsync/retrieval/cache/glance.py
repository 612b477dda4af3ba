"""Whether a memory seems to be as its cache has it, by a look that costs little.

`refresh` looks at every file, which with 10,000 takes as long as an empty command. An
agent waits for its hook, so that looks at the folder's own time, which changes with
each note that is made, replaced, renamed or removed, and at a thousand files in turn.
What it can miss is a note that another program edited in place, in a memory of more
than a thousand: until its turn comes, or any other command looks at all. The note is
then ranked by its old words; what is shown of it comes from its file in any case.
"""

from __future__ import annotations

import contextlib
import sqlite3

from memsync.retrieval.cache.stored import text_of

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memsync.memory.store.store import Store

# Files that one glance looks at.
AT_ONCE = 1000


def seems_unchanged(connection: sqlite3.Connection, store: Store) -> bool:
    """Whether the folder, and those notes whose turn it is, are as the cache has them.

    Raises `OSError` for a folder that is not there.
    """
    found = connection.execute("SELECT folder, turn FROM state").fetchone()
    if found is None or found[0] != folder_stamp(store):
        return False
    turn = found[1]
    rows = _after(connection, turn)
    # One row more says whether any are left: a memory of a thousand is seen whole.
    following = rows[AT_ONCE - 1][0] if len(rows) > AT_ONCE else 0
    rows = rows[:AT_ONCE]
    stamps = store.file_rows_of([text_of(name) for _, _, name in rows])
    if stamps != [text_of(stamp) for _, stamp, _ in rows]:
        return False
    if following != turn:
        # Where nothing can be written, the same ones are looked at again.
        with contextlib.suppress(sqlite3.OperationalError):
            connection.execute("UPDATE state SET turn = ?", (following,))
    return True


def _after(
    connection: sqlite3.Connection, turn: int
) -> Sequence[tuple[int, str | bytes, str | bytes]]:
    question = "SELECT id, stamp, name FROM note WHERE id > ? ORDER BY id LIMIT ?"
    return connection.execute(question, (turn, AT_ONCE + 1)).fetchall()


def folder_stamp(store: Store) -> str:
    """What changes with every name in the memory's folder."""
    status = store.memory.folder.stat()
    return f"{status.st_mtime_ns} {status.st_ino}"
