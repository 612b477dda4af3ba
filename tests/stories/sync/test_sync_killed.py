"""Sync killed at any point, raced by agents and by other machines."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
from support import warm
from support.before import Before
from support.early import whole_round, with_remote
from support.faults import BAD, COUNT, FULL, KILL
from support.machine import Machine
from support.places import obeying_modes, read_only
from support.synced import notes, put

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from support.warm import Ended


@pytest.fixture
def machines(tmp_path: Path) -> list[Machine]:
    """Two machines that share an empty remote."""
    return fleet(tmp_path, 2)


def fleet(folder: Path, count: int) -> list[Machine]:
    remote = folder / "all/remote.git"
    found = [Machine(folder / f"all/machine{i}") for i in range(count)]
    found[0].git("init", "-q", "--bare", "--template=", remote)
    for machine in found:
        machine.memsync("sync", "init", remote)
        machine.user_memory.mkdir(parents=True)
    return found


def everything(machine: Machine) -> str:
    """Every text that is live, archived or in the history of a machine."""
    files = [p for p in machine.user_memory.rglob("*.md") if p.is_file()]
    texts = [path.read_text() for path in files]
    mirror = machine.state / "mirror"
    texts.append(machine.git("log", "-p", "--all", "--text", "-m", cwd=mirror))
    return "\n".join(texts)


def prepare(machines: list[Machine]) -> None:
    desk, laptop = machines
    for name in ("kept", "both", "gone", "theirs"):
        put(desk, name, f"{name}\n\nmiddle\n\nend\n")
    put(desk, "MEMORY", "- [[both]]: both\n- [[gone]]: gone\n")
    for machine in (desk, laptop):
        machine.memsync("sync")
    put(desk, "both", "DESK\n\nmiddle\n\nend\n")
    put(desk, "theirs", "from the desk\n")
    (desk.user_memory / "gone.md").unlink()
    put(desk, "new-here", "of the desk\n")
    desk.memsync("sync")
    put(laptop, "both", "both\n\nmiddle\n\nLAPTOP\n")
    put(laptop, "mine", "of the laptop\n")
    put(laptop, "draft", "a first draft\nwith a typo\n")
    put(laptop, "mistake", "written by mistake\n")


def edit_and_forget(laptop: Machine) -> None:
    """What a person does before the next round."""
    both = (laptop.user_memory / "both.md").read_text()
    put(laptop, "both", both.replace("LAPTOP\n", "EDITED\n"))
    put(laptop, "draft", "a last draft\n")
    for name in ("mistake", "kept"):
        (laptop.user_memory / f"{name}.md").unlink()


ARRIVED = {
    "both": "DESK\n\nmiddle\n\nLAPTOP\n",
    "theirs": "from the desk\n",
    "new-here": "of the desk\n",
}

AGREED = {
    "both": "DESK\n\nmiddle\n\nEDITED\n",
    "theirs": "from the desk\n",
    "new-here": "of the desk\n",
    "mine": "of the laptop\n",
    "draft": "a last draft\n",
    "MEMORY": "- [[both]]: both\n",
}


def main_of(repository: Path) -> str:
    return (repository / "refs/heads/main").read_text()


def spoiled_rounds(
    machines: list[Machine], fault: str, part: int
) -> Iterator[tuple[int, Ended]]:
    """The laptop's round with a fault at half of its steps, mended by the next."""
    desk, laptop = machines
    prepare(machines)
    before = Before(laptop.folder.parent)
    counted = warm.stopped(laptop, "sync", fault=COUNT)
    assert counted.code == 0
    steps = counted.changed if fault == KILL else counted.places
    assert len(steps) > 20
    for at in steps[part::2]:
        before.restore()
        done = warm.stopped(laptop, "sync", fault=fault, at=at)
        for text in notes(laptop).values():
            assert text.endswith("\n"), f"half a note at step {at}"
        yield at, done
        edit_and_forget(laptop)
        mended = warm.stopped(laptop, "sync")
        assert mended.code == 0, f"step {at}: {mended}"
        assert "that it did not make" not in mended.said, f"step {at}: {mended}"
        assert notes(laptop) == AGREED, f"step {at}: {done}"
        assert main_of(before.folder / "remote.git") == main_of(laptop.state / "mirror")
        if at % 8 < 2:  # the same main makes the same notes
            assert warm.stopped(desk, "sync").code == 0
            assert notes(desk) == AGREED, f"step {at}: {done}"
        assert not list(laptop.user_memory.glob(".memsync-*")), f"at step {at}"


