"""How fast `memsync scan` reads a tree, beside other scanners: clock and processor.

The runs of all scanners alternate and the least of each counts, so a busy machine slows
all alike. A scanner that takes an hour for a tree gets a small part of it; its time is
compared by megabyte. `scan_floor` shows how much of memsync's time any scanner in
Python would take.
"""

from __future__ import annotations

import importlib.util
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

import peers

if TYPE_CHECKING:
    from support.machine import Machine

# Texts of labelled prose that make one file of about 6 kB.
_TEXTS = 4

# Files in one folder.
_FILES = 100

_PEERS = {
    "betterleaks": ["betterleaks", ".", "--silent", "--no-banner"],
    "gitleaks": ["gitleaks", "dir", ".", "--no-banner"],
    "kingfisher": [
        *("kingfisher", "scan", ".", "--no-validate", "--no-update-check"),
        *("--git-history", "none"),
    ],
    "detect-secrets": ["detect-secrets", "scan", "--all-files", "--no-verify", "."],
}


class Tree(NamedTuple):
    """A folder of files, and how many bytes and files it holds."""

    folder: Path
    size: int
    files: int


def markdown(folder: Path, prose: list[str], megabytes: int) -> Tree:
    """Files of about 6 kB made from texts, again from the first when they run out.

    Each begins with its number, because `memsync scan` reads copies of a file once.
    """
    size = number = 0
    while size < megabytes * 1_000_000:
        at = number * _TEXTS
        texts = [prose[(at + k) % len(prose)] for k in range(_TEXTS)]
        page = "\n".join((f"Page {number}", *texts))
        size += _write(folder, f"{number}.md", number, page.encode())
        number += 1
    return Tree(folder, size, number)


def sample(folder: Path, collection: Path, megabytes: int, seed: int) -> Tree:
    """Copies of files of a collection, in an order that the seed decides."""
    found = [p for p in collection.rglob("*") if p.is_file() and not p.is_symlink()]
    found.sort()
    random.Random(seed).shuffle(found)  # noqa: S311 -- a sample, no secret
    size = number = 0
    for path in found:
        if size >= megabytes * 1_000_000:
            break
        name = f"{number}{path.suffix}"
        size += _write(folder, name, number, path.read_bytes())
        number += 1
    return Tree(folder, size, number)


def compare(machine: Machine, tree: Tree, runs: int) -> None:
    """Print megabytes a second, and time as a multiple of betterleaks'."""
    here = {**machine.environ, "PATH": os.environ["PATH"]}
    # A package of that name that cannot be imported, for the search in Python.
    without = machine.folder / "without"
    (without / "hyperscan").mkdir(parents=True, exist_ok=True)
    (without / "hyperscan/__init__.py").write_text("raise ImportError\n")
    scan = [str(Path(sys.executable).parent / "memsync"), "scan", "."]
    floor = [sys.executable, str(Path(__file__).with_name("scan_floor.py"))]
    commands = {
        "memsync": (scan, {**here, "PYTHONPATH": str(without)}),
        "floor (re)": ([*floor, "re"], here),
    }
    if importlib.util.find_spec("hyperscan"):
        commands["memsync[fast]"] = (scan, here)
        commands["floor (fast)"] = ([*floor, "hyperscan"], here)
    for name, argv in _PEERS.items():
        if shutil.which(name):
            commands[name] = (argv, here)
    small = sample(machine.folder / f"{tree.folder.name}-small", tree.folder, 1, 0)
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for _ in range(runs):
        for name, (argv, environ) in commands.items():
            one = small if name in peers.SLOW else tree
            spent = once(argv, one.folder, environ)
            taken[name].append((spent[0] / one.size, spent[1] / one.size))
    best = {name: [min(c) for c in zip(*t, strict=True)] for name, t in taken.items()}
    print(f"{tree.size / 1e6:.0f} MB in {tree.files} files: MB/s by clock, by CPU")
    base = best.get("betterleaks")
    for name, (wall, cpu) in best.items():
        line = f"  {name:16s} {1e-3 / wall:7.1f} {1e-3 / cpu:7.1f}"
        if base:
            line += f"  {wall / base[0]:6.2f} of betterleaks, CPU {cpu / base[1]:.2f}"
        print(line)


def once(argv: list[str], cwd: Path, environ: dict[str, str]) -> tuple[float, float]:
    """Milliseconds by clock and by processor that a command takes."""
    begin = perf_counter()
    child = subprocess.Popen(
        argv,
        cwd=cwd,
        env=environ,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, _, used = os.wait4(child.pid, 0)
    wall = perf_counter() - begin
    child.returncode = 0
    return wall * 1000, (used.ru_utime + used.ru_stime) * 1000


def _write(folder: Path, name: str, number: int, data: bytes) -> int:
    place = folder / str(number // _FILES)
    place.mkdir(parents=True, exist_ok=True)
    (place / name).write_bytes(data)
    return len(data)
