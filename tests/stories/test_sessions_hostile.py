"""Session files that are huge, malformed, locked, half written, or change meanwhile.

Each costs no more than itself: the others are found, what was skipped is counted, the
exit code is 0, and memory stays below the limit that the whole command has.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import threading
from typing import TYPE_CHECKING, Any

import pytest
from support import databases_of_agents, lines_of_agents
from support.conversations import WRITERS
from support.talk import Talk

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from support.machine import Machine

# Kilobytes that may be resident.
MOST = 300 << 10

MEASURED = """\
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], check=True, stdout=subprocess.PIPE)
most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
sys.stdout.buffer.write(done.stdout)
print(most // (1024 if sys.platform == "darwin" else 1), file=sys.stderr)
"""
GOOD = {"type": "user", "uuid": "u", "message": {"role": "user", "content": "kumquat"}}
LINE = json.dumps(GOOD).encode() + b"\n"


@pytest.fixture
def file(machine: Machine) -> Path:
    """A session of Claude Code that is not there yet."""
    folder = machine.home / ".claude/projects/-x"
    folder.mkdir(parents=True)
    return folder / "11111111-0000-4000-8000-000000000000.jsonl"


def index(machine: Machine) -> Any:  # noqa: ANN401 -- JSON
    """What `sessions index` says, of a run that stayed below the limit."""
    argv = [sys.executable, "-c", MEASURED, "memsync", "sessions", "index", "--json"]
    done = machine.run(*argv)
    assert int(done.err.splitlines()[-1]) < MOST
    return json.loads(done.out)


def found(machine: Machine, *words: str) -> list[dict[str, Any]]:
    hits: list[dict[str, Any]] = machine.memsync("recall", *words, "--json").json
    return hits


def test_a_line_of_100_mb(machine: Machine, file: Path) -> None:
    with file.open("wb") as out:
        out.write(LINE)
        out.write(b'{"type":"user","uuid":"v","message":{"content":"quince ')
        for _ in range(100):
            out.write(b"x" * 880_000 + b'\\n\\"' * 5_000 + "é".encode() * 75_000)
        out.write(b' medlar"}}\n')
        out.write(LINE.replace(b"kumquat", b"loquat"))
    assert file.stat().st_size > 100 << 20
    done = index(machine)
    assert done["skipped"]["malformed"] == 0
    # What makes the line long was cut; its beginning and the lines around it are there.
    assert [found(machine, w)[0]["line"] for w in ("kumquat", "quince", "loquat")] == [
        *(1, 2, 3)
    ]


def test_a_long_line_that_is_no_string_is_skipped(machine: Machine, file: Path) -> None:
    with file.open("wb") as out:
        out.write(LINE + b'{"type":"user","x":[')
        for _ in range(8):
            out.write(b"[]," * 333_333)
        out.write(b"[]]}\n" + LINE.replace(b"kumquat", b"loquat"))
    assert index(machine)["skipped"]["malformed"] == 1
    assert found(machine, "loquat")[0]["line"] == 3


def test_the_worst_line_that_is_parsed_stays_below_the_limit(
    machine: Machine, file: Path
) -> None:
    line = b'{"type":"user","x":[' + b'{"a":1},' * 500_000 + b"1]}\n"
    assert len(line) < 4 << 20
    file.write_bytes(line + LINE)
    assert index(machine)["skipped"]["malformed"] == 0
    assert found(machine, "kumquat")


def test_nesting_of_3000(machine: Machine, file: Path) -> None:
    deep = b"[" * 3000 + b"]" * 3000
    file.write_bytes(b'{"type":"user","x":' + deep + b"}\n" + LINE)
    folder = machine.home / ".yottacode/sessions"
    folder.mkdir(parents=True)
    good = b'{"role":"user","content":"loquat"}'
    document = b'{"id":"a","messages":[' + deep + b"," + good + b"]}"
    (folder / "a.json").write_bytes(document)
    yaml = machine.home / ".config/coyote/sessions"
    yaml.mkdir(parents=True)
    text = b"messages:\n- role: user\n  content: quince\n- " + deep + b"\n"
    (yaml / "deep.yaml").write_bytes(text)
    done = index(machine)
    assert done["skipped"]["malformed"] == 3
    for word in ("kumquat", "loquat", "quince"):
        assert found(machine, word)


def test_a_session_of_2_gb(machine: Machine, file: Path) -> None:
    small = json.dumps({"type": "progress", "uuid": "p", "parentUuid": None})
    block = (small + "\n").encode() * 20_000
    with file.open("wb") as out:
        out.write(LINE)
        while out.tell() < 20 << 20:
            out.write(block)
        out.write(LINE.replace(b"kumquat", b"loquat"))
        out.truncate(2 << 30)  # the rest is one line of zeros without an end
    assert index(machine)["messages"] == 2
    assert found(machine, "loquat")


@pytest.mark.parametrize("name", ["yottacode", "zerostack"])
def test_a_document_with_a_huge_message(machine: Machine, name: str) -> None:
    below = {"yottacode": ".yottacode", "zerostack": ".local/share/zerostack"}[name]
    path = machine.home / below / "sessions/a.json"
    path.parent.mkdir(parents=True)
    with path.open("wb") as out:
        out.write(b'{"id":"a","messages":[{"role":"user","content":"')
        for _ in range(20):
            out.write((b"x" * 37 + b" \\n") * 25_000)
        out.write(b'"},{"role":"user","content":"kumquat"}],"name":"after"}')
    done = index(machine)
    assert done["skipped"]["malformed"] >= 1
    assert found(machine, "kumquat")[0]["title"] == "after"


def rubbish() -> Iterator[bytes]:
    """Lines that no reader may stumble over."""
    kinds: list[object] = [None, 1, [], {}, "x", [[]], {"a": []}, True, -1.5, [None]]
    for value in kinds:
        yield json.dumps(value).encode()
        for key in ("type", "message", "payload", "data", "content", "role"):
            yield json.dumps({key: value}).encode()
            for kind in ("user", "assistant", "response_item", "message", "gemini"):
                record = {"type": kind, "role": "user", key: value, "uuid": value}
                yield json.dumps(record).encode()
                yield json.dumps({**record, "message": {"content": [value]}}).encode()
    yield b"\xff\xfe\x00 not text"
    yield b'{"type":"user","message":{"content":"\\ud800 half"}}'
    yield b'{"timestamp":1e400,"type":"user","message":{"content":"late"}}'
    yield b'{"timestamp":"-9999","type":"user","message":{"content":"early"}}'


@pytest.mark.parametrize(
    "agent", ["claude-code", "codex", "gemini-cli", "copilot-cli", "pi", "jsonl"]
)
def test_lines_of_anything_cost_themselves(machine: Machine, agent: str) -> None:
    top = machine.repository()
    path = WRITERS[agent](machine.home, Talk(str(top)))
    lines = path.read_bytes().splitlines()
    head, rest = lines[:1], lines[1:]
    path.write_bytes(b"\n".join([*head, *rubbish(), *rest]) + b"\n{half")
    given = ["--path", str(path)] if agent == "jsonl" else []
    hits = found(machine, "weekdays", *given)
    assert [hit["role"] for hit in hits] == ["assistant"]
    assert machine.memsync("sessions", "index", "--json").json["skipped"]["malformed"]


def test_a_locked_database_and_half_of_one(machine: Machine) -> None:
    top = machine.repository()
    locked = databases_of_agents.opencode(machine.home, Talk(str(top)))
    half = databases_of_agents.goose(machine.home, Talk(str(top)))
    data = half.read_bytes()
    half.write_bytes(data[: len(data) // 2])
    empty = databases_of_agents.jutul_agent(machine.home, Talk(str(top)))
    empty.write_bytes(b"")
    lines_of_agents.codex(machine.home, Talk(str(top)))
    with sqlite3.connect(locked) as db:
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        db.execute("BEGIN EXCLUSIVE")
        db.execute("UPDATE session SET title = 'held'")
        done = index(machine)
        db.rollback()
    db.close()
    assert done["skipped"]["unread"] >= 2
    assert "codex" in {hit["agent"] for hit in found(machine, "weekdays")}
    # What is readable again is read again.
    half.write_bytes(data)
    agents = {hit["agent"] for hit in found(machine, "weekdays")}
    assert {"codex", "goose", "opencode"} <= agents


def test_a_file_that_shrinks_and_grows_while_it_is_read(
    machine: Machine, file: Path
) -> None:
    line = LINE.replace(b"kumquat", b"k" * 1000)
    file.write_bytes(line * 20_000)
    over = threading.Event()

    def change() -> None:
        size = len(line) * 20_000
        while not over.wait(0.01):
            os.truncate(file, size // 2)
            with file.open("ab") as out:
                out.write(LINE * 10)

    changing = threading.Thread(target=change)
    changing.start()
    try:
        machine.memsync("sessions", "index")
    finally:
        over.set()
        changing.join()
    file.write_bytes(LINE)
    assert len(found(machine, "kumquat")) == 1
    assert machine.memsync("sessions", "index", "--json").json["messages"] == 1


def test_a_clock_before_1970(machine: Machine, file: Path) -> None:
    old = {**GOOD, "timestamp": "1961-04-12T06:07:00Z"}
    file.write_text(json.dumps(old) + "\n")
    os.utime(file, (-1e9, -1e9))
    (hit,) = found(machine, "kumquat", "--until", "1961-04-12")
    assert hit["time"] == "1961-04-12T06:07:00Z"
    shown = machine.memsync("sessions", "list", "--json").json
    assert shown[0]["started"] == "1961-04-12T06:07:00Z"
    assert found(machine, "kumquat", "--since", "1961-04-13") == []


def test_a_folder_without_rights_and_things_that_are_no_files(
    machine: Machine, file: Path
) -> None:
    file.write_bytes(LINE)
    os.mkfifo(file.with_name("pipe.jsonl"))
    file.with_name("loop.jsonl").symlink_to(file.with_name("loop.jsonl"))
    file.with_name("folder.jsonl").mkdir()
    shut = machine.home / ".codex/sessions"
    shut.mkdir(parents=True)
    shut.chmod(0)
    try:
        assert index(machine)["messages"] == 1
    finally:
        shut.chmod(0o700)
    assert found(machine, "kumquat")


def test_an_id_of_a_session_runs_nothing_when_it_is_pasted(
    machine: Machine, file: Path
) -> None:
    evil = file.with_name("$(touch owned).jsonl")
    evil.write_bytes(LINE)
    (hit,) = found(machine, "kumquat")
    assert hit["resume"] is None


def test_a_full_disk_is_told_in_one_line(machine: Machine, file: Path) -> None:
    file.write_bytes(LINE * 2000)
    limit = 1 << 16
    code = (
        "import resource, signal, sys; from memsync.cli.main import run;"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}));"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "sys.exit(run(['sessions', 'index']))"
    )
    done = machine.run(sys.executable, "-c", code, want=16)
    assert len([x for x in done.err.splitlines() if x.startswith("memsync:")]) == 1
    assert found(machine, "kumquat")
