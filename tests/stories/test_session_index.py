"""The index of past sessions: grown, redacted, forgotten, and safe to lose."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sqlite3
import stat
import subprocess
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from support import databases_of_agents, lines_of_agents
from support.conversations import WRITERS
from support.talk import TALK, Said, Talk
from support.tokens import github

from memsync.files.lock import hold

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

NAMED = ("jsonl", "cursor", "vscode")


@pytest.fixture
def top(machine: Machine) -> Path:
    return machine.repository()


def index(machine: Machine, *options: str) -> Any:  # noqa: ANN401 -- JSON
    return machine.memsync("sessions", "index", "--json", *options).json


def found(machine: Machine, query: str, *options: str) -> list[dict[str, Any]]:
    hits: list[dict[str, Any]] = machine.memsync(
        "recall", query, "--json", *options
    ).json
    return hits


def database(machine: Machine) -> Path:
    return machine.state / "sessions.sqlite3"


def test_what_was_appended_is_found_and_nothing_is_read_twice(
    machine: Machine, top: Path
) -> None:
    path = lines_of_agents.claude_code(machine.home, Talk(str(top)))
    assert index(machine)["read"] == 1
    assert index(machine)["read"] == 0
    said = {"role": "user", "content": "a kumquat"}
    last = {"type": "user", "uuid": "new", "parentUuid": f"{Talk.id}-6"}
    line = json.dumps({**last, "sessionId": Talk.id, "message": said})
    with path.open("a") as file:
        file.write(line[:20])
    assert found(machine, "kumquat") == []
    with path.open("a") as file:
        file.write(line[20:] + "\n")
    (hit,) = found(machine, "kumquat")
    assert hit["line"] == len(path.read_text("utf-8").splitlines())
    done = index(machine)
    assert (done["read"], done["sessions"], done["messages"]) == (0, 1, 6)


def test_one_file_is_a_file_and_none_is_no_file_too_many(
    machine: Machine, top: Path
) -> None:
    lines_of_agents.claude_code(machine.home, Talk(str(top)))
    assert machine.memsync("sessions", "index").out == (
        "1 session with 5 messages\nread 1 file, dropped 0\n"
    )
    assert "read 0 files" in machine.memsync("sessions", "index").out


def test_a_file_that_was_written_anew_is_read_anew(machine: Machine, top: Path) -> None:
    path = lines_of_agents.claude_code(machine.home, Talk(str(top)))
    assert found(machine, "weekdays")
    turns = (Said("user", "only a kumquat"), *TALK)
    lines_of_agents.claude_code(machine.home, Talk(str(top), turns=turns[:1]))
    assert not found(machine, "weekdays")
    assert found(machine, "kumquat")
    # Longer than before, and with other words at its beginning.
    lines_of_agents.claude_code(machine.home, Talk(str(top), turns=turns * 3))
    assert len(found(machine, "weekdays", "--limit", "50")) == 3
    assert index(machine)["messages"] == 18
    assert path.exists()


@pytest.mark.parametrize("agent", [a for a in WRITERS if a not in NAMED])
def test_a_session_that_is_gone_leaves_the_index(
    machine: Machine, top: Path, agent: str
) -> None:
    path = WRITERS[agent](machine.home, Talk(str(top)))
    # Aider's are looked for in the git root that one stands in.
    assert machine.memsync("recall", "weekdays", cwd=top).out
    path.unlink()
    assert not found(machine, "weekdays")
    assert index(machine)["sessions"] == 0


def test_a_session_stays_while_its_folder_cannot_be_read(
    machine: Machine, top: Path
) -> None:
    lines_of_agents.claude_code(machine.home, Talk(str(top)))
    assert found(machine, "weekdays")
    root = machine.home / ".claude"
    root.rename(machine.home / "unmounted")
    assert found(machine, "weekdays")
    (machine.home / "unmounted").rename(root)
    shutil.rmtree(root / "projects" / str(top).replace("/", "-").replace("_", "-"))
    assert not found(machine, "weekdays")


def test_keep_keeps_it(machine: Machine, top: Path) -> None:
    path = lines_of_agents.claude_code(machine.home, Talk(str(top)))
    machine.memsync("config", "set", "recall.keep", "true")
    assert found(machine, "weekdays")
    path.unlink()
    (hit,) = {hit["session"] for hit in found(machine, "weekdays")}
    said = machine.memsync("sessions", "forget", hit).out
    assert said.endswith("; its file is gone already\n")


@pytest.mark.parametrize("first", [[], [{"type": "summary", "leafUuid": "u1"}]])
def test_a_short_file_of_claude_code_is_claude_codes_at_any_path(
    machine: Machine, top: Path, first: list[dict[str, str]]
) -> None:
    said = {"role": "user", "content": "about the walnut tree"}
    last = {"type": "user", "sessionId": "abcd1234", "uuid": "u1", "message": said}
    text = "".join(f"{json.dumps(each)}\n" for each in [*first, last])
    own = machine.home / ".claude/projects/x/abcd1234.jsonl"
    copy = machine.home / "copy.jsonl"
    for path in (own, copy):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        (hit,) = found(machine, "walnut", "--path", str(path))
        assert hit["agent"] == "claude-code"
    own.write_text(f'{{"type": "mode"}}\n{text}')
    (hit,) = found(machine, "walnut", "--path", str(own))
    assert (hit["agent"], hit["session"]) == ("claude-code", "abcd1234")
    machine.memsync("sessions", "forget", "abcd1234")
    assert found(machine, "walnut") == []
    assert found(machine, "walnut", "--path", str(own)) == []


def test_a_forgotten_session_is_nowhere_in_the_file_and_never_comes_back(
    machine: Machine, top: Path
) -> None:
    word = "xylographer"
    said = (Said("user", f"{word} weekdays"), Said("assistant", f"get{word}Name"))
    path = lines_of_agents.claude_code(machine.home, Talk(str(top), turns=said))
    other = "11111111-0000-4000-8000-000000000000"
    lines_of_agents.claude_code(machine.home, Talk(str(top), other))
    assert len(found(machine, word)) == 2
    assert word.encode() in database(machine).read_bytes()
    machine.memsync("sessions", "forget", Talk.id)
    for each in machine.state.iterdir():
        assert word.encode() not in each.read_bytes()
        assert word[:5].encode() not in each.read_bytes()
    assert found(machine, word) == []
    assert path.exists()
    with path.open("a") as file:
        record = {"type": "user", "uuid": "n", "message": {"content": word}}
        file.write(json.dumps(record) + "\n")
    assert found(machine, word) == []
    index(machine, "--rebuild")
    assert found(machine, word) == []
    database(machine).unlink()
    assert found(machine, word) == []
    assert [hit["session"] for hit in found(machine, "weekdays")] == [other]
    mode = (machine.config / "forgotten-sessions").stat().st_mode
    assert stat.S_IMODE(mode) == 0o600


def test_no_secret_enters_the_index(machine: Machine, top: Path) -> None:
    token = github()
    turns = (
        Said("user", f"log in with {token} please"),
        Said("call", f"curl -H 'Authorization: Bearer {token}' x", "Bash"),
        Said("result", f"token={token}"),
        # The last reply is kept with its source, because more of it may come.
        Said("assistant", f"I used {token} for it"),
    )
    for agent, write in WRITERS.items():
        if agent not in ("vscode", "aider"):
            write(machine.home, Talk(str(top), title=token, turns=turns))
    assert index(machine)["sessions"] >= 11
    for file in machine.state.iterdir():
        assert token.encode() not in file.read_bytes()
    shown = machine.memsync("sessions", "show", f"codex:{Talk.id}", "--json")
    assert token not in shown.out
    assert shown.out.count("[redacted") >= 3
    assert token not in machine.memsync("sessions", "list").out


def test_newer_rules_take_out_what_older_ones_let_in(
    machine: Machine, top: Path
) -> None:
    token = github()
    lines_of_agents.codex(machine.home, Talk(str(top)))
    assert found(machine, "weekdays")
    # As an index of before a rule for this token was known.
    with sqlite3.connect(database(machine)) as db:
        db.execute("UPDATE fact SET value = '0' WHERE name = 'rules'")
        number, old = db.execute(
            "SELECT id, text FROM text WHERE text LIKE 'The fixture%'"
        ).fetchone()
        new = f"{old} {token}"
        db.execute("UPDATE text SET text = ? WHERE id = ?", (new, number))
        delete = "INSERT INTO words (words, rowid, text) VALUES ('delete', ?, ?)"
        db.execute(delete, (number, old))
        db.execute("INSERT INTO words (rowid, text) VALUES (?, ?)", (number, new))
        db.execute("INSERT INTO parts (rowid, text) VALUES (?, ?)", (number, token))
    db.close()
    (hit,) = found(machine, "weekdays")
    assert "[redacted" in hit["snippet"]
    assert found(machine, f'"{token}"') == []


def test_the_index_is_private_and_safe_to_lose(machine: Machine, top: Path) -> None:
    lines_of_agents.codex(machine.home, Talk(str(top)))
    want = found(machine, "weekdays")
    assert stat.S_IMODE(database(machine).stat().st_mode) == 0o600
    for broken in (b"", b"no database at all", database(machine).read_bytes()[:5000]):
        database(machine).write_bytes(broken)
        assert found(machine, "weekdays") == want
    database(machine).unlink()
    assert found(machine, "weekdays") == want


@pytest.mark.parametrize("agent", WRITERS)
def test_nothing_of_an_agents_is_changed(
    machine: Machine, top: Path, agent: str
) -> None:
    path = WRITERS[agent](machine.home, Talk(str(top)))
    given = ["--path", str(path)] if agent == "jsonl" else ["--agent", agent]

    def seen() -> dict[str, tuple[int, bytes]]:
        return {
            str(file): (file.stat().st_mtime_ns, file.read_bytes())
            for file in path.parent.rglob("*")
            if file.is_file() and ".git/" not in str(file)
        }

    before = seen()
    assert machine.memsync("recall", "weekdays", *given, cwd=top).out
    assert seen() == before


def test_rows_that_are_only_in_the_log_of_a_database_are_read(
    machine: Machine, top: Path
) -> None:
    path = databases_of_agents.jutul_agent(machine.home, Talk(str(top)))
    with sqlite3.connect(path) as db:
        row = ("2026-03-04T12:00:00Z", "message_user", '{"content": "a kumquat"}')
        insert = "INSERT INTO events (timestamp, kind, payload_json) VALUES (?,?,?)"
        db.execute(insert, row)
        db.commit()
        # The agent is still there, and its row is in the -wal file alone.
        before = {file.name: file.read_bytes() for file in path.parent.iterdir()}
        assert f"{path.name}-wal" in before
        assert found(machine, "kumquat")
        after = {file.name: file.read_bytes() for file in path.parent.iterdir()}
        assert after == before
    db.close()


def test_two_agents_may_have_one_id(machine: Machine, top: Path) -> None:
    lines_of_agents.codex(machine.home, Talk(str(top)))
    lines_of_agents.claude_code(machine.home, Talk(str(top)))
    done = machine.memsync("sessions", "show", Talk.id, want=2)
    assert f"codex:{Talk.id}" in done.err
    shown = machine.memsync("sessions", "show", f"codex:{Talk.id}", "--json").json
    assert shown["agent"] == "codex"
    assert os.fspath(top) == shown["root"]


def test_recall_answers_while_another_process_reads(
    machine: Machine, top: Path
) -> None:
    lines_of_agents.codex(machine.home, Talk(str(top)))
    assert found(machine, "weekdays")
    with hold(machine.state / "sessions.lock", what="a test"):
        done = machine.memsync("recall", "weekdays", "--json")
        assert done.json
        assert "another process is reading sessions" in done.err
        lines_of_agents.pi(machine.home, Talk(str(top)))
        assert {hit["agent"] for hit in found(machine, "weekdays")} == {"codex"}
    assert len(found(machine, "weekdays")) == 2


def test_a_killed_index_goes_on_where_it_was(machine: Machine, top: Path) -> None:
    for number in range(60):
        id_ = f"{number:08}-0000-4000-8000-000000000000"
        began = Talk.began + timedelta(hours=number)
        lines_of_agents.codex(machine.home, Talk(str(top), id_, began=began))
    for pause in (0.3, 0.4, 0.5, 0.7):
        argv = ["memsync", "sessions", "index"]
        child = subprocess.Popen(argv, env=machine.environ, cwd=machine.folder)
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(pause)
        child.kill()
        child.wait()
    done = index(machine)
    assert (done["sessions"], done["messages"]) == (60, 300)
    assert len(found(machine, "weekdays", "--limit", "100")) == 60
    with sqlite3.connect(database(machine)) as db:
        check = "INSERT INTO words (words) VALUES ('integrity-check')"
        db.execute(check)
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    db.close()
