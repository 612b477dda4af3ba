"""Past sessions: the first index, its growth, recall, and how well it finds.

    python tests/bench/bench_sessions.py [MEGABYTES] [--runs N] [--conversations DIR]

Sessions of Claude Code and Codex are made, so many megabytes of both together. The
first index stands beside SQLite's FTS5 fed with the same text by a bare script, and
recall beside an empty Click command and, where it is installed, ripgrep over the same
files. All times are the processor's, so that a busy machine changes them little; of the
cold recall, for which the system was told to drop the files from its cache, the time
that passed is printed.

DIR holds long conversations with questions whose evidence is named, as LoCoMo has them
(github.com/snap-research/locomo, one JSON file a conversation). The weights of the
ranking were searched on every other file, from the first on; both halves are printed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.lines_of_agents import claude_code, codex
from support.machine import Machine
from support.talk import Said, Talk

from memsync.paths import Places
from memsync.sessions.past import Wanted, past_sessions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FLOOR = """\
import click

@click.command()
def empty() -> None:
    pass

empty()
"""
BARE = """\
import json, pathlib, sqlite3, sys
db = sqlite3.connect(sys.argv[2])
db.execute("PRAGMA journal_mode = WAL")
db.execute("CREATE TABLE turn (id INTEGER PRIMARY KEY, text TEXT)")
db.execute("CREATE VIRTUAL TABLE words USING fts5 (text, content = '',"
           " tokenize = 'porter unicode61 remove_diacritics 2')")
number = 0
def texts(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)
    elif isinstance(value, dict):
        for key in ("text", "content", "input", "command", "output", "arguments"):
            if key in value:
                yield from texts(value[key])
for path in sorted(pathlib.Path(sys.argv[1]).rglob("*.jsonl")):
    with path.open() as file:
        for line in file:
            record = json.loads(line)
            message = record.get("message") or record.get("payload") or {}
            if record.get("type") in ("user", "assistant", "response_item"):
                text = "\\n".join(texts(message))
                number += 1
                db.execute("INSERT INTO turn VALUES (?, ?)", (number, text))
                db.execute("INSERT INTO words (rowid, text) VALUES (?, ?)",
                           (number, text))
    db.commit()
"""
WORDS = 30_000
QUERIES = ("harbour", "flaky AND harbour", "why does the harbour test fail?")


class Cost(NamedTuple):
    """What one run took: seconds, the processor's, and megabytes at most."""

    wall: float
    processor: float
    resident: float


def main() -> None:
    """Measure with made sessions, then the ranking."""
    parser = argparse.ArgumentParser()
    parser.add_argument("megabytes", type=int, nargs="?", default=1000)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--conversations", type=Path)
    options = parser.parse_args()
    if options.megabytes:
        with tempfile.TemporaryDirectory() as folder:
            measure(Machine(Path(folder), patience=7200), options)
    if options.conversations:
        quality(options.conversations)


