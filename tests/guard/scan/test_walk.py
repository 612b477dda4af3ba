"""Which files a scan reads."""

from __future__ import annotations

import inspect
import os
import sys
from typing import TYPE_CHECKING

from memsync.guard.scan.walk import entries, read_file

if TYPE_CHECKING:
    from pathlib import Path


def test_everything_below_a_folder_is_read_but_what_tools_keep(tmp_path: Path) -> None:
    for name in ("b.md", "a/c.md", ".hidden/d", ".git/config", "node_modules/x/y.js"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("text")
    found = [os.path.relpath(e.path, tmp_path) for e in entries([str(tmp_path)])]
    assert found == [".hidden/d", "a/c.md", "b.md"]
    assert [entry.size for entry in entries([str(tmp_path / "b.md")])] == [4]


def test_a_link_is_its_target_and_is_not_followed(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "up").symlink_to("..")
    (folder / "file").symlink_to("/no/such/place")
    found = {os.path.basename(e.path): e.text for e in entries([str(folder)])}  # noqa: PTH119 -- text
    assert found == {"file": b"/no/such/place", "up": b".."}


def test_what_is_not_there_says_why_when_it_is_read(tmp_path: Path) -> None:
    (entry,) = entries([str(tmp_path / "none")])
    assert entry.size == 0
    assert read_file(entry.path) == "no such file or directory"
    (entry,) = entries(["a\0b"])
    assert entry.size == 0


def test_a_pipe_in_a_folder_is_passed_over(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert list(entries([str(tmp_path)])) == []


def test_folders_may_be_nested_more_deeply_than_calls(tmp_path: Path) -> None:
    folder = tmp_path.joinpath(*["a"] * 300)
    folder.mkdir(parents=True)
    (folder / "note").touch()
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 200)
    try:
        (only,) = entries([str(tmp_path)])
    finally:
        sys.setrecursionlimit(before)
    assert only.path == str(folder / "note")


def test_a_name_that_is_too_long_is_one_of_the_files_that_cannot_be_read() -> None:
    (only,) = entries(["a" * 300])
    assert only.path == "a" * 300
