"""Sessions of an agent over MCP: its client, its resources, its coming and going."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

import anyio
import pytest
from anyio.to_thread import run_sync
from mcp.shared.exceptions import MCPError
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


def test_what_changes_outside_is_read_anew(machine: Machine, top: Path) -> None:
    async def talk(agent: Agent) -> None:
        assert await agent.resource("memory://root") != ""
        first = await agent.resource("memory://root/MEMORY.md")
        assert first.startswith("# Workspace Memory Index\n")
        machine.memsync("write", "fact", "-d", "a fact", "-m", "It is so.", cwd=top)
        assert "- [[fact]]: a fact\n" in await agent.resource("memory://root/MEMORY.md")
        context = machine.memsync("context", cwd=top).out
        assert await agent.resource("memory://root") + "\n" == context
        assert "It is so." in await agent.resource("memory://notes/fact")
        offered = (await agent.client.list_resources()).resources
        assert [(found.uri, found.description) for found in offered[2:]] == [
            ("memory://notes/fact", "a fact")
        ]
        (template,) = (await agent.client.list_resource_templates()).resource_templates
        assert template.uri_template == "memory://notes/{name}"
        for uri in ("memory://notes/none", "memory://notes/..%2fx", "memory://other"):
            with pytest.raises(MCPError):
                await agent.client.read_resource(uri)
        with pytest.raises(MCPError, match="no tool is called 'memory__none'"):
            await agent.call("memory__none")

    assert session(machine, top, talk) == ""


def test_without_memory_there_is_nothing_on_offer(machine: Machine, top: Path) -> None:
    async def talk(agent: Agent) -> None:
        assert (await agent.client.list_tools()).tools == []
        assert (await agent.client.list_resources()).resources == []
        assert "memory is off here" in await agent.refused("memory__list")
        with pytest.raises(MCPError, match="memory is off here"):
            await agent.resource("memory://root")

    assert session(machine, top, talk, "--no-memory") == ""


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
        "hint: pip install 'memsync[mcp]'\n"
    )
