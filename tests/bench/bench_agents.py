"""What agents' own folders add to the rounds of sync.

Run it as `python tests/bench/bench_agents.py [NOTES] [TURNS] [--encrypted]`. One
machine has NOTES of its own; the other has the same and three agents' folders of NOTES
each, those of Claude Code, Qwen and goose. In turn both run the real command: an idle
round, a round after one note of our own was edited, one after a note of Claude Code's
was, and a whole round. Prints medians of the processor's and the clock's time, and
their ratios.
"""

from __future__ import annotations

import os
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.agent_sync import FOLDERS, add, clone
from support.synced import bare, joined
from support.vaults import Host, new_vault

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.machine import Machine

AGENTS = ("claude-code", "qwen-code", "goose")
OLD = time.time() - 3600


def note(number: int, text: str = "fact") -> str:
    """About a kilobyte with an agent's frontmatter."""
    head = f"name: note-{number}\ndescription: about {number}\n"
    meta = "metadata:\n  node_type: memory\n  type: project\n"
    return f"---\n{head}{meta}---\n\n" + f"A line of prose about {text}.\n" * 30


def fill(folder: Path, notes: int, ending: str = ".md") -> None:
    """Notes that were written an hour ago."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(notes):
        file = folder / f"note-{number}{ending}"
        file.write_text(note(number))
        os.utime(file, (OLD, OLD))


def machine_with(top: Path, notes: int, *, agents: bool, encrypted: bool) -> Machine:
    """A machine whose folders and remote agree."""
    top.mkdir()
    machine: Machine
    if encrypted:
        machine = new_vault(top / "machine", Host(top / "host"))
    else:
        machine = joined(top / "machine", bare(top / "remote.git"))
    fill(machine.user_memory, notes)
    root = clone(machine)
    for agent in AGENTS if agents else ():
        add(machine, agent, root)
        fill(
            FOLDERS[agent](machine, root), notes, ".txt" if agent == "goose" else ".md"
        )
    for _ in range(3):
        machine.memsync("sync")
        time.sleep(2.1)  # no file counts as changed just now
    return machine


def timed(machine: Machine, *arguments: str) -> tuple[float, float]:
    """Seconds of the processor, children included, and of the clock, of one round."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    machine.run("memsync", "sync", *arguments, "-q")
    clock = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return used, clock


def edit(file: Path, turn: int) -> None:
    """Another text in the place of the first note."""
    file.write_text(note(0, f"turn {turn}"))


def main(notes: int, turns: int, *, encrypted: bool) -> None:
    """Run and print."""
    with tempfile.TemporaryDirectory() as folder:
        made = {
            name: machine_with(
                Path(folder) / name, notes, agents=agents, encrypted=encrypted
            )
            for name, agents in (("without", False), ("with", True))
        }
        claude = FOLDERS["claude-code"](made["with"], made["with"].folder / "shop")
        own = {name: each.user_memory / "note-0.md" for name, each in made.items()}
        cases: list[tuple[str, str, Callable[[int], None], tuple[str, ...]]] = []
        for name in made:
            cases += [
                ("idle", name, lambda _: None, ()),
                ("our note", name, lambda turn, f=own[name]: edit(f, turn), ()),  # type: ignore[misc]  # a default binds it
                ("whole", name, lambda _: None, ("--restore",)),
            ]
        agents_note = claude / "note-0.md"
        cases.append(("agent's note", "with", lambda turn: edit(agents_note, turn), ()))
        found: dict[tuple[str, str], list[tuple[float, float]]] = {}
        for turn in range(turns):
            for what, name, change, arguments in cases:
                made[name].memsync("sync")
                time.sleep(2.1)
                made[name].memsync("sync")
                change(turn)
                took = timed(made[name], *arguments)
                found.setdefault((what, name), []).append(took)
        medians = {
            key: [statistics.median(column) for column in zip(*rows, strict=True)]
            for key, rows in found.items()
        }
        print(f"{notes} notes, {turns} turns{', encrypted' if encrypted else ''}")
        for (what, name), (used, clock) in sorted(medians.items()):
            print(
                f"{what:13} {name:8} {used * 1000:7.0f} ms cpu {clock * 1000:7.0f} ms"
            )
        for what, one, other in (
            ("idle", ("idle", "with"), ("idle", "without")),
            ("our note", ("our note", "with"), ("our note", "without")),
            ("agent's note / ours", ("agent's note", "with"), ("our note", "without")),
            ("whole", ("whole", "with"), ("whole", "without")),
        ):
            ratio = medians[one][0] / medians[other][0]
            print(f"ratio {what}: {ratio:.2f} cpu")


if __name__ == "__main__":
    given = [each for each in sys.argv[1:] if not each.startswith("--")]
    numbers = [int(each) for each in given] + [200, 5][len(given) :]
    main(numbers[0], numbers[1], encrypted="--encrypted" in sys.argv)
