"""A network whose login page answers in the place of the git host."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import http_remote
from support.synced import bare, note, put, sync

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

PORTALS = [
    http_remote.Rules(page=b""),
    http_remote.Rules(page=b"<html>Log in to the train</html>"),
    http_remote.Rules(page=b"<html>\nLog in\n</html>\n"),
    http_remote.Rules(redirect="http://127.0.0.1:1", moved=302),
    http_remote.Rules(redirect="http://127.0.0.1:1", moved=303),
    http_remote.Rules(redirect="http://127.0.0.1:1", moved=307),
    http_remote.Rules(status=511),
]
NAMES = ["empty", "one line", "lines", "302", "303", "307", "511"]


@pytest.mark.parametrize("portal", PORTALS, ids=NAMES)
def test_a_login_page_is_no_rewound_remote(
    machine: Machine, tmp_path: Path, portal: http_remote.Rules
) -> None:
    bare(tmp_path / "srv/notes.git")
    rules = http_remote.Rules()
    with http_remote.serve(tmp_path / "srv", rules) as address:
        machine.memsync("sync", "init", f"{address}/notes.git", "--allow-http")
        put(machine, "auth", note("auth"))
        sync(machine)
        put(machine, "auth", note("auth", "Changed."))
        rules.page, rules.status = portal.page, portal.status
        rules.redirect, rules.moved = portal.redirect, portal.moved
        ran = machine.memsync("sync", "--json", want=15)
        assert ran.json["queued"]
        assert ran.json["error"]["code"] == "offline"
        assert "--accept-rewind" not in ran.err
        assert "memsync sync" in ran.json["error"]["hint"]
        rules.page = rules.status = rules.redirect = None
        assert sync(machine)[0]["sent"] == ["auth"]


@pytest.mark.parametrize("portal", PORTALS, ids=NAMES)
def test_nothing_is_set_up_through_a_login_page(
    machine: Machine, tmp_path: Path, portal: http_remote.Rules
) -> None:
    with http_remote.serve(tmp_path, portal) as address:
        init = ("sync", "init", f"{address}/notes.git", "--allow-http")
        assert "cannot be reached" in machine.memsync(*init, want=15).err
        code = tmp_path / "code"
        machine.memsync(*init, "--yes", "--encrypt", "--code-file", code, want=15)
        assert not code.exists()


def test_an_empty_repository_over_http_is_empty(
    machine: Machine, tmp_path: Path
) -> None:
    bare(tmp_path / "srv/notes.git")
    with http_remote.serve(tmp_path / "srv") as address:
        machine.memsync("sync", "init", f"{address}/notes.git", "--allow-http")
        put(machine, "auth", note("auth"))
        assert sync(machine)[0]["sent"] == ["auth"]
