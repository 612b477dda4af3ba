"""A plain memory is made a vault by a command that is killed: the next one goes on."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

from support import warm
from support.before import Before
from support.faults import COUNT, KILL
from support.vaults import Host, Member, edit, joined, note, put

if TYPE_CHECKING:
    from pathlib import Path

# Of the steps this one is killed, and so on; set to 1 it takes some minutes.
_EVERY = int(os.environ.get("TEST_EVERY_STEP", "17"))


def scene(folder: Path) -> tuple[Member, Host]:
    host = Host(folder / "host")
    desk = Member(folder / "desk")
    desk.memsync("sync", "init", host.path)
    put(desk, "canary", note("canary", "The canary sings."))
    desk.memsync("sync")
    edit(desk, "canary", "sings", "slept")
    put(desk, "unsent", note("unsent"))
    return desk, host


def notes(machine: Member) -> dict[str, str]:
    return {path.stem: path.read_text() for path in machine.user_memory.glob("*.md")}


def is_encrypted(host: Host) -> bool:
    return "v1/keyring.json" in host.files()


def test_a_kill_anywhere_loses_nothing_and_the_command_again_ends_it(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "all"
    folder.mkdir()
    desk, host = scene(folder)
    turn_on = ["sync", "init", str(host.path), "--encrypt", "--replace-plain"]
    turn_on += ["--code-file", str(host.code)]
    before = Before(folder)
    held = notes(desk)
    counted = warm.stopped(desk, *turn_on, fault=COUNT)
    assert counted.code == 0, counted
    for at in counted.changed[::_EVERY]:
        before.restore()
        assert warm.stopped(desk, *turn_on, fault=KILL, at=at).code == -9
        encrypted, head = is_encrypted(host), host.git("rev-parse", "main")
        # A timer's round comes between, and knows nothing of it.
        between = warm.stopped(desk, "sync")
        assert between.code in (0, 13), f"step {at}: {between}"
        if encrypted:
            assert is_encrypted(host), f"step {at}"
            if between.code:
                assert host.git("rev-parse", "main") == head, f"step {at}"
        assert notes(desk) == held, f"step {at}"
        again = warm.stopped(desk, *turn_on)
        assert again.code == 0, f"step {at}: {again}"
        after = warm.stopped(desk, "sync")
        assert after.code == 0, f"step {at}: {after}"
        assert notes(desk) == held, f"step {at}"
        assert len(desk.memsync("archive", "list", "canary", "--json").json) == 1, at
        assert "canary" not in host.reached()
        laptop = joined(tmp_path / "all" / "laptop", host)
        assert warm.stopped(laptop, "sync").code == 0
        assert notes(laptop) == held, f"step {at}"
        shutil.rmtree(laptop.folder)
