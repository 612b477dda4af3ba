"""A no-op and a one-note `sync` beside the same by hand with git, in one run.

The floor of both is an empty Click command. Run it as
`python tests/bench/bench_sync.py [NOTES] [RUNS]`; it prints the best and the
median of the runs in milliseconds, and the ratios of the medians.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.machine import Machine

if TYPE_CHECKING:
    from collections.abc import Callable

NOTE = "---\nname: {0}\ndescription: about {0}\ntype: user\n---\n\n{1}\n"
EMPTY = "import click\n@click.command()\ndef main(): pass\nmain()\n"


def measure(name: str, runs: int, work: Callable[[int], object]) -> float:
    """The median of `runs` in milliseconds, after one run to warm up."""
    took = []
    for run in range(runs + 1):
        start = time.perf_counter()
        work(run)
        took.append((time.perf_counter() - start) * 1000)
    middle = statistics.median(took[1:])
    print(f"{name:44} best {min(took[1:]):7.1f}  median {middle:7.1f}")
    return middle


def fill(folder: Path, notes: int) -> None:
    """Write notes of about 1.7 kB each."""
    folder.mkdir(parents=True, exist_ok=True)
    for i in range(notes):
        text = NOTE.format(f"note-{i}", f"Line {i} of text.\n" * 90)
        (folder / f"note-{i}.md").write_text(text)


def main() -> None:
    """Measure and print."""
    notes, runs = (int(a) for a in [*sys.argv[1:], "10000", "11"][:2])
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        machine = Machine(top / "machine")
        empty = top / "empty.py"
        empty.write_text(EMPTY)
        ours, theirs = top / "ours.git", top / "theirs.git"
        for remote in (ours, theirs):
            machine.git("init", "-q", "--bare", remote)

        fill(machine.user_memory, notes)
        machine.memsync("sync", "init", ours)
        machine.memsync("sync")
        clone = machine.folder / "clone"
        machine.git("clone", "-q", theirs, clone)
        fill(clone / "user", notes)
        machine.git("add", "-A", cwd=clone)
        machine.git("commit", "-q", "-m", "notes", cwd=clone)
        machine.git("push", "-q", "origin", "HEAD:main", cwd=clone)
        time.sleep(2.5)  # so that no file counts as changed just now
        machine.memsync("sync")

        def by_hand_idle(_: int) -> None:
            machine.run(sys.executable, empty)
            machine.git("fetch", "-q", cwd=clone)
            machine.git("status", "--porcelain", cwd=clone)

        def by_hand_changed(run: int) -> None:
            machine.run(sys.executable, empty)
            (clone / "user/note-1.md").write_text(f"changed {run}\n")
            machine.git("add", "user/note-1.md", cwd=clone)
            machine.git("commit", "-q", "-m", "change", cwd=clone)
            machine.git("fetch", "-q", cwd=clone)
            machine.git("merge", "-q", "origin/main", cwd=clone)
            machine.git("push", "-q", "origin", "HEAD:main", cwd=clone)

        def changed(run: int) -> None:
            (machine.user_memory / "note-1.md").write_text(f"changed {run}\n")
            machine.memsync("sync")

        print(f"{notes} notes, {runs} runs, milliseconds")
        measure(
            "an empty Click command", runs, lambda _: machine.run(sys.executable, empty)
        )
        hand = measure("idle: click + fetch + status", runs, by_hand_idle)
        idle = measure("idle: memsync sync", runs, lambda _: machine.memsync("sync"))
        print(f"{'ratio':44} {idle / hand:.2f}")
        hand = measure("one note: click + add … push", runs, by_hand_changed)
        one = measure("one note: memsync sync", runs, changed)
        print(f"{'ratio':44} {one / hand:.2f}")


if __name__ == "__main__":
    main()
