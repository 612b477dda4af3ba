"""The first `memsync init` of a repository, of a worktree and of many submodules.

    python tests/bench/bench_init.py [--runs N]

Each is timed beside `git init` and an empty Click command, in new processes and
alternating, so that a busy machine slows all of them alike.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.machine import Machine

FLOOR = "import click\n\n@click.command()\ndef empty(): pass\n\nempty()\n"
SUBMODULES = 20


def main() -> None:
    """Measure and print medians with their ratio to the empty command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=9)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder:
        measure(Machine(Path(folder)), runs)


def measure(machine: Machine, runs: int) -> None:
    """Time each kind of init `runs` times."""
    floor = machine.folder / "floor.py"
    floor.write_text(FLOOR)
    outer = with_submodules(machine)
    times: dict[str, list[float]] = {}

    def timed(what: str, *argv: str | Path, cwd: Path) -> None:
        start = perf_counter()
        machine.run(*argv, cwd=cwd)
        times.setdefault(what, []).append(perf_counter() - start)

    for run in range(runs):
        top = machine.repository(f"top-{run}")
        machine.git("worktree", "add", "-q", f"../side-{run}", cwd=top)
        timed("an empty command", sys.executable, floor, cwd=top)
        timed("git init", "git", "init", "-q", f"../git-{run}", cwd=top)
        timed("init", "memsync", "init", cwd=top)
        timed("init, again", "memsync", "init", cwd=top)
        side = machine.folder / f"side-{run}"
        timed("init in a worktree", "memsync", "init", cwd=side)
        timed("list in a worktree", "memsync", "list", cwd=side)
        recurse = ("memsync", "init", "--recurse-submodules", "--dry-run")
        timed(f"init of {SUBMODULES} submodules", *recurse, cwd=outer)
    unit = median(times["an empty command"])
    for what, each in times.items():
        middle = median(each)
        print(f"{what:24} {middle * 1000:7.1f} ms {middle / unit:6.2f}")


def with_submodules(machine: Machine) -> Path:
    """A repository with many submodules."""
    machine.repository("source")
    outer = machine.repository("outer")
    for number in range(SUBMODULES):
        machine.git("submodule", "-q", "add", "../source", f"sub-{number}", cwd=outer)
    return outer


if __name__ == "__main__":
    main()
