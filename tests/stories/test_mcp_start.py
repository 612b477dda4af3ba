"""The server that starts quickly answers as the SDK's does."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}
WITH_THE_SDK = """
import os, pathlib
from functools import partial
from memsync.mcp.calls.call import Call
from memsync.mcp.lines import Lines
from memsync.mcp.server import serve
serve(partial(Call, os.environ, pathlib.Path.cwd(), off=False), Lines())
"""
OURS = """
import sys
from memsync.cli.main import run
code = run(["mcp"])
print(*sys.modules, sep="\\n", file=sys.stderr)
sys.exit(code)
"""
REQUESTS: list[tuple[str, dict[str, Any]]] = [
    ("ping", {}),
    ("tools/list", {}),
    ("tools/call", {"name": "memory__read", "arguments": {"name": "port"}}),
    ("tools/call", {"name": "memory__read", "arguments": {"name": "none"}}),
    ("tools/call", {"name": "memory__read", "arguments": {"name": 1}}),
    ("tools/call", {"name": "memory__list"}),
    ("tools/call", {"name": "none"}),
    ("tools/call", {"name": 1}),
    ("tools/call", {}),
    ("tools/call", {"name": "memory__list", "arguments": []}),
    ("resources/list", {}),
    ("resources/list", {"cursor": "1"}),
    ("resources/templates/list", {}),
    ("resources/read", {"uri": "memory://root"}),
    ("resources/read", {"uri": "memory://notes/port"}),
    ("resources/read", {"uri": "memory://notes/none"}),
    ("prompts/list", {}),
    ("prompts/get", {"name": "save"}),
    ("prompts/get", {"name": "none"}),
    ("no/such", {}),
]


@pytest.fixture
def top(machine: Machine) -> Path:
    """A repository with a note that is not plain ASCII."""
    top = machine.repository()
    machine.memsync("write", "port", "-m", "Der Port ist 8080, für 🦊.", cwd=top)
    return top


def lines(requests: list[tuple[str, dict[str, Any]]], version: str) -> bytes:
    hello = {**HELLO, "protocolVersion": version}
    every = [("initialize", hello), *requests]
    texts = [
        json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        for number, (method, params) in enumerate(every)
    ]
    texts.insert(1, '{"jsonrpc": "2.0", "method": "notifications/initialized"}')
    return "".join(f"{text}\n" for text in texts).encode()


def answers(machine: Machine, top: Path, program: str, said: bytes) -> dict[int, Any]:
    """Each answer by its request, without what only one server adds."""
    argv = (sys.executable, "-c", program)
    found = {}
    # One request a time, since a server that ends need not answer what waits.
    import subprocess

    with subprocess.Popen(
        argv,
        cwd=top,
        env=machine.environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as server:
        assert server.stdin
        assert server.stdout
        for line in said.splitlines(keepends=True):
            server.stdin.write(line)
            server.stdin.flush()
            if b'"id"' in line:
                answer = json.loads(server.stdout.readline())
                answer.get("error", {}).pop("data", None)
                found[answer.pop("id")] = answer
        server.stdin.close()
        assert server.wait(60) == 0
    return found


def test_every_answer_is_that_of_the_sdk(machine: Machine, top: Path) -> None:
    said = lines(REQUESTS, "2025-06-18")
    ours = answers(machine, top, OURS, said)
    theirs = answers(machine, top, WITH_THE_SDK, said)
    assert len(ours) == len(REQUESTS) + 1
    for number, (method, params) in enumerate([("initialize", HELLO), *REQUESTS]):
        assert ours[number] == theirs[number], (method, params)


@pytest.mark.parametrize("version", ["2024-11-05", "2025-11-25", "1999-01-01"])
def test_the_version_is_agreed_on_as_by_the_sdk(
    machine: Machine, top: Path, version: str
) -> None:
    said = lines([], version)
    ours = answers(machine, top, OURS, said)
    assert ours == answers(machine, top, WITH_THE_SDK, said)


def test_a_session_loads_neither_sdk_nor_anything_slow(
    machine: Machine, top: Path
) -> None:
    said = lines([("tools/list", {})], "2025-06-18")
    done = machine.run(sys.executable, "-c", OURS, cwd=top, stdin=said)
    assert len(done.out.splitlines()) == 2
    loaded = {line.partition(".")[0] for line in done.err.splitlines()}
    assert "memsync" in loaded
    assert not loaded & {"mcp", "mcp_types", "pydantic", "anyio", "asyncio", "yaml"}


def test_what_is_no_request_gets_no_answer(machine: Machine, top: Path) -> None:
    odd = b'garbage\n[]\n{"id": 1}\n' + b"[" * 5000 + b"\n\xff\xfe\n"
    odd += b'{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": 1}\n'
    odd += b'{"jsonrpc": "2.0", "id": true, "method": "ping"}\n'
    said = lines([], "2025-06-18") + odd
    done = machine.run("memsync", "mcp", cwd=top, stdin=said)
    assert len(done.out.splitlines()) == 1
    assert done.err == ""


def test_a_request_with_malformed_params_is_answered(
    machine: Machine, top: Path
) -> None:
    call = {"jsonrpc": "2.0", "id": 4, "method": "tools/call"}
    rows = [{**call, "params": []}, {**call, "id": 5, "params": "x"}]
    rows.append({**call, "id": 6, "method": "tools/list", "params": None})
    said = (
        lines([], "2025-06-18") + "".join(f"{json.dumps(r)}\n" for r in rows).encode()
    )
    done = machine.run("memsync", "mcp", cwd=top, stdin=said)
    found = {row["id"]: row for row in map(json.loads, done.out.splitlines())}
    assert [found[n]["error"]["code"] for n in (4, 5)] == [-32602, -32602]
    assert found[6]["result"]["tools"]


def test_with_nothing_said_it_ends(machine: Machine, top: Path) -> None:
    done = machine.run("memsync", "mcp", cwd=top, stdin=b"")
    assert (done.out, done.err) == ("", "")
