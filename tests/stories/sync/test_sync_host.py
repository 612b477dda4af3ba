"""What was done to the repository on the git host, without memsync."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from support.synced import get, put, sync
from support.web_edit import cloned, push

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


def test_a_file_added_on_the_git_host_stays_and_a_note_edited_there_comes(
    machines: list[Machine], remote: Path
) -> None:
    desk, laptop = machines
    put(desk, "a", "one\n")
    sync(desk)
    clone = cloned(desk, remote)
    (clone / "README.md").write_text("Mine.\n")
    (clone / "user/a.md").write_text("one\ntwo\n")
    push(desk, clone)
    put(desk, "b", "new\n")
    sync(desk, laptop, desk)
    assert get(desk, "a") == get(laptop, "a") == "one\ntwo\n"
    assert get(desk, "README") is None
    tree = desk.git("ls-tree", "-r", "--name-only", "main", cwd=desk.state / "mirror")
    assert "README.md" in tree.split()


def test_a_newer_format_is_left_alone(machines: list[Machine], remote: Path) -> None:
    desk, laptop = machines
    put(desk, "a", "one\n")
    sync(desk, laptop)
    clone = cloned(desk, remote)
    numbers = json.loads((clone / "memsync.json").read_text())
    (clone / "memsync.json").write_text(json.dumps({**numbers, "format": 99}))
    (clone / "user/a.md").write_text("from the future\n")
    push(desk, clone)
    ran = laptop.memsync("sync", "--json", want=16)
    assert ran.json["error"]["code"] == "newer-format"
    assert get(laptop, "a") == "one\n"


@pytest.mark.parametrize("older_by", [1, 2])
def test_an_older_vault_gets_our_numbers_from_the_first_round_that_writes(
    machines: list[Machine], remote: Path, older_by: int
) -> None:
    desk, laptop = machines
    put(desk, "a", "one\n")
    sync(desk, laptop)
    clone = cloned(desk, remote)
    numbers = json.loads((clone / "memsync.json").read_text())
    number = numbers["format"] - older_by
    older = {**numbers, "format": number, "merge": number}
    (clone / "memsync.json").write_text(json.dumps(older))
    push(desk, clone)
    sync(desk, laptop)
    desk.git("pull", "-q", cwd=clone)
    assert json.loads((clone / "memsync.json").read_text()) == older
    put(laptop, "a", "two\n")
    sync(laptop, desk)
    desk.git("pull", "-q", cwd=clone)
    assert json.loads((clone / "memsync.json").read_text()) == numbers
    assert get(desk, "a") == "two\n"
    assert not desk.memsync("sync", "--json").json["changed"]


def test_a_link_that_comes_in_is_refused(machines: list[Machine], remote: Path) -> None:
    desk, laptop = machines
    put(desk, "a", "one\n")
    sync(desk, laptop)
    clone = cloned(desk, remote)
    (clone / "user/b.md").symlink_to("/etc/passwd")
    push(desk, clone)
    ran = laptop.memsync("sync", "--json", want=14)
    assert "user/b.md" in ran.json["error"]["message"]
    assert not (laptop.user_memory / "b.md").is_symlink()


@pytest.mark.parametrize("mode", ["100666", "100664", "100777", "104644"])
def test_a_mode_that_git_does_not_show_is_refused(
    machines: list[Machine], remote: Path, mode: str
) -> None:
    desk, laptop = machines
    put(desk, "a", "one\n")
    sync(desk, laptop)
    argv = ["git", "hash-object", "-w", "--stdin"]
    blob = desk.run(*argv, cwd=remote, stdin=b"two\n").out.strip()
    entry = f"{mode} b.md\0".encode() + bytes.fromhex(blob)
    argv += ["-t", "tree", "--literally"]
    folder = desk.run(*argv, cwd=remote, stdin=entry).out.strip()
    listed = f"{desk.git('ls-tree', 'main', cwd=remote)}\n040000 tree {folder}\tdocs\n"
    tree = desk.run("git", "mktree", cwd=remote, stdin=listed).out.strip()
    made = desk.git("commit-tree", tree, "-p", "main", "-m", "Edit", cwd=remote)
    desk.git("update-ref", "refs/heads/main", made, cwd=remote)
    for _ in range(2):  # nor does what the first round fetched pass in the second
        ran = laptop.memsync("sync", "--json", want=14)
        assert ran.json["error"]["code"] in ("hostile-objects", "hostile-tree")
    assert get(laptop, "a") == "one\n"
