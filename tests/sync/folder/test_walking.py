"""How a folder differs from the text of what the last round saw there."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from memsync.sync.folder import listing
from memsync.sync.folder.listing import line, signature
from memsync.sync.folder.walking import agent_changes, changes

if TYPE_CHECKING:
    from pathlib import Path

# Nanoseconds; long after any file here was made.
NOW = 4_000_000_000_000_000_000

NAMES = (
    "MEMORY.md",
    "auth.md",
    "build.md",
    "daily/2026-01-02.md",
    "scratchpad/2026-01-02.md",
    "learned/summary.md",
    "learned/decided",
    "learned/sessions/s1.md",
    ".memsync-origins",
    ".archive/auth/20260101T000000Z-000000000000.md",
)


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    folder = tmp_path / "memory"
    for name in NAMES:
        put(folder, name)
    return folder


def put(folder: Path, name: str, text: str = "text\n") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def seen(folder: Path) -> str:
    """The text that a round would remember now."""
    lines = [
        line(name, signature(entry.stat(follow_symlinks=False), NOW))
        for name, entry in listing.notes(str(folder))
    ]
    lines += [
        line(listing.ARCHIVE + entry.name, signature(entry.stat(), NOW))
        for entry in listing.versions(f"{folder}/.archive")
    ]
    return "".join(lines)


def differs(text: str, folder: Path, most: int = 9) -> list[tuple[str, str]] | None:
    """The changed files, each with what the text said of it."""
    found = changes(text, str(folder), f"{folder}/.archive", NOW, most)
    if found is None:
        return None
    return [(name, text[begin:end].partition("\0")[0]) for name, begin, end in found]


def test_a_folder_that_did_not_change_is_as_it_was(memory: Path) -> None:
    text = seen(memory)
    assert text.count("\0") == 2 * len(NAMES)
    assert differs(text, memory, 0) == []


def test_an_empty_folder_without_an_archive_is_an_empty_text(tmp_path: Path) -> None:
    assert changes("", str(tmp_path), f"{tmp_path}/.archive", NOW) == []


@pytest.mark.parametrize("file", NAMES[:-1])
def test_a_file_that_was_written_is_named_with_its_part(
    memory: Path, file: str
) -> None:
    text = seen(memory)
    put(memory, file, "another text\n")
    name = file.removesuffix(".md")
    assert differs(text, memory, 1) == [(name, name)]
    assert differs(text, memory, 0) is None


def test_a_file_of_the_same_size_and_time_is_told_by_its_inode(
    tmp_path: Path,
) -> None:
    file = put(tmp_path, "auth.md")
    text, before = seen(tmp_path), file.stat()
    put(tmp_path, "new", "TEXT\n").replace(file)
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert differs(text, tmp_path) == [("auth", "auth")]


@pytest.mark.parametrize(
    "file", ["new.md", "daily/2026-01-03.md", "learned/skills/s/SKILL.md"]
)
def test_a_new_file_has_no_part_in_the_text(memory: Path, file: str) -> None:
    text = seen(memory)
    put(memory, file)
    found = changes(text, str(memory), f"{memory}/.archive", NOW, 1)
    assert found is not None
    [(name, begin, end)] = found
    assert (name, begin) == (file.removesuffix(".md"), end)
    assert text[begin - 1 : begin] in ("", "\0")


def test_a_new_version_changes_the_folder_of_its_note(memory: Path) -> None:
    text = seen(memory)
    put(memory, ".archive/auth/20260102T000000Z-000000000001.md")
    assert differs(text, memory) == [(".archive/auth", ".archive/auth")]
    put(memory, ".archive/build/20260102T000000Z-000000000001.md")
    names = {name for name, _ in differs(text, memory) or []}
    assert names == {".archive/auth", ".archive/build"}


@pytest.mark.parametrize("file", NAMES[:-1])
def test_a_file_that_is_gone_needs_a_whole_round(memory: Path, file: str) -> None:
    text = seen(memory)
    (memory / file).unlink()
    assert differs(text, memory) is None


def test_what_was_last_in_the_text_is_missed_too(memory: Path) -> None:
    text = seen(memory)
    (memory / NAMES[-1]).unlink()
    (memory / ".archive/auth").rmdir()
    assert differs(text, memory) is None


def test_a_renamed_file_needs_a_whole_round(memory: Path) -> None:
    text = seen(memory)
    (memory / "auth.md").rename(memory / "auth2.md")
    assert differs(text, memory) is None


@pytest.mark.parametrize(
    "file",
    [
        ".hidden.md",
        "sub/note.md",
        "sub/deep/note.md",
        ".memsync-0123456789abcdef.tmp",
        "learned/.memsync-0123456789abcdef.tmp",
    ],
)
def test_what_a_whole_round_would_name_or_remove_needs_one(
    memory: Path, file: str
) -> None:
    text = seen(memory)
    put(memory, file)
    assert differs(text, memory) is None


@pytest.mark.parametrize(
    "file",
    [
        "._auth.md",
        ".#auth.md",
        ".~auth.md",
        ".memsync-allow",
        "picture.png",
        "sub/picture.png",
        "sub/.hidden/note.md",
        ".git/note.md",
        "daily/picture.png",
        ".archive/MEMORY/20260102T000000Z-000000000001.md",
        ".archive/.events",
    ],
)
def test_what_no_round_looks_at_changes_nothing(memory: Path, file: str) -> None:
    text = seen(memory)
    put(memory, file)
    assert differs(text, memory, 0) == []


def test_a_file_that_was_just_written_counts_as_changed(memory: Path) -> None:
    text = seen(memory)
    when = (memory / "auth.md").stat().st_ctime_ns
    archive = f"{memory}/.archive"
    assert changes(text, str(memory), archive, when, 0) is None
    found = changes(text, str(memory), archive, when, len(NAMES))
    assert found is not None
    assert len(found) == len(NAMES)
    assert "".join(text[begin:end] for _, begin, end in found) == text


def test_a_folder_that_is_gone_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        changes("", str(tmp_path / "none"), f"{tmp_path}/.archive", NOW)


def test_of_an_agents_folder_only_its_own_files_count(tmp_path: Path) -> None:
    form = (".txt", ("projects",))
    for name in ("a.txt", "sub/b.txt", "c.md", "projects/d.txt", ".e.txt"):
        put(tmp_path, name)
    text = "".join(
        line(name, signature(entry.stat(), NOW))
        for name, entry in listing.agent_files(str(tmp_path), *form)
    )
    assert agent_changes(text, str(tmp_path), form, NOW) == []
    put(tmp_path, "c.md", "another")
    put(tmp_path, "projects/d.txt", "another")
    assert agent_changes(text, str(tmp_path), form, NOW) == []
    put(tmp_path, "sub/b.txt", "another")
    found = agent_changes(text, str(tmp_path), form, NOW, 1)
    assert found is not None
    assert [name for name, _, _ in found] == ["sub/b.txt"]
    put(tmp_path, "sub/.memsync-0123456789abcdef.tmp")
    assert agent_changes(text, str(tmp_path), form, NOW, 9) is None
