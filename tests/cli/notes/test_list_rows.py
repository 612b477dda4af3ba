"""One line of `list`, and one object of `list --json`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.command_line import session_in

from memsync.cli.notes.listing import _json, _safe, _warn
from memsync.retrieval.cache.cards import Card

if TYPE_CHECKING:
    from pathlib import Path

PORT = Card(
    *("port", "workspace", "project", "the port", "/m/port.md", 12),
    *("2026-11-21", "2026-11-22", "d" * 64, False),
)


def test_nothing_of_a_note_colours_the_terminal() -> None:
    plain = ("port", "workspace", "project", "the port: 数据库")
    odd = ("a\x1b[31m", "workspace", "\x1b", "\x1b]0;x\x07\u202e\tb\nc")
    assert _safe([plain]) == [plain]
    shown = ("a?[31m", "workspace", "?", "?]0;x???b?c")
    assert _safe([plain, odd]) == [plain, shown]


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
    _warn(session_in(tmp_path), odd)
    lines = capsys.readouterr().err.splitlines()
    assert lines == ([f"memsync: {said}", "hint: memsync lint"] if said else [])