@pytest.mark.parametrize("part", [0, 1])
def test_a_round_killed_anywhere_is_mended_by_the_next(
    machines: list[Machine], part: int
) -> None:
    for at, done in spoiled_rounds(machines, KILL, part):
        assert done.code == -9, f"step {at}: {done}"


def test_what_a_killed_round_had_brought_already_can_be_edited_and_forgotten(
    machines: list[Machine],
) -> None:
    laptop = machines[1]
    prepare(machines)
    before = Before(laptop.folder.parent)
    edited = 0
    for at in warm.stopped(laptop, "sync", fault=COUNT).changed:
        before.restore()
        warm.stopped(laptop, "sync", fault=KILL, at=at)
        came = sorted(n for n, t in notes(laptop).items() if t == ARRIVED.get(n))
        brought = came[:-1]  # whether the last one had come, nobody may know
        for name in brought:
            edited += 1
            if name == "both":
                put(laptop, name, "all new\n")
            else:
                (laptop.user_memory / f"{name}.md").unlink()
        assert warm.stopped(laptop, "sync").code == 0
        now = notes(laptop)
        for name in brought:
            wanted = "all new\n" if name == "both" else None
            assert now.get(name) == wanted, f"{name} at step {at}"
    assert edited > 5


@pytest.mark.parametrize(("fault", "part"), [(FULL, 0), (BAD, 1)])
def test_a_disk_that_fails_anywhere_stops_the_round_with_one_line(
    machines: list[Machine], fault: str, part: int
) -> None:
    # The two share the steps: either fault is an error of the system's.
    for at, done in spoiled_rounds(machines, fault, part):
        refused = (0, 15, 16) if done.hit == "git" else (0, 16)
        assert done.code in refused, f"step {at}: {done}"
        said, *more = done.said.splitlines() or [""]
        assert said.startswith("memsync: ") == bool(done.code), f"step {at}: {done}"
        assert all(line.startswith("hint: ") for line in more), f"step {at}: {done}"


@pytest.mark.parametrize("fault", [KILL, FULL, BAD])
def test_a_round_of_one_edit_that_is_stopped_anywhere_is_made_up_for(
    machine: Machine, fault: str
) -> None:
    machine.git("init", "-q", "--bare", "remote.git", cwd=machine.folder)
    with_remote(machine, machine.folder / "remote.git")
    machine.user_memory.mkdir(parents=True)
    for name in ("one", "two"):
        put(machine, name, f"{name}\n")
    for _ in range(2):
        whole_round(machine)
    put(machine, "one", "edited\n")
    put(machine, "two", "two\nmore\n")
    before = Before(machine.folder)
    counted = warm.stopped(machine, "sync", fault=COUNT)
    places = counted.places
    assert len(places) > 15
    steps = {KILL: counted.changed, FULL: places[::2], BAD: places[1::2]}
    for at in steps[fault]:
        before.restore()
        done = warm.stopped(machine, "sync", fault=fault, at=at)
        put(machine, "one", "edited again\n")
        put(machine, "two", "another\n")
        mended = warm.stopped(machine, "sync")
        assert mended.code == 0, f"step {at}: {done}, then {mended}"
        mirror, remote = machine.state / "mirror", machine.folder / "remote.git"
        assert main_of(remote) == main_of(mirror), f"step {at}"
        assert machine.git("show", "main:user/one.md", cwd=remote) == "edited again"
        assert notes(machine) == {"one": "edited again\n", "two": "another\n"}
        machine.git("fsck", "--strict", "--no-dangling", cwd=mirror)


