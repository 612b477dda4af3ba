"""When a round is answered early, and when a whole one has to look."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from support.early import LATER, later_ns, put, whole_round, with_remote

from memsync.sync.early import idle
from memsync.sync.folder import listing, walking
from memsync.sync.folder.conditions import NotEarly
from memsync.sync.mirror.transport import ask_quietly

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from support.machine import Machine


def early_answer(machine: Machine) -> str | None:
    return answer_at(machine, later_ns())


def answer_at(machine: Machine, now_ns: int) -> str | None:
    try:
        seen = idle.look(machine.environ, now_ns)
        if seen.changes:
            return None
        return idle.answer(seen, machine.environ, now_ns, ask_quietly).head
    except NotEarly:
        return None


@pytest.fixture
def synced(machine: Machine) -> Machine:
    """A machine whose memory and remote agree, and that remembers so."""
    machine.git("init", "-q", "--bare", "remote.git", cwd=machine.folder)
    with_remote(machine, machine.folder / "remote.git")
    put(machine, "one", "first\n")
    put(machine, "two", "second\n")
    put(machine, "daily/2026-01-02", "a day\n")
    whole_round(machine)
    return machine


def test_nothing_changed_is_answered_early_with_the_head(synced: Machine) -> None:
    assert early_answer(synced) == whole_round(synced).head
    assert early_answer(synced) is not None


def test_the_mirror_alone_is_answered_without_a_remote(machine: Machine) -> None:
    with_remote(machine, "none")
    put(machine, "one", "first\n")
    assert whole_round(machine).head == early_answer(machine)


def test_a_passphrase_is_in_no_file_that_a_round_leaves(synced: Machine) -> None:
    said = {"MEMSYNC_PASSPHRASE": "for nobody's eyes"}
    synced.memsync("sync", environ=said)
    left = [path for path in synced.state.rglob("*") if path.is_file()]
    assert not [path for path in left if b"nobody" in path.read_bytes()]


def edit(machine: Machine) -> None:
    put(machine, "one", "other\n")


def add(machine: Machine) -> None:
    put(machine, "three", "third\n")


def delete(machine: Machine) -> None:
    (machine.user_memory / "two.md").unlink()


def add_to_a_log(machine: Machine) -> None:
    put(machine, "daily/2026-01-03", "the next day\n")


def archive_a_version(machine: Machine) -> None:
    folder = machine.user_memory / ".archive/one"
    folder.mkdir(parents=True)
    (folder / "20260102T030405Z-0123456789ab.md").write_text("older\n")


def allow_something(machine: Machine) -> None:
    (machine.user_memory / ".memsync-allow").write_text("salt\n")


def exclude_by_file(machine: Machine) -> None:
    file = machine.config / "config.yaml"
    file.write_text(file.read_text() + "  exclude: two\n")


def exclude_by_variable(machine: Machine) -> None:
    machine.environ["MEMSYNC_SYNC_EXCLUDE"] = "two"


def link_the_memory(machine: Machine) -> None:
    elsewhere = machine.folder / "elsewhere"
    machine.user_memory.rename(elsewhere)
    machine.user_memory.symlink_to(elsewhere)


def another_machine_pushes(machine: Machine) -> None:
    clone = machine.folder / "clone"
    machine.git("clone", "-q", machine.folder / "remote.git", clone)
    machine.git("commit", "-q", "--allow-empty", "-m", "x", cwd=clone)
    machine.git("push", "-q", "origin", "HEAD:main", cwd=clone)


def the_remote_goes_away(machine: Machine) -> None:
    (machine.folder / "remote.git").rename(machine.folder / "moved.git")


def the_state_is_damaged(machine: Machine) -> None:
    (machine.state / "stat").write_bytes(b"memsync stat 4\t\0\t\n")


def the_mirror_moves(machine: Machine) -> None:
    (machine.state / "mirror/refs/heads/main").write_text("0" * 40)


@pytest.mark.parametrize(
    "happens",
    [
        edit,
        add,
        delete,
        add_to_a_log,
        archive_a_version,
        allow_something,
        exclude_by_file,
        exclude_by_variable,
        link_the_memory,
        another_machine_pushes,
        the_remote_goes_away,
        the_state_is_damaged,
        the_mirror_moves,
    ],
)
def test_whatever_happens_ends_the_early_answer(
    synced: Machine, happens: Callable[[Machine], None]
) -> None:
    assert early_answer(synced)
    happens(synced)
    assert early_answer(synced) is None


def test_a_note_changed_just_now_is_looked_at(synced: Machine) -> None:
    written = (synced.user_memory / "one.md").stat().st_ctime_ns
    assert answer_at(synced, written + 10**9) is None
    assert answer_at(synced, written + LATER * 10**9) is not None


def test_an_idle_sync_loads_next_to_nothing(synced: Machine) -> None:
    program = (
        "import sys, time; real = time.time_ns\n"
        f"time.time_ns = lambda: real() + {LATER} * 10**9\n"
        "sys.argv = ['memsync', 'sync']\n"
        "before = set(sys.modules)\n"
        "from memsync.cli.start import main\n"
        "try: main()\n"
        "except SystemExit as end: assert end.code == 0\n"
        "print(*sys.modules.keys() - before)"
    )
    done = synced.run(sys.executable, "-I", "-c", program)
    slow = {"click", "dataclasses", "datetime", "enum", "json", "pathlib", "re"}
    assert "memsync.sync.early.idle" in done.out.split()
    assert not slow & set(done.out.split())


def listed(folder: Path, now_ns: int) -> str:
    return "".join(
        listing.line(name, listing.signature(entry.stat(), now_ns))
        for name, entry in listing.notes(str(folder))
    )


def test_a_few_changes_are_named_with_what_was_said_of_them(tmp_path: Path) -> None:
    for name in ("a", "b", "c", "d"):
        (tmp_path / f"{name}.md").write_text(name)
    later = later_ns()
    text = listed(tmp_path, later)

    def found(most: int) -> list[tuple[str, str]] | None:
        changes = walking.changes(
            text, str(tmp_path), str(tmp_path / ".archive"), later, most
        )
        if changes is None:
            return None
        return sorted((name, text[begin:end][:2]) for name, begin, end in changes)

    assert found(0) == []
    (tmp_path / "b.md").write_text("longer")
    (tmp_path / "new.md").write_text("new")
    assert found(2) == [("b", "b\0"), ("new", "")]
    assert found(1) is None
    (tmp_path / "c.md").unlink()
    assert found(9) is None
