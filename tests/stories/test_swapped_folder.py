"""A memory folder that is swapped for a link while commands run leads nowhere."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from memsync.errors import Refused
from memsync.files import atomic
from memsync.files.unlinked import held, names_in, remove
from memsync.memory.archive.archive import Archive
from memsync.memory.files.bulk import create_many
from memsync.memory.files.live import leftovers
from memsync.sync.folder import listing, walking

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from support.machine import Machine

_OUTSIDE = "outside-of-the-repository"
_SWAP = """
import os, sys, time
own, kept, link = sys.argv[1:]
end = time.monotonic() + 120
while time.monotonic() < end:
    os.rename(own, kept)
    os.rename(link, own)
    os.rename(own, link)
    os.rename(kept, own)
"""


@pytest.fixture
def outside(machine: Machine) -> Path:
    """A folder that looks like a memory, and is none of the repository's."""
    folder = machine.folder / "outside"
    (folder / "daily").mkdir(parents=True)
    (folder / "scratchpad").mkdir()
    (folder / "MEMORY.md").write_text(f"# Index\n\n- [[fact]]: {_OUTSIDE}\n")
    (folder / "fact.md").write_text(f"{_OUTSIDE}\n")
    (folder / "daily/2026-01-01.md").write_text(f"{_OUTSIDE}\n")
    return folder


@contextlib.contextmanager
def swapping(machine: Machine, own: Path, outside: Path) -> Iterator[None]:
    """Swap `own` for a link to `outside` and back, again and again."""
    kept, link = machine.folder / "kept", machine.folder / "link"
    link.symlink_to(outside)
    argv = [sys.executable, "-c", _SWAP, *map(str, (own, kept, link))]
    with subprocess.Popen(argv) as swapper:
        try:
            yield
        finally:
            swapper.kill()


def content(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_text() for path in files}


@pytest.mark.parametrize("part", [".coyote", ".coyote/memory"])
def test_nothing_outside_is_read_or_written(
    machine: Machine, outside: Path, part: str
) -> None:
    top = machine.repository()
    machine.memsync("init", cwd=top)
    machine.memsync("write", "fact", "-m", "Inside.", cwd=top)
    target = outside
    if part == ".coyote":
        target = machine.folder / "coyote"
        target.mkdir()
        outside.rename(target / "memory")
    before = content(target)
    commands: list[tuple[str, ...]] = [
        ("read", "fact"),
        ("context",),
        ("write", "fact", "-m", "Inside still."),
        ("write", "new", "-m", "Inside too."),
        ("rename", "fact", "other"),
        ("rename", "other", "fact"),
        ("forget", "new"),
        ("list",),
        ("daily", "add", "Inside."),
        ("scratchpad", "add", "Inside."),
        ("search", "outside", "--strategy", "literal"),
        ("init",),
    ]
    with swapping(machine, top / part, target):
        for _ in range(4):
            for command in commands:
                ran = machine.memsync(*command, cwd=top, want=None)
                assert _OUTSIDE not in ran.out, (command, ran)
                assert ran.code != 3, ran
    assert content(target) == before


def test_a_folder_is_opened_through_no_link(tmp_path: Path, outside: Path) -> None:
    memory = tmp_path / "top/.coyote/memory"
    memory.mkdir(parents=True)
    with held(memory) as folder:
        memory.rename(tmp_path / "away")
        memory.symlink_to(outside)
        # What was opened stays what it is.
        with pytest.raises(FileNotFoundError):
            folder.stat("fact.md")
    with pytest.raises(Refused, match="leads through a symlink"), held(memory):
        pass
    with (
        pytest.raises(Refused, match="leads through a symlink"),
        held(memory / "daily"),
    ):
        pass
    memory.unlink()
    with pytest.raises(FileNotFoundError), held(memory):
        pass
    # A link above the repository is its owner's.
    (tmp_path / "away").rename(memory)
    (tmp_path / "by-link").symlink_to(tmp_path / "top")
    with held(tmp_path / "by-link/.coyote/memory", listed=True) as folder:
        assert folder.handle is not None


def test_a_log_s_folder_that_is_swapped_leads_nowhere(
    machine: Machine, outside: Path
) -> None:
    top = machine.repository()
    machine.memsync("init", cwd=top)
    machine.memsync("daily", "add", "Inside.", cwd=top)
    target = outside / "daily"
    left = target / ".memsync-0123456789abcdef.tmp"
    left.write_text(_OUTSIDE)
    before = content(outside)
    with swapping(machine, top / ".coyote/memory/daily", target):
        for _ in range(4):
            for command in (
                ("daily", "add", "Inside still."),
                ("daily", "show"),
                ("search", "outside", "--strategy", "literal"),
                ("write", "fact", "-m", "Inside."),
                ("context",),
            ):
                ran = machine.memsync(*command, cwd=top, want=None)
                assert _OUTSIDE not in ran.out, (command, ran)
                assert ran.code != 3, ran
    assert content(outside) == before


