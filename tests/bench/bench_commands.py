"""Cold commands on 10, 1,000 and 10,000 notes, beside an empty Click command.

    python tests/bench/bench_commands.py [NOTES…] [--runs N]

Every run is a new process in a throwaway home. Runs alternate, so that a busy
machine slows all of them alike; medians and their ratio to the empty command
are printed. The first command on unseen notes archives them all; it is timed
once, apart.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.machine import Machine

FLOOR = """\
import click

@click.command()
def empty() -> None:
    pass

empty()
"""
COMMANDS = {
    "init, again": ["init"],
    "list": ["list"],
    "read": ["read", "note-0005"],
    "context": ["context"],
    "context --no-tools": ["context", "--no-tools"],
    "context, all bodies": ["context", "--no-tools", "--cap", "100000000"],
}


def main() -> None:
    """Measure every size and print a table of each."""
    parser = argparse.ArgumentParser()
    parser.add_argument("notes", type=int, nargs="*", default=[10, 1000, 10000])
    parser.add_argument("--runs", type=int, default=11)
    options = parser.parse_args()
    for notes in options.notes:
        with tempfile.TemporaryDirectory() as folder:
            measure(Machine(Path(folder)), notes, options.runs)


def measure(machine: Machine, notes: int, runs: int) -> None:
    """Fill a memory, run every command `runs` times, and print the medians."""
    floor = machine.folder / "floor.py"
    floor.write_text(FLOOR)
    root = machine.repository()
    machine.memsync("init", cwd=root)
    fill(root / ".coyote/memory", notes)
    first = timed(machine, ["memsync", "list"], root)
    times: dict[str, list[float]] = {}
    for run in range(runs):
        plan = {"empty Click command": ([sys.executable, str(floor)], root)}
        for name, words in COMMANDS.items():
            plan[name] = (["memsync", *words], root)
        plan["init, new"] = (["memsync", "init"], machine.repository(f"new-{run}"))
        for name, (argv, cwd) in plan.items():
            times.setdefault(name, []).append(timed(machine, argv, cwd))
    unit = median(times["empty Click command"])
    print(f"\n{notes} notes, medians of {runs} runs; first list {first * 1000:.0f} ms")
    for name, found in times.items():
        print(
            f"  {name:<20} {median(found) * 1000:7.1f} ms {median(found) / unit:6.2f}"
        )


def fill(memory: Path, notes: int) -> None:
    """Write notes of some 400 characters, and their entries."""
    entries = ["# Workspace Memory Index\n", "\n"]
    for number in range(notes):
        name = f"note-{number:04}"
        text = f"Fact {number}: " + "the service keeps its sessions on disk. " * 10
        (memory / f"{name}.md").write_text(
            f"---\nname: {name}\ndescription: What is known of part {number}\n"
            "type: project\ncreated: 2026-01-02\nupdated: 2026-01-02\n---\n\n"
            f"{text}\n"
        )
        entries.append(f"- [[{name}]]: What is known of part {number}\n")
    (memory / "MEMORY.md").write_text("".join(entries))


def timed(machine: Machine, argv: list[str], cwd: Path) -> float:
    """Seconds that one process takes from start to end."""
    start = perf_counter()
    subprocess.run(argv, cwd=cwd, env=machine.environ, capture_output=True, check=True)
    return perf_counter() - start


if __name__ == "__main__":
    main()
