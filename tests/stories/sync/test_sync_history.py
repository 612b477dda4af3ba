"""What a person can learn of the rounds that were, without running one."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from support.synced import sync

from memsync.sync import files

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine


def write(machine: Machine, name: str, text: str) -> None:
    machine.memsync("write", name, "--scope", "user", "-m", text)


def edit_other_lines(desk: Machine, laptop: Machine) -> None:
    """Each edits a note that both have; only the desk has sent its edit."""
    write(desk, "auth", "one\ntwo\nthree")
    sync(desk, laptop)
    write(desk, "auth", "ONE\ntwo\nthree")
    sync(desk)
    write(laptop, "auth", "one\ntwo\nTHREE")


def test_the_log_says_what_was_sent_received_merged_and_held(
    machines: list[Machine],
) -> None:
    desk, laptop = machines
    edit_other_lines(desk, laptop)
    (laptop.user_memory / "CON.md").write_text("held for its name\n")
    laptop.memsync("sync", want=1)
    newest, *older = laptop.memsync("sync", "log", "--json").json
    assert newest["kind"] == "merged"
    assert newest["received"] == ["auth"]
    assert {"name": "auth", "outcome": "merged"} in newest["merged"]
    assert newest["held"] == ["CON"]
    sent = [each["sent"] for each in older]
    assert sent.count(["auth"]) == 1  # the others are the desk's
    assert older[-1]["received"] == ["auth"]
    text = laptop.memsync("sync", "log").out.splitlines()[0]
    assert "received auth; merged auth; held CON" in text


def test_status_says_since_when_nothing_was_pushed_and_why(
    machines: list[Machine], remote: Path
) -> None:
    desk = machines[0]
    write(desk, "auth", "one")
    desk.memsync("sync")
    away = remote.rename(remote.with_name("away.git"))
    write(desk, "auth", "two")
    for _ in range(2):
        desk.memsync("sync", want=15)
    # A slow round writes what it saw long after it began.
    later = time.time() + 5
    os.utime(desk.state / files.STAT, (later, later))
    trouble = desk.memsync("sync", "status", "--json").json["trouble"]
    assert trouble["code"] == "no-repository"
    said = desk.memsync("sync", "status").out
    assert "last success: " in said
    assert "trouble: since just now: there is no git repository" in said
    assert len((desk.state / "rounds.jsonl").read_text().splitlines()) == 1
    away.rename(remote)
    desk.memsync("sync")
    assert desk.memsync("sync", "status", "--json").json["trouble"] is None


def test_status_names_what_was_merged_until_a_person_has_seen_it(
    machines: list[Machine],
) -> None:
    desk, laptop = machines
    edit_other_lines(desk, laptop)
    said = laptop.memsync("sync").out.splitlines()
    assert [line for line in said if "merged" in line] == ["merged: auth"]
    for _ in range(2):
        merged = laptop.memsync("sync", "status", "--json").json["merged"]
        assert ("auth", "merged") in [(m["name"], m["outcome"]) for m in merged]
    assert "\nmerged: auth (20" in laptop.memsync("sync", "status", "--seen").out
    assert laptop.memsync("sync", "status", "--json").json["merged"] == []


def test_merges_that_were_seen_are_listed_again(machines: list[Machine]) -> None:
    desk, laptop = machines

    def merge(text: str) -> None:
        write(desk, "auth", f"{text}, here\ntwo\nthree")
        desk.memsync("sync")
        write(laptop, "auth", f"one\ntwo\n{text}, there")
        laptop.memsync("sync")

    def unseen(*options: str) -> list[str]:
        told = laptop.memsync("sync", "status", "--json", *options).json
        return [each["name"] for each in told["merged"]]

    write(desk, "auth", "one\ntwo\nthree")
    for machine in machines:
        machine.memsync("sync")
    assert unseen("--unseen") == []
    merge("first")
    for options in ("--seen",), (), ("--seen",):
        unseen(*options)
    assert "auth" in unseen("--unseen")
    assert unseen("--unseen") == unseen()
    unseen("--seen")
    assert unseen() == []
    said = laptop.memsync("sync", "status", "--seen", "--unseen", want=2)
    assert "contradict" in said.err


def test_the_archive_lists_what_only_the_history_has(machines: list[Machine]) -> None:
    desk, laptop = machines
    for text in ("one", "two"):
        write(desk, "auth", text)
        write(desk, "build", text)
        desk.memsync("sync")
    laptop.memsync("sync")
    listed = laptop.memsync("archive", "list", "--json").json
    assert sorted(version["name"] for version in listed) == ["auth", "build"]
    shown = laptop.memsync("archive", "show", listed[0]["id"]).out
    assert shown.endswith("one\n")
    one = laptop.memsync("archive", "list", "auth", "--json").json
    assert one == [version for version in listed if version["name"] == "auth"]