def measure(machine: Machine, options: argparse.Namespace) -> None:
    """First index, growth, recall."""
    top = machine.repository()
    made = fill(machine, top, options.megabytes << 20)
    files = list(made)
    size = sum(path.stat().st_size for path in files)
    print(f"{len(files)} sessions, {size / 1e6:.0f} MB")
    script = machine.folder / "bare.py"
    script.write_text(BARE)
    plain = machine.folder / "bare.sqlite3"
    bare = cost(machine, [sys.executable, script, machine.home, plain])
    first = cost(machine, ["memsync", "sessions", "index"])
    index = machine.state / "sessions.sqlite3"
    ratio = first.processor / bare.processor
    print(f"bare FTS5: {bare.processor:.1f} s of the processor", end=", ")
    print(f"{plain.stat().st_size / 1e6:.0f} MB")
    print(
        f"first index: {first.processor:.1f} s of the processor ({ratio:.1f} times),"
        f" {index.stat().st_size / 1e6:.0f} MB, {first.resident:.0f} MB resident"
    )
    floor = machine.folder / "floor.py"
    floor.write_text(FLOOR)
    empty = [sys.executable, str(floor)]
    runs = options.runs
    least = median(cost(machine, empty).processor for _ in range(runs))
    print(f"empty Click command: {least * 1000:.0f} ms of the processor")

    def show(what: str, argv: list[str], before: Callable[[], object]) -> None:
        taken = []
        for _ in range(runs):
            before()
            taken.append(cost(machine, argv))
        used = median(each.processor for each in taken)
        wall = median(each.wall for each in taken)
        print(f"{what}: {used * 1000:.0f} ms, {used / least:.1f} times", end="")
        print(f", {wall * 1000:.0f} ms passed")

    grown = iter(range(10_000))
    look = ["memsync", "sessions", "index"]
    show("nothing new", look, lambda: None)
    show("one new session", look, lambda: one_more(machine, top, next(grown)))
    show("one turn appended", look, lambda: append(files[0], next(grown)))
    for query in QUERIES:
        show(f"recall {query!r}", ["memsync", "recall", query], lambda: None)
    cold = ["memsync", "recall", QUERIES[-1]]
    show("recall, cold", cold, lambda: drop([index, *files]))
    words = ["--hidden", "--no-ignore", "-c", "harbour", str(machine.home)]
    if ripgrep := shutil.which("rg"):
        show("ripgrep", [ripgrep, *words], lambda: None)


def fill(machine: Machine, top: Path, wanted: int) -> Iterator[Path]:
    """Sessions until there are enough bytes of them."""
    draw = random.Random(7)  # noqa: S311 -- repeatable, not secret
    letters = "etaoinshrdlucmfwypvbgkjqxz"
    weights = [1 / (place + 2) for place in range(len(letters))]
    words = [
        "".join(draw.choices(letters, weights, k=draw.randint(3, 10)))
        for _ in range(WORDS)
    ]
    usual = [1 / (place + 10) for place in range(WORDS)]
    pool = [draw.choices(words, usual, k=400) for _ in range(400)]
    bytes_, number = 0, 0
    while bytes_ < wanted:
        talk = Talk(str(top), f"{number:08}-0000-4000-8000-000000000000")
        began = datetime(2025, 1, 1, tzinfo=UTC) + timedelta(hours=number)
        turns = tuple(turn for _ in range(60) for turn in exchange(draw, pool))
        talk = Talk(talk.cwd, talk.id, f"Session {number}", began, turns)
        path = (claude_code if number % 2 else codex)(machine.home, talk)
        bytes_ += path.stat().st_size
        number += 1
        yield path


def exchange(draw: random.Random, pool: list[list[str]]) -> Iterator[Said]:
    """A question, a reply, and what a tool said: mostly that."""
    rare = "the harbour test is flaky" if draw.random() < 0.002 else ""
    yield Said("user", f"{text(draw, pool, 30)} {rare}".strip())
    yield Said("assistant", text(draw, pool, 120))
    yield Said("call", f"cat {text(draw, pool, 3).replace(' ', '/')}.py", "Bash")
    yield Said("result", text(draw, pool, draw.choice((40, 200, 1500))))


def text(draw: random.Random, pool: list[list[str]], length: int) -> str:
    """So many words."""
    found: list[str] = []
    while len(found) < length:
        found += draw.choice(pool)
    return " ".join(found[:length])


def one_more(machine: Machine, top: Path, number: int) -> None:
    """A session that was not there."""
    id_ = f"{number:08}-1111-4000-8000-000000000000"
    claude_code(machine.home, Talk(str(top), id_))


def append(path: Path, number: int) -> None:
    """One more turn of a Codex session."""
    item = {"type": "message", "role": "user"}
    said = {"type": "input_text", "text": f"and what about number {number}"}
    record = {"type": "response_item", "payload": {**item, "content": [said]}}
    with path.open("a") as file:
        file.write(json.dumps(record) + "\n")


