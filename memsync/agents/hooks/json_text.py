"""Adds a part to JSON text, or removes one, and keeps every other byte."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from memsync.agents.hooks.jsonc import skip

if TYPE_CHECKING:
    from memsync.agents.hooks.jsonc import Node


def inserted(
    text: str, container: Node, new: tuple[str, object] | dict[str, object]
) -> str:
    """The text with a member or an item added at the end of its container."""
    eol = "\r\n" if "\r\n" in text else "\n"
    parts = container.parts
    if not parts:
        at = container.start + 1
        indent = _indent(text, container.start)
        return text[:at] + _rendered(text, new, indent, eol) + text[at:]
    last, close = parts[-1].end, container.end - 1
    indent = _indent(text, parts[-1].start)
    in_lines = "\n" in text[container.start : close]
    before = eol + indent if in_lines else " "
    item = before + _rendered(text, new, indent if in_lines else None, eol)
    after = skip(text, last)
    if text[after] == ",":
        end = _line_comment_end(text, after + 1)
        return f"{text[:end]}{item},{text[end:]}"
    # A person's comment after the last part stays after it.
    end = len(text[:close].rstrip())
    return f"{text[:last]},{text[last:end]}{item}{text[end:]}"


def without(text: str, container: Node, at: int) -> str:
    """The text without one part of a container; the inverse of `inserted`."""
    parts = container.parts
    part = parts[at]
    floor = parts[at - 1].end if at else container.start + 1
    begin = max(len(text[: part.start].rstrip()), floor)
    after = skip(text, part.end)
    if text[after] == ",":
        return text[:begin] + text[after + 1 :]
    if at:
        comma = skip(text, floor)
        return text[:comma] + text[comma + 1 : begin] + text[part.end :]
    if part.start == floor:
        return text[: part.start] + text[part.end :]
    return text[:floor] + text[container.end - 1 :]


def _line_comment_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    line = text[at : end if end >= 0 else len(text)].rstrip("\r")
    return at + len(line) if line.lstrip().startswith("//") else at


def _indent(text: str, at: int) -> str:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _rendered(
    text: str,
    new: tuple[str, object] | dict[str, object],
    indent: str | None,
    eol: str,
) -> str:
    """A member or an item as text; `indent` is that of its line, None for one line."""
    unit = "\t" if "\n\t" in text else "  "
    if indent is None:
        unit = ""
    value = new[1] if isinstance(new, tuple) else new
    rendered = _value(value, None if indent is None else eol + indent, unit)
    return f"{json.dumps(new[0])}: {rendered}" if isinstance(new, tuple) else rendered


def _value(value: object, line: str | None, unit: str) -> str:
    """A value as JSON; `line` begins each of its lines, None for a single one."""
    if not isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False)
    inner = None if line is None else line + unit
    before, after = (" ", " ") if line is None else (inner or "", line)
    if isinstance(value, dict):
        opening, closing = "{}"
        parts = [f"{json.dumps(k)}: {_value(v, inner, unit)}" for k, v in value.items()]
    else:
        opening, closing = "[]"
        parts = [_value(each, inner, unit) for each in value]
    return opening + before + f",{before}".join(parts) + after + closing
