"""One line of `agents`: how much an agent has, and what falls off."""

from __future__ import annotations

from pathlib import Path

import pytest

from memsync.agents.layouts.layout import Seen
from memsync.agents.transfer.survey import Row
from memsync.cli.agents.list import _json, _line

OWN, PROJECT = Path("/home/me/.codex"), Path("/top/.codex")


def row(seen: Seen, project: Path | None = None, *, linked: bool = False) -> Row:
    return Row("codex", "folder", True, OWN, project, seen, linked)


@pytest.mark.parametrize(
    ("seen", "cells"),
    [
        (Seen(3, 120, None, 0), ("3", "120", "")),
        (Seen(3, 120, 500, 0), ("3", "120 of 500", "")),
        (Seen(3, 620, 500, 120), ("3", "620 of 500", "120")),
        (Seen(3, 620, 500, 120, ("a", "b")), ("3", "620 of 500", "120: a, b")),
        (
            Seen(9, 900, 500, 400, ("a", "b", "c", "d", "e")),
            ("9", "900 of 500", "400: a, b, c and 2 more"),
        ),
    ],
)
def test_what_falls_off_is_named_up_to_three(
    seen: Seen, cells: tuple[str, ...]
) -> None:
    assert _line(row(seen), set())[1:4] == cells


def test_the_repositorys_folder_comes_before_the_persons() -> None:
    seen = Seen(1, 2, None, 0)
    assert _line(row(seen), set())[4] == str(OWN)
    assert _line(row(seen, PROJECT), set())[4] == str(PROJECT)
    assert _line(row(seen, linked=True), set())[0] == "codex (linked)"
    assert _line(row(seen), {"codex"})[0] == "codex (synced)"


def test_a_name_of_a_file_cannot_colour_the_terminal() -> None:
    assert "\x1b" not in _line(row(Seen(1, 9, 5, 4, ("\x1b[31m",))), set())[3]


def test_programs_get_every_number_and_whether_it_is_synced() -> None:
    data = _json(row(Seen(3, 620, 500, 120), PROJECT), {"codex"})
    assert (data["notes"], data["chars"], data["cap"], data["over"]) == (
        3,
        620,
        500,
        120,
    )
    assert (data["synced"], data["linked"]) == (True, False)
    assert _json(row(Seen(0, 0, None, 0)), set())["synced"] is False
