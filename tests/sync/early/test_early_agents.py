"""Idle and short rounds of machines that sync agents' own folders, too."""

from __future__ import annotations

import json
import os
import time
from typing import TYPE_CHECKING

import pytest
from support.agent_sync import IDENTITY, add, claude, clone
from support.early import answered, put, whole_round
from support.synced import bare, joined
from support.tokens import github
from support.vaults import Host, new_vault

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

HOME = f"projects/{IDENTITY}/agents/claude-code"
PREFS = ".config/goose/memory/prefs.txt"


@pytest.fixture(params=["plain", "encrypted"])
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Machine:
    """A machine that agrees with its remote, with two agents' folders."""
    if request.param == "plain":
        machine = joined(tmp_path / "desk", bare(tmp_path / "remote.git"))
    else:
        machine = new_vault(tmp_path / "desk", Host(tmp_path / "host"))
    root = clone(machine)
    put(machine, "own", "mine\n")
    add(machine, "claude-code", root)
    add(machine, "goose", machine.home, "--scope", "user")
    folder = claude(machine, root)
    (folder / "team").mkdir()
    (folder / "MEMORY.md").write_text("- [Tests](tests.md)\n")
    (folder / "tests.md").write_text("run them\n")
    (folder / "team/style.md").write_text("plain\n")
    (machine.home / PREFS).write_text("Likes tea.\n\n")
    whole_round(machine)
    whole_round(machine)
    return machine


@pytest.fixture
def folder(desk: Machine) -> Path:
    return claude(desk, desk.folder / "shop")


def test_nothing_to_do_is_seen_early(desk: Machine) -> None:
    done = answered(desk)
    assert done is not None
    assert not done.changed


@pytest.mark.parametrize("file", ["tests.md", "team/style.md", "MEMORY.md", "new.md"])
def test_an_edit_of_an_agent_makes_a_short_round(
    desk: Machine, folder: Path, file: str
) -> None:
    (folder / file).write_text("other\n")
    done = answered(desk)
    assert done is not None
    assert done.changed
    name = f"{HOME}/{file}".removesuffix(".md")
    assert done.sent == ([] if file == "MEMORY.md" else [name])
    again = answered(desk)
    assert again is not None
    assert (again.changed, again.head) == (False, done.head)
    whole = whole_round(desk)
    assert (whole.changed, whole.head) == (False, done.head)
    state = json.loads((desk.state / "sync.json").read_bytes())
    for base in (state["base"], *state["projects"].values()):
        assert base == {"commit": done.head, "left": {}}


def test_short_rounds_follow_each_other_in_turn(desk: Machine, folder: Path) -> None:
    for number in range(3):
        (folder / "tests.md").write_text(f"run {number}\n")
        assert answered(desk)
        (desk.home / PREFS).write_text(f"Likes tea {number}.\n\n")
        put(desk, "own", f"mine {number}\n")
        done = answered(desk)
        assert done
        assert done.sent == ["agents/goose/prefs.txt", "own"]
    assert not whole_round(desk).changed
    idle = answered(desk)
    assert idle is not None
    assert not idle.changed


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("tests.md", f"The token is {github()}.\n"),
        ("Tests2.md", "a name in upper case\n"),
        ("team/con.md", "a device\n"),
        ("tests.md", "one\r\ntwo\r\n"),
        ("tests.md", "---\nname: begun\n"),
        ("tests.md", ""),
    ],
)
def test_what_is_no_simple_edit_is_left_to_a_whole_round(
    desk: Machine, folder: Path, file: str, text: str
) -> None:
    (folder / file).write_bytes(text.encode())
    soon = time.time() + 60
    os.utime(folder / file, (soon, soon))
    assert answered(desk) is None


def test_a_deletion_and_a_folder_that_went_are_left_to_a_whole_round(
    desk: Machine, folder: Path
) -> None:
    (folder / "team/style.md").unlink()
    assert answered(desk) is None
    whole_round(desk)
    whole_round(desk)
    assert answered(desk)
    folder.rename(folder.with_name("away"))
    assert answered(desk) is None


def test_another_repository_in_its_place_is_left_to_a_whole_round(
    desk: Machine, folder: Path
) -> None:
    (folder / "tests.md").write_text("other\n")
    (desk.folder / "shop/.git/memsync").rename(desk.folder / "record")
    assert answered(desk) is None


def test_a_line_end_that_travels_not_is_not_sent_by_a_short_round(
    desk: Machine,
) -> None:
    path = desk.user_memory / "own.md"
    path.write_bytes(b"mine\r\ntoo\r\n")
    assert answered(desk) is None
