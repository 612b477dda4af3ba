"""Many files at once: each whole, none replaced, nothing left behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memsync.memory.files.bulk import create_many

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("count", [3, 40])
def test_what_is_there_stays_and_all_others_are_made(
    tmp_path: Path, count: int
) -> None:
    folders = [tmp_path / "a", tmp_path / "b"]
    for folder in folders:
        folder.mkdir()
    files = [(folders[n % 2] / f"{n}.md", b"%d\n" % n) for n in range(count)]
    files[1][0].write_bytes(b"older\n")
    made = create_many(files)
    assert made == [n != 1 for n in range(count)]
    assert files[1][0].read_bytes() == b"older\n"
    for path, data in files[2:]:
        assert path.read_bytes() == data
    assert len([*tmp_path.glob("*/*")]) == count


@pytest.mark.parametrize("count", [1, 20])
def test_the_mode_is_what_was_asked_for(tmp_path: Path, count: int) -> None:
    files = [(tmp_path / f"{n}.md", b"x") for n in range(count)]
    create_many(files, 0o600)
    assert {path.stat().st_mode & 0o777 for path, _ in files} == {0o600}


def test_a_folder_that_cannot_be_reached_leaves_nothing_half_made(
    tmp_path: Path,
) -> None:
    files = [(tmp_path / f"{n}.md", b"x") for n in range(20)]
    with pytest.raises(FileNotFoundError):
        create_many([*files, (tmp_path / "none" / "x.md", b"x")])
    assert list(tmp_path.iterdir()) == []
