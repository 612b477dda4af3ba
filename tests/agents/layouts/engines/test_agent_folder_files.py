"""Reading an agent's folder: regular files of text, and nothing through a link."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from support.places import obeying_modes, snapshot

from memsync.agents.layouts.engines import files as engine_files
from memsync.agents.layouts.engines.files import File, files, read, there, walk
from memsync.agents.layouts.layout import Unfit
from memsync.errors import Broken, Refused

if TYPE_CHECKING:
    from pathlib import Path


def put(folder: Path, *paths: str, data: bytes = b"text\n") -> None:
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)


def markdown(path: str) -> bool:
    return path.endswith(".md")


def test_wanted_files_come_sorted_and_hidden_ones_not(tmp_path: Path) -> None:
    put(
        tmp_path, "b.md", "a.md", "sub/c.md", "x.txt", ".h.md", ".git/d.md", "sub/.e.md"
    )
    assert list(walk(tmp_path, markdown)) == ["a.md", "b.md", "sub/c.md"]
    assert list(walk(tmp_path, markdown, deep=False)) == ["a.md", "b.md"]
    assert ".git/d.md" in list(walk(tmp_path, markdown, hidden=(".git",)))


def test_links_are_told_and_not_followed(tmp_path: Path) -> None:
    put(tmp_path, "outside/x.md", "in/a.md")
    folder = tmp_path / "in"
    (folder / "link.md").symlink_to(tmp_path / "outside/x.md")
    (folder / "sub").symlink_to(tmp_path / "outside")
    (folder / "loop").symlink_to(folder)
    (folder / "link.txt").symlink_to(tmp_path / "outside/x.md")
    found = list(walk(folder, markdown))
    assert found[0] == "a.md"
    assert {f.source for f in found if isinstance(f, Unfit)} == {
        "link.md",
        "sub",
        "loop",
    }
    assert {f.reason for f in found if isinstance(f, Unfit)} == {"a symlink"}


def test_pipes_are_told_and_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    assert list(files(tmp_path, 100, markdown)) == [
        Unfit("pipe.md", "refused", "not a regular file")
    ]
    assert read(tmp_path, "pipe.md", 100) == Unfit(
        "pipe.md", "refused", "not a regular file"
    )


def test_no_folder_holds_nothing_and_a_file_is_none(tmp_path: Path) -> None:
    assert list(walk(tmp_path / "none", markdown)) == []
    put(tmp_path, "file")
    with pytest.raises(Broken) as raised:
        list(walk(tmp_path / "file", markdown))
    assert raised.value.word == "not-a-folder"


def test_an_endless_folder_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_files, "_MOST", 3)
    put(tmp_path, "1.md", "2.md", "3.md")
    assert len(list(walk(tmp_path, markdown))) == 3
    put(tmp_path, "4.md")
    with pytest.raises(Broken) as raised:
        list(walk(tmp_path, markdown))
    assert raised.value.word == "too-large"


def test_folders_are_entered_to_a_depth(tmp_path: Path) -> None:
    put(tmp_path, "/".join("d" * 12) + "/a.md", "/".join("d" * 13) + "/b.md")
    assert [str(f).rpartition("/")[2] for f in walk(tmp_path, markdown)] == ["a.md"]


def test_a_folder_that_cannot_be_read_costs_itself(tmp_path: Path) -> None:
    """Run as somebody for whom modes hold, since root may read everything."""
    put(tmp_path, "a.md", "shut/b.md")
    (tmp_path / "shut").chmod(0)
    code = (
        "import sys; from pathlib import Path;"
        "from memsync.agents.layouts.engines.files import walk;"
        "print(*walk(Path(sys.argv[1]), lambda path: True), sep=chr(10))"
    )
    import subprocess
    import sys

    argv = obeying_modes(sys.executable, "-c", code, str(tmp_path))
    done = subprocess.run(argv, capture_output=True, text=True, check=True)
    (tmp_path / "shut").chmod(0o755)
    assert done.stdout.splitlines() == [
        "a.md",
        "Unfit(source='shut', action='refused', reason='the folder cannot be read')",
    ]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"a\0b", "it contains a NUL byte"),
        (b"\xff\xfe", "it is not UTF-8"),
        (b"x" * 11, "11 bytes are more than 10"),
    ],
)
def test_what_is_no_text_or_too_long_is_refused(
    tmp_path: Path, data: bytes, reason: str
) -> None:
    put(tmp_path, "a.md", data=data)
    assert read(tmp_path, "a.md", 10) == Unfit("a.md", "refused", reason)


def test_a_file_has_its_bytes_and_its_hour(tmp_path: Path) -> None:
    put(tmp_path, "sub/my.note.md", data=b"0123456789")
    os.utime(tmp_path / "sub/my.note.md", (86_400, 86_400))
    file = read(tmp_path, "sub/my.note.md", 10)
    assert isinstance(file, File)
    assert (file.data, file.stem) == (b"0123456789", "my")
    assert file.saved.isoformat() == "1970-01-02T00:00:00+00:00"


def test_what_is_gone_or_badly_named_is_told(tmp_path: Path) -> None:
    assert read(tmp_path, "a.md", 9) == Unfit("a.md", "refused", "it is gone")
    assert read(tmp_path, "\udcff.md", 9) == Unfit(
        "\udcff.md", "refused", "its name is not UTF-8"
    )


def test_what_stands_where_one_writes_is_read(tmp_path: Path) -> None:
    put(tmp_path, "sub/a.md", data=b"12345")
    assert there(tmp_path, "sub/a.md") == b"12345"
    assert there(tmp_path, "sub/b.md") is None
    assert there(tmp_path, "none/b.md") is None
    assert there(tmp_path, "sub/a.md/b.md") is None
    with pytest.raises(Refused) as raised:
        there(tmp_path, "sub/a.md", limit=4)
    assert raised.value.word == "too-large"


def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    put(tmp_path, "outside/a.md")
    (tmp_path / "in").mkdir()
    (tmp_path / "in/sub").symlink_to(tmp_path / "outside")
    (tmp_path / "in/a.md").symlink_to(tmp_path / "outside/a.md")
    before = snapshot(tmp_path)
    for path in ("sub/a.md", "sub/new.md", "a.md"):
        with pytest.raises(Refused) as raised:
            there(tmp_path / "in", path)
        assert raised.value.word == "symlink"
    assert snapshot(tmp_path) == before
