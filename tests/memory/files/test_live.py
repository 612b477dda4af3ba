"""Replacing files while an agent writes into them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.memories import NOW, make_store

from memsync.errors import Refused
from memsync.files import atomic
from memsync.files.unlinked import Folder
from memsync.memory.files import live
from memsync.memory.files.live import leftovers, remove_keeping, replace_keeping

if TYPE_CHECKING:
    from pathlib import Path


def never(data: bytes) -> None:
    pytest.fail(f"kept {data!r}")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_replaced_when_it_is_what_was_read(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    assert replace_keeping(path, b"one", None, never)
    assert replace_keeping(path, b"two", b"one", never)
    assert path.read_bytes() == b"two"
    assert names(tmp_path) == ["a.md"]


@pytest.mark.parametrize("expected", [b"other", None])
def test_a_file_that_changed_stays(tmp_path: Path, expected: bytes | None) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"agent")
    assert not replace_keeping(path, b"ours", expected, never)
    assert path.read_bytes() == b"agent"
    assert names(tmp_path) == ["a.md"]


def test_a_file_that_is_gone_is_not_made_again(tmp_path: Path) -> None:
    assert not replace_keeping(tmp_path / "a.md", b"ours", b"old", never)
    assert not remove_keeping(tmp_path / "a.md", b"old", never)
    assert names(tmp_path) == []


def test_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "target").write_bytes(b"x")
    (tmp_path / "a.md").symlink_to(tmp_path / "target")
    with pytest.raises(Refused):
        replace_keeping(tmp_path / "a.md", b"ours", b"x", never)
    assert names(tmp_path) == ["a.md", "target"]


@pytest.mark.parametrize("remove", [False, True])
def test_what_an_agent_writes_at_the_last_moment_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, remove: bool
) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"old")
    kept: list[bytes] = []
    agent = path.open("r+b")

    def write_now(_: Folder) -> None:
        agent.write(b"agent's words")
        agent.flush()

    monkeypatch.setattr(Folder, "sync", write_now)
    monkeypatch.setattr(live, "_SETTLE", 0)
    if remove:
        assert remove_keeping(path, b"old", kept.append)
        assert not path.exists()
    else:
        assert replace_keeping(path, b"ours", b"old", kept.append)
        assert path.read_bytes() == b"ours"
    assert kept == [b"agent's words"]
    # More may come, so the old file stays for the next command to look at.
    agent.write(b" and more")
    agent.close()
    ((read, of),) = ((left.read(), left.of) for left in leftovers(tmp_path))
    assert (read, of) == (b"agent's words and more", "a.md")


def test_the_next_command_clears_what_a_killed_one_left(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    store.write("a", "one", now=NOW)
    folder = store.memory.folder
    (folder / ".memsync-0123456789abcdef.tmp").write_bytes(b"half")
    (folder / ".memsync-0123456789abcdef.a.md.old").write_bytes(b"agent's words\n")
    (folder / ".memsync-0123456789abcde0.b.md.old").write_bytes(b"")
    store.write("c", "x", now=NOW)
    assert names(folder) == ["MEMORY.md", "a.md", "c.md"]
    assert [v.path.read_bytes() for v in store.archived("a")] == [b"agent's words\n"]


def test_a_write_goes_on_from_what_an_agent_wrote_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = make_store(tmp_path)
    store.write("log", "one", now=NOW)
    path = store.path_of("log")
    real = atomic.stage_in
    agents = [b"agent\n"]

    def stage(folder: Folder, data: bytes, mode: int | None, name: str) -> str:
        if name == path.name and agents:
            path.write_bytes(path.read_bytes() + agents.pop())
        return real(folder, data, mode, name)

    monkeypatch.setattr(atomic, "stage_in", stage)
    store.write("log", "two", now=NOW, append=True)
    assert store.read("log").note.body == "one\nagent\ntwo\n"
