"""The server: what it offers, and how a request becomes a call.

Only the protocol uses stdout; the SDK moves it away from everything else. No call ends
the server: an error is a result that the client's model can read.
"""

from __future__ import annotations

import contextlib
from functools import partial
from typing import IO, TYPE_CHECKING, Any, cast

import anyio
import mcp_types as types
from anyio.to_thread import run_sync
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from memsync import __version__
from memsync.errors import MemsyncError, NotFound
from memsync.mcp import resources
from memsync.mcp.calls.answers import answer, encodable, told
from memsync.mcp.calls.hiding import hide_secrets
from memsync.mcp.calls.tool import Arguments
from memsync.mcp.offer import (
    INSTRUCTIONS,
    SAVE,
    SAVE_ABOUT,
    TOOLS,
    WORTH_SAVING,
    offered,
)
from memsync.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mcp.server.context import CallNext, HandlerResult, ServerRequestContext

    from memsync.mcp.calls.call import Call
    from memsync.mcp.calls.tool import Tool
    from memsync.mcp.lines import Lines

    Context = ServerRequestContext[Any]

__all__ = ["TOOLS", "make_server", "serve"]


def serve(new_call: Callable[[], Call], said: Lines) -> None:
    """Serve over `said` and stdout until the client disconnects; see `make_server`."""
    try:
        anyio.run(_serve, new_call, said)
    except BaseExceptionGroup as group:
        gone = (BrokenPipeError, anyio.BrokenResourceError, anyio.ClosedResourceError)
        if group.split(gone)[1] is not None:
            raise


async def _serve(new_call: Callable[[], Call], said: Lines) -> None:
    server = make_server(new_call)
    # `Lines` includes the line that was already read.
    stdin = anyio.AsyncFile(cast("IO[str]", said))
    async with stdio_server(stdin=stdin) as (read, write):
        await server.run(read, write, server.create_initialization_options())


def make_server(new_call: Callable[[], Call]) -> Server[Any]:
    """The server whose every call works on what `new_call` returns.

    Calls run one after another in a thread, as commands would, so that the server can
    answer pings while one waits for the memory's lock.
    """
    one_by_one = anyio.CapacityLimiter(1)

    async def list_tools(
        _: Context, __: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        tools = await run_sync(lambda: offered(new_call()), limiter=one_by_one)
        return types.ListToolsResult(tools=[_described(tool) for tool in tools])

    async def call_tool(
        _: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        tool = TOOLS.get(params.name)
        if tool is None:
            name = hide_secrets([params.name])(printable(params.name))
            raise MCPError(types.INVALID_PARAMS, f"no tool is called '{name}'")
        given = Arguments(params.arguments)
        return await run_sync(
            lambda: answer(tool, new_call(), given), limiter=one_by_one
        )

    async def list_resources(
        _: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        cursor = params.cursor if params else None
        page = partial(_page, new_call, cursor)
        return await run_sync(page, limiter=one_by_one)

    async def list_templates(
        _: Context, __: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(resource_templates=[_NOTE])

    async def read_resource(
        _: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        read = partial(_contents, new_call, str(params.uri))
        return await run_sync(read, limiter=one_by_one)

    async def list_prompts(
        _: Context, __: types.PaginatedRequestParams | None
    ) -> types.ListPromptsResult:
        on = await run_sync(lambda: new_call().is_on(), limiter=one_by_one)
        return types.ListPromptsResult(prompts=[_SAVE] if on else [])

    async def get_prompt(
        _: Context, params: types.GetPromptRequestParams
    ) -> types.GetPromptResult:
        if params.name != _SAVE.name:
            name = hide_secrets([params.name])(printable(params.name))
            raise MCPError(types.INVALID_PARAMS, f"no prompt is called '{name}'")
        content = types.TextContent(text=WORTH_SAVING)
        return types.GetPromptResult(
            description=_SAVE.description,
            messages=[types.PromptMessage(role="user", content=content)],
        )

    server: Server[Any] = Server(
        "memsync",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )
    server.middleware.append(_repeat_nothing)
    return server


async def _repeat_nothing(ctx: Context, call_next: CallNext) -> HandlerResult:
    """Hide secrets in errors: the SDK quotes the request, such as an unknown method."""
    try:
        return await call_next(ctx)
    except MCPError as error:
        hide = hide_secrets([ctx.method])
        data = None if isinstance(error.data, str) else error.data
        raise MCPError(error.code, hide(error.message), data) from None


_SAVE = types.Prompt(name=SAVE, description=SAVE_ABOUT)

_NOTE = types.ResourceTemplate(
    name="note",
    uri_template=f"{resources.NOTES}{{name}}",
    description="One note, frontmatter and all",
    mime_type="text/markdown",
)


def _page(
    new_call: Callable[[], Call], cursor: str | None
) -> types.ListResourcesResult:
    call = new_call()
    if not call.is_on():
        return types.ListResourcesResult(resources=[])
    with _as_protocol_error(cursor or ""):
        page, following = resources.offered(call, cursor)
    return types.ListResourcesResult(
        resources=[
            types.Resource(
                uri=each.uri,
                name=each.name,
                description=each.about,
                mime_type="text/markdown",
            )
            for each in page
        ],
        next_cursor=following,
    )


def _contents(new_call: Callable[[], Call], uri: str) -> types.ReadResourceResult:
    with _as_protocol_error(uri):
        text = encodable(resources.text_of(new_call(), uri))
    content = types.TextResourceContents(uri=uri, text=text, mime_type="text/markdown")
    return types.ReadResourceResult(contents=[content])


def _described(tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        description=tool.about,
        input_schema=tool.schema,
        annotations=types.ToolAnnotations(
            read_only_hint=tool.only_reads, open_world_hint=False
        ),
    )


@contextlib.contextmanager
def _as_protocol_error(given: str) -> Iterator[None]:
    """Raise a protocol error: reading a resource has no error result.

    `given` is what the client sent; its secrets are not repeated.
    """
    try:
        yield
    except NotFound as error:
        said = hide_secrets([given])(told(error))
        raise MCPError(types.INVALID_PARAMS, said) from None
    except (MemsyncError, OSError) as error:
        said = hide_secrets([given])(told(error))
        raise MCPError(types.INTERNAL_ERROR, said) from None
