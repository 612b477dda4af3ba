"""The protocol over stdin and stdout, for clients that begin with `initialize`.

Importing the SDK takes ten times as long as all else that a session needs, and each
session starts a server. So clients that begin with `initialize`, which all do today,
are served here; one that begins otherwise (from version 2026-07-28 on) gets the SDK's
server. Format:
https://modelcontextprotocol.io/specification/2025-11-25/basic/transports
"""

from __future__ import annotations

import json
import os
import sys
from functools import partial
from queue import SimpleQueue
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from memsync import __version__
from memsync.errors import MemsyncError, NotFound
from memsync.mcp import resources
from memsync.mcp.calls.answers import encodable, texts_of, told
from memsync.mcp.calls.call import Call
from memsync.mcp.calls.hiding import hide_secrets
from memsync.mcp.calls.tool import Arguments
from memsync.mcp.lines import Lines
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
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from memsync.mcp.calls.tool import Tool

# Versions of the protocol that begin with `initialize`, the newest last.
VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")

# Error codes of JSON-RPC 2.0.
_NO_METHOD, _BAD_PARAMS, _FAILED = -32601, -32602, -32603
_MARKDOWN = "text/markdown"

Params = dict[str, Any]
T = TypeVar("T")


class _Refused(Exception):
    """A request that fails with a protocol error: its number, and the reason."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class _Request(NamedTuple):
    number: str | int
    method: str
    params: Params
    malformed: bool = False
    """Its params are no object, so that only an error can answer it."""


def serve(environ: Mapping[str, str], cwd: Path, *, off: bool) -> None:
    """Serve the memories of `cwd` on stdin and stdout until the client disconnects."""
    new_call = partial(Call, environ, cwd, off=off)
    lines = Lines()
    first = _request(lines.first)
    if lines.first and (first is None or first.method != "initialize"):
        from memsync.mcp.server import serve as serve_with_the_sdk

        serve_with_the_sdk(new_call, lines)
        return
    _Server(new_call).run(lines)


class _Server:
    """One session.

    Calls run one after another in a thread, as commands would, so that a ping is
    answered while one waits for a lock.
    """

    def __init__(self, new_call: Callable[[], Call]) -> None:
        self._new_call = new_call
        self._waiting: SimpleQueue[_Request | None] = SimpleQueue()
        self._cancelled: set[str | int] = set()
        self._over = False
        self._turn = Lock()
        # Only the protocol uses stdout: what else prints goes to stderr.
        self._wire = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def run(self, lines: Lines) -> None:
        """Answer until the client disconnects, and finish what it had asked by then."""
        worker = Thread(target=self._work, daemon=True)
        worker.start()
        while line := lines.readline():
            self._take(line)
        self._waiting.put(None)
        worker.join()

    def _take(self, line: str) -> None:
        request = _request(line)
        if request is None:
            self._cancelled.update(_cancelled(line))
        elif request.malformed:
            said = {"code": _BAD_PARAMS, "message": "Invalid request parameters"}
            self._send(request, {"error": said})
        elif request.method == "initialize":
            self._send(request, {"result": _hello(request.params)})
        elif request.method == "ping":
            self._send(request, {"result": {}})
        else:
            self._waiting.put(request)

    def _work(self) -> None:
        while (request := self._waiting.get()) is not None and not self._over:
            if request.number in self._cancelled:
                continue
            try:
                answer: Params = {"result": self._result(request)}
            except _Refused as error:
                answer = {"error": {"code": error.code, "message": str(error)}}
            except Exception as error:  # noqa: BLE001 -- the outermost frame; its text may quote a note
                said = f"a bug in memsync {__version__}: {type(error).__name__}"
                answer = {"error": {"code": _FAILED, "message": said}}
            if request.number not in self._cancelled:
                self._send(request, answer)

    def _send(self, request: _Request, answer: Params) -> None:
        message = {"jsonrpc": "2.0", "id": request.number, **answer}
        data = json.dumps(message, ensure_ascii=False).encode("utf-8", "replace")
        with self._turn:
            try:
                self._wire.write(data + b"\n")
                self._wire.flush()
            except OSError:
                self._over = True  # the client has gone

    def _result(self, request: _Request) -> Params:
        made = _METHODS.get(request.method)
        if made is None:
            raise _Refused(_NO_METHOD, "Method not found")
        return made(self._new_call(), request.params)


def _request(line: str) -> _Request | None:
    """The request in a line; None for a notification, and for anything else."""
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict):
        return None
    number, method, params = said.get("id"), said.get("method"), said.get("params")
    numbered = isinstance(number, str | int) and not isinstance(number, bool)
    if not numbered or not isinstance(method, str):
        return None
    params = {} if params is None else params
    malformed = not isinstance(params, dict)
    return _Request(number, method, {} if malformed else params, malformed)  # type: ignore[arg-type]  # `numbered` says so


def _cancelled(line: str) -> set[str | int]:
    """The id of a request that the client cancels, if the line is such a notice."""
    try:
        said = json.loads(line)
        if said["method"] == "notifications/cancelled":
            number = said["params"]["requestId"]
            return {number} if isinstance(number, str | int) else set()
    except (ValueError, RecursionError, KeyError, TypeError):
        pass
    return set()


def _hello(params: Params) -> Params:
    asked = params.get("protocolVersion")
    return {
        "protocolVersion": asked if asked in VERSIONS else VERSIONS[-1],
        "capabilities": {
            "tools": {"listChanged": False},
            "resources": {"subscribe": False, "listChanged": False},
            "prompts": {"listChanged": False},
        },
        "serverInfo": {"name": "memsync", "version": __version__},
        "instructions": INSTRUCTIONS,
    }


def _list_tools(call: Call, _: Params) -> Params:
    return {"tools": [_described(tool) for tool in offered(call)]}


def _described(tool: Tool) -> Params:
    hints = {"readOnlyHint": tool.only_reads, "openWorldHint": False}
    return {
        "name": tool.name,
        "description": tool.about,
        "inputSchema": tool.schema,
        "annotations": hints,
    }


def _call_tool(call: Call, params: Params) -> Params:
    name = _text(params, "name")
    given = params.get("arguments")
    if name not in TOOLS:
        raise _unknown("tool", name)
    if given is not None and not isinstance(given, dict):
        raise _Refused(_BAD_PARAMS, "Invalid request parameters")
    texts, failed = texts_of(TOOLS[name], call, Arguments(given))
    content = [{"type": "text", "text": text} for text in texts]
    return {"content": content, "isError": failed}


def _list_resources(call: Call, params: Params) -> Params:
    if not call.is_on():
        return {"resources": []}
    cursor = params.get("cursor")
    cursor = cursor if isinstance(cursor, str) else None
    page, following = _reading(cursor or "", lambda: resources.offered(call, cursor))
    listed = [
        {
            "uri": each.uri,
            "name": encodable(each.name),
            "description": encodable(each.about),
            "mimeType": _MARKDOWN,
        }
        for each in page
    ]
    return {"resources": listed} | ({"nextCursor": following} if following else {})


def _list_templates(_: Call, __: Params) -> Params:
    template = {
        "name": "note",
        "uriTemplate": f"{resources.NOTES}{{name}}",
        "description": "One note, frontmatter and all",
        "mimeType": _MARKDOWN,
    }
    return {"resourceTemplates": [template]}


def _read_resource(call: Call, params: Params) -> Params:
    uri = _text(params, "uri")
    text = encodable(_reading(uri, lambda: resources.text_of(call, uri)))
    return {"contents": [{"uri": uri, "text": text, "mimeType": _MARKDOWN}]}


def _list_prompts(call: Call, _: Params) -> Params:
    prompt = {"name": SAVE, "description": SAVE_ABOUT}
    return {"prompts": [prompt] if call.is_on() else []}


def _get_prompt(_: Call, params: Params) -> Params:
    name = _text(params, "name")
    if name != SAVE:
        raise _unknown("prompt", name)
    content = {"type": "text", "text": WORTH_SAVING}
    message = {"role": "user", "content": content}
    return {"description": SAVE_ABOUT, "messages": [message]}


_METHODS: dict[str, Callable[[Call, Params], Params]] = {
    "tools/list": _list_tools,
    "tools/call": _call_tool,
    "resources/list": _list_resources,
    "resources/templates/list": _list_templates,
    "resources/read": _read_resource,
    "prompts/list": _list_prompts,
    "prompts/get": _get_prompt,
}


def _text(params: Params, name: str) -> str:
    found = params.get(name)
    if not isinstance(found, str):
        raise _Refused(_BAD_PARAMS, "Invalid request parameters")
    return found


def _unknown(what: str, name: str) -> _Refused:
    shown = hide_secrets([name])(printable(name))
    return _Refused(_BAD_PARAMS, f"no {what} is called '{shown}'")


def _reading(given: str, read: Callable[[], T]) -> T:
    """Raise a protocol error: reading a resource has no error result."""
    try:
        return read()
    except (MemsyncError, OSError) as error:
        code = _BAD_PARAMS if isinstance(error, NotFound) else _FAILED
        raise _Refused(code, hide_secrets([given])(told(error))) from None
