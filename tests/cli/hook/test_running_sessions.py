"""What the hooks of a session tell each other: who runs, and what was saved."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from support.command_line import session_in
from support.memories import NOW

from memsync.agents import running
from memsync.agents.table import agent_called
from memsync.cli.hook.event import Event
from memsync.cli.hook.running import (
    begin,
    end,
    forget_given,
    saved_before,
    saved_since,
    where,
)
from memsync.memory.note.names import Scope
from memsync.workspace.open import open_for_reading
from memsync.workspace.target import open_for_writing

if TYPE_CHECKING:
    from pathlib import Path

    from memsync.cli.shared.session import Session
    from memsync.memory.store.store import Store
    from memsync.workspace.open import Opened

AGENT = agent_called("claude-code")
ONE, TWO = Event({"session_id": "one"}), Event({"session_id": "two"})
LONG_AGO = 1_000_000_000


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return session_in(tmp_path)


@pytest.fixture
def store(session: Session) -> Store:
    found, _ = open_for_writing(session.cwd, session.places, NOW, Scope.USER)
    found.write("port", "It is 8080.\n", now=NOW)
    os.utime(found.path_of("port"), ns=(LONG_AGO, LONG_AGO))
    return found


@pytest.fixture
def opened(session: Session, store: Store) -> Opened:
    assert store.exists()
    return open_for_reading(session.cwd, session.places, NOW)


def test_only_what_was_written_since_counts(session: Session, store: Store) -> None:
    assert saved_since(session, [store], LONG_AGO) == ["port"]
    assert saved_since(session, [store], LONG_AGO + 1) == []
    (store.memory.folder / ".hidden.md").write_text("x\n")
    (store.memory.folder / "note.txt").write_text("x\n")
    store.path_of("MEMORY").write_text("# Memory Index\n")
    assert saved_since(session, [store], LONG_AGO + 1) == []


def test_the_next_session_is_told_what_the_last_one_saved(
    session: Session, store: Store, opened: Opened
) -> None:
    at = where(session, opened)
    begin(session, AGENT, ONE, at)
    store.write("host", "It is alpha.\n", now=NOW)
    end(session, AGENT, ONE, opened, at)
    assert saved_before(session, AGENT, TWO, opened, at) == ["host"]
    assert saved_before(session, AGENT, ONE, opened, at) == ()


def test_a_session_that_was_not_told_to_end_is_looked_at_now(
    session: Session, store: Store, opened: Opened
) -> None:
    at = where(session, opened)
    begin(session, AGENT, ONE, at)
    store.write("host", "It is alpha.\n", now=NOW)
    assert saved_before(session, AGENT, TWO, opened, at) == ["host"]


def test_a_session_that_begins_again_is_the_same_with_an_empty_mind(
    session: Session, opened: Opened
) -> None:
    at = where(session, opened)
    begin(session, AGENT, ONE, at)
    with running.changing(at) as sessions:
        sessions[0].given = ["port"]
    begin(session, AGENT, ONE, at)
    (found,) = running.read(at)
    assert (found.by, found.given, found.ended) == ("claude-code:one", [], None)


def test_after_a_compaction_what_came_with_prompts_is_forgotten(
    session: Session, opened: Opened
) -> None:
    at = where(session, opened)
    begin(session, AGENT, ONE, at)
    begin(session, AGENT, TWO, at)
    with running.changing(at) as sessions:
        for each in sessions:
            each.given = ["port"]
    forget_given(AGENT, TWO, at)
    assert [each.given for each in running.read(at)] == [["port"], []]


def test_an_unknown_agent_leaves_no_trace(session: Session, opened: Opened) -> None:
    at = where(session, opened)
    begin(session, None, ONE, at)
    end(session, None, ONE, opened, at)
    assert running.read(at) == []


def test_claude_codes_commands_say_who_runs_them(
    tmp_path: Path, opened: Opened
) -> None:
    file = tmp_path / "env of it"
    session = session_in(tmp_path, CLAUDE_ENV_FILE=str(file))
    begin(session, AGENT, Event({"session_id": "a.b"}), where(session, opened))
    (line,) = file.read_text().splitlines()
    assert line.startswith("export ")
    assert line.endswith("=claude-code:a.b")