def drop(paths: list[Path]) -> None:
    """Ask the system to forget what it has read of the files."""
    for path in paths:
        handle = os.open(path, os.O_RDONLY)
        os.fsync(handle)
        os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(handle)


def cost(machine: Machine, argv: list[Any]) -> Cost:
    """Run a program to its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = perf_counter()
    subprocess.run(
        argv,
        cwd=machine.folder,
        env=machine.environ,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    wall = perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(wall, used, after.ru_maxrss / 1024)


class Question(NamedTuple):
    """A question and the turns that answer it, as their lines and sessions."""

    text: str
    turns: set[tuple[str, int]]

    @property
    def sessions(self) -> set[str]:
        """The sessions that answer it."""
        return {session for session, _ in self.turns}


def quality(folder: Path) -> None:
    """Print the mean reciprocal ranks of sessions and turns, by half."""
    paths = sorted(folder.glob("*.json"))
    total: list[tuple[float, float]] = []
    for name, half in (("searched", paths[0::2]), ("held out", paths[1::2])):
        ranks = [rank for path in half for rank in ranks_of(path)]
        tell(name, ranks)
        total += ranks
    tell("all", total)


def tell(name: str, ranks: list[tuple[float, float]]) -> None:
    """One line."""
    sessions, turns = (sum(each) / len(ranks) for each in zip(*ranks, strict=True))
    print(f"{name}: {len(ranks)} questions, session {sessions:.3f}, turn {turns:.3f}")


def ranks_of(path: Path) -> Iterator[tuple[float, float]]:
    """For each question one over the rank of its session, and of its turn."""
    tree = json.loads(path.read_text("utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(Path(folder))
        lines = write(machine.folder / "talks", tree)
        now = datetime.now(UTC).timestamp()
        given = machine.folder / "talks"
        places = Places(machine.environ)
        with past_sessions(places, machine.environ, now) as past:
            past.refresh(path=given)
            for question in questions(tree, lines):
                found = past.recall(question.text, Wanted(path=str(given)), 1000)
                turns = [(hit.session, hit.line) for hit in found]
                sessions = list(dict.fromkeys(session for session, _ in turns))
                yield rank(sessions, question.sessions), rank(turns, question.turns)


def rank(found: list[Any], wanted: set[Any]) -> float:
    """One over the place of the first that is wanted; 0 without any."""
    places = (place for place, each in enumerate(found, 1) if each in wanted)
    return 1 / next(places, float("inf"))


def write(folder: Path, tree: dict[str, Any]) -> dict[str, tuple[str, int]]:
    """Each session of a conversation as plain JSON lines; where each turn stands."""
    folder.mkdir()
    lines: dict[str, tuple[str, int]] = {}
    for number in range(1, 100):
        turns = tree.get(f"session_{number}")
        if not turns:
            continue
        said = re.search(r"on (.+)", tree[f"session_{number}_date_time"])
        assert said is not None
        day = datetime.strptime(said[1], "%d %B, %Y").replace(tzinfo=UTC)
        records = []
        for line, turn in enumerate(turns, 1):
            lines[turn["dia_id"]] = (f"s{number}", line)
            role = "user" if turn["speaker"] == tree["speaker_a"] else "assistant"
            content = f"{turn['speaker']}: {turn['text']}"
            time = day + timedelta(hours=12, seconds=line)
            record = {"role": role, "content": content, "time": time.isoformat()}
            records.append(json.dumps(record))
        (folder / f"s{number}.jsonl").write_text("\n".join(records) + "\n", "utf-8")
    return lines


def questions(
    tree: dict[str, Any], lines: dict[str, tuple[str, int]]
) -> Iterator[Question]:
    """Those with evidence; the fifth kind asks for what nobody said."""
    for each in tree["qa"]:
        named = re.findall(r"D\d+:\d+", " ".join(each.get("evidence") or ()))
        turns = {lines[id_] for id_ in named if id_ in lines}
        if turns and each.get("category") != 5:
            yield Question(each["question"], turns)


if __name__ == "__main__":
    main()
