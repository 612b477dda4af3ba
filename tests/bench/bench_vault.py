"""Encrypted beside plain, the same work in one run: rounds, and a fresh join.

Run it as `python tests/bench/bench_vault.py [NOTES] [RUNS]`. It prints
medians in milliseconds, of time that passed and of processor time (git and the host
with it), sizes in kB, and the ratio of encrypted to plain. Both machines take turns,
run by run, so that what else the computer does hits both. How both grow is
measured by `bench_growth.py`, with and without `--encrypted`.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.vaults import Host, Member, new_vault, note, put

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Work = Callable[[Member, int], object]

_CHANGED = 1000

# Seconds that one round may take.
_PATIENCE = 1800

_PASSPHRASE = {"MEMSYNC_PASSPHRASE": "four random plain words"}


class Pair:
    """A plain and an encrypted memory, each with its host."""

    def __init__(self, top: Path, notes: int) -> None:
        self.top = top
        self.hosts = (Host(top / "plain-host"), Host(top / "sealed-host"))
        plain = Member(top / "plain")
        plain.memsync("sync", "init", self.hosts[0].path)
        self.machines = (plain, new_vault(top / "sealed", self.hosts[1]))
        for machine in self.machines:
            for i in range(notes):
                put(machine, f"note-{i}", note(f"note-{i}", f"Line {i}.\n" * 90))
            machine.memsync("sync")
        time.sleep(2.5)  # so that no file counts as changed just now
        for machine in self.machines:
            machine.memsync("sync")

    def compare(self, name: str, runs: int, work: Work) -> None:
        """Print the medians of both, and their ratio."""
        took: tuple[list[float], list[float]] = ([], [])
        used: tuple[list[float], list[float]] = ([], [])
        for run in range(runs + 1):
            for i, machine in enumerate(self.machines):
                start, before = time.perf_counter(), processor_ms()
                work(machine, run)
                took[i].append((time.perf_counter() - start) * 1000)
                used[i].append(processor_ms() - before)
        print_ratio(name, *(statistics.median(times[1:]) for times in took))
        print_ratio("  processor", *(statistics.median(times[1:]) for times in used))

    def sizes(self, name: str) -> None:
        """Print what both hosts keep, packed."""
        for host in self.hosts:
            host.git("repack", "-a", "-d", "-q")
        packs = [(host.path / "objects/pack").glob("*.pack") for host in self.hosts]
        print_ratio(name, *(sum(map(size_of, found)) for found in packs))


def sync(machine: Member) -> None:
    """A round by a program that starts anew, as a person's does."""
    machine.run("memsync", "sync")


def processor_ms() -> float:
    """What the children that ended have used so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (used.ru_utime + used.ru_stime) * 1000


def size_of(path: Path) -> float:
    """In kB."""
    return path.stat().st_size / 1000


def print_ratio(name: str, plain: float, sealed: float) -> None:
    """One line."""
    ratio = sealed / plain
    print(f"{name:34} plain {plain:9.1f}  encrypted {sealed:9.1f}  ratio {ratio:.2f}")


def change_one(machine: Member, run: int) -> None:
    """One note, one round."""
    put(machine, "note-1", note("note-1", f"changed {run}"))
    sync(machine)


def change_many(machine: Member, run: int) -> None:
    """A thousand notes, one round."""
    for i in range(_CHANGED):
        put(machine, f"note-{i}", note(f"note-{i}", f"changed {run}\n" * 90))
    sync(machine)


def fresh(pair: Pair, runs: int) -> Iterator[tuple[float, float]]:
    """The times of a plain and an encrypted machine that joins, in ms."""
    plain, sealed = pair.hosts
    for run in range(runs):
        start = time.perf_counter()
        one = Member(pair.top / f"plain-{run}", patience=_PATIENCE)
        one.run("memsync", "sync", "init", plain.path)
        sync(one)
        middle = time.perf_counter()
        two = Member(pair.top / f"sealed-{run}", patience=_PATIENCE)
        joins = ("sync", "init", sealed.path, "--encrypt", "--key-file", sealed.code)
        two.run("memsync", *joins)
        sync(two)
        end = time.perf_counter()
        yield (middle - start) * 1000, (end - middle) * 1000


def main() -> None:
    """Measure and print."""
    given = [int(a) for a in sys.argv[1:3]]
    notes, runs = given + [1000, 11][len(given) :]
    with tempfile.TemporaryDirectory() as name:
        pair = Pair(Path(name), notes)
        print(f"{notes} notes of 0.9 kB, {runs} runs; milliseconds and kB")
        print(f"load {os.getloadavg()[0]:.0f} on {os.cpu_count()} processors")
        pair.sizes("size of the repository")
        pair.compare("no-op", runs, lambda machine, _: sync(machine))
        pair.compare("one note", runs, change_one)
        if notes >= _CHANGED:
            pair.compare(f"{_CHANGED} notes", max(runs // 4, 1), change_many)
        joins = list(fresh(pair, max(runs // 4, 1)))
        print_ratio(
            "fresh join and first round",
            *map(statistics.median, zip(*joins, strict=True)),
        )
        desk = pair.machines[1]
        desk.memsync("keys", "add", "passphrase", environ=_PASSPHRASE)
        phone = Member(pair.top / "phone", patience=_PATIENCE)
        init = ("sync", "init", pair.hosts[1].path, "--encrypt")
        start = time.perf_counter()
        phone.run("memsync", *init, environ=_PASSPHRASE)
        took = (time.perf_counter() - start) * 1000
        print(f"{'join with a passphrase (Argon2id)':34} {took:.1f}")


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(str(error.stderr))