@pytest.mark.parametrize(
    "place", [".config/coyote/memory", ".local/state/memsync", "mirror/objects"]
)
def test_a_folder_that_cannot_be_written_stops_the_round_with_one_line(
    machines: list[Machine], place: str
) -> None:
    desk, laptop = machines
    prepare(machines)
    mirror = laptop.state / "mirror"
    folder = mirror / "objects" if "objects" in place else laptop.home / place
    closed = [folder, *(path for path in folder.rglob("*") if path.is_dir())]
    before = notes(laptop)
    modes = [path.stat().st_mode for path in closed]
    read_only(*closed)
    ran = laptop.run(*obeying_modes("memsync", "sync"), want=16)
    assert ran.err.startswith("memsync: ")
    assert len([li for li in ran.err.splitlines() if li[:6] != "hint: "]) == 1
    assert notes(laptop) == before
    for path, mode in zip(closed, modes, strict=True):
        path.chmod(mode)
    edit_and_forget(laptop)
    for machine in (laptop, desk):
        machine.memsync("sync")
    assert notes(desk) == notes(laptop) == AGREED


def test_ten_machines_that_push_at_once_lose_nothing(tmp_path: Path) -> None:
    machines = fleet(tmp_path, 10)
    for i, machine in enumerate(machines):
        put(machine, f"note-{i}", f"of machine {i}\n")
        put(machine, "shared", f"written by machine {i}\n")
    children = [
        subprocess.Popen(["memsync", "sync"], env=m.environ, cwd=m.folder)
        for m in machines
    ]
    assert [child.wait(timeout=200) for child in children] == [0] * 10
    for machine in machines:
        machine.memsync("sync")
    assert len({str(sorted(notes(machine).items())) for machine in machines}) == 1
    texts = everything(machines[0])
    for i in range(10):
        assert notes(machines[0])[f"note-{i}"] == f"of machine {i}\n"
        assert f"written by machine {i}" in texts


def test_an_agent_that_writes_while_a_sync_applies_keeps_its_text(
    machines: list[Machine],
) -> None:
    desk, laptop = machines
    put(desk, "log", "line 0\n")
    for machine in (desk, laptop):
        machine.memsync("sync")
    agent = subprocess.Popen(
        [
            sys.executable,
            "-c",
            (
                "import sys, time\n"
                "for i in range(1, 41):\n"
                "    text = open(sys.argv[1]).read()\n"
                "    with open(sys.argv[1], 'w') as file:\n"
                "        for line in (text + f'agent {i}\\n').splitlines(True):\n"
                "            file.write(line)\n"
                "            file.flush()\n"
                "    time.sleep(0.05)\n"
            ),
            laptop.user_memory / "log.md",
        ]
    )
    rounds = 0
    while agent.poll() is None:
        rounds += 1
        desk.memsync("sync")
        with (desk.user_memory / "log.md").open("a") as file:
            file.write(f"desk {rounds}\n")
        desk.memsync("sync")
        laptop.memsync("sync")
    assert agent.returncode == 0
    time.sleep(2.1)  # an empty file changed just now would count as being written
    for machine in (laptop, desk, laptop, desk):
        machine.memsync("sync")
    assert notes(desk) == notes(laptop)
    texts = everything(laptop)
    written = set(re.findall(r"^[ +-]?(agent \d+)$", texts, re.MULTILINE))
    assert written == {f"agent {i}" for i in range(1, 41)}
    assert all(f"desk {i}" in texts for i in range(1, rounds + 1))


def test_two_rounds_on_one_machine_wait_for_each_other(
    machines: list[Machine],
) -> None:
    desk = machines[0]
    for i in range(20):
        put(desk, f"note-{i}", f"{i}\n")
    children = [
        subprocess.Popen(["memsync", "sync"], env=desk.environ, cwd=desk.folder)
        for _ in range(4)
    ]
    assert [child.wait(timeout=100) for child in children] == [0] * 4
    mirror = desk.state / "mirror"
    assert desk.git("rev-list", "--count", "main", cwd=mirror) == "1"
