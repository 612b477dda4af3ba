"""The log or scratchpad that a command finds, makes and prints."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

import pytest
from support.command_line import session_in
from support.memories import make_store

from memsync.cli.notes.logs import add, find, shown, text_of
from memsync.memory.archive.logs import SCRATCHPAD, scratchpad_entry
from memsync.memory.note.names import Scope

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.cli.shared.session import Session

DAY = "daily/2026-11-21"


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A person outside any repository."""
    return session_in(tmp_path, GIT_CEILING_DIRECTORIES=str(tmp_path.parent))


def test_a_text_on_the_command_line_is_taken_as_it_is(session: Session) -> None:
    assert text_of(session, "  the port\n") == "  the port\n"
    assert text_of(session, "") == ""


@pytest.mark.parametrize("given", [None, "-"])
def test_without_a_text_stdin_is_read(
    session: Session, monkeypatch: pytest.MonkeyPatch, given: str | None
) -> None:
    stdin = io.TextIOWrapper(io.BytesIO("über\n".encode()), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", stdin)
    assert text_of(session, given) == "über\n"


def test_outside_git_a_log_goes_to_the_user_memory(session: Session) -> None:
    assert find(session, None, DAY) is None
    written = add(session, DAY, "Moved the database.\n", None)
    assert written.scope is Scope.USER
    found = find(session, None, DAY)
    assert found is not None
    store, data = found
    assert store.scope is Scope.USER
    assert b"Moved the database.\n" in data


def test_what_is_added_comes_after_what_was_there(session: Session) -> None:
    for text in ("first", "second"):
        add(session, SCRATCHPAD, scratchpad_entry(text), "user")
    found = find(session, "user", SCRATCHPAD)
    assert found is not None
    assert found[1].index(b"- [ ] first") < found[1].index(b"- [ ] second")


def test_a_log_is_told_with_its_path_and_replaced_characters(tmp_path: Path) -> None:
    store = make_store(tmp_path)
    assert shown(store, DAY, b"a\xffb") == {
        "name": DAY,
        "scope": "workspace",
        "path": str(store.memory.folder / "daily" / "2026-11-21.md"),
        "text": "a\ufffdb",
    }
