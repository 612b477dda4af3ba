"""The guard on texts that it was never tuned for, beside its peers, in one run.

    python tests/bench/bench_unseen.py build FOLDER GIT_FOLDER...
    python tests/bench/bench_unseen.py FOLDER [--cases FILE.jsonl.gz] [--seed N]
        [--only SCANNER...] [--megabytes N]

`build` takes snapshots of public repositories, each a git folder below a folder named
`owner+name`, and writes their texts to FOLDER/work or FOLDER/kept: half of the
repositories are worked from, the other half is counted and never read. Only those
whose `sha256("owner/name")` begins with an odd byte are taken, the rest is for others
to judge by; the second byte says which half. No scanner's own repository is taken.

FOLDER holds repositories that were looked for because they are rich in secrets, and
FOLDER/ordinary, made the same way, those that were not: of the well-known projects
named in ordinary.txt, written down before any was seen, the first sixty by digest that
can be had, less those with more than 100 MB of texts. Only these say how often a tree
as people have it raises an alarm.

It prints, for both halves of both, findings a megabyte by confidence, how much of what
two families of scanners agree on is found, and how many chunks of prose have a finding:
40 lines of a document (`.md`, `.mdx`, `.rst`, `.adoc`, `.txt`), and of these the ones
whose finding stands in no block of code; of the private keys that are agreed on, those
found, and those that are whole keys (whole_keys.py). Then what is found of secrets that
are planted into names' values (planted.py); the share of labelled findings that are
secrets; recall on careless notes made from a fresh seed, and on those of people
(people.py), by halves; with CASES the labelled texts
of bench_guard.py; and last the speeds of the hook and of `memsync scan` on markdown and
on a sample of both collections. `--megabytes 0` leaves the speeds out.

Labels are in labels.tsv: a digest of repository, path and value, `secret`, `clean` or
`unclear`, and why; misses.tsv has the same of lines on which other scanners, or a wide
net of words and values, found what memsync did not when they were read. No text of a
repository is in them. Which repositories they are of stands in repositories.txt.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))

import bench_guard
import careless
import peers
import people
import planted
import prose_chunks
import scan_speed
import whole_keys
from support.machine import Machine

LEVELS = ("high", "medium", "low")
LABELS = Path(__file__).with_name("labels.tsv")
MISSES = Path(__file__).with_name("misses.tsv")

# Bytes of a file that is taken.
_LONGEST = 1_000_000

_SCANNERS = ("leaks", "secret", "kingfisher", "noseyparker", "trufflehog", "titus")


def main() -> None:
    """Build the collection, or measure and print."""
    if sys.argv[1:2] == ["build"]:
        for place in sys.argv[3:]:
            build(Path(sys.argv[2]), Path(place))
        return
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cases", type=Path)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    parser.add_argument("--only", nargs="*", default=list(peers.SCANNERS))
    parser.add_argument("--megabytes", type=int, default=50)
    asked = parser.parse_args()
    print(f"memsync, Python {sys.version.split()[0]}, seed {asked.seed}")
    peers.versions()
    notes(asked.seed, asked.only)
    sentences(asked.seed, asked.only)
    quick = [n for n in asked.only if n not in peers.SLOW]
    for collection in (asked.folder, asked.folder / "ordinary"):
        for half in ("work", "kept"):
            if (collection / half).is_dir():
                print(f"{collection.name}, {half}")
                trees(collection / half, quick)
                values(collection / half, asked.seed, asked.only)
    if asked.cases:
        labelled(asked.cases, quick)
    speeds(asked)


def halves(name: str) -> str:
    """In which half a repository `owner/name` is; raises `ValueError` for neither."""
    first, second = hashlib.sha256(name.encode()).digest()[:2]
    if not first & 1:
        raise ValueError(f"{name} is kept for judging")
    if any(word in name.lower() for word in _SCANNERS):
        raise ValueError(f"{name} is a scanner's own")
    return "work" if second & 1 else "kept"


def build(folder: Path, place: Path) -> None:
    """Write the texts of the newest commit of one repository."""
    named = next(part for part in place.parts if "+" in part)
    out = folder / halves(named.replace("+", "/", 1)) / named
    git = ["git", "-c", "safe.directory=*", "-C", str(place)]
    listed = subprocess.run(
        [*git, "ls-tree", "-rlz", "HEAD"], capture_output=True, check=True
    ).stdout
    with subprocess.Popen(
        [*git, "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as cat:
        assert cat.stdin
        assert cat.stdout
        for row in filter(None, listed.split(b"\0")):
            words, _, path = row.partition(b"\t")
            mode, _, blob, size = words.split()
            if mode[:3] != b"100" or not size.isdigit() or int(size) > _LONGEST:
                continue
            cat.stdin.write(blob + b"\n")
            cat.stdin.flush()
            if cat.stdout.readline().endswith(b"missing\n"):
                continue
            data = cat.stdout.read(int(size))
            cat.stdout.read(1)
            if b"\0" not in data[:8000]:
                target = out / os.fsdecode(path)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(data)


def notes(seed: int, names: list[str]) -> None:
    """Recall on careless notes, by kind of note."""
    written = list(careless.notes(seed))
    with tempfile.TemporaryDirectory() as folder:
        for i, note in enumerate(written):
            (Path(folder) / f"{i:04d}.md").write_bytes(note.text.encode())
        print(f"careless notes, {len(written)}: found, of medium confidence or more")
        for name in names:
            found = peers.run(name, Path(folder))
            if found is not None:
                hit = {int(Path(p).stem) for p, _ in at_least(found, "medium")}
                _print_kinds(name, written, hit)


def sentences(seed: int, names: list[str]) -> None:
    """Secrets found in the notes of people, and their notes without one that alarm."""
    for kept in (False, True):
        written = list(people.notes(seed, kept=kept))
        clean = sum(not note.secrets for note in written)
        secrets = sum(len(note.secrets) for note in written)
        half = "that nobody has read" if kept else "that the model has learned from"
        print(f"notes of people {half}: found of {secrets} secrets, from medium;")
        print(f"  and alarms in {clean} notes without one")
        with tempfile.TemporaryDirectory() as folder:
            for i, note in enumerate(written):
                (Path(folder) / f"{i:05d}.md").write_bytes(note.text.encode())
            for name in names:
                found = peers.run(name, Path(folder))
                if found is not None:
                    _print_secrets(name, written, at_least(found, "medium"))


def _print_secrets(
    name: str, written: list[people.Note], places: set[peers.Place]
) -> None:
    """A secret counts as found if there is a finding on its first line."""
    lines = defaultdict(set)
    for path, line in places:
        lines[int(Path(path).stem)].add(line)
    found = sum(
        note.text[: note.text.find(secret)].count("\n") + 1 in lines[i]
        for i, note in enumerate(written)
        for secret in note.secrets
    )
    secrets = sum(len(note.secrets) for note in written)
    clean = [i for i, note in enumerate(written) if not note.secrets]
    alarms = sum(bool(lines[i]) for i in clean)
    print(
        f"  {name:16s} {100 * found / secrets:5.1f} %,"
        f" {100 * alarms / len(clean):.1f} %"
    )


def _print_kinds(name: str, written: list[careless.Note], hit: set[int]) -> None:
    all_of = Counter(note.kind for note in written)
    found = Counter(written[i].kind for i in hit)
    shares = (f"{kind} {100 * found[kind] / n:5.1f} %" for kind, n in all_of.items())
    print(
        f"  {name:16s} all {100 * len(hit) / len(written):5.1f} %, {', '.join(shares)}"
    )


def at_least(found: peers.Found, level: str) -> set[peers.Place]:
    """The places of findings of a confidence or more."""
    levels = LEVELS[: LEVELS.index(level) + 1]
    return set().union(*(found.get(each, set()) for each in levels))


def trees(folder: Path, names: list[str]) -> None:
    """Findings a megabyte, what scanners agree on, prose, and labels."""
    files = [p for p in folder.rglob("*") if p.is_file() and not p.is_symlink()]
    size = sum(p.stat().st_size for p in files) / 1e6
    owners = len({p.relative_to(folder).parts[0] for p in files})
    chunks = sum(
        prose_chunks.count(p)
        for p in files
        if p.suffix.lower() in prose_chunks.DOCUMENTS
    )
    print(f"{folder.name}: {owners} repositories, {len(files)} files, {size:.0f} MB")
    results = {}
    for name in names:
        found = peers.run(name, folder)
        if found is not None:
            results[name] = found
    agreed = _agreed(results)
    print(f"  findings a MB; found of {len(agreed)} places that two families agree on;")
    print(
        f"  chunks of {prose_chunks.LINES} lines of prose with a finding, of {chunks};"
    )
    print("  and those of them whose finding stands outside of blocks of code")
    for name, found in results.items():
        for level in LEVELS:
            places = at_least(found, level)
            prose = {
                (p, n // prose_chunks.LINES)
                for p, n in places
                if p.lower().endswith(prose_chunks.DOCUMENTS)
            }
            share = 100 * len(near(agreed, places)) / max(len(agreed), 1)
            told = {
                (p, n // prose_chunks.LINES)
                for p, n in prose_chunks.outside_code(folder, places)
            }
            print(
                f"  {name:16s} from {level:6s} on {len(places) / size:6.2f} a MB, "
                f"agreed {share:5.1f} %, prose {len(prose):4d}, told {len(told):4d}"
            )
            if set(found) == {"high"}:
                break
    _print_keys(folder, agreed, results)
    if folder.name == "work":
        _precision(folder)


def _print_keys(
    folder: Path, agreed: set[peers.Place], results: dict[str, peers.Found]
) -> None:
    marked, whole = whole_keys.places(folder, agreed)
    print(f"  private keys agreed on: {len(marked)}, whole ones: {len(whole)}; found")
    for name, found in results.items():
        for level in LEVELS[: len(found)]:
            hit = at_least(found, level)
            both = f"{len(near(marked, hit))}, whole {len(near(whole, hit))}"
            print(f"  {name:16s} from {level:6s} on {both}")


def values(folder: Path, seed: int, names: list[str]) -> None:
    """Recall on secrets planted into lines that give a name its value."""
    drawn = planted.draw(folder, seed)
    print(f"  planted values, {len(drawn)}: found on their lines; of others also `low`")
    with tempfile.TemporaryDirectory() as below:
        for i, one in enumerate(drawn):
            (Path(below) / f"{i:04d}{one.suffix}").write_bytes(one.text)
        for name in names:
            found = peers.run(name, Path(below))
            if found is not None:
                places = at_least(found, "medium" if name == "memsync" else "low")
                hit = {(int(Path(p).name[:4]), line) for p, line in places}
                planted.print_recall(name, drawn, hit)


def _agreed(results: dict[str, peers.Found]) -> set[peers.Place]:
    """Places that scanners of two families, and not memsync, find a secret at."""
    found = []
    for family in peers.FAMILIES:
        each = (at_least(results[n], "low") for n in family if n in results)
        found.append(set().union(*each))
    return near(found[0], found[1]) if len(found) == 2 else set()


def near(places: set[peers.Place], others: set[peers.Place]) -> set[peers.Place]:
    """Of some places those at which, or a line beside which, another stands."""
    by_path: dict[str, set[int]] = defaultdict(set)
    for path, line in others:
        by_path[path] |= {line - 1, line, line + 1}
    return {(path, line) for path, line in places if line in by_path[path]}


def digest(repository: str, path: str, value: bytes) -> str:
    """What a label names a finding by."""
    whole = f"{repository}\0{path}\0".encode() + value
    return hashlib.sha256(whole).hexdigest()[:16]


def labels(table: Path = LABELS) -> dict[str, tuple[str, str]]:
    """The verdict and the reason, by digest."""
    if not table.exists():
        return {}
    rows = (line.split("\t") for line in table.read_text().splitlines())
    return {row[0]: (row[1], row[2]) for row in rows if len(row) == 3}


def _precision(folder: Path) -> None:
    """How many of the labelled findings are secrets, by confidence."""
    from memsync.guard.scan import many

    known, missed = labels(), labels(MISSES)
    tally: dict[str, Counter[str]] = defaultdict(Counter)
    for judged in many.judge([str(folder)]):
        path = Path(judged.path)
        if path.is_symlink():
            continue
        owner, *inside = path.relative_to(folder).parts
        inner = "/".join(inside)
        lines: set[int] = set()
        for held in judged.held:
            verdict, _ = known.get(digest(owner, inner, held.value), ("", ""))
            tally[held.confidence][verdict or "not labelled"] += 1
            if held.confidence != "low":
                lines |= {held.line - 1, held.line, held.line + 1}
        for number, line in enumerate(path.read_bytes().split(b"\n"), 1):
            verdict, _ = missed.get(digest(owner, inner, line.strip()), ("", ""))
            if verdict:
                tally["missed once"][f"{verdict}, found now: {number in lines}"] += 1
    for level in (*LEVELS, "missed once"):
        print(f"  memsync, {level}: {dict(tally[level])}")


def labelled(cases: Path, names: list[str]) -> None:
    """The labelled texts: what each scanner finds from medium on and from low on."""
    rows = bench_guard.read(cases)
    with tempfile.TemporaryDirectory() as folder:
        for i, row in enumerate(rows):
            data = row["text"].encode("utf-8", "surrogatepass")
            (Path(folder) / f"{i}.md").write_bytes(data)
        for name in names:
            found = peers.run(name, Path(folder)) or {}
            for level in (
                ("medium", "low") if len(found) > 1 else ("low",) * bool(found)
            ):
                hit = {int(Path(p).stem) for p, _ in at_least(found, level)}
                print(f"labelled texts, {name}, from {level} on")
                bench_guard.print_accuracy(rows, hit)


def speeds(asked: argparse.Namespace) -> None:
    """The hook, `memsync scan` on markdown, and on files of both collections."""
    if not asked.megabytes:
        return
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(Path(folder))
        rows = bench_guard.read(asked.cases) if asked.cases else []
        bench_guard.speeds(machine, rows, 5, asked.megabytes)
        mixed = machine.folder / "mixed"
        tree = scan_speed.sample(mixed, asked.folder, asked.megabytes, asked.seed)
        scan_speed.compare(machine, tree, 3)


if __name__ == "__main__":
    main()
