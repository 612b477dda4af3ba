"""What helps where the operating system denies access to a file."""

from __future__ import annotations

import errno
import os

# Below a person's home, these are the folders of memsync and of the user memory.
_OWN = {"memsync", "coyote"}
_OF_A_REPOSITORY = {".git", ".coyote"}


def hint(error: OSError, path: str) -> str | None:
    """A hint for an error about rights: whose the file is, and what to do."""
    if error.errno == errno.EROFS:
        return "that file system is read-only: make it writable" + _elsewhere(path)
    if not isinstance(error, PermissionError) or not hasattr(os, "geteuid"):
        return None
    found = _in_the_way(path)
    try:
        owner = os.stat(found).st_uid  # noqa: PTH116 -- no pathlib here
        is_folder = os.path.isdir(found)  # noqa: PTH112 -- as above
    except OSError:
        return None
    if owner == os.geteuid():
        from shlex import quote

        return f"`chmod u+{'rwx' if is_folder else 'rw'} {quote(found)}`"
    name = _name_of(owner)
    return (
        f"'{found}' belongs to {name}: run memsync as {name}, or get the right to"
        f" write there{_elsewhere(path)}"
    )


def _in_the_way(path: str) -> str:
    """The file or folder whose rights are missing: the path or one above it."""
    # Of a path below a folder that is closed, nothing can be seen.
    while path and not os.path.lexists(path) and path != os.path.dirname(path):  # noqa: PTH120 -- as above
        path = os.path.dirname(path)  # noqa: PTH120 -- as above
    path = path or "."
    wanted = os.R_OK | os.W_OK | (os.X_OK if os.path.isdir(path) else 0)  # noqa: PTH112 -- as above
    # Who may write a file may still not replace it: that is up to its folder.
    return os.path.dirname(path) or "." if os.access(path, wanted) else path  # noqa: PTH120 -- as above


def _elsewhere(path: str) -> str:
    parts = set(path.split(os.sep))  # noqa: PTH206 -- no pathlib here
    own = parts & _OWN and not parts & _OF_A_REPOSITORY
    return ", or set HOME to a folder of yours" if own else ""


def _name_of(uid: int) -> str:
    import pwd

    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"user {uid}"
