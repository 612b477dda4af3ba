"""`memsync mcp`."""

from __future__ import annotations

import click

from memsync.cli.shared.session import Session, pass_session
from memsync.errors import Broken
from memsync.extras import with_extra


@click.command()
@click.option("--no-memory", is_flag=True, help="Turn memory off: serve no notes.")
@pass_session
def command(session: Session, no_memory: bool) -> None:
    """Run the MCP server for this folder on stdin and stdout.

    In an agent's settings, set the command to `memsync` with the argument `mcp`. Needs
    the extra `mcp`: docs/install.md says how to add it.
    """
    from importlib.util import find_spec

    # `mcp.server.mcpserver` exists from the SDK's version 2 on. Only looked for, not
    # imported: most clients are served without the SDK.
    found = find_spec("mcp_types")
    if found is None or found.submodule_search_locations is None:
        raise Broken(
            "the MCP server needs the MCP SDK, which is not installed",
            hint=with_extra("mcp"),
            word="missing-extra",
        )
    from memsync.mcp.stdio import serve

    serve(session.environ, session.cwd, off=no_memory)