def test_a_single_file_memory_is_read_through_no_link(
    machine: Machine, outside: Path
) -> None:
    top = machine.repository()
    part = top / "docs"
    part.mkdir()
    (part / "fact.md").write_text("Inside.\n")
    # A link is read as long as it leads to a file of the repository.
    (top / "COYOTE.md").symlink_to("docs/fact.md")
    assert "Inside." in machine.memsync("context", cwd=top).out
    with swapping(machine, part, outside):
        for _ in range(8):
            ran = machine.memsync("context", cwd=top, want=None)
            assert _OUTSIDE not in ran.out, ran
            assert ran.code != 3, ran


def test_sync_reads_and_sweeps_nothing_behind_a_link(
    machine: Machine, outside: Path
) -> None:
    top = machine.repository()
    remote = machine.folder / "remote.git"
    machine.run("git", "init", "-q", "--bare", str(remote))
    machine.memsync("init", cwd=top)
    machine.memsync("write", "fact", "-m", "Inside.", cwd=top)
    machine.memsync("sync", "init", f"file://{remote}", cwd=top)
    machine.memsync("sync", "add", "--id", "shop", cwd=top)
    machine.memsync("sync", cwd=top)
    for path in (outside, outside / "daily"):
        (path / ".memsync-0123456789abcdef.tmp").write_text(_OUTSIDE)
    before = content(outside)
    with swapping(machine, top / ".coyote/memory", outside):
        for number in range(4):
            machine.memsync("sync", cwd=top, want=None)
            text = f"Inside {number}."
            machine.memsync("write", "fact", "-m", text, cwd=top, want=None)
    assert content(outside) == before
    sent = machine.run("git", "-C", str(remote), "log", "-p", "--all").out
    assert _OUTSIDE not in sent


def test_every_way_to_a_file_is_through_no_link(tmp_path: Path, outside: Path) -> None:
    level = tmp_path / "top/.coyote"
    level.mkdir(parents=True)
    memory = level / "memory"
    memory.symlink_to(outside)
    left = outside / ".memsync-0123456789abcdef.tmp"
    left.write_text("half")
    before = content(outside)
    assert list(leftovers(memory)) == []
    archive = Archive(memory / ".archive", private=False)
    now = datetime(2026, 1, 2, tzinfo=UTC)
    ways: list[Callable[[], object]] = [
        lambda: atomic.make_folder(memory / "daily"),
        lambda: atomic.make_folder(memory / "new" / "below"),
        lambda: atomic.create(memory / "new.md", b"x"),
        lambda: atomic.write(memory / "fact.md", b"x"),
        lambda: atomic.append(memory / "fact.md", b"x", mode=0o600),
        lambda: atomic.stage(memory / "fact.md", b"x"),
        lambda: atomic.read_regular(memory / "fact.md"),
        lambda: atomic.read_inside(tmp_path, memory / "fact.md"),
        lambda: remove(memory / "fact.md"),
        lambda: names_in(memory),
        lambda: create_many([(memory / f"many{n}.md", b"x") for n in range(20)]),
        lambda: archive.store("fact", b"x", now),
        lambda: archive.store_first("fact", b"x", now),
        lambda: archive.events.record("forgotten", "fact", "0" * 12, now),
        lambda: list(listing.notes(str(memory))),
        lambda: list(listing.versions(str(memory))),
        lambda: walking.changes("", str(memory), str(memory / ".archive"), 0, 9),
    ]
    for number, way in enumerate(ways):
        with pytest.raises(Refused, match="leads through a symlink"):
            way()
        assert content(outside) == before, number


def test_the_user_s_archive_is_used_through_no_link(
    tmp_path: Path, outside: Path
) -> None:
    memory = tmp_path / "coyote/memory"
    memory.mkdir(parents=True)
    (memory / ".archive").symlink_to(outside)
    before = content(outside)
    archive = Archive(memory / ".archive", private=True)
    now = datetime(2026, 1, 2, tzinfo=UTC)
    with pytest.raises(Refused, match="leads through a symlink"):
        archive.store("fact", b"x", now)
    assert list(leftovers(memory / ".archive")) == []
    assert archive.names() == []
    assert content(outside) == before
