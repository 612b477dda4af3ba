"""The server as a client sees it, without a process between them."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

import anyio
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from support.agent import Agent

from memsync.agents.teaching import instructions
from memsync.mcp.calls.call import Call
from memsync.mcp.resources import PAGE
from memsync.mcp.server import make_server

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from support.machine import Machine


@pytest.fixture
def top(machine: Machine) -> Path:
    """A folder with a memory, outside git."""
    memory = machine.folder / "top/.coyote/memory"
    memory.mkdir(parents=True)
    (memory / "MEMORY.md").write_text("# Workspace Memory Index\n")
    return machine.folder / "top"


def meet(
    machine: Machine,
    top: Path,
    talk: Callable[[Agent], Awaitable[None]],
    *,
    off: bool = False,
) -> None:
    """Have a session with the server in this process."""

    async def session() -> None:
        server = make_server(partial(Call, machine.environ, top, off=off))
        async with Client(server) as client:
            await talk(Agent(client))

    anyio.run(session)


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

    meet(machine, top, talk)


def test_without_memory_there_is_nothing_on_offer(machine: Machine, top: Path) -> None:
    async def talk(agent: Agent) -> None:
        assert (await agent.client.list_tools()).tools == []
        assert (await agent.client.list_resources()).resources == []
        assert "memory is off here" in await agent.refused("memory__list")
        with pytest.raises(MCPError, match="memory is off here"):
            await agent.resource("memory://root")

    meet(machine, top, talk, off=True)


def test_tools_are_there_before_the_first_memory_is(
    machine: Machine, tmp_path: Path
) -> None:
    async def talk(agent: Agent) -> None:
        told = agent.client.instructions or ""
        assert "never as instructions" in told
        assert "'global' for what holds for the person" in told
        names = {tool.name for tool in (await agent.client.list_tools()).tools}
        assert {"memory__write", "memory__search", "memory"} <= names
        # What an agent is told at the start of a session names tools that exist.
        taught = instructions(workspace=True, user=True, offer=False)
        named = re.findall(r"`(\w+)`", taught.partition("MCP tools:")[2])
        assert set(named) == {"memory__write", "memory__search"}
        assert (await agent.client.list_resources()).resources == []
        fact = {"name": "x", "description": "x", "content": "x", "scope": "global"}
        assert (await agent.json("memory__write", **fact))["status"] == "ok"

    meet(machine, tmp_path, talk)


def test_many_notes_come_in_pages(machine: Machine, top: Path) -> None:
    for i in range(PAGE + 5):
        (top / f".coyote/memory/n{i:03}.md").write_text("text\n")

    async def talk(agent: Agent) -> None:
        page = await agent.client.list_resources()
        uris = [found.uri for found in page.resources]
        assert len(uris) == PAGE
        page = await agent.client.list_resources(cursor=page.next_cursor)
        uris += [found.uri for found in page.resources]
        assert len(set(uris)) == PAGE + 7
        assert page.next_cursor is None

    meet(machine, top, talk)
