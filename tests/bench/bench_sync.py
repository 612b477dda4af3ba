"""A no-op and a one-note `sync` beside the same by hand with git, in one run.

The floor of both is an empty Click command. Run it as
`python tests/bench/bench_sync.py [NOTES] [RUNS]`. Ours and the floor take turns,
since a machine is not always equally fast: it prints the best and the median of
each in milliseconds, the ratio of the best, and the median of the ratios of each
turn. git by hand does not fsync objects, and memsync does.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.machine import Machine

if TYPE_CHECKING:
    from collections.abc import Callable

NOTE = "---\nname: {0}\ndescription: about {0}\ntype: user\n---\n\n{1}\n"
EMPTY = "import click\n@click.command()\ndef main(): pass\nmain()\n"


@dataclass
class Turns:
    """What both sides took, turn by turn, in milliseconds."""

    ours: list[float] = field(default_factory=list)
    floor: list[float] = field(default_factory=list)

    @property
    def best(self) -> float:
        """The ratio of the best."""
        return min(self.ours) / min(self.floor)

    @property
    def median(self) -> float:
        """The median of the ratios of each turn."""
        pairs = zip(self.ours, self.floor, strict=True)
        return statistics.median(one / other for one, other in pairs)

    def show(self, name: str) -> None:
        """Print the four times and the two ratios."""
        for who, took in (("memsync", self.ours), ("by hand", self.floor)):
            middle = statistics.median(took)
            print(f"{name}, {who:12} best {min(took):7.1f}  median {middle:7.1f}")
        print(f"{name}, ratio        best {self.best:7.2f}  median {self.median:7.2f}")


def take_turns(
    runs: int, ours: Callable[[int], object], floor: Callable[[int], object]
) -> Turns:
    """Run both, in turns, after one to warm up."""
    turns = Turns()
    for run in range(runs + 1):
        for work, took in ((floor, turns.floor), (ours, turns.ours)):
            start = time.perf_counter()
            work(run)
            if run:
                took.append((time.perf_counter() - start) * 1000)
    return turns


def fill(folder: Path, notes: int, first: int = 0) -> None:
    """Write notes of about 1.7 kB each."""
    folder.mkdir(parents=True, exist_ok=True)
    for i in range(first, first + notes):
        text = NOTE.format(f"note-{i}", f"Line {i} of text.\n" * 90)
        (folder / f"note-{i}.md").write_text(text)


class Sides:
    """A synced memory, and a plain clone with the same notes."""

    def __init__(self, top: Path, notes: int) -> None:
        self.machine = machine = Machine(top / "machine", patience=1800)
        self.empty = top / "empty.py"
        self.empty.write_text(EMPTY)
        self.remote, theirs = top / "ours.git", top / "theirs.git"
        for repository in (self.remote, theirs):
            machine.git("init", "-q", "--bare", repository)
        fill(machine.user_memory, notes)
        machine.memsync("sync", "init", self.remote)
        machine.memsync("sync")
        self.clone = machine.folder / "clone"
        machine.git("clone", "-q", theirs, self.clone)
        fill(self.clone / "user", notes)
        machine.git("add", "-A", cwd=self.clone)
        machine.git("commit", "-q", "-m", "notes", cwd=self.clone)
        machine.git("push", "-q", "origin", "HEAD:main", cwd=self.clone)
        self.settle()

    def settle(self) -> None:
        """Wait until no file counts as changed just now, and let both see that."""
        time.sleep(2.5)
        self.machine.run("memsync", "sync")
        self.machine.git("status", "--porcelain", cwd=self.clone)

    def idle(self, _: int) -> None:
        """A round that finds nothing to do."""
        self.machine.run("memsync", "sync")

    def idle_by_hand(self, _: int) -> None:
        """The floor of that."""
        self.machine.run(sys.executable, self.empty)
        self.machine.git("fetch", "-q", cwd=self.clone)
        self.machine.git("status", "--porcelain", cwd=self.clone)

    def edit(self, run: int, notes: int = 1) -> None:
        """A round that sends edits."""
        for i in range(notes):
            (self.machine.user_memory / f"note-{i}.md").write_text(f"{run}\n" * 90)
        self.machine.run("memsync", "sync")

    def edit_by_hand(self, run: int, notes: int = 1) -> None:
        """The floor of that."""
        machine, clone = self.machine, self.clone
        machine.run(sys.executable, self.empty)
        for i in range(notes):
            (clone / f"user/note-{i}.md").write_text(f"{run}\n" * 90)
        machine.git("add", "user/note-0.md" if notes == 1 else "user", cwd=clone)
        machine.git("commit", "-q", "-m", "change", cwd=clone)
        machine.git("fetch", "-q", cwd=clone)
        machine.git("merge", "-q", "origin/main", cwd=clone)
        machine.git("push", "-q", "origin", "HEAD:main", cwd=clone)


def main() -> None:
    """Measure and print."""
    notes, runs = (
        int(a) for a in [*sys.argv[1:], *["10000", "11"][len(sys.argv) - 1 :]]
    )
    with tempfile.TemporaryDirectory() as name:
        sides = Sides(Path(name), notes)
        print(f"{notes} notes, {runs} turns, milliseconds")
        take_turns(runs, sides.idle, sides.idle_by_hand).show("idle")
        take_turns(runs, sides.edit, sides.edit_by_hand).show("one note")
        # A setting with which every round is a whole one.
        sides.machine.environ["MEMSYNC_SYNC_EXCLUDE"] = "no-such-note"
        take_turns(runs, sides.edit, sides.edit_by_hand).show("whole round")


if __name__ == "__main__":
    main()
