"""A round that was a mistake is taken back."""

from __future__ import annotations

import os
import pty
import subprocess
from typing import TYPE_CHECKING

import pytest
from support.synced import get, joined, put, sync

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture
def laptop(laptop: Machine, desk: Machine) -> Machine:
    """A second machine that got a bad round: an edit, a deletion, a new note."""
    for name in "abcde":
        put(desk, name, f"{name}\n")
    put(desk, "MEMORY", "- [[a]]: a\n- [[b]]: b\n")
    for machine in (desk, laptop):
        machine.memsync("sync")
    put(desk, "a", "bad\n")
    put(desk, "new", "bad\n")
    put(desk, "MEMORY", "- [[a]]: bad\n")
    (desk.user_memory / "b.md").unlink()
    for machine in (desk, laptop):
        machine.memsync("sync")
    assert get(laptop, "a") == "bad\n"
    return laptop


def test_the_round_is_taken_back_here_and_then_everywhere(
    desk: Machine, laptop: Machine
) -> None:
    ran = laptop.memsync("sync", "undo", "--yes", "--json")
    assert ran.json["received"] == ["MEMORY", "a", "b", "new"]
    assert ran.json["changed"]
    assert {v.partition("/")[0] for v in ran.json["archived"]} == {"MEMORY", "a", "new"}
    for machine in (laptop, desk):
        machine.memsync("sync")
    for machine in (laptop, desk):
        assert [get(machine, n) for n in ("a", "b", "new")] == ["a\n", "b\n", None]
        assert get(machine, "MEMORY") == "- [[a]]: a\n- [[b]]: b\n"
        listed = machine.memsync("archive", "list", "new", "--scope", "user").out
        assert listed.startswith("new/")
    assert not laptop.memsync("sync", "--json").json["changed"]


def test_again_is_one_sync_further_back_until_there_is_nothing(
    laptop: Machine,
) -> None:
    laptop.memsync("sync", "undo", "--yes")
    assert laptop.memsync("sync", "undo", "--yes", "--json").json["received"] == [
        "MEMORY",
        *"abcde",
    ]
    assert [get(laptop, name) for name in "abcde"] == [None] * 5
    for _ in range(2):
        ran = laptop.memsync("sync", "undo", "--json")
        assert not ran.json["changed"]
        assert "no sync changed" in ran.err


@pytest.fixture
def thrice(tmp_path: Path, remote: Path) -> Machine:
    """A machine that got one note, and two edits of it, in three syncs."""
    desk, machine = (joined(tmp_path / name, remote) for name in ("one", "other"))
    for text in ("one\n", "two\n", "three\n"):
        put(desk, "a", text)
        sync(desk, machine)
    return machine


def test_both_undos_go_back_through_the_same_syncs(thrice: Machine) -> None:
    for verb, text in (("sync undo", "two\n"), ("undo", "one\n")):
        thrice.memsync(*verb.split(), "--yes")
        assert get(thrice, "a") == text
    thrice.memsync("sync", "undo", "--yes")
    assert get(thrice, "a") is None
    assert "nothing to undo" in thrice.memsync("undo").err


def test_what_memsync_undo_undid_is_not_undone_again(thrice: Machine) -> None:
    thrice.memsync("undo", "--yes")
    assert get(thrice, "a") == "two\n"
    planned = thrice.memsync("sync", "undo", "--dry-run", "--json").json
    assert planned["received"] == ["a"]
    done = thrice.memsync("sync", "undo", "--yes", "--json").json
    assert done["changed"]
    assert get(thrice, "a") == "one\n"


def test_a_note_edited_since_stays_as_it_is(laptop: Machine) -> None:
    put(laptop, "a", "mended by hand\n")
    ran = laptop.memsync("sync", "undo", "--yes")
    assert "'a' was changed since" in ran.err
    assert get(laptop, "a") == "mended by hand\n"
    assert get(laptop, "b") == "b\n"


def test_a_note_that_stays_here_keeps_its_entry(laptop: Machine) -> None:
    put(laptop, "diary", "---\nname: diary\nsync: false\n---\n\nMine.\n")
    put(laptop, "MEMORY", "- [[a]]: bad\n- [[diary]]: mine\n")
    laptop.memsync("sync", "undo", "--yes")
    index = get(laptop, "MEMORY")
    assert index is not None
    assert "- [[b]]: b\n" in index
    assert "- [[diary]]: mine\n" in index


def test_a_lost_mirror_leaves_the_archive_to_undo_from(laptop: Machine) -> None:
    laptop.run("rm", "-rf", laptop.state / "mirror")
    laptop.memsync("sync", "undo", "--yes")
    assert [get(laptop, n) for n in ("a", "b", "new")] == ["a\n", "b\n", None]


def test_a_dry_run_changes_nothing(laptop: Machine) -> None:
    ran = laptop.memsync("sync", "undo", "--dry-run")
    assert "would be taken back: a\n" in ran.out
    assert get(laptop, "a") == "bad\n"
    assert laptop.memsync("sync", "undo", "--yes", "--json").json["changed"]


def test_without_a_terminal_it_wants_to_be_told(laptop: Machine) -> None:
    ran = laptop.memsync("sync", "undo", want=2)
    assert "hint: `memsync sync undo --yes`" in ran.err
    assert get(laptop, "a") == "bad\n"


@pytest.mark.parametrize(("answer", "text"), [("n\n", "bad\n"), ("y\n", "a\n")])
def test_on_a_terminal_it_asks_first(laptop: Machine, answer: str, text: str) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        ["memsync", "sync", "undo"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=laptop.environ,
        cwd=laptop.folder,
    ) as child:
        os.write(ours, answer.encode())
        assert child.wait(timeout=60) == 0
    said = os.read(ours, 1 << 16).decode()
    os.close(ours)
    os.close(theirs)
    assert "with the next sync everywhere?" in said
    assert get(laptop, "a") == text
