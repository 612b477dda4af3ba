"""The running log of a day and the open items, as zerostack's users had them."""

from __future__ import annotations

import subprocess
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from support.machine import Machine
from support.tokens import github

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def top(machine: Machine) -> Path:
    top = machine.repository()
    machine.memsync("init", cwd=top)
    return top


def memory(top: Path) -> Path:
    return top / ".coyote/memory"


def logs_of(memory: Path) -> list[Path]:
    return sorted((memory / "daily").iterdir())


@pytest.mark.parametrize("ahead", [-12, 14])
def test_a_day_is_the_one_on_the_wall(tmp_path: Path, ahead: int) -> None:
    # At any moment one of these places has another date than UTC.
    machine = Machine(tmp_path, {"TZ": f"XST{-ahead:+}"})
    before = datetime.now(UTC) + timedelta(hours=ahead)
    machine.memsync("daily", "add", "ran it")
    after = datetime.now(UTC) + timedelta(hours=ahead)
    (log,) = logs_of(machine.user_memory)
    assert log.stem in (str(before.date()), str(after.date()))


def test_what_is_added_stands_in_the_log_of_the_day(
    machine: Machine, top: Path
) -> None:
    added = machine.memsync("daily", "add", "ran it", "--json", cwd=top)
    (log,) = logs_of(memory(top))
    assert log.read_text() == "ran it\n"
    assert added.json == {
        "name": f"daily/{log.stem}",
        "scope": "workspace",
        "path": str(log),
        "action": "created",
        "archived": None,
        "memory_index_updated": False,
    }
    shown = machine.memsync("daily", "show", log.stem, "--json", cwd=top).json
    assert (shown["date"], shown["text"]) == (log.stem, "ran it\n")
    assert machine.memsync("daily", "show", log.stem, cwd=top).out == "ran it\n"
    # Coyote, which lists a memory's own files, sees no note in it.
    assert machine.memsync("list", cwd=top).out == ""
    assert "ran it" not in (memory(top) / "MEMORY.md").read_text()


def test_a_compaction_flushes_its_summary_from_stdin(
    machine: Machine, top: Path
) -> None:
    machine.memsync("daily", "add", "morning", cwd=top)
    flush = ("daily", "add", "--heading", "compaction summary (42 msgs)")
    machine.memsync(*flush, "-", stdin="We chose X.\n\n- and why\n", cwd=top)
    machine.memsync(*flush, stdin="And then Y.", cwd=top)
    text = machine.memsync("daily", "show", cwd=top).out
    morning, first, second = text.split("\n### ")
    assert morning == "morning\n"
    head = " — compaction summary (42 msgs)\n\n"
    assert first[5:] == f"{head}We chose X.\n\n- and why\n"
    assert second[5:] == f"{head}And then Y.\n"


def test_outside_git_a_log_is_the_person_s(machine: Machine) -> None:
    machine.memsync("daily", "add", "at home")
    machine.memsync("scratchpad", "add", "call")
    (log,) = logs_of(machine.user_memory)
    assert log.stat().st_mode & 0o777 == 0o600
    assert log.parent.stat().st_mode & 0o777 == 0o700
    assert machine.memsync("daily", "show").out == "at home\n"
    assert machine.memsync("scratchpad", "show").out == "  1  call\n"


def test_a_day_without_a_log(machine: Machine, top: Path) -> None:
    assert machine.memsync("daily", "show", cwd=top).out == ""
    assert machine.memsync("scratchpad", "show", cwd=top).out == ""
    log = memory(top) / "daily/2026-01-02.md"
    log.parent.mkdir()
    log.write_text("earlier\n")
    missing = machine.memsync("daily", "show", "yesterday", cwd=top, want=17)
    assert "memsync daily show 2026-01-02" in missing.err
    machine.memsync("daily", "show", "2026-02-30", cwd=top, want=2)
    machine.memsync("scratchpad", "done", "1", cwd=top, want=17)


