from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING

import pytest

from memsync.errors import Broken, Refused
from memsync.files import atomic
from memsync.files.unlinked import Folder, held

if TYPE_CHECKING:
    from pathlib import Path


def test_a_write_replaces_the_file_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "note.md"
    path.write_bytes(b"old")
    path.chmod(0o640)
    atomic.write(path, b"new")
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_write_can_set_the_mode(tmp_path: Path) -> None:
    path = tmp_path / "note.md"
    atomic.write(path, b"new", mode=0o600)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_write_replaces_a_link_and_never_what_it_points_to(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_bytes(b"precious")
    link = tmp_path / "note.md"
    link.symlink_to(target)
    atomic.write(link, b"new")
    assert target.read_bytes() == b"precious"
    assert not link.is_symlink()


def test_a_failed_write_leaves_the_old_file_and_no_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "note.md"
    path.write_bytes(b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        atomic.write(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_create_never_overwrites(tmp_path: Path) -> None:
    path = tmp_path / "note.md"
    atomic.create(path, b"first")
    with pytest.raises(FileExistsError):
        atomic.create(path, b"second")
    assert path.read_bytes() == b"first"
    assert list(tmp_path.iterdir()) == [path]


def test_reading_refuses_links_and_devices(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(Refused, match="symlink"):
        atomic.read_regular(tmp_path / "link")
    with pytest.raises(Refused, match="not a regular file"):
        atomic.read_regular(tmp_path / "pipe")
    with pytest.raises(Refused, match="not a regular file"):
        atomic.read_regular(tmp_path)
    with pytest.raises(FileNotFoundError):
        atomic.read_regular(tmp_path / "missing")


def test_reading_names_the_file_it_cannot_read(tmp_path: Path) -> None:
    with pytest.raises(Broken, match=r"n{300}': file name too long"):
        atomic.read_regular(tmp_path / ("n" * 300))


def test_below_a_file_there_is_nothing_to_read(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(NotADirectoryError):
        atomic.read_regular(tmp_path / "file" / "below")


def test_folders_are_made_with_their_parents(tmp_path: Path) -> None:
    atomic.make_folder(tmp_path / "a" / "b", mode=0o700)
    atomic.make_folder(tmp_path / "a" / "b", mode=0o700)
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o700
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(NotADirectoryError):
        atomic.make_folder(tmp_path / "file")


class WithoutLinks(Folder):
    """A folder of a file system without hard links, such as vfat."""

    def link(self, name: str, other: str) -> None:
        raise OSError(errno.EPERM, "operation not permitted", name, None, other)


@pytest.mark.parametrize("kind", [Folder, WithoutLinks])
def test_a_staged_file_takes_a_free_name_and_no_other(
    tmp_path: Path, kind: type[Folder]
) -> None:
    with held(tmp_path) as opened:
        folder = kind(opened.path, opened.handle)
        for data, free in ((b"first", True), (b"second", False)):
            staged = atomic.stage_in(folder, data, None, "note")
            assert atomic.publish_in(folder, staged, "note") is free
            folder.unlink(staged, missing_ok=True)
    assert (tmp_path / "note").read_bytes() == b"first"
    assert [path.name for path in tmp_path.iterdir()] == ["note"]


def test_any_other_trouble_with_a_name_is_raised(tmp_path: Path) -> None:
    with held(tmp_path) as folder:
        staged = atomic.stage_in(folder, b"x", None, "note")
        with pytest.raises(OSError, match="too long"):
            atomic.publish_in(folder, staged, "n" * 300)
