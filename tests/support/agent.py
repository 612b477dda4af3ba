"""An agent with a real MCP client, talking to the real `memsync mcp`."""

from __future__ import annotations

import json
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import anyio
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from memsync.mcp.calls.answers import answer
from memsync.mcp.calls.call import Call
from memsync.mcp.calls.tool import Arguments
from memsync.mcp.server import TOOLS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from pathlib import Path

    from mcp_types import CallToolResult

    from support.machine import Machine


@dataclass
class Agent:
    """One session of an agent."""

    client: Client

    async def call(self, tool: str, **arguments: object) -> CallToolResult:
        """Call a tool, whatever comes of it."""
        return await self.client.call_tool(tool, arguments)

    async def text(self, tool: str, **arguments: object) -> str:
        """What a tool says when it did what it was asked to."""
        done = await self.call(tool, **arguments)
        assert not done.is_error, said(done)
        return said(done)

    async def json(self, tool: str, **arguments: object) -> Any:  # noqa: ANN401 -- whatever the tool says
        """The JSON that a tool answers with."""
        return json.loads(await self.text(tool, **arguments))

    async def refused(self, tool: str, **arguments: object) -> str:
        """What a tool says that did not do what it was asked to."""
        done = await self.call(tool, **arguments)
        assert done.is_error, said(done)
        return said(done)

    async def resource(self, uri: str) -> str:
        """The text of a resource."""
        read = await self.client.read_resource(uri)
        (content,) = read.contents
        assert content.uri == uri
        text: str = content.model_dump()["text"]
        return text


def said(done: CallToolResult, block: int = 0) -> str:
    """One block of a result; the first is the tool's, what follows are warnings."""
    text: str = done.content[block].model_dump()["text"]
    return text


def session(
    machine: Machine,
    cwd: Path,
    talk: Callable[[Agent], Awaitable[None]],
    *options: str,
    mode: str = "auto",
    **environ: str,
) -> str:
    """Have one session in a folder; what the server wrote to stderr."""
    return anyio.run(partial(_session, machine, cwd, talk, options, mode, environ))


async def _session(
    machine: Machine,
    cwd: Path,
    talk: Callable[[Agent], Awaitable[None]],
    options: tuple[str, ...],
    mode: str,
    environ: dict[str, str],
) -> str:
    log = machine.folder / "mcp-stderr"
    async with _connected(machine, cwd, options, mode, environ, log) as client:
        await talk(Agent(client))
    return log.read_text()


@asynccontextmanager
async def _connected(
    machine: Machine,
    cwd: Path,
    options: tuple[str, ...],
    mode: str,
    environ: dict[str, str],
    log: Path,
) -> AsyncIterator[Client]:
    server = StdioServerParameters(
        command="memsync",
        args=["mcp", *options],
        env={**machine.environ, **environ},
        cwd=cwd,
    )
    with log.open("w") as errlog:
        async with Client(stdio_client(server, errlog), mode=mode) as client:
            yield client


class Tools:
    """The server's tools in a folder, called without a client: one call each."""

    def __init__(
        self, environ: dict[str, str], cwd: Path, *, off: bool = False
    ) -> None:
        self._new_call = partial(Call, environ, cwd, off=off)

    def call(self, tool: str, **arguments: object) -> CallToolResult:
        """Call a tool, whatever comes of it."""
        return answer(TOOLS[tool], self._new_call(), Arguments(arguments))

    def text(self, tool: str, **arguments: object) -> str:
        """What a tool says when it did what it was asked to."""
        done = self.call(tool, **arguments)
        assert not done.is_error, said(done)
        return said(done)

    def json(self, tool: str, **arguments: object) -> Any:  # noqa: ANN401 -- whatever the tool says
        """The JSON that a tool answers with."""
        return json.loads(self.text(tool, **arguments))

    def refused(self, tool: str, **arguments: object) -> str:
        """What a tool says that did not do what it was asked to."""
        done = self.call(tool, **arguments)
        assert done.is_error, said(done)
        return said(done)

    def memory(self, command: str, **arguments: object) -> str:
        """One command of Anthropic's memory tool that works."""
        return self.text("memory", command=command, **arguments)

    def memory_refused(self, command: str, **arguments: object) -> str:
        """One command of Anthropic's memory tool that does not."""
        return self.refused("memory", command=command, **arguments)
