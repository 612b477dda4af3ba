"""What sync costs by the number of notes and of machines, beside git by hand.

Run it as `python tests/bench/bench_cost.py [CSV] [SVG] [LARGEST]`. It prints a
table; each row is one kind of round, with the best of a few turns on each side
in milliseconds, and their ratio. LARGEST bounds the number of notes. The sides take
turns. `plot.py` draws the picture.
"""

from __future__ import annotations

import csv
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

from bench_sync import Sides, Turns, take_turns
from plot import draw
from support.machine import Machine

NOTES = (100, 1_000, 10_000, 100_000)
MACHINES = (1, 2, 5, 10)
EDITS = 1_000


class Row(NamedTuple):
    """One measurement."""

    what: str
    notes: int
    machines: int
    memsync: float
    by_hand: float

    @property
    def ratio(self) -> float:
        """Ours to the floor."""
        return self.memsync / self.by_hand


def row(what: str, notes: int, machines: int, turns: Turns) -> Row:
    """The best of both sides, printed at once."""
    found = Row(what, notes, machines, min(turns.ours), min(turns.floor))
    print(
        f"{what:12} {notes:8} notes {machines:3} machines"
        f" {found.memsync:10.0f} {found.by_hand:10.0f} {found.ratio:8.2f}",
        flush=True,
    )
    return found


def by_notes(top: Path, notes: int) -> list[Row]:
    """The four kinds of round of one machine with so many notes."""
    sides = Sides(top, notes)
    runs = 5 if notes < 100_000 else 3
    edits = min(EDITS, notes)
    many = take_turns(
        2,
        lambda run: sides.edit(run + 100, edits),
        lambda run: sides.edit_by_hand(run + 100, edits),
    )
    found = [
        row("one note", notes, 1, take_turns(runs, sides.edit, sides.edit_by_hand)),
        row(f"{edits} notes", notes, 1, many),
        row("join", notes, 1, joined(sides, top)),
    ]
    sides.settle()
    return [
        row("idle", notes, 1, take_turns(runs, sides.idle, sides.idle_by_hand)),
        *found,
    ]


def joined(sides: Sides, top: Path) -> Turns:
    """A fresh machine gets everything; by hand it clones."""
    hand = Machine(top / "by-hand", patience=1800)
    fresh = top / "fresh"

    def join(_: int) -> None:
        shutil.rmtree(fresh, ignore_errors=True)
        machine = Machine(fresh, patience=1800)
        machine.config.mkdir(parents=True)
        config = f"sync:\n  remote: file://{sides.remote}\n"
        (machine.config / "config.yaml").write_text(config)
        machine.run("memsync", "sync")

    def clone(_: int) -> None:
        hand.run(sys.executable, sides.empty)
        shutil.rmtree(hand.folder / "clone", ignore_errors=True)
        hand.git("clone", "-q", f"file://{sides.remote}", hand.folder / "clone")

    return take_turns(2, join, clone)


def by_machines(top: Path, notes: int, machines: int) -> Row:
    """Every machine edits a note of its own, and all run rounds until they agree."""
    remotes = [top / "ours.git", top / "theirs.git"]
    desks = [Machine(top / f"machine{i}") for i in range(machines)]
    sides = Sides(top / "first", notes)
    for source, target in zip(
        (sides.remote, sides.remote.with_name("theirs.git")), remotes, strict=True
    ):
        shutil.copytree(source, target)
    for desk in desks:
        desk.config.mkdir(parents=True)
        config = f"sync:\n  remote: {remotes[0]}\n"
        (desk.config / "config.yaml").write_text(config)
        desk.memsync("sync")
        desk.git("clone", "-q", remotes[1], desk.folder / "clone")
    time.sleep(2.5)

    def ours(run: int) -> None:
        for i, desk in enumerate(desks):
            (desk.user_memory / f"note-{i}.md").write_text(f"{run} of {i}\n" * 90)
        for desk in (*desks, *desks[:-1]):
            desk.run("memsync", "sync")

    def theirs(run: int) -> None:
        for i, desk in enumerate(desks):
            clone = desk.folder / "clone"
            (clone / f"user/note-{i}.md").write_text(f"{run} of {i}\n" * 90)
            desk.run(sys.executable, sides.empty)
            desk.git("add", f"user/note-{i}.md", cwd=clone)
            desk.git("commit", "-q", "-m", "change", cwd=clone)
            desk.git("fetch", "-q", cwd=clone)
            desk.git("merge", "-q", "--no-edit", "origin/main", cwd=clone)
            desk.git("push", "-q", "origin", "HEAD:main", cwd=clone)
        for desk in desks[:-1]:
            clone = desk.folder / "clone"
            desk.run(sys.executable, sides.empty)
            desk.git("fetch", "-q", cwd=clone)
            desk.git("merge", "-q", "--no-edit", "origin/main", cwd=clone)

    runs = 3 if machines < 3 else 1
    return row("all agree", notes, machines, take_turns(runs, ours, theirs))


def main() -> None:
    """Measure, print, and write what was asked for."""
    largest = int(sys.argv[3]) if len(sys.argv) > 3 else max(NOTES)
    heads = ("", "", "memsync", "by hand", "ratio")
    print("{:12} {:27} {:>10} {:>10} {:>8}".format(*heads))
    rows: list[Row] = []
    for notes in (n for n in NOTES if n <= largest):
        with tempfile.TemporaryDirectory() as name:
            rows += by_notes(Path(name), notes)
    for machines in MACHINES:
        with tempfile.TemporaryDirectory() as name:
            rows.append(by_machines(Path(name), 1_000, machines))
    if len(sys.argv) > 1:
        with Path(sys.argv[1]).open("w", newline="") as out:
            writer = csv.writer(out)
            writer.writerow((*Row._fields, "ratio"))
            for each in rows:
                times = (round(each.memsync), round(each.by_hand))
                writer.writerow((*each[:3], *times, f"{each.ratio:.2f}"))
    if len(sys.argv) > 2:
        kinds = {
            "idle": "idle",
            "one note": "one note",
            "many notes": f"{EDITS} notes",
            "join": "join",
        }
        lines = {
            title: [(r.notes, r.ratio) for r in rows if r.what == what]
            for title, what in kinds.items()
        }
        Path(sys.argv[2]).write_text(draw(lines))


if __name__ == "__main__":
    main()
