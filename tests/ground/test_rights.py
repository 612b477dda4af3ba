"""An error about rights says whose the file is, and what to do."""

from __future__ import annotations

import errno
import os
from functools import partial
from typing import TYPE_CHECKING

import pytest

from memsync import rights
from memsync.errors import Broken

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# An id that no system gives to a person.
NOBODY = 65534


def denied(path: str) -> PermissionError:
    return PermissionError(errno.EACCES, "Permission denied", path)


def hint_of(path: str) -> str | None:
    return Broken.from_os_error(denied(path)).hint


def as_nobody(ask: Callable[[], str | None]) -> str:
    """What a process without root's rights answers; any other user has none."""
    reading, writing = os.pipe()
    if (child := os.fork()) == 0:
        if os.geteuid() == 0:
            os.setgroups([])
            os.setresgid(NOBODY, NOBODY, NOBODY)
            os.setresuid(NOBODY, NOBODY, NOBODY)
        os.write(writing, (ask() or "").encode())
        os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    with os.fdopen(reading) as answer:
        return answer.read()


def test_another_users_folder_is_named_with_its_owner() -> None:
    for path in ("/new", "/new/deep/file", "/etc/new"):
        folder = "/etc" if path.startswith("/etc") else "/"
        said = as_nobody(partial(hint_of, path))
        wanted = f"'{folder}' belongs to root: run memsync as root, or get the right"
        assert said == f"{wanted} to write there"


def test_memsyncs_own_folders_can_be_elsewhere() -> None:
    path = "/.local/state/memsync/mirror"
    said = as_nobody(lambda: rights.hint(denied(path), path))
    assert said.endswith(", or set HOME to a folder of yours")
    path = "/project/.git/memsync/archive"
    assert "HOME" not in as_nobody(lambda: rights.hint(denied(path), path))


def test_a_read_only_file_system_is_no_matter_of_rights(tmp_path: Path) -> None:
    path = str(tmp_path / "note.md")
    said = Broken.from_os_error(OSError(errno.EROFS, "Read-only file system", path))
    assert said.hint == "that file system is read-only: make it writable"


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.ENAMETOOLONG])
def test_other_errors_have_no_such_hint(tmp_path: Path, number: int) -> None:
    error = OSError(number, "trouble", str(tmp_path))
    assert Broken.from_os_error(error).hint is None
