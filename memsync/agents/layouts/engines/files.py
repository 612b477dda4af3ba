"""Reads an agent's folder: regular files only, never through a symlink."""

from __future__ import annotations

import os
import stat
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from memsync.agents.layouts.layout import Unfit
from memsync.errors import Broken, MemsyncError, Refused
from memsync.files.atomic import read_regular

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

# Folders below folders; deeper ones are not a memory that a person keeps.
_DEEPEST = 12

# The most files to look at in one folder.
_MOST = 100_000

# The most bytes to read of a file of many entries, or of an index.
WHOLE = 1 << 22


class File(NamedTuple):
    """One file of a folder."""

    path: str
    """Below the folder, with `/`."""
    data: bytes
    saved: datetime
    """When it was last written, in UTC."""

    @property
    def stem(self) -> str:
        """Its name without its ending."""
        return self.path.rpartition("/")[2].partition(".")[0]


def walk(
    folder: Path,
    wanted: Callable[[str], bool],
    *,
    deep: bool = True,
    hidden: Sequence[str] = (),
) -> Iterator[str | Unfit]:
    """The `wanted` paths below a folder, sorted; reports symlinks, and follows none.

    Skips hidden files and folders, except those named. Raises `Broken` for a folder
    that cannot be listed, and for a path that is not a folder.
    """
    walking = _Walk(wanted, deep, tuple(hidden))
    for count, found in enumerate(walking.below(os.fspath(folder), "", 0)):
        if count >= _MOST:
            raise Broken(
                f"'{folder}' holds more than {_MOST} files",
                hint="give a smaller folder as PATH",
                word="too-large",
            )
        yield found


class _Walk(NamedTuple):
    wanted: Callable[[str], bool]
    deep: bool
    hidden: tuple[str, ...]

    def below(self, folder: str, below: str, depth: int) -> Iterator[str | Unfit]:
        try:
            with os.scandir(folder) as found:
                entries = sorted(found, key=lambda entry: entry.name)
        except FileNotFoundError:
            return
        except NotADirectoryError:
            raise Broken(f"'{folder}' is not a folder", word="not-a-folder") from None
        except OSError as error:
            if not depth:
                raise Broken.from_os_error(error) from None
            yield Unfit(below.rstrip("/"), "refused", "the folder cannot be read")
            return
        for entry in entries:
            path = below + entry.name
            if entry.name.startswith(".") and path not in self.hidden:
                continue  # such as our temporary files
            if not entry.is_dir(follow_symlinks=False):
                yield from self._file(entry, path)
            elif self.deep and depth < _DEEPEST:
                yield from self.below(entry.path, f"{path}/", depth + 1)

    def _file(self, entry: os.DirEntry[str], path: str) -> Iterator[str | Unfit]:
        # Links are not followed, only reported where a note was expected.
        if entry.is_symlink():
            if self.wanted(path) or (self.deep and Path(entry.path).is_dir()):
                yield Unfit(path, "refused", "a symlink")
        elif self.wanted(path):
            if entry.is_file(follow_symlinks=False):
                yield path
            else:
                yield Unfit(path, "refused", "not a regular file")


def read(folder: Path, path: str, limit: int) -> File | Unfit:
    """One file, if it is a regular one of at most `limit` bytes and is UTF-8."""
    name = os.path.join(folder, path)  # noqa: PTH118 -- thousands of them
    if any("\ud800" <= char <= "\udfff" for char in path):
        return Unfit(path, "refused", "its name is not UTF-8")
    try:
        status = os.lstat(name)
        large = stat.S_ISREG(status.st_mode) and status.st_size > limit
        data = b"" if large else read_regular(name, limit=limit + 1)
    except FileNotFoundError:
        return Unfit(path, "refused", "it is gone")
    except Refused as error:
        reason = "a symlink" if error.word == "symlink" else "not a regular file"
        return Unfit(path, "refused", reason)
    except (OSError, MemsyncError):
        return Unfit(path, "refused", "it cannot be read")
    size = max(status.st_size if large else 0, len(data))
    reason = too_large(size, limit) if size > limit else not_text(data)
    if reason:
        return Unfit(path, "refused", reason)
    return File(path, data, _time(status.st_mtime))


def too_large(size: int, limit: int) -> str:
    """Why a file is not imported."""
    return f"{size} bytes are more than {limit}"


def not_text(data: bytes) -> str:
    """Why bytes are not text; empty if they are."""
    if b"\0" in data:
        return "it contains a NUL byte"
    try:
        data.decode()
    except UnicodeDecodeError:
        return "it is not UTF-8"
    return ""


def files(
    folder: Path,
    limit: int,
    wanted: Callable[[str], bool],
    *,
    deep: bool = True,
    hidden: Sequence[str] = (),
) -> Iterator[File | Unfit]:
    """Every wanted file with its bytes, or why it is not imported."""
    for found in walk(folder, wanted, deep=deep, hidden=hidden):
        yield found if isinstance(found, Unfit) else read(folder, found, limit)


def there(folder: Path, path: str, limit: int = WHOLE) -> bytes | None:
    """The present bytes of a file that is to be written; None if there is none.

    Raises `Refused` for a link, there or on the way below the folder, and for
    anything but a regular file of at most `limit` bytes.
    """
    at = folder
    for part in path.split("/")[:-1]:
        at /= part
        if at.is_symlink():
            raise Refused(
                f"'{at}' is a symlink, and memsync does not write through it",
                word="symlink",
            )
    name = folder / path
    try:
        data = read_regular(name, limit=limit + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    if len(data) > limit:
        raise Refused(f"'{name}' has more than {limit} bytes", word="too-large")
    return data


def _time(seconds: float) -> datetime:
    try:
        return datetime.fromtimestamp(seconds, UTC)
    # A file's time may lie outside of what Python's dates can hold.
    except (OverflowError, ValueError, OSError):
        return datetime.fromtimestamp(0, UTC)