def test_many_processes_add_at_once_and_nothing_is_lost(
    machine: Machine, top: Path
) -> None:
    adders = [
        subprocess.Popen(
            ["memsync", verb, "add", f"{verb} {number}"],
            cwd=top,
            env=machine.environ,
            stdout=subprocess.DEVNULL,
        )
        for number in range(6)
        for verb in ("daily", "scratchpad")
    ]
    assert [adder.wait(timeout=120) for adder in adders] == [0] * 12
    log = machine.memsync("daily", "show", cwd=top).out.splitlines()
    assert sorted(log) == [f"daily {number}" for number in range(6)]
    pad = memory(top) / "scratchpad/SCRATCHPAD.md"
    items = sorted(pad.read_text().splitlines())
    assert items == [f"- [ ] scratchpad {number}" for number in range(6)]


def test_ticking_off_keeps_what_a_person_wrote(machine: Machine, top: Path) -> None:
    pad = memory(top) / "scratchpad/SCRATCHPAD.md"
    pad.parent.mkdir()
    by_hand = b"# Mine\r\n\r\n- [x] old\r\n* [ ] star\r\n- [ ] dash \xff\r\nprose"
    pad.write_bytes(by_hand)
    machine.memsync("scratchpad", "add", "new", cwd=top)
    assert pad.read_bytes() == by_hand + b"\r\n- [ ] new\r\n"
    shown = machine.memsync("scratchpad", "show", "--json", cwd=top).json
    assert [item["text"] for item in shown["items"]] == ["star", "dash \ufffd", "new"]
    done = machine.memsync("scratchpad", "done", "2", "--json", cwd=top).json
    assert done["archived"].startswith("scratchpad/SCRATCHPAD/")
    assert pad.read_bytes() == (
        by_hand.replace(b"- [ ] dash", b"- [x] dash") + b"\r\n- [ ] new\r\n"
    )
    machine.memsync("scratchpad", "done", "3", cwd=top, want=17)
    machine.memsync("scratchpad", "done", "0", cwd=top, want=2)
    whole = machine.memsync("scratchpad", "show", "--all", cwd=top).out
    assert whole.encode("utf-8", "surrogateescape") == pad.read_bytes()


def test_an_earlier_scratchpad_comes_back(machine: Machine, top: Path) -> None:
    machine.memsync("scratchpad", "add", "first", cwd=top)
    done = machine.memsync("scratchpad", "done", "1", "--json", cwd=top).json
    name = "scratchpad/SCRATCHPAD"
    listed = machine.memsync("archive", "list", name, "--json", cwd=top).json
    assert [(v["id"], v["reason"]) for v in listed] == [
        (done["archived"], "overwritten")
    ]
    machine.memsync("archive", "restore", done["archived"], cwd=top)
    assert machine.memsync("scratchpad", "show", cwd=top).out == "  1  first\n"
    assert "SCRATCHPAD" not in (memory(top) / "MEMORY.md").read_text()


def test_git_takes_the_logs_and_they_come_back(machine: Machine, top: Path) -> None:
    machine.memsync("daily", "add", "kept", cwd=top)
    other = memory(top) / "daily/2026-01-02.md"
    other.write_text("written by an agent\n")
    machine.memsync("daily", "show", cwd=top)
    machine.git("clean", "-fdxq", cwd=top)
    machine.memsync("archive", "restore", "--all", cwd=top)
    assert machine.memsync("daily", "show", cwd=top).out == "kept\n"
    assert other.read_text() == "written by an agent\n"


def test_a_log_thrown_away_by_hand_is_not_missed(machine: Machine, top: Path) -> None:
    machine.memsync("daily", "add", "old", cwd=top)
    logs_of(memory(top))[0].unlink()
    assert machine.memsync("status", cwd=top).err == ""
    assert machine.memsync("status", "--json", cwd=top).json["warnings"] == []


