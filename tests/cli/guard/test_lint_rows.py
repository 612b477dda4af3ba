"""A finding of `lint` as a line, and the memory beside each memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.memories import make_store

from memsync.cli.guard.lint import _line, _with_other
from memsync.memory.lint.lint import LintFinding
from memsync.memory.note.names import Scope

if TYPE_CHECKING:
    from pathlib import Path

FOUND = LintFinding("dead-link", "error", "/m/port.md", 3, "port", "no note 'auth'")


def test_a_finding_is_a_line_that_editors_can_follow() -> None:
    assert _line(FOUND) == "/m/port.md:3: error: no note 'auth' [dead-link]\n"


def test_no_path_recolours_the_terminal() -> None:
    assert _line(FOUND._replace(path="/m/\x1b[31m\n.md")).startswith("/m/?[31m?.md:3:")


def test_each_memory_is_checked_beside_the_other(tmp_path: Path) -> None:
    ours, user = make_store(tmp_path), make_store(tmp_path, Scope.USER)
    assert _with_other((ours, user)) == [(ours, user), (user, ours)]
    assert _with_other((ours,)) == [(ours, None)]
    assert _with_other(()) == []
