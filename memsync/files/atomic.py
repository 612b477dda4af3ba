"""Atomic writes: after a crash a file is the old or the new one, never half."""

from __future__ import annotations

import contextlib
import errno
import os
import stat

from memsync.errors import Broken, Refused
from memsync.files.unlinked import around, inside, make_below, sync_names

TYPE_CHECKING = False  # importing typing would cost a short round 15 ms
if TYPE_CHECKING:
    from pathlib import Path

    from memsync.files.unlinked import Folder

# The prefix of temporary files: agents ignore them, the next command cleans up.
TEMPORARY = ".memsync-"

# Also 0o664: git and Coyote share files with a group in the same way.
PLAIN = 0o664

# The modes of new files and folders: even under umask 000 only we may write.
PLAIN_FOLDER = 0o775

# What vfat, some network and FUSE file systems answer to `link`.
NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK)

# Windows has neither flag.
_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
# Opening a FIFO for reading blocks until somebody writes; with O_NONBLOCK it returns at
# once, and `_read` then refuses it.
_NONBLOCK = getattr(os, "O_NONBLOCK", 0)


def write(
    path: str | os.PathLike[str], data: bytes, *, mode: int | None = None
) -> None:
    """Replace a file: temporary file beside it, fsync, rename, fsync of the folder.

    `mode` defaults to that of the file replaced, else `PLAIN` under the umask.
    A symlink at `path` is replaced, never followed. Raises `OSError`.
    """
    with around(os.fspath(path)) as (folder, name):
        if mode is None:
            with contextlib.suppress(FileNotFoundError):
                there = folder.stat(name).st_mode
                mode = None if stat.S_ISLNK(there) else stat.S_IMODE(there)
        temporary = stage_in(folder, data, mode, name)
        try:
            folder.rename(temporary, name)
        except BaseException:
            folder.unlink(temporary, missing_ok=True)
            raise
        folder.sync()


def stage_in(folder: Folder, data: bytes, mode: int | None, name: str) -> str:
    """Like `stage`, in an open folder; returns the temporary's name."""
    # A random name: another process may stage the same file at the same time.
    temporary = f"{TEMPORARY}{os.urandom(8).hex()}.tmp"
    _fill(folder.named(temporary), folder.shown(name), data, mode, folder.handle)
    return temporary


def read_in(folder: Folder, name: str, *, limit: int | None = None) -> bytes:
    """Like `read_regular`, in an open folder."""
    return _read(folder.named(name), folder.shown(name), limit, folder.handle)


def append(path: str | os.PathLike[str], data: bytes, *, mode: int) -> None:
    """Append to a file, and create it if necessary; raises `OSError`.

    The file may lose or halve the data if the process is killed. Does not follow a
    symlink at `path`.
    """
    # O_APPEND: the kernel finds the end, so two processes never overwrite a line.
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | _NOFOLLOW
    with around(os.fspath(path)) as (folder, name):
        handle = os.open(folder.named(name), flags, mode, dir_fd=folder.handle)
    try:
        os.write(handle, data)
    finally:
        os.close(handle)


def create(path: Path, data: bytes, *, mode: int | None = None) -> None:
    """Create a file; raises `FileExistsError` if there is one."""
    with around(os.fspath(path)) as (folder, name):
        temporary = stage_in(folder, data, mode, name)
        try:
            if not publish_in(folder, temporary, name):
                where = folder.shown(name)
                raise FileExistsError(errno.EEXIST, "file exists", where)
        finally:
            folder.unlink(temporary, missing_ok=True)
        folder.sync()


def publish_in(folder: Folder, temporary: str, name: str) -> bool:
    """Give a staged file its final name, if that is free; return whether it was.

    With hard links the temporary stays: the caller removes it, and fsyncs the folder.
    Raises `OSError`.
    """
    try:
        folder.link(temporary, name)
    # `link` fails if the name exists; `rename` would replace the file.
    except FileExistsError:
        return False
    # Some file systems (FAT, some network mounts) have no hard links.
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        # `rename` replaces a file, so look first. A file created between the two calls
        # is lost; without hard links there is no better way.
        try:
            folder.stat(name)
        except FileNotFoundError:
            folder.rename(temporary, name)
        else:
            return False
    return True


