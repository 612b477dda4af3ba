"""The table of the five systems names tests that exist, and leaves no row open."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "tests/systems.md").read_text("utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in TEXT.splitlines()
    if line.startswith("| ") and not line.startswith("| what it has")
]
SYSTEMS = ("Coyote", "jutul-agent", "zerostack", "oh-my-pi", "yottacode")
LATER: set[str] = set()


@cache
def named_in(path: Path) -> set[str]:
    """The names of the tests in a file."""
    tree = ast.parse(path.read_text("utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_every_system_has_its_table() -> None:
    assert re.findall(r"^## (.+)$", TEXT, re.MULTILINE)[:5] == list(SYSTEMS)
    assert len(ROWS) > 80


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0][:40])
def test_every_feature_has_a_command_and_a_test_or_says_why_not(row: list[str]) -> None:
    feature, command, proof = row
    assert feature
    if proof.startswith("later: "):
        assert proof.removeprefix("later: ") in LATER
        return
    assert command
    if proof == "outside":
        return
    found = re.findall(r"`(tests/[^`]+\.py)::([a-z0-9_]+)`", proof)
    assert len(found) == proof.count("`") // 2 > 0
    for file, name in found:
        assert name in named_in(ROOT / file), f"{file} has no {name}"
