"""Puts results, warnings and errors into words for a client."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from memsync import __version__
from memsync.errors import Broken, MemsyncError
from memsync.mcp.calls.for_tools import hint_for_tools
from memsync.mcp.calls.hiding import hide_secrets
from memsync.terminal import json_for_terminal, printable

if TYPE_CHECKING:
    import mcp_types as types

    from memsync.mcp.calls.call import Call
    from memsync.mcp.calls.tool import Arguments, Tool


def answer(tool: Tool, call: Call, given: Arguments) -> types.CallToolResult:
    """Run a tool; its `texts_of` as a result of the SDK."""
    import mcp_types as types

    texts, failed = texts_of(tool, call, given)
    blocks: list[types.ContentBlock] = [types.TextContent(text=text) for text in texts]
    return types.CallToolResult(content=blocks, is_error=failed)


def texts_of(tool: Tool, call: Call, given: Arguments) -> tuple[list[str], bool]:
    """Run a tool; returns its texts, and whether it failed.

    Whatever happens becomes a text that the client's model can read. Warnings are in a
    block of their own, so that the first has only the tool's result.
    """
    failed = True
    # An answer may repeat a text that was given to write, since notes are scanned.
    said = given.texts(tool.names)
    try:
        done = tool.run(call, given)
        texts = [done if isinstance(done, str) else in_json(done)]
        failed = False
    except (MemsyncError, OSError) as error:
        texts = [told(error)]
        said = given.texts()
    except Exception as error:  # noqa: BLE001 -- the outermost frame; its text may quote a note
        texts = [f"a bug in memsync {__version__}: {type(error).__name__}"]
    if call.warnings:
        texts.append("\n".join(f"memsync: {printable(x)}" for x in call.warnings))
    hidden = hide_secrets(said)
    return [encodable(hidden(text)) for text in texts], failed


def told(error: MemsyncError | OSError) -> str:
    """An error in words, and below it the hint."""
    if isinstance(error, OSError):
        error = Broken.from_os_error(error)
    hint = f"\nhint: {printable(hint_for_tools(error.hint))}" if error.hint else ""
    return printable(error.message) + hint


def in_json(value: object) -> str:
    """A value as JSON without terminal control characters; loses nothing."""
    return json_for_terminal(json.dumps(value, ensure_ascii=False, indent=2))


def encodable(text: str) -> str:
    """The text without lone surrogates, which JSON messages cannot contain."""
    return text.encode("utf-8", "replace").decode()
