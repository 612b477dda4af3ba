"""Folders opened part by part: which part of a path is a repository's to change."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from memsync.errors import Refused
from memsync.files import handles
from memsync.files.handles import FOLDER, PASS, enter, open_folder, split

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("where", "head", "parts"),
    [
        ("/home/me/work", "/home/me/work", []),
        ("/w/.coyote/memory", "/w", [".coyote", "memory"]),
        ("/w/.coyote/memory/sub", "/w", [".coyote", "memory", "sub"]),
        ("/w/.coyote/memory//sub/", "/w", [".coyote", "memory", "sub"]),
        # Another folder whose name only begins alike.
        ("/w/.coyote/memory-old", "/w/.coyote/memory-old", []),
        ("/w/.coyote/archive", "/w/.coyote/archive", []),
        # Of a person's own memory the archive alone is memsync's.
        ("/c/coyote/memory", "/c/coyote/memory", []),
        ("/c/coyote/memory/.archive/note", "/c/coyote/memory", [".archive", "note"]),
        ("/c/coyote/memory/.archived", "/c/coyote/memory/.archived", []),
        # A repository in a repository: the innermost memory counts.
        (
            "/w/.coyote/memory/x/.coyote/memory",
            "/w/.coyote/memory/x",
            [".coyote", "memory"],
        ),
        ("/.coyote/memory", "", [".coyote", "memory"]),
    ],
)
def test_a_path_is_split_where_a_memory_begins(
    where: str, head: str, parts: list[str]
) -> None:
    assert split(where) == (head, parts)


def test_an_agents_folder_is_split_once_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handles, "_AGENTS", [])
    folder = str(tmp_path / "agent")
    assert split(f"{folder}/sub/x") == (f"{folder}/sub/x", [])
    handles.no_links_below(folder)
    handles.no_links_below(folder)
    assert [folder] == handles._AGENTS
    assert split(f"{folder}/sub/x") == (folder, ["sub", "x"])
    # What leads there is the person's, and so is a folder beside it.
    assert split(folder) == (folder, [])
    assert split(f"{folder}-other/x") == (f"{folder}-other/x", [])


def test_a_real_folder_is_opened(tmp_path: Path) -> None:
    memory = tmp_path / ".coyote/memory"
    memory.mkdir(parents=True)
    handle = open_folder(str(memory), PASS)
    try:
        assert os.path.samestat(os.fstat(handle), memory.stat())
    finally:
        os.close(handle)


def test_a_link_that_leads_to_the_repository_is_the_persons(tmp_path: Path) -> None:
    memory = tmp_path / "disk/project/.coyote/memory"
    memory.mkdir(parents=True)
    (tmp_path / "work").symlink_to(tmp_path / "disk")
    handle = open_folder(f"{tmp_path}/work/project/.coyote/memory", PASS)
    try:
        assert os.path.samestat(os.fstat(handle), memory.stat())
    finally:
        os.close(handle)


@pytest.mark.parametrize("linked", [".coyote", ".coyote/memory", ".coyote/memory/sub"])
def test_a_link_on_the_way_from_the_root_is_refused(
    tmp_path: Path, linked: str
) -> None:
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "memory/sub").mkdir(parents=True)
    (elsewhere / "sub").mkdir()
    link = tmp_path / "work" / linked
    link.parent.mkdir(parents=True)
    link.symlink_to(elsewhere)
    asked = f"{tmp_path}/work/.coyote/memory/sub"
    with pytest.raises(Refused) as raised:
        open_folder(asked, PASS)
    assert raised.value.message == (
        f"'{asked}' leads through a symlink, which memsync does not follow"
    )
    assert raised.value.word == "foreign-link"


def test_no_handle_stays_open_where_a_part_is_missing(tmp_path: Path) -> None:
    (tmp_path / ".coyote").mkdir()
    before = len(os.listdir("/proc/self/fd"))  # noqa: PTH208 -- it opens one itself
    with pytest.raises(FileNotFoundError) as raised:
        open_folder(f"{tmp_path}/.coyote/memory/sub", PASS)
    assert raised.value.filename == f"{tmp_path}/.coyote/memory/sub"
    assert len(os.listdir("/proc/self/fd")) == before  # noqa: PTH208 -- as above


def test_a_file_in_the_place_of_a_folder_is_said_to_be_none(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(NotADirectoryError) as raised:
        enter(str(tmp_path / "file"), os.O_RDONLY | FOLDER, None, "shown")
    assert raised.value.filename == "shown"