def stage(path: Path, data: bytes, *, mode: int | None = None) -> Path:
    """Write the durable temporary file that will become `path`, and return it.

    The caller renames or removes it. Raises `OSError`, leaving nothing behind.
    """
    with around(os.fspath(path)) as (folder, name):
        return path.with_name(stage_in(folder, data, mode, name))


def _fill(
    temporary: str, path: str, data: bytes, mode: int | None, within: int | None
) -> None:
    # O_EXCL: never write into a file that somebody else put there.
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NOFOLLOW
    made = PLAIN if mode is None else mode
    try:
        handle = os.open(temporary, flags, made, dir_fd=within)
    except OSError as error:
        error.filename = path  # a person does not know the temporary's name
        raise
    try:
        with open(handle, "wb") as file:  # noqa: PTH123 -- a descriptor, not a path
            if mode is not None:
                # Set by chmod, since the mode given to `open` is cut by the umask.
                os.chmod(_chmod_by(handle, temporary), mode)  # noqa: PTH101 -- no pathlib in a short round
            file.write(data)
            file.flush()
            # Before the rename: a crash could else leave an empty file in its place.
            os.fsync(file.fileno())
    except BaseException as error:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary, dir_fd=within)
        if isinstance(error, OSError):
            error.filename = path  # a write to a full disk reports no file name
        raise


def _chmod_by(handle: int, path: str) -> int | str:
    return handle if os.chmod in os.supports_fd else path


def read_regular(path: str | os.PathLike[str], *, limit: int | None = None) -> bytes:
    """The bytes of a regular file; at most `limit` bytes when given.

    Raises `Refused` for a symlink or a device, `FileNotFoundError` or
    `NotADirectoryError` when there is none, and `Broken` for what cannot be read.
    """
    try:
        with around(os.fspath(path)) as (folder, name):
            return read_in(folder, name, limit=limit)
    except (FileNotFoundError, NotADirectoryError):
        raise
    except OSError as error:
        raise Broken.from_os_error(error) from None


def read_inside(top: str | os.PathLike[str], path: str | os.PathLike[str]) -> bytes:
    """Like `read_regular`, below `top`: no folder in between may be a symlink."""
    try:
        with inside(top, os.fspath(path)) as (folder, name):
            return read_in(folder, name)
    except (FileNotFoundError, NotADirectoryError):
        raise
    except OSError as error:
        raise Broken.from_os_error(error) from None


def _read(name: str, path: str, limit: int | None, within: int | None) -> bytes:
    try:
        handle = os.open(name, os.O_RDONLY | _NOFOLLOW | _NONBLOCK, dir_fd=within)
    except (FileNotFoundError, NotADirectoryError):
        raise
    except OSError as error:
        if error.errno == errno.ELOOP or os.path.islink(path):  # noqa: PTH114 -- pathlib's fails on a name that is too long
            raise Refused(
                f"'{path}' is a symlink, and memsync does not follow it",
                hint="replace the link with the file it points to",
                word="symlink",
            ) from None
        error.filename = path
        raise Broken.from_os_error(error) from None
    # Asked of the open file, not of the path: nobody can exchange it in between.
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise Refused(f"'{path}' is not a regular file", word="not-a-file")
    with open(handle, "rb") as file:  # noqa: PTH123 -- a descriptor, not a path
        try:
            return file.read() if limit is None else file.read(limit)
        except OSError as error:
            error.filename = path
            raise Broken.from_os_error(error) from None


def make_folder(path: Path, *, mode: int = PLAIN_FOLDER) -> None:
    """Create a folder and its missing parents, and fsync each new name."""
    if make_below(os.fspath(path), mode):
        return
    missing = []
    folder = path
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for folder in reversed(missing):
        # Another process may make it at the same time.
        with contextlib.suppress(FileExistsError):
            folder.mkdir(mode=mode)
            # A folder's name is durable only once its parent is flushed.
            fsync_folder(folder.parent)
    if not path.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, "not a folder", str(path))


def fsync_folder(path: str | os.PathLike[str]) -> None:
    """Fsync the names in a folder, if the platform can."""
    sync_names(os.fspath(path))
