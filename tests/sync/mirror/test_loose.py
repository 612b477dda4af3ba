"""Loose objects, as git reads and writes them."""

from __future__ import annotations

import stat
import zlib
from typing import TYPE_CHECKING

import pytest

from memsync.sync.mirror.loose import NotLoose, are_many, read, write
from memsync.sync.tree.layout import Item, blob_id
from memsync.sync.tree.objects import Object, tree_objects

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


def place(store: Path, oid: str) -> Path:
    return store / oid[:2] / oid[2:]


@pytest.mark.parametrize("data", [b"", b"text\n", b"\0one\0two", b"x" * 100_000])
def test_an_object_reads_back(tmp_path: Path, data: bytes) -> None:
    one = Object("blob", data)
    write(str(tmp_path), [one])
    assert read(str(tmp_path), one.oid, "blob") == data
    assert [path.name for path in (tmp_path / one.oid[:2]).iterdir()] == [one.oid[2:]]
    assert stat.S_IMODE(place(tmp_path, one.oid).stat().st_mode) == 0o444


def test_git_reads_what_was_written(machine: Machine, tmp_path: Path) -> None:
    top = machine.repository()
    blob = Object("blob", b"text\n")
    trees = tree_objects({"user/a.md": Item(blob.oid)})
    write(str(top / ".git/objects"), [blob, *trees])
    said = machine.git("-C", str(top), "ls-tree", "-r", trees[-1].oid)
    assert str(said).split() == ["100644", "blob", blob.oid, "user/a.md"]
    machine.git("-C", str(top), "fsck", "--strict")


def test_an_object_that_is_there_is_left_alone(tmp_path: Path) -> None:
    one = Object("blob", b"text\n")
    write(str(tmp_path), [one])
    inode = place(tmp_path, one.oid).stat().st_ino
    write(str(tmp_path), [one, Object("blob", b"more\n"), one])
    assert place(tmp_path, one.oid).stat().st_ino == inode
    assert read(str(tmp_path), blob_id(b"more\n"), "blob") == b"more\n"


def test_an_object_that_is_not_here_is_not_loose(tmp_path: Path) -> None:
    with pytest.raises(NotLoose, match="a" * 40):
        read(str(tmp_path), "a" * 40, "blob")


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"not zlib",
        zlib.compress(b"blob 5\0other"),
        zlib.compress(b"no header"),
        zlib.compress(b"blob 5\0text\n")[:-6],
    ],
)
def test_a_damaged_object_is_not_loose(tmp_path: Path, raw: bytes) -> None:
    oid = blob_id(b"text\n")
    place(tmp_path, oid).parent.mkdir()
    place(tmp_path, oid).write_bytes(raw)
    with pytest.raises(NotLoose):
        read(str(tmp_path), oid, "blob")


def test_an_object_of_another_kind_is_not_loose(tmp_path: Path) -> None:
    one = Object("blob", b"text\n")
    write(str(tmp_path), [one])
    with pytest.raises(NotLoose):
        read(str(tmp_path), one.oid, "commit")


def test_a_dead_link_in_place_of_an_object_is_replaced(tmp_path: Path) -> None:
    one = Object("blob", b"text\n")
    folder = place(tmp_path, one.oid).parent
    folder.mkdir()
    place(tmp_path, one.oid).symlink_to(tmp_path / "nowhere")
    write(str(tmp_path), [one])
    assert [path.name for path in folder.iterdir()] == [one.oid[2:]]
    assert not place(tmp_path, one.oid).is_symlink()
    assert not (tmp_path / "nowhere").exists()


def test_a_store_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write(str(tmp_path / "no-store"), [Object("blob", b"text\n")])
    assert list(tmp_path.iterdir()) == []


def test_one_folder_of_many_gives_the_estimate(tmp_path: Path) -> None:
    assert not are_many(str(tmp_path))
    folder = tmp_path / "17"
    folder.mkdir()
    for number in range(7):
        (folder / f"{number:038x}").write_bytes(b"x")
    assert not are_many(str(tmp_path))
    (folder / f"{7:038x}").write_bytes(b"x")
    assert are_many(str(tmp_path))


def test_a_few_large_objects_are_many_too(tmp_path: Path) -> None:
    (tmp_path / "17").mkdir()
    file = tmp_path / "17" / "0"
    file.write_bytes(b"x" * (1 << 18))
    assert not are_many(str(tmp_path))
    file.write_bytes(b"x" * ((1 << 18) + 1))
    assert are_many(str(tmp_path))
