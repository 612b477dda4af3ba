"""A memory's folder, opened once and without following links.

A repository's files can change while a command runs. Whoever replaces `.coyote/memory`,
or a folder in it, with a symlink must not make us read or write elsewhere. So a folder
is opened by descriptor, component by component, and its files are opened relative to
that descriptor.
"""

from __future__ import annotations

import contextlib
import errno
import os

from memsync.files.handles import FOLDER, PASS, enter, leads_away, open_folder, split

TYPE_CHECKING = False  # importing typing would cost a short round 15 ms
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# The calls that must all take `dir_fd`; macOS and Linux have them, Windows has not.
_BY_DESCRIPTOR = {
    os.open,
    os.link,
    os.mkdir,
    os.rename,
    os.stat,
    os.unlink,
} <= os.supports_dir_fd


class Folder:
    """An open folder. Names are those of files directly in it; raises `OSError`."""

    def __init__(self, path: str, handle: int | None) -> None:
        """`handle` is None on systems without `dir_fd` (Windows)."""
        self.path = path
        self.handle = handle

    def named(self, name: str) -> str:
        """The name to pass with `dir_fd=handle`; without a handle, the path."""
        return name if self.handle is not None else self.shown(name)

    def shown(self, name: str) -> str:
        """A file's path, for people."""
        return os.path.join(self.path, name)  # noqa: PTH118 -- no pathlib in a short round

    def stat(self, name: str) -> os.stat_result:
        """A file's status; of a symlink, its own."""
        return os.stat(self.named(name), dir_fd=self.handle, follow_symlinks=False)

    def link(self, name: str, other: str) -> None:
        """Give a file a second name."""
        os.link(
            self.named(name),
            self.named(other),
            src_dir_fd=self.handle,
            dst_dir_fd=self.handle,
            follow_symlinks=False,
        )

    def rename(self, name: str, other: str) -> None:
        """Rename a file, and replace any file of the new name."""
        self.move(name, self, other)

    def move(self, name: str, to: Folder, other: str) -> None:
        """Move a file into another folder, and replace any file of that name."""
        # On Windows `rename` fails if the new name exists; `replace` overwrites it.
        replace = os.replace if os.name == "nt" else os.rename
        try:
            replace(
                self.named(name),
                to.named(other),
                src_dir_fd=self.handle,
                dst_dir_fd=to.handle,
            )
        except OSError as error:
            error.filename, error.filename2 = self.shown(name), to.shown(other)
            raise

    def mkdir(self, name: str, mode: int) -> None:
        """Create a folder in it; it must not exist yet."""
        os.mkdir(self.named(name), mode, dir_fd=self.handle)

    def unlink(self, name: str, *, missing_ok: bool = False) -> None:
        """Remove a file."""
        try:
            os.unlink(self.named(name), dir_fd=self.handle)
        except FileNotFoundError:
            if not missing_ok:
                raise

    def names(self) -> list[str]:
        """All names in it; only if it was opened with `listed`."""
        by_handle = self.handle is not None and os.listdir in os.supports_fd
        return os.listdir(self.handle if by_handle else self.path)  # noqa: PTH208 -- twice as fast

    def sync(self) -> None:
        """Fsync the names in it, if the platform can."""
        sync_names(self.path or "." if self.handle is None else ".", self.handle)


def sync_names(path: str, within: int | None = None) -> None:
    """Fsync the names in a folder, if the platform can."""
    # Windows cannot open a folder for fsync.
    if os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY | FOLDER, dir_fd=within)
    try:
        # A rename is durable only once the folder itself is flushed.
        os.fsync(handle)
    except OSError as error:
        # Some network and FUSE file systems refuse to fsync a folder.
        if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.ENOSYS):
            raise
    finally:
        os.close(handle)


def _name_whole(error: OSError, folder: str) -> None:
    """Name the path in an error about a file by its name in an open folder."""
    for key in ("filename", "filename2"):
        name = getattr(error, key)
        if isinstance(name, str) and name and os.sep not in name:
            setattr(error, key, folder if name == "." else os.path.join(folder, name))  # noqa: PTH118 -- no pathlib in a short round


