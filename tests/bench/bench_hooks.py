"""The hooks that an agent waits for, beside an empty Click command; and what they give.

    python tests/bench/bench_hooks.py [NOTES…] [--runs N]

Every run is a new process in a throwaway home. Runs alternate, so that a busy machine
slows all of them alike; the least processor time (children included) and the least time
that passed are printed as multiples of the empty command's. The notes are made of
everyday words, so that a prompt's words, and what stands for them, are in thousands of
them. The first prompt reads every note once and is timed apart; the prompt after a
change of one note looks at all files. The second table asks the fixture of retrieval:
how often the note that is needed is among those that come with a prompt, and what they
cost.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench_commands import FLOOR
from bench_retrieval import fill
from support.machine import Machine

from memsync.config.keys import KEYS
from memsync.retrieval.ranking.corpus import Texts
from memsync.retrieval.search.prompted import MOST, prompted
from memsync.retrieval.words.documents import Document

if TYPE_CHECKING:
    from collections.abc import Mapping

FIXTURE = Path(__file__).with_name("fixtures") / "retrieval.json"
PROMPT = "why does the retry of number 17 in the module auth fail on the second machine"
SMALL_TALK = (
    *("hello", "thanks, looks good", "continue", "ok", "yes do that", "commit this"),
    *("run the tests again", "make it shorter", "undo your last change"),
    *("please fix the typo in the heading", "rename the variable foo to bar"),
    *("what is the weather in Paris today", "write a haiku about autumn leaves"),
    *("can you explain how recursion works", "why is the sky blue"),
    *("translate this paragraph into Spanish", "I would like you to add a docstring"),
    "convert this list into a dictionary comprehension",
)


class Time(NamedTuple):
    """Seconds of one run."""

    clock: float
    processor: float


def main() -> None:
    """Measure every size, then what the prompts of the fixture get."""
    parser = argparse.ArgumentParser()
    parser.add_argument("notes", type=int, nargs="*", default=[100, 1000, 10000])
    parser.add_argument("--runs", type=int, default=11)
    options = parser.parse_args()
    for notes in options.notes:
        with tempfile.TemporaryDirectory() as folder:
            measure(Machine(Path(folder)), notes, options.runs)
    fixture()


def measure(machine: Machine, notes: int, runs: int) -> None:
    """Fill a memory, run every hook `runs` times, and print the least of each."""
    floor = machine.folder / "floor.py"
    floor.write_text(FLOOR)
    root = machine.repository()
    machine.memsync("init", cwd=root)
    memory = root / ".coyote/memory"
    fill(memory, notes)
    machine.memsync("list", cwd=root)
    prompt = ("memsync", "hook", "user-prompt", "--agent", "claude-code")
    event = {"cwd": str(root), "session_id": "first", "prompt": PROMPT}
    for note in memory.glob("*.md"):
        os.utime(note, (1_600_000_000, 1_600_000_000))
    os.utime(memory, (1_600_000_000, 1_600_000_000))
    first = timed(machine, prompt, event)
    times: dict[str, list[Time]] = {}
    for run in range(runs):
        event = {"cwd": str(root), "session_id": f"s{run}", "prompt": PROMPT}
        long = {**event, "prompt": f"{PROMPT} " * (2**20 // len(PROMPT))}
        plan = {
            "empty Click command": ((sys.executable, str(floor)), event),
            **{
                name: (("memsync", "hook", name, "--agent", "claude-code"), event)
                for name in ("session-start", "user-prompt", "session-end")
            },
            "user-prompt, 1 MB": (prompt, {**long, "session_id": f"l{run}"}),
            "user-prompt, new note": (prompt, {**event, "session_id": f"n{run}"}),
        }
        for name, (argv, given) in plan.items():
            if name.endswith("new note"):
                (memory / f"new-{run}.md").write_text("What was found out today.\n")
            times.setdefault(name, []).append(timed(machine, argv, given))
        settle(memory)
        timed(machine, prompt, event)
    unit = min(time.processor for time in times["empty Click command"])
    clock = min(time.clock for time in times["empty Click command"])
    print(f"\n{notes} notes, the least of {runs} runs, as multiples of the first line")
    print(f"  {'':22} processor   clock   (first prompt: {first.clock / clock:.1f})")
    for name, found in times.items():
        own = min(time.processor for time in found) / unit
        whole = min(time.clock for time in found) / clock
        print(f"  {name:<22} {own:9.2f} {whole:7.2f}")


def settle(memory: Path) -> None:
    """Make what was written now look older: a young file is looked at each time."""
    for path in (*memory.glob("new-*.md"), memory):
        os.utime(path, (1_700_000_000, 1_700_000_000))


def timed(machine: Machine, argv: tuple[str, ...], event: Mapping[str, object]) -> Time:
    """One run of a program that is given an event."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = perf_counter()
    subprocess.run(
        argv,
        cwd=machine.folder,
        env=machine.environ,
        input=json.dumps(event).encode(),
        capture_output=True,
        check=True,
    )
    clock = perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Time(clock, used)


def fixture() -> None:
    """Which notes the fixture's queries get as prompts, and what small talk gets."""
    found = json.loads(FIXTURE.read_text())
    documents = [
        Document(note["name"], note["type"], note["description"], note["body"])
        for note in found["notes"]
    ]
    corpus = Texts(documents)
    least = KEYS["prompt.min_score"].default
    assert isinstance(least, float)

    def given(prompt: str) -> list[Document]:
        return [documents[one.at] for one in prompted(prompt, corpus, MOST, least)]

    cases = found["cases"]
    got = [given(case["query"]) for case in cases]
    needed = sum(
        any(document.name == case["want"] for document in notes)
        for case, notes in zip(cases, got, strict=True)
    )
    talk = [given(prompt) for prompt in SMALL_TALK]
    print(f"\n{len(documents)} notes, {len(cases)} prompts that each need one of them")
    print(f"  the note is among those given: {needed / len(cases):.1%}")
    print(f"  notes a prompt: {sum(map(len, got)) / len(got):.2f}")
    print(f"  characters a prompt: {characters(got):.0f}")
    print(f"{len(talk)} prompts that need none")
    print(f"  notes a prompt: {sum(map(len, talk)) / len(talk):.2f}")
    print(f"  characters a prompt: {characters(talk):.0f}")


def characters(given: list[list[Document]]) -> float:
    """Characters of bodies that a prompt gets on average."""
    return sum(len(note.body) for notes in given for note in notes) / len(given)


if __name__ == "__main__":
    main()
