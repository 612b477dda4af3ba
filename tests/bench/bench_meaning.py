"""What a model costs a search, and what it finds.

    python tests/bench/bench_meaning.py [NOTES] [--runs N]

Needs `memsync[semantic]`. First cold searches of a throwaway memory whose vectors are
computed, with a model and without, beside an empty Click command: each a new process,
runs alternate, and the least of each is printed: the processor's time, the time that
passed, and the most memory resident. Then Hit@1, Hit@3 and MRR of `semantic` and `auto`
on the fixture, by the kind of query; no weight was searched on half `b` of it.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench_retrieval import FIXTURE, FLOOR, fill, row
from support.machine import Machine

from memsync.config.settings import load
from memsync.paths import Places
from memsync.retrieval.ranking.evaluate import DocumentsOf, evaluate, hit, mrr, parse
from memsync.retrieval.search.meaning import Means

# Words of the notes, and words that are in none of them.
OWN, OTHER = "sessions live after a login", "wherefore shalt thou be admitted anew"


class Took(NamedTuple):
    """What one process took: seconds, and kilobytes."""

    cpu: float
    wall: float
    resident: float


def main() -> None:
    """Measure the searches, then the fixture."""
    parser = argparse.ArgumentParser()
    parser.add_argument("notes", type=int, nargs="?", default=1000)
    parser.add_argument("--runs", type=int, default=7)
    options = parser.parse_args()
    # First: of a child, the system also counts what its parent had resident, and this
    # process has little until it loads the model.
    with tempfile.TemporaryDirectory() as folder:
        costs(Machine(Path(folder)), options.notes, options.runs)
    quality()


def quality() -> None:
    """Print Hit@1, Hit@3 and MRR by the kind of query."""
    data = FIXTURE.read_bytes()
    fixture = parse(data, str(FIXTURE))
    cases: list[dict[str, str]] = json.loads(data)["cases"]
    groups = {
        "all": [True] * len(cases),
        **{
            kind: [case["kind"] == kind for case in cases]
            for kind in ("direct", "identifier", "paraphrase")
        },
        "held out (half b)": [case["half"] == "b" for case in cases],
        "paraphrases of b": [
            case["half"] == "b" and case["kind"] == "paraphrase" for case in cases
        ],
    }
    with tempfile.TemporaryDirectory() as folder:
        settings = load(Places(Machine(Path(folder)).environ), None)
    for strategy in ("semantic", "auto"):
        means = Means(settings, {}, None, lambda message, _: print(message))
        meaning = means.for_notes(strategy, DocumentsOf(fixture))
        if meaning is not None:
            meaning.make_all(lambda every: every)
        found = evaluate(fixture, strategy, meaning)
        for name, chosen in groups.items():
            some = [one for one, take in zip(found, chosen, strict=True) if take]
            figures = [hit(some, 1), hit(some, 3), mrr(some)]
            print(row(strategy, name, len(some), figures))


def costs(machine: Machine, notes: int, runs: int) -> None:
    """Fill a memory, compute its vectors, and print what searches take."""
    floor = machine.folder / "floor.py"
    floor.write_text(FLOOR)
    root = machine.repository()
    machine.memsync("init", cwd=root)
    fill(root / ".coyote/memory", notes)
    machine.patience = 1800
    machine.run("memsync", "reindex", cwd=root)
    plan = {"empty Click command": [sys.executable, str(floor)]}
    for name, strategy, query in (
        ("bm25, own words", "bm25", OWN),
        ("auto, own words", "auto", OWN),
        ("auto, others", "auto", OTHER),
        ("semantic, others", "semantic", OTHER),
    ):
        plan[name] = ["memsync", "search", "--strategy", strategy, query]
    times: dict[str, list[Took]] = {}
    for _ in range(runs):
        for name, argv in plan.items():
            times.setdefault(name, []).append(timed(machine, argv, root))
    base = min(one.cpu for one in times["empty Click command"])
    print(f"\n{notes} notes; the least of {runs} runs")
    for name, found in times.items():
        cpu, wall, resident = map(min, zip(*found, strict=True))
        print(
            f"  {name:<20} processor {cpu * 1000:7.1f} ms {cpu / base:6.2f}"
            f"   {wall * 1000:7.1f} ms   {resident / 1024:6.1f} MB resident"
        )


def timed(machine: Machine, argv: list[str], cwd: Path) -> Took:
    """Run one process from start to end."""
    start = perf_counter()
    child = subprocess.Popen(
        argv, cwd=cwd, env=machine.environ, stdout=subprocess.DEVNULL
    )
    _, status, used = os.wait4(child.pid, 0)
    wall = perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0, argv
    return Took(used.ru_utime + used.ru_stime, wall, used.ru_maxrss)


if __name__ == "__main__":
    main()