@contextlib.contextmanager
def held(path: str | os.PathLike[str], *, listed: bool = False) -> Iterator[Folder]:
    """The folder at `path`; nothing that a repository controls on the way is a link.

    With `listed`, its descriptor may be passed to `os.scandir`. Raises `Refused` for a
    symlink in its place or below the git root, else `OSError`.
    """
    where = os.fspath(path)
    if not _BY_DESCRIPTOR:
        if os.path.islink(where):  # noqa: PTH114 -- no pathlib in a short round
            raise leads_away(where)
        yield Folder(where, None)
        return
    handle = open_folder(where, os.O_RDONLY if listed else PASS)
    try:
        yield Folder(where, handle)
    except OSError as error:
        _name_whole(error, where)
        raise
    finally:
        os.close(handle)


@contextlib.contextmanager
def around(path: str) -> Iterator[tuple[Folder, str]]:
    """The folder of a file, and the file's name in it.

    Like `held` in a repository's memory and in an archive; elsewhere the user's own
    symlinks on the way are followed.
    """
    folder, name = os.path.split(path)
    if not _BY_DESCRIPTOR or not split(folder)[1]:
        yield Folder(folder, None), name
        return
    with held(folder) as opened:
        yield opened, name


@contextlib.contextmanager
def inside(top: str | os.PathLike[str], path: str) -> Iterator[tuple[Folder, str]]:
    """The folder of a file below `top`, and its name; no component may be a symlink.

    `path` must begin with `top`. Raises what `held` raises.
    """
    folder, name = os.path.split(path)
    parts = [part for part in folder[len(os.fspath(top)) :].split(os.sep) if part]  # noqa: PTH206 -- no pathlib here
    if not _BY_DESCRIPTOR:
        yield Folder(folder, None), name
        return
    handle = os.open(top, PASS | FOLDER)
    try:
        for part in parts:
            inner = enter(part, PASS, handle, folder)
            os.close(handle)
            handle = inner
        yield Folder(folder, handle), name
    except OSError as error:
        _name_whole(error, folder)
        raise
    finally:
        os.close(handle)


def remove(path: str | os.PathLike[str]) -> None:
    """Remove a file, if there is one; its folder is opened as by `around`."""
    with around(os.fspath(path)) as (folder, name):
        folder.unlink(name, missing_ok=True)


def names_in(path: str | os.PathLike[str]) -> list[str]:
    """The names in a folder, which is opened as by `around`; raises `OSError`."""
    where = os.fspath(path)
    if not split(where)[1]:
        return os.listdir(where)  # noqa: PTH208 -- twice as fast
    with held(where, listed=True) as folder:
        return folder.names()


def make_below(path: str, mode: int) -> bool:
    """Create a folder of a repository's memory, or of an archive, with its parents.

    Returns False, and does nothing, for other paths, or if the root is missing.
    """
    head, parts = split(path)
    if not parts or not _BY_DESCRIPTOR:
        return False
    try:
        handle = os.open(head or os.sep, PASS | FOLDER)
    except FileNotFoundError:
        return False
    for part in parts:
        try:
            # Another process may make it at the same time.
            with contextlib.suppress(FileExistsError):
                os.mkdir(part, mode, dir_fd=handle)
                sync_names(".", handle)
            inner = enter(part, PASS, handle, path)
        finally:
            os.close(handle)
        handle = inner
    os.close(handle)
    return True


@contextlib.contextmanager
def listed(
    path: str | os.PathLike[str],
) -> Iterator[tuple[Iterable[os.DirEntry[str]], Folder]]:
    """The entries of a folder, and the folder; opened as by `held`.

    Scans by descriptor where the system can, since then a stat is faster.
    """
    with held(path, listed=True) as opened:
        by_handle = opened.handle is not None and os.scandir in os.supports_fd
        with os.scandir(opened.handle if by_handle else opened.path) as found:
            yield found, opened
