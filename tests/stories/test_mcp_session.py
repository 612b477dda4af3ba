"""Sessions of an agent over MCP: its client, its resources, its coming and going."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

import anyio
import pytest
from anyio.to_thread import run_sync
from support.agent import Agent, session

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

NOTES = 6


@pytest.fixture
def top(machine: Machine) -> Path:
    """A repository with a memory."""
    top = machine.repository()
    machine.memsync("init", cwd=top)
    return top


def test_two_writers_at_once_lose_nothing(machine: Machine, top: Path) -> None:
    machine.memsync("write", "log", "-m", "start", cwd=top)

    def append() -> None:
        for i in range(NOTES):
            text = f"from the shell {i}"
            machine.memsync("write", "log", "--append", "-m", text, cwd=top)

    async def talk(agent: Agent) -> None:
        path = "/memories/log.md"
        async with anyio.create_task_group() as group:
            group.start_soon(run_sync, append)
            for i in range(NOTES):
                await agent.text(
                    "memory",
                    command="insert",
                    path=path,
                    insert_line=1,
                    insert_text=f"from the agent {i}",
                )
        seen = await agent.text("memory", command="view", path=path)
        for who in ("shell", "agent"):
            for i in range(NOTES):
                assert f"\tfrom the {who} {i}\n" in seen

    assert session(machine, top, talk, mode="legacy") == ""


def test_the_server_ends_quietly_when_its_client_goes(
    machine: Machine, top: Path
) -> None:
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "t", "version": "0"},
        },
    }
    with subprocess.Popen(
        ["memsync", "mcp"],
        cwd=top,
        env=machine.environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stderr is not None
        server.stdin.write(json.dumps(hello).encode() + b"\nno json\n")
        server.stdin.flush()
        answer = json.loads(server.stdout.readline())
        assert answer["result"]["serverInfo"]["name"] == "memsync"
        # Nobody reads any more, and something is still to be said.
        server.stdout.close()
        server.stdin.write(json.dumps({**hello, "id": 2, "method": "ping"}).encode())
        server.stdin.close()
        assert server.wait(timeout=60) == 0
        assert server.stderr.read() == b""


def test_without_the_extra_there_is_one_line_that_says_how_to_get_it(
    machine: Machine,
) -> None:
    absent = machine.folder / "absent"
    absent.mkdir()
    (absent / "mcp_types.py").write_text("raise ImportError\n")
    ran = machine.memsync("mcp", environ={"PYTHONPATH": str(absent)}, want=16)
    assert ran.out == ""
    assert ran.err == (
        "memsync: the MCP server needs the MCP SDK, which is not installed\n"
        "hint: add memsync[mcp]: in its clone, `pipx install --force '.[mcp]'`\n"
    )
