"""Agents' folders that hold what cannot travel: held or named, never half done."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest
from support.agent_sides import Side, side
from support.agent_sync import IDENTITY
from support.synced import bare, get, joined, put

if TYPE_CHECKING:
    from pathlib import Path

HOME = f"projects/{IDENTITY}/agents/claude-code"


@pytest.fixture
def pair(tmp_path: Path) -> list[Side]:
    remote = bare(tmp_path / "remote.git")
    desk, laptop = (joined(tmp_path / name, remote) for name in ("desk", "laptop"))
    return [side(desk, "claude-code", "shop"), side(laptop, "claude-code", "my shop")]


def reasons(each: Side) -> dict[str, str]:
    held = each.sync(want=1)["held"]
    return {one["name"]: one["reason"] for one in held}


def test_names_that_differ_by_case_or_form_are_held(pair: list[Side]) -> None:
    desk, laptop = pair
    for file in ("auth.md", "AUTH.md", "team/x.md", "Team/y.md", "cafe\u0301.md"):
        desk.put(file, "fact\n")
    desk.put("plain.md", "fact\n")
    held = reasons(desk)
    assert sorted(held) == ["AUTH", "Team/y", "cafe\u0301"]
    assert "collides with 'auth'" in held["AUTH"]
    assert "composed form" in held["cafe\u0301"]
    laptop.sync()
    assert sorted(laptop.files()) == ["auth.md", "plain.md", "team/x.md"]


def test_twins_of_two_machines_are_set_apart(pair: list[Side]) -> None:
    desk, laptop = pair
    desk.put("Auth.md", "desk\n")
    laptop.put("auth.md", "laptop\n")
    for each in (desk, laptop, desk, laptop):
        each.sync(want=None)
    assert desk.files() == laptop.files()
    assert sorted(desk.files().values()) == ["desk\n", "laptop\n"]
    assert len({file.lower() for file in desk.files()}) == 2


def test_what_is_no_text_is_held(pair: list[Side]) -> None:
    desk, laptop = pair
    (desk.folder / "picture.md").write_bytes(b"\x89PNG\0\xff")
    (desk.folder / "latin.md").write_bytes("caf\u00e9\n".encode("latin-1"))
    (desk.folder / "large.md").write_bytes(b"x" * ((1 << 20) + 1))
    (desk.folder / "link.md").symlink_to("/etc/passwd")
    (desk.folder / "pipe.md").parent.mkdir(exist_ok=True)
    os.mkfifo(desk.folder / "pipe.md")
    desk.put("plain.md", "fact\n")
    held = reasons(desk)
    # A link and a pipe are no notes, and nobody needs to be told of them.
    assert sorted(held) == ["large", "latin", "picture"]
    laptop.sync()
    assert laptop.files() == {"plain.md": "fact\n"}


def test_a_link_stops_no_sync_unless_it_took_the_place_of_a_note(
    pair: list[Side],
) -> None:
    desk, laptop = pair
    desk.put("a.md", "fact\n")
    (desk.folder / "link.md").symlink_to("/etc/passwd")
    for _ in range(2):
        assert desk.sync()["held"] == []
    laptop.sync()
    assert laptop.files() == {"a.md": "fact\n"}
    (desk.folder / "a.md").unlink()
    (desk.folder / "a.md").symlink_to("/etc/passwd")
    assert reasons(desk) == {"a": "it is a symlink"}
    laptop.sync()
    assert laptop.files() == {"a.md": "fact\n"}


def test_what_is_hidden_or_of_another_ending_stays_unnamed(pair: list[Side]) -> None:
    desk, laptop = pair
    elsewhere = desk.machine.home / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "secret.md").write_text("far away\n")
    (desk.folder / "linked").symlink_to(elsewhere)
    desk.put(".hidden/x.md", "x\n")
    desk.put(".git/y.md", "y\n")
    desk.put("notes.json", "{}\n")
    desk.put("plain.md", "fact\n")
    assert desk.sync()["held"] == []
    laptop.sync()
    assert laptop.files() == {"plain.md": "fact\n"}


def test_a_path_that_is_too_deep_is_held(pair: list[Side]) -> None:
    desk, laptop = pair
    desk.put("a/b/c/d/e/f/g/h.md", "eight\n")
    desk.put("a/b/c/d/e/f/g/h/i.md", "nine\n")
    assert list(reasons(desk)) == ["a/b/c/d/e/f/g/h/i"]
    laptop.sync()
    assert laptop.files() == {"a/b/c/d/e/f/g/h.md": "eight\n"}


def test_a_file_that_is_half_written_waits(pair: list[Side]) -> None:
    desk, laptop = pair
    desk.put("a.md", "---\nname: a\n---\n\nwhole\n")
    desk.sync()
    laptop.sync()
    desk.put("a.md", "---\nname: a\ndescr")
    desk.put("b.md", "")
    desk.put("c.md", "there\n")
    said = desk.machine.memsync("sync")
    assert "was being written" in said.err
    laptop.sync()
    assert laptop.get("a.md") == "---\nname: a\n---\n\nwhole\n"
    assert laptop.get("c.md") == "there\n"
    desk.put("a.md", "---\nname: a\n---\n\nwhole and more\n")
    desk.sync()
    laptop.sync()
    assert laptop.get("a.md") == "---\nname: a\n---\n\nwhole and more\n"


def test_a_folder_that_became_a_link_is_left_out(pair: list[Side]) -> None:
    desk, laptop = pair
    desk.put("a.md", "fact\n")
    desk.sync()
    laptop.sync()
    moved = desk.folder.with_name("moved")
    desk.folder.rename(moved)
    desk.folder.symlink_to(moved)
    put(desk.machine, "own", "mine\n")
    said = desk.sync(want=14)
    assert str(desk.folder) in said["error"]["message"]
    assert said["sent"] == ["own"]
    laptop.sync()
    assert laptop.get("a.md") == "fact\n"
    assert get(laptop.machine, "own") == "mine\n"


def test_a_folder_with_too_many_files_is_left_out(pair: list[Side]) -> None:
    desk, laptop = pair
    desk.put("a.md", "fact\n")
    desk.sync()
    laptop.sync()
    for number in range(10_001):
        (desk.folder / f"n{number}.md").touch()
    put(desk.machine, "own", "mine\n")
    said = desk.sync(want=16)
    assert "more than 10000 files" in said["error"]["message"]
    assert said["sent"] == ["own"]
    laptop.sync()
    assert laptop.files() == {"a.md": "fact\n"}


def test_a_folder_that_is_gone_deletes_nothing(pair: list[Side]) -> None:
    desk, laptop = pair
    desk.put("a.md", "fact\n")
    desk.sync()
    laptop.sync()
    shutil.rmtree(desk.folder)
    assert "is gone" in desk.sync(want=14)["error"]["message"]
    laptop.sync()
    assert laptop.get("a.md") == "fact\n"
    desk.sync("--restore")
    assert desk.get("a.md") == "fact\n"


def test_a_folder_that_was_made_anew_deletes_nothing(pair: list[Side]) -> None:
    desk, laptop = pair
    for name in ("a", "b"):
        desk.put(f"{name}.md", "fact\n")
    desk.sync()
    laptop.sync()
    desk.folder.rename(desk.folder.with_name("old"))
    desk.put("b.md", "other\n")
    desk.sync()
    laptop.sync()
    assert desk.files() == laptop.files()
    assert desk.get("a.md") == "fact\n"


def test_a_dry_run_changes_nothing(pair: list[Side]) -> None:
    desk, laptop = pair
    desk.put("a.md", "fact\n")
    before = {p: p.read_bytes() for p in desk.machine.folder.rglob("*") if p.is_file()}
    assert desk.sync("--dry-run")["sent"] == [f"{HOME}/a"]
    after = {p: p.read_bytes() for p in desk.machine.folder.rglob("*") if p.is_file()}
    assert before == after
    desk.sync()
    assert laptop.sync("--dry-run")["received"] == [f"{HOME}/a"]
    assert laptop.files() == {}


def test_a_round_is_taken_back_in_an_agents_folder(pair: list[Side]) -> None:
    desk, laptop = pair
    desk.put("a.md", "fact\n")
    desk.put("team/b.md", "fact\n")
    desk.sync()
    laptop.sync()
    desk.put("a.md", "other\n")
    (desk.folder / "team/b.md").unlink()
    desk.sync()
    laptop.sync()
    laptop.machine.memsync("sync", "undo", "--yes")
    assert laptop.files() == {"a.md": "fact\n", "team/b.md": "fact\n"}
    laptop.sync()
    desk.sync()
    assert desk.files() == laptop.files()


def test_the_temporary_file_of_a_killed_round_is_cleared(pair: list[Side]) -> None:
    desk, _ = pair
    desk.put("team/a.md", "fact\n")
    desk.sync()
    left = desk.folder / "team/.memsync-0123456789abcdef.tmp"
    left.write_text("half")
    desk.sync()
    assert not left.exists()
