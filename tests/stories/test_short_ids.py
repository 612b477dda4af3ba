"""Ids of archived versions that a person can read, copy and type."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from support.terminal import typed

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture
def root(machine: Machine) -> Path:
    """A repository whose note was written three times."""
    root = machine.repository()
    for text in ("one", "two", "three"):
        machine.memsync("write", "port", "-d", "about", "-m", text, cwd=root)
    return root


def shown(machine: Machine, root: Path, id_: str) -> str:
    """The last line of a version."""
    return machine.memsync("archive", "show", id_, cwd=root).out.splitlines()[-1]


def test_a_number_says_how_far_back(machine: Machine, root: Path) -> None:
    assert [shown(machine, root, f"port@{n}") for n in (1, 2)] == ["two", "one"]
    assert "+three" in machine.memsync("archive", "diff", "port@1", cwd=root).out
    machine.memsync("archive", "restore", "port@2", cwd=root)
    # The version before the live one is now the one that it replaced.
    assert shown(machine, root, "port@1") == "three"
    for wrong in ("port@9", "port@0", "prot@1", "port@x", "@1", "port@"):
        machine.memsync("archive", "show", wrong, cwd=root, want=17)
    machine.memsync("write", "other", "-m", "One.", cwd=root)
    machine.memsync("write", "other", "-m", "Two.", cwd=root)
    ran = machine.memsync("archive", "show", "other@9", cwd=root, want=17)
    assert "'other' has 1 earlier version, so none is other@9" in ran.err


def test_what_was_replaced_or_removed_last_comes_back(
    machine: Machine, root: Path
) -> None:
    machine.memsync("write", "other", "-m", "Another.", cwd=root)
    machine.memsync("forget", "port", cwd=root)
    machine.memsync("archive", "restore", "--last", cwd=root)
    assert "three" in machine.memsync("read", "port", cwd=root).out
    done = ("write", "other", "-m", "Yet another.")
    machine.memsync(*done, cwd=root)
    machine.memsync("archive", "restore", "--last", "--as", "third", cwd=root)
    assert "\nAnother." in machine.memsync("read", "third", cwd=root).out
    for odd in (["--last", "port@1"], ["--last", "--all"], []):
        machine.memsync("archive", "restore", *odd, cwd=root, want=2)


def test_with_nothing_replaced_there_is_nothing_to_restore(machine: Machine) -> None:
    root = machine.repository()
    machine.memsync("write", "port", "-m", "one", cwd=root)
    ran = machine.memsync("archive", "restore", "--last", cwd=root)
    assert "nothing was replaced" in ran.err


def test_an_id_is_never_broken_at_80_columns(machine: Machine, root: Path) -> None:
    long = "a-name-" * 9 + "x"
    for text in ("one", "two"):
        machine.memsync("write", long, "-d", "d", "-m", text, cwd=root)
    screen = typed(machine, ["archive", "list"], [], cwd=root).text
    ids = [line.split()[0] for line in screen.splitlines()[1:] if "@" in line]
    assert ids == [f"{long}@1", "port@1", "port@2"]
    assert all(len(line) <= 80 for line in screen.splitlines())
    whole = typed(machine, ["archive", "list", "port", "-v"], [], cwd=root).text
    ids = re.findall(r"^port/\d{8}T\d{6}Z-[0-9a-f]{12} ", whole, re.MULTILINE)
    assert len(ids) == 2
    # A program gets ids that stay the same.
    assert "@" not in machine.memsync("archive", "list", cwd=root).out


def test_where_both_memories_have_versions_the_workspaces_are_short(
    machine: Machine, root: Path
) -> None:
    for text in ("mine", "mine now"):
        machine.memsync("write", "port", "-m", text, "--scope", "user", cwd=root)
    assert shown(machine, root, "port@1") == "two"
    listed = ["archive", "list", "port", "--scope", "user"]
    screen = typed(machine, listed, [], cwd=root).text
    (id_,) = re.findall(r"^port/\S+", screen, re.MULTILINE)
    assert shown(machine, root, id_) == "mine"
    assert shown(machine, machine.folder, "port@1") == "mine"


def test_a_mistyped_id_is_told_the_nearest(machine: Machine, root: Path) -> None:
    ran = machine.memsync("archive", "show", "prot@1", cwd=root, want=17)
    assert "did you mean port@1?" in ran.err
    ran = machine.memsync("archive", "show", "port/2", cwd=root, want=2)
    assert "such as port@1" in ran.err
