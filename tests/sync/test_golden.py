from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from support.memory_mirror import MemoryMirror, MemoryRemote

from memsync.sync.merge.bases import merge_commits
from memsync.sync.mirror.lineage import Lineage
from memsync.sync.tree.commit import (
    commit_bytes,
    merge_commit_bytes,
    parse_commit,
)
from memsync.sync.tree.layout import Item, TreeEntry
from memsync.sync.tree.manifest import FORMAT, Manifest, parse_manifest
from memsync.sync.tree.objects import Object, tree_objects

NOW = 1_900_000_000_000
GOLDEN = sorted(Path(__file__).with_name("golden").glob("format-*.fast-export"))


def imported(source: Path, folder: Path) -> MemoryMirror:
    """The vault as git reads it, in the mirror's twin."""

    def git(*arguments: str, stdin: bytes = b"") -> bytes:
        done = subprocess.run(
            ["git", *arguments],
            cwd=folder,
            input=stdin,
            capture_output=True,
            check=True,
        )
        return done.stdout

    git("init", "--quiet", "--bare", ".")
    git("fast-import", "--quiet", stdin=source.read_bytes())
    mirror = MemoryMirror(MemoryRemote())
    names = (
        git("cat-file", "--batch-all-objects", "--batch-check").decode().splitlines()
    )
    for oid, kind in (line.split()[:2] for line in names):
        if kind in ("commit", "blob"):
            found = Object(
                "commit" if kind == "commit" else "blob", git("cat-file", kind, oid)
            )
            assert found.oid == oid
            mirror.objects[oid] = found
    for found in list(mirror.objects.values()):
        if found.kind == "commit":
            top = parse_commit(found.data).tree
            lines = git("ls-tree", "-r", "-z", top).split(b"\0")[:-1]
            mirror.trees[top] = {
                path.decode(): Item(oid, mode)
                for head, path in (line.split(b"\t", 1) for line in lines)
                for mode, _, oid in [head.decode().split()]
            }
    mirror.main = git("rev-parse", "main").decode().strip()
    return mirror


def test_there_is_a_golden_vault_for_every_format() -> None:
    assert [path.stem for path in GOLDEN] == [f"format-{n + 1}" for n in range(FORMAT)]


NUMBERS = {"format-1": (1, 1), "format-2": (2, 2), "format-3": (3, 3)}


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda path: path.stem)
def test_a_vault_of_every_format_is_read_and_merged_as_ever(
    golden: Path, tmp_path: Path
) -> None:
    mirror = imported(golden, tmp_path)
    lineage = Lineage(mirror, NOW)
    original = set(
        re.findall(rb"^original-oid ([0-9a-f]{40})$", golden.read_bytes(), re.MULTILINE)
    )
    assert {oid.decode() for oid in original} == mirror.objects.keys()
    merges = 0
    for oid, found in list(mirror.objects.items()):
        if found.kind != "commit":
            continue
        commit = parse_commit(found.data)
        tree = lineage.tree(oid)
        assert tree_objects(tree)[-1].oid == commit.tree
        assert lineage.layout(oid).vault == Manifest(
            *NUMBERS[golden.stem], "00112233445566778899aabbccddeeff"
        )
        if len(commit.parents) == 2:
            merges += 1
            one, two = commit.parents
            merged = merge_commits(lineage, two, one)
            assert merged.tree == tree
            parents = [(parent, lineage.commit(parent)) for parent in (two, one)]
            assert merge_commit_bytes(commit.tree, parents, NOW) == found.data
        elif commit.clock:
            assert commit_bytes(commit.tree, commit.parents, commit.clock) == found.data
    assert merges == 2


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda path: path.stem)
def test_the_golden_merge_holds_what_both_machines_wrote(
    golden: Path, tmp_path: Path
) -> None:
    mirror = imported(golden, tmp_path)
    lineage = Lineage(mirror, NOW)
    assert mirror.main is not None
    tree = lineage.tree(mirror.main)
    text = {path: lineage.read(item.oid).decode() for path, item in tree.items()}
    assert parse_manifest(text["memsync.json"].encode())
    assert text["README.md"] == "Edited late.\n"
    assert "ONE\ntwo\nthree\nfour\n" in text["user/auth.md"]
    assert "tags: [b, c]\n" in text["user/auth.md"]
    assert "make -j2\n" in text["user/build.md"]
    if "user/maps.md" in text:
        assert "metadata:\n  a: 1\n  b: 2\n" in text["user/maps.md"]
        assert len(text["memsync.purged"].splitlines()) == 2
    assert text["user/crlf.md"].endswith("zero\none\ntwo\nthree\n")
    assert text["user/new.md"].endswith("line 8\nmore\n")
    assert "user/old.md" not in text
    assert "user/gone.md" not in text
    assert "and is edited" in text["user/kept.md"]
    assert "Be brief." in text["user/MEMORY.md"]
    assert [line for line in text["user/MEMORY.md"].splitlines() if "[[" in line] == [
        f"- [[{name}]]: about {name}"
        for name in ("auth", "build", "crlf", "new", "desk", "kept")
    ]
    assert sum(path.startswith("user/.archive/") for path in text) == 2
    assert sum(path.lower().startswith("user/caps") for path in text) == 2
    assert TreeEntry("100644", "blob", tree["README.md"].oid, 13, b"README.md") in (
        mirror.entries(mirror.main)
    )


def test_the_golden_merge_of_agents_folders_and_of_what_was_learned(
    tmp_path: Path,
) -> None:
    mirror = imported(GOLDEN[2], tmp_path)
    lineage = Lineage(mirror, NOW)
    tree = lineage.tree(mirror.main or "")
    text = {path: lineage.read(item.oid).decode() for path, item in tree.items()}
    lines = text["user/.memsync-origins"].splitlines()
    assert [line.split()[3] for line in lines] == ["auth", "build", "deploy"]
    digits = [line[-1] for line in text["user/learned/decided"].splitlines()]
    assert digits == ["3", "4"]
    assert text["user/learned/summary.md"] == "Likes coffee.\n\nWorks early.\n"
    skill = text["user/learned/skills/release/SKILL.md"]
    assert skill.endswith("\n\nsign\ntag\npush\ntell\n")
    claude = "projects/example.org+me+it/agents/claude-code"
    assert text[f"{claude}/tests.md"].endswith("\n\nRUN\nTHEM\n")
    named = re.findall(r"\((\w+)\.md\)", text[f"{claude}/MEMORY.md"])
    assert sorted(named) == ["desk", "tests", "train"]
    assert f"{claude}/gone.md" not in text
    (lost,) = (path for path in text if path.startswith(f"{claude}/.archive/team/"))
    assert lost.startswith(f"{claude}/.archive/team/style/")
    assert {line for line in text["agents/goose/prefs.txt"].splitlines() if line} == {
        "# user",
        "Is called Ada.",
        "Drinks tea.",
        "Has a desk.",
        "Takes the train.",
    }
    for kept in (f"{claude}/drawing.svg", "agents/of-later-days/x.md"):
        assert kept in text
