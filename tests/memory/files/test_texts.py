"""The files of a memory that hold texts: ours by their place, an agent's by ending."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.memories import make_store

from memsync.memory.files.texts import folders, named, texts

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.memory.note.records import MemoryFolder


@pytest.fixture
def memory(tmp_path: Path) -> MemoryFolder:
    return make_store(tmp_path).memory


def put(memory: MemoryFolder, *paths: str) -> None:
    for path in paths:
        (memory.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (memory.folder / path).write_text("x")


def names(memory: MemoryFolder) -> list[str]:
    return [name for name, _ in texts(memory)]


def test_notes_index_and_logs_are_texts(memory: MemoryFolder) -> None:
    put(memory, "b.md", "a.md", "daily/2026-01-01.md", "scratchpad/current.md")
    put(memory, "other/x.md", "c.txt", "no-ending")
    assert names(memory)[:3] == ["MEMORY", "a", "b"]
    assert "daily/2026-01-01" in names(memory)
    assert not {"other/x", "c", "c.txt"} & {*names(memory)}


def test_an_agents_files_are_texts_at_any_depth(memory: MemoryFolder) -> None:
    put(memory, "a.txt", "deep/er/b.txt", ".hidden/c.txt", "apart/d.txt", "e.md")
    put(memory, "deep/apart/f.txt")
    agents = memory._replace(ending=".txt", apart=("apart",), agent="some")
    assert names(agents) == ["a.txt", "deep/apart/f.txt", "deep/er/b.txt"]
    assert folders(agents) == ["", "deep", "deep/apart", "deep/er"]


def test_links_are_not_followed(memory: MemoryFolder, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/x.md").write_text("not ours")
    (memory.folder / "daily").symlink_to(tmp_path / "outside")
    (memory.folder / "link.md").symlink_to(tmp_path / "outside/x.md")
    (memory.folder / "folder.md").mkdir()
    assert names(memory) == ["MEMORY"]
    agents = memory._replace(ending=".md", agent="some")
    assert names(agents) == ["MEMORY"]


@pytest.mark.parametrize(
    ("below", "file", "name"),
    [
        ("", "a.md", "a"),
        ("daily", "d.md", "daily/d"),
        ("x/y", "z.txt", "x/y/z.txt"),
        ("", ".md", ""),
    ],
)
def test_a_name_is_its_path_without_our_ending(
    below: str, file: str, name: str
) -> None:
    assert named(below, file) == name
