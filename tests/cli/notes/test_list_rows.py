"""One line of `list`, and one object of `list --json`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.command_line import session_in

from memsync.cli.notes.list import _json, _row, _warn
from memsync.retrieval.cache.cards import Card

if TYPE_CHECKING:
    from pathlib import Path

PORT = Card(
    *("port", "workspace", "project", "the port", "/m/port.md", 12),
    *("2026-11-21", "2026-11-22", "d" * 64, False),
)


def test_a_line_is_name_scope_type_and_what_it_is_about() -> None:
    assert _row(PORT) == ("port", "workspace", "project", "the port")
    assert _row(PORT._replace(unread="a symlink"))[3] == "(a symlink)"


def test_nothing_of_a_note_colours_the_terminal() -> None:
    odd = PORT._replace(name="a\x1b[31m", type="\x1b", description="\x1b]0;x\x07")
    assert "\x1b" not in "".join(_row(odd))


def test_programs_get_null_for_what_a_note_does_not_say() -> None:
    data = _json(PORT._replace(type="", created="", updated=""), 3)
    assert (data["type"], data["created"], data["updated"]) == (None, None, None)
    assert (data["chars"], data["versions"]) == (12, 3)


@pytest.mark.parametrize(
    ("odd", "said"), [(0, ""), (1, "1 note is malformed"), (2, "2 notes are malformed")]
)
def test_malformed_notes_are_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], odd: int, said: str
) -> None:
    bad = [PORT._replace(odd=True), PORT._replace(unread="a symlink")]
    _warn(session_in(tmp_path), [PORT, *bad[:odd]])
    lines = capsys.readouterr().err.splitlines()
    assert lines == ([f"memsync: {said}", "hint: memsync lint"] if said else [])
