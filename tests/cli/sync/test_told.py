"""Parts of what `memsync sync` says: a line of the log, the timer's commands."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memsync.cli.sync.timer import _commands
from memsync.cli.sync.views import _what
from memsync.sync.verbs.timer import LABEL, UNIT, TimerFile

if TYPE_CHECKING:
    from memsync.sync.verbs.timer import Kind

NOTHING: dict[str, object] = {
    key: [] for key in ("notes", "archived", "received", "merged", "held", "deleted")
}


def test_a_line_of_the_log_names_each_kind_of_change() -> None:
    told = {
        "notes": ["a", "b"],
        "deleted": ["b"],
        "archived": [],
        "received": ["c"],
        "merged": [{"name": "d", "outcome": "merged"}],
        "held": ["e\x1b[31m"],
    }
    said = _what(told)
    assert said.startswith("a, b (deleted); received c; merged d; held e")
    assert "\x1b" not in said
    assert _what(NOTHING) == "-"


@pytest.mark.parametrize("kind", ["systemd", "launchd"])
def test_the_last_command_decides_whether_the_timer_runs(kind: Kind) -> None:
    files = [TimerFile(Path("/t/timer"), "")]
    start = _commands(kind, files, start=True)
    stop = _commands(kind, files, start=False)
    if kind == "systemd":
        assert start[-1] == ["systemctl", "--user", "restart", f"{UNIT}.timer"]
        assert stop == [["systemctl", "--user", "disable", "--now", f"{UNIT}.timer"]]
    else:
        own = f"gui/{os.getuid()}"
        assert start[-1] == ["launchctl", "bootstrap", own, "/t/timer"]
        assert stop == [["launchctl", "bootout", f"{own}/{LABEL}"]]
