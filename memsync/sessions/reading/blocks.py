"""Parses a message's content: a text, or a list of blocks as in vendors' APIs."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

# The names of the same things in the APIs of different vendors.
_TEXTS = {"text", "input_text", "output_text"}
_CALLS = {"tool_use", "toolCall", "tool-call", "tool_call", "server_tool_use"}
_RESULTS = {"tool_result", "tool-result", "toolResult", "mcp_tool_result"}
# Nesting of blocks in blocks; a hostile file may have any.
_DEEPEST = 30

# The most values of a tool call to print.
_MOST = 5_000


class Block(NamedTuple):
    """One part: a text, a call of a tool, or what the tool answered."""

    kind: str
    """`text`, `call` or `result`."""
    text: str
    id: str = ""
    """Of a call, and of the call that a result answers."""
    name: str = ""


def blocks(content: object) -> Iterator[Block]:
    """The parts of a message's content, without images and the like."""
    if isinstance(content, str):
        yield Block("text", content)
    elif isinstance(content, list):
        for item in content:
            yield from _block(item)


def _block(item: object) -> Iterator[Block]:
    if isinstance(item, str):
        yield Block("text", item)
    if not isinstance(item, dict):
        return
    kind = item.get("type")
    if not (kind is None or isinstance(kind, str)):
        return
    if (kind in _TEXTS or kind is None) and isinstance(item.get("text"), str):
        yield Block("text", item["text"])
    elif kind in _CALLS:
        name = word(item.get("name") or item.get("toolName"))
        given = item.get("input", item.get("arguments", item.get("args")))
        id_ = word(item.get("id") or item.get("toolCallId"))
        yield Block("call", call(name, given), id_, name)
    elif kind in _RESULTS:
        id_ = word(item.get("tool_use_id") or item.get("toolCallId"))
        answer = item.get("content", item.get("result", item.get("output")))
        yield Block("result", said(answer), id_)


def said(content: object) -> str:
    """All words of a content: its texts, or else its values."""
    if isinstance(content, str):
        return content
    texts = [block.text for block in blocks(content) if block.kind == "text"]
    if texts:
        return "\n".join(texts)
    return values(content)


def call(name: str, given: object) -> str:
    """A call of a tool in words: its name, and a line for each argument."""
    if isinstance(given, str) and given[:1] in ("{", "["):
        # Arguments that were cut off are no JSON, but still worth finding.
        with contextlib.suppress(ValueError, RecursionError):
            given = json.loads(given)
    return "\n".join(part for part in (name, values(given)) if part)


def values(tree: object) -> str:
    """The texts and numbers in a value of JSON, one a line, with their keys."""
    found: list[str] = []
    # An explicit stack: JSON may be nested deeper than Python can recurse.
    waiting: list[tuple[str, object, int]] = [("", tree, 0)]
    while waiting and len(found) < _MOST:
        key, value, depth = waiting.pop()
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            text = str(value)
            if text.strip():
                found.append(f"{key}: {text}" if key else text)
        elif depth > _DEEPEST:
            continue
        elif isinstance(value, dict):
            items = [(str(k), v, depth + 1) for k, v in value.items()]
            waiting += reversed(items)
        elif isinstance(value, list):
            waiting += reversed([(key, each, depth + 1) for each in value])
    return "\n".join(found)


def word(value: object) -> str:
    """A value that should be a text; empty where it is none."""
    return value if isinstance(value, str) else ""


def mapping(value: object) -> dict[str, object]:
    """A value that should be an object; empty where it is none."""
    return value if isinstance(value, dict) else {}


def items(value: object) -> list[object]:
    """A value that should be a list; empty where it is none."""
    return value if isinstance(value, list) else []