def test_deinit_takes_the_logs_back_and_init_finds_them(
    machine: Machine, top: Path
) -> None:
    machine.memsync("daily", "add", "kept", cwd=top)
    machine.memsync("deinit", cwd=top)
    assert not memory(top).exists()
    machine.memsync("archive", "restore", "--all", cwd=top)
    assert machine.memsync("daily", "show", cwd=top).out == "kept\n"


def test_merge_back_adds_a_worktree_s_log_to_the_shared_one(
    machine: Machine, top: Path
) -> None:
    machine.git("worktree", "add", "-q", "../side", cwd=top)
    side = machine.folder / "side"
    machine.memsync("init", "--isolated", cwd=side)
    machine.memsync("daily", "add", "in main", cwd=top)
    machine.memsync("daily", "add", "in side", cwd=side)
    machine.memsync("merge-back", cwd=side)
    assert machine.memsync("daily", "show", cwd=top).out == "in main\nin side\n"
    assert machine.memsync("daily", "show", cwd=side).out == "in main\nin side\n"
    assert "daily" not in (memory(top) / "MEMORY.md").read_text()


@pytest.mark.parametrize("verb", ["daily", "scratchpad"])
def test_these_doors_are_guarded_too(machine: Machine, top: Path, verb: str) -> None:
    token = github()
    refused = machine.memsync(verb, "add", f"use {token}", cwd=top, want=14)
    assert token not in refused.err
    assert "line 1" in refused.err
    machine.memsync(verb, "add", "x" * 65537, cwd=top, want=16)
    machine.memsync(verb, "add", " \n", cwd=top, want=2)
    machine.memsync(verb, "add", "-", stdin=b"a\0b", cwd=top, want=2)
    machine.memsync(verb, "add", "-", stdin=b"\xff", cwd=top, want=16)
    assert sorted(path.name for path in memory(top).iterdir()) == ["MEMORY.md"]


def test_nothing_is_made_for_a_text_that_is_refused(machine: Machine) -> None:
    top = machine.repository()
    machine.memsync("daily", "add", github(), cwd=top, want=14)
    assert not (top / ".coyote").exists()


def test_a_link_in_a_log_s_place_is_refused(machine: Machine, top: Path) -> None:
    elsewhere = machine.folder / "elsewhere"
    elsewhere.mkdir()
    (memory(top) / "daily").symlink_to(elsewhere)
    (memory(top) / "scratchpad").mkdir()
    (memory(top) / "scratchpad/SCRATCHPAD.md").symlink_to(elsewhere / "x")
    machine.memsync("daily", "add", "text", cwd=top, want=14)
    machine.memsync("scratchpad", "add", "text", cwd=top, want=14)
    machine.memsync("daily", "show", cwd=top, want=14)
    assert list(elsewhere.iterdir()) == []


def test_two_machines_add_to_one_day_and_both_are_kept(tmp_path: Path) -> None:
    remote = tmp_path / "remote.git"
    machines = [Machine(tmp_path / name) for name in ("desk", "laptop")]
    desk, laptop = machines
    desk.git("init", "-q", "--bare", remote)
    for each in machines:
        each.memsync("sync", "init", str(remote))
    desk.memsync("daily", "add", "start")
    desk.memsync("scratchpad", "add", "shared")
    for each in (desk, laptop):
        each.memsync("sync")
    for each in machines:
        name = each.folder.name
        each.memsync("daily", "add", "--heading", "summary", f"from {name}")
        each.memsync("scratchpad", "add", f"item of {name}")
    laptop.memsync("scratchpad", "done", "1")
    for each in (desk, laptop, desk):
        each.memsync("sync")
    logs = {each.memsync("daily", "show").out for each in machines}
    (log,) = logs
    assert log.startswith("start\n")
    assert log.count("from desk\n") == log.count("from laptop\n") == 1
    (pad,) = {each.memsync("scratchpad", "show", "--all").out for each in machines}
    assert sorted(pad.splitlines()) == [
        "- [ ] item of desk",
        "- [ ] item of laptop",
        "- [x] shared",
    ]
