"""What `setup` shows of a part, before and after."""

from __future__ import annotations

from pathlib import Path

import pytest

from memsync.cli.setup import _act, _data, _line
from memsync.errors import Broken, MemsyncError, Refused
from memsync.setup.parts import Part

DONE = Part("codex", "is installed", pending=False)
WANTED = Part("memory", "make it", pending=True, path=Path("/memory"))
BROKEN = Part("timer", "no systemd", pending=True, problem=Broken("no systemd"))


def test_a_person_sees_what_would_be_done_and_what_cannot() -> None:
    assert [_line(part) for part in (DONE, WANTED, BROKEN)] == [
        "unchanged: codex: is installed\n",
        "would: memory: make it\n",
        "cannot: timer: no systemd\n",
    ]
    assert "\x1b" not in _line(WANTED._replace(said="\x1b[31m"))


@pytest.mark.parametrize(
    ("acted", "failed", "states"),
    [
        (False, {}, ["unchanged", "planned", "failed"]),
        (True, {}, ["unchanged", "done", "failed"]),
        (True, {"memory": Refused("a link")}, ["unchanged", "failed", "failed"]),
    ],
)
def test_programs_see_the_state_of_each_part(
    acted: bool, failed: dict[str, MemsyncError], states: list[str]
) -> None:
    data = _data([DONE, WANTED, BROKEN], failed, acted=acted)
    rows = data["parts"]
    assert isinstance(rows, list)
    assert [row["state"] for row in rows] == states
    assert [row["path"] for row in rows] == [None, "/memory", None]
    assert data["changed"] is acted


def test_what_one_part_meets_does_not_stop_the_others() -> None:
    def full() -> None:
        raise OSError(28, "No space left on device", "/memory")

    def refused() -> None:
        raise Refused("a link")

    assert _act(WANTED._replace(act=lambda: None)) is None
    error = _act(WANTED._replace(act=full))
    assert isinstance(error, Broken)
    assert "/memory" in error.message
    assert isinstance(_act(WANTED._replace(act=refused)), Refused)
    assert _act(BROKEN._replace(act=full)) is BROKEN.problem
