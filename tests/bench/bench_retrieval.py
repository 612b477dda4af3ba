"""Cold `context`, `list`, `read` and `search`, and how well search finds.

    python tests/bench/bench_retrieval.py [NOTES…] [--runs N]

Every run is a new process in a throwaway home, beside an empty Click command and,
where it is installed, ripgrep over the same folder. Runs alternate, so that a busy
machine slows all of them alike; the least of each and its ratio to the empty command
are printed, of the time that passed and of the processor's. Then come Hit@1, Hit@3 and
MRR on the fixture, each strategy, by the kind of query; no weight was searched on half
`b` of it, though its totals were seen.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.machine import Machine

from memsync.retrieval.ranking.evaluate import evaluate, hit, mrr, parse

if TYPE_CHECKING:
    from collections.abc import Sequence

FLOOR = """\
import click

@click.command()
def empty() -> None:
    pass

empty()
"""
FIXTURE = Path(__file__).with_name("fixtures") / "retrieval.json"
QUERY = "how long do sessions live after a login"
COMMANDS = {
    "context": ["context"],
    "context --query": ["context", "--query", QUERY],
    "list": ["list"],
    "read": ["read", "note-0005"],
    "search, bm25": ["search", QUERY],
    "search, keyword": ["search", "--strategy", "keyword", QUERY],
    "search, literal": ["search", "--strategy", "literal", "key queue"],
}


def main() -> None:
    """Measure every size, then the fixture."""
    parser = argparse.ArgumentParser()
    parser.add_argument("notes", type=int, nargs="*", default=[10, 100, 1000, 10000])
    parser.add_argument("--runs", type=int, default=11)
    options = parser.parse_args()
    ripgrep = shutil.which("rg")
    if ripgrep:
        said = subprocess.run([ripgrep, "--version"], capture_output=True, check=True)
        print(said.stdout.decode().splitlines()[0])
    for notes in options.notes:
        with tempfile.TemporaryDirectory() as folder:
            measure(Machine(Path(folder)), notes, options.runs, ripgrep)
    quality()


def measure(machine: Machine, notes: int, runs: int, ripgrep: str | None) -> None:
    """Fill a memory, run every command `runs` times, and print the least of each."""
    # Words alone, whether a model is installed here or not.
    machine.environ["MEMSYNC_SEARCH_STRATEGY"] = "bm25"
    floor = machine.folder / "floor.py"
    floor.write_text(FLOOR)
    root = machine.repository()
    machine.memsync("init", cwd=root)
    memory = root / ".coyote/memory"
    size = fill(memory, notes)
    machine.memsync("list", cwd=root)
    plan = {"empty Click command": [sys.executable, str(floor)]}
    plan |= {name: ["memsync", *words] for name, words in COMMANDS.items()}
    if ripgrep:
        words = ["-i", "-C", "3", "-e", "key", "-e", "queue", str(memory)]
        plan["ripgrep"] = [ripgrep, "--no-ignore", "--hidden", *words]
    times: dict[str, list[Took]] = {}
    for _ in range(runs):
        for name, argv in plan.items():
            times.setdefault(name, []).append(timed(machine, argv, root))
    wall, cpu = least(times["empty Click command"])
    print(f"\n{notes} notes, {size / 1e6:.1f} MB; the least of {runs} runs")
    for name, found in times.items():
        ours = least(found)
        print(
            f"  {name:<20} {ours.wall * 1000:7.1f} ms {ours.wall / wall:6.2f}"
            f"   processor {ours.cpu * 1000:7.1f} ms {ours.cpu / cpu:6.2f}"
        )


def fill(memory: Path, notes: int) -> int:
    """Write notes of some 500 characters from the fixture's words; their bytes.

    A tenth of the words are made up, so that the vocabulary grows with the notes.
    """
    words = " ".join(
        note["body"] for note in json.loads(FIXTURE.read_bytes())["notes"]
    ).split()
    dice = random.Random(7)  # noqa: S311 -- the same notes every time
    entries = ["# Workspace Memory Index\n", "\n"]
    size = 0
    for number in range(notes):
        body = [
            f"w{dice.randrange(notes * 5)}"
            if dice.random() < 0.1
            else dice.choice(words)
            for _ in range(85)
        ]
        name = f"note-{number:04}"
        about = " ".join(dice.sample(words, 6)).replace(":", "").replace("#", "")
        about = "".join(char for char in about if char.isalnum() or char == " ")
        text = (
            f"---\nname: {name}\ndescription: x {about}\ntype: project\n"
            f"created: 2026-01-02\nupdated: 2026-01-02\n---\n\n{' '.join(body)}\n"
        )
        (memory / f"{name}.md").write_text(text)
        size += len(text.encode())
        if number < 60:
            entries.append(f"- [[{name}]]: {about}\n")
    (memory / "MEMORY.md").write_text("".join(entries))
    return size


class Took(NamedTuple):
    """Seconds that one process took, with its children."""

    wall: float
    cpu: float


def timed(machine: Machine, argv: list[str], cwd: Path) -> Took:
    """Run one process from start to end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = perf_counter()
    done = subprocess.run(
        argv, cwd=cwd, env=machine.environ, capture_output=True, check=False
    )
    wall = perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode in (0, 1), done.stderr  # ripgrep's 1: no match
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Took(wall, cpu)


def least(found: Sequence[Took]) -> Took:
    """The least of each."""
    return Took(min(one.wall for one in found), min(one.cpu for one in found))


def quality() -> None:
    """Print Hit@1, Hit@3 and MRR of each strategy on the fixture."""
    data = FIXTURE.read_bytes()
    fixture = parse(data, str(FIXTURE))
    cases: list[dict[str, str]] = json.loads(data)["cases"]
    print(f"\n{len(fixture.notes)} notes, {len(cases)} queries")
    groups = {
        "all": [True] * len(cases),
        **{
            kind: [case["kind"] == kind for case in cases]
            for kind in ("direct", "identifier", "paraphrase")
        },
        "held out (half b)": [case["half"] == "b" for case in cases],
    }
    for strategy in ("keyword", "bm25"):
        found = evaluate(fixture, strategy)
        for name, chosen in groups.items():
            some = [one for one, take in zip(found, chosen, strict=True) if take]
            print(
                row(strategy, name, len(some), [hit(some, 1), hit(some, 3), mrr(some)])
            )


def row(strategy: str, group: str, cases: int, figures: Sequence[float]) -> str:
    """One line of the table."""
    shown = " ".join(
        f"{name} {figure:.3f}"
        for name, figure in zip(("Hit@1", "Hit@3", "MRR"), figures, strict=True)
    )
    return f"  {strategy:<8} {group:<18} {cases:4} {shown}"


if __name__ == "__main__":
    main()
