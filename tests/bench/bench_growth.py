"""How a remote, a mirror and a fresh machine's download grow with the rounds.

Run it as `python tests/bench/bench_growth.py [ROUNDS] [EDITS] [NOTES] [CSV]`. One
machine edits notes and runs rounds in this process, each pushed to a bare
repository that never collects garbage; what a host's `git gc` would make of it
is measured on a copy. Prints a table, and writes it to CSV when that is given.
The edits are the same in every run, so that with `--encrypted` at the end the same
work can be compared.
"""

from __future__ import annotations

import csv
import os
import random
import shutil
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.machine import Machine

from memsync.clock import Now
from memsync.config import settings as config
from memsync.paths import Places
from memsync.sync.early.door import early_round
from memsync.sync.early.idle import Done
from memsync.sync.round.opening import open_context
from memsync.sync.round.repair import run

WORDS = ["branch", "cache", "commit", "deploy", "error", "fetch", "folder", "index"]
WORDS += ["machine", "memory", "merge", "mirror", "note", "remote", "test", "token"]
CHECKPOINTS = 6
HEADS = (
    "rounds",
    "edits",
    "remote_kb",
    "remote_after_gc_kb",
    "mirror_kb",
    "clone_kb",
    "clone_after_gc_kb",
)


def sentence(dice: random.Random) -> str:
    """A line of prose of about sixty characters."""
    return " ".join(dice.choices(WORDS, k=10)).capitalize() + ".\n"


def write_notes(folder: Path, notes: int, dice: random.Random) -> None:
    """Notes of about 1.7 kB."""
    folder.mkdir(parents=True)
    for number in range(notes):
        body = "".join(sentence(dice) for _ in range(26))
        head = f"---\nname: note-{number}\ndescription: about {number}\n---\n\n"
        (folder / f"note-{number}.md").write_text(head + body)


def edit(file: Path, dice: random.Random) -> None:
    """Replace one line of the body by another."""
    lines = file.read_text().splitlines(keepends=True)
    lines[dice.randrange(5, len(lines))] = sentence(dice)
    file.write_text("".join(lines))


def size(folder: Path) -> int:
    """The bytes of all files below a folder."""
    return sum(p.stat().st_size for p in folder.rglob("*") if p.is_file())


def downloaded(machine: Machine, remote: Path) -> int:
    """The bytes of the pack that a fresh clone is sent."""
    fresh = machine.folder / "fresh.git"
    # A file:// address, so that git packs and sends instead of linking files.
    machine.git("clone", "-q", "--bare", f"file://{remote}", fresh)
    packs = sum(p.stat().st_size for p in (fresh / "objects/pack").glob("*.pack"))
    shutil.rmtree(fresh)
    return packs


def measured(machine: Machine, remote: Path) -> list[int]:
    """Sizes in bytes, as the last five of `HEADS`."""
    collected = machine.folder / "collected.git"
    shutil.copytree(remote, collected)
    machine.git("gc", "-q", "--prune=now", cwd=collected)
    sizes = [
        size(remote),
        size(collected),
        size(machine.state / "mirror"),
        downloaded(machine, remote),
        downloaded(machine, collected),
    ]
    shutil.rmtree(collected)
    return sizes


class Rounds:
    """Rounds of one machine, an hour of its clock apart, in this process."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._start = datetime.now(UTC) + timedelta(minutes=1)
        self._done = 0

    def run(self) -> None:
        """One round, which must go through."""
        utc = self._start + timedelta(hours=self._done)
        self._done += 1
        environ = self._machine.environ
        early = early_round(environ, round(utc.timestamp()) * 10**9)
        if isinstance(early, Done):
            return
        places = Places(environ)
        desk = open_context(places, config.load(places, None), Now(utc, utc.date()))
        result = run(desk, environ)
        assert result.trouble is None, result.trouble
        assert not result.held, result.held


def main() -> None:
    """Measure and print."""
    *said, last = sys.argv
    encrypted = last == "--encrypted"
    said = said[1:] if encrypted else sys.argv[1:]
    given = [int(a) for a in said[:3]]
    rounds, edits, notes = given + [3000, 20, 500][len(given) :]
    table = Path(said[3]) if len(said) > 3 else None
    dice = random.Random(20261122)  # noqa: S311 -- the same edits in every run
    with tempfile.TemporaryDirectory() as name:
        machine = Machine(Path(name) / "machine", patience=1800)
        remote = Path(name) / "remote.git"
        machine.git("init", "-q", "--bare", remote)
        machine.git("config", "receive.autogc", "false", cwd=remote)
        write_notes(machine.user_memory, notes, dice)
        how = ("--encrypt", "--code-file", Path(name) / "code") if encrypted else ()
        machine.memsync("sync", "init", remote, *how)
        files = sorted(machine.user_memory.glob("note-*.md"))
        each = Rounds(machine)
        each.run()
        rows: list[list[int]] = []
        print(("{:>18}" * len(HEADS)).format(*HEADS))
        for number in range(rounds + 1):
            if number % max(1, rounds // CHECKPOINTS) == 0:
                kilobytes = [round(n / 1000) for n in measured(machine, remote)]
                rows.append([number, number * edits, *kilobytes])
                print(("{:>18}" * len(HEADS)).format(*rows[-1]), flush=True)
            for file in dice.sample(files, edits):
                edit(file, dice)
            each.run()
        if table:
            with table.open("w", newline="") as out:
                csv.writer(out).writerows([HEADS, *rows])


if __name__ == "__main__":
    os.nice(10)
    main()
