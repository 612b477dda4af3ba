"""What each commit of a range added, read from git's own answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import tokens

from memsync.errors import BadUsage
from memsync.guard.checks import secret
from memsync.guard.scan.history import _rows, files

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

A, B, C = (letter * 40 for letter in "abc")


def test_a_plain_change_is_its_new_and_its_old_id() -> None:
    out = f":100644 100644 {A} {B} M\0AGENTS.md\0".encode()
    (row,) = _rows(out)
    assert row == (b"AGENTS.md", b"100644", B.encode(), [A.encode()], b"M")


def test_of_a_rename_only_the_new_path_is_looked_at() -> None:
    rename = f":100644 100644 {A} {B} R090\0old.md\0new.md\0"
    out = (rename + f":000000 100644 {'0' * 40} {C} A\0x.md\0").encode()
    found = [(row.path, row.status) for row in _rows(out)]
    assert found == [(b"new.md", b"R"), (b"x.md", b"A")]


def test_a_merge_has_an_id_for_each_parent_and_one_path() -> None:
    out = f"::100644 100644 100644 {A} {B} {C} MM\0AGENTS.md\0".encode()
    (row,) = _rows(out)
    assert row == (b"AGENTS.md", b"100644", C.encode(), [A.encode(), B.encode()], b"M")


@pytest.mark.parametrize(("letters", "status"), [("AA", b"A"), ("MA", b"M")])
def test_a_merge_adds_a_file_that_no_parent_has(letters: str, status: bytes) -> None:
    out = f"::000000 000000 120000 {A} {B} {C} {letters}\0.coyote/memory\0".encode()
    assert [(row.mode, row.status) for row in _rows(out)] == [(b"120000", status)]


def test_a_submodule_is_no_file() -> None:
    out = f":000000 160000 {'0' * 40} {A} A\0lib\0".encode()
    assert [*_rows(out)] == []
    assert [*_rows(b"")] == []


@pytest.fixture
def top(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> Path:
    top = machine.repository()
    monkeypatch.chdir(top)
    return top


def commit(machine: Machine, top: Path, text: str) -> None:
    (top / "AGENTS.md").write_text(text)
    machine.git("add", ".", cwd=top)
    machine.git("commit", "-qm", "x", cwd=top)


def test_a_secret_is_held_against_the_commit_that_added_it_alone(
    machine: Machine, top: Path
) -> None:
    text = f"The token is {tokens.github()}.\n"
    commit(machine, top, text)
    commit(machine, top, text + "One more line.\n")
    commit(machine, top, "It is gone.\n")
    found = files("HEAD", machine.environ)
    held = [(commit, one.path) for commit, each in found for one in secret.check(each)]
    first = machine.git("rev-parse", "HEAD~2", cwd=top)
    assert held == [(first, b"AGENTS.md")]


@pytest.mark.parametrize("rev", ["no-such", "--all", "-h"])
def test_what_is_no_range_is_a_usage_error_and_no_option(
    machine: Machine, top: Path, rev: str
) -> None:
    commit(machine, top, "text\n")
    with pytest.raises(BadUsage, match="there are no commits"):
        list(files(rev, machine.environ))
