"""The two edits of Anthropic's memory tool, each a compare and swap of one file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.errors import BadUsage, NotFound
from memsync.mcp.memory_tool.paths import changed, nothing_at, parse, text_of
from memsync.mcp.memory_tool.view import numbered
from memsync.memory.change.changes import ATTEMPTS, keeps_changing
from memsync.memory.note.compose import check_text
from memsync.memory.store.writing import check_size
from memsync.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Callable

    from memsync.mcp.calls.call import Call
    from memsync.mcp.calls.tool import Arguments


def str_replace(call: Call, given: Arguments) -> str:
    """`str_replace`: one text in place of another that stands there once."""
    path, old = given.text("path"), given.text("old_str")
    new = given.text_if_any("new_str") or ""
    check_text(new)
    at = 0

    def edit(text: str) -> str:
        nonlocal at
        count = text.count(old) if old else 0
        if count == 0:
            raise NotFound(
                f"No replacement was performed, old_str `{_quoted(old)}` did not appear"
                f" verbatim in {path}."
            )
        if count > 1:
            lines = ", ".join(map(str, _lines_with(text, old)))
            raise BadUsage(
                "No replacement was performed. Multiple occurrences of old_str"
                f" `{_quoted(old)}` in lines: {lines}. Please ensure it is unique"
            )
        before, _, after = text.partition(old)
        at = before.count("\n") + 1
        return before + new + after

    text = _edit(call, path, edit)
    snippet = numbered(text.split("\n"), at - 2, at + 2)
    return (
        "The memory file has been edited. Here is the snippet showing the change"
        f" (with line numbers):\n{snippet}"
    )


def insert(call: Call, given: Arguments) -> str:
    """`insert`: text below a line, or above all with 0."""
    path, line = given.text("path"), given.number("insert_line")
    added = given.text("insert_text").rstrip("\n")
    check_text(added)

    def edit(text: str) -> str:
        lines = text.split("\n")
        if not lines[-1]:
            lines.pop()
        if not 0 <= line <= len(lines):
            raise BadUsage(
                f"Invalid `insert_line` parameter: {line}. It should be within the"
                f" range [0, {len(lines)}]."
            )
        lines.insert(line, added)
        return "\n".join(lines) + "\n"

    _edit(call, path, edit)
    return f"The file {path} has been edited."


def _edit(call: Call, path: str, edit: Callable[[str], str]) -> str:
    """Pass a file's text through `edit` and save it; the new text."""
    place = parse(path) or nothing_at(path)
    if place.name is None:
        raise BadUsage(f"The path {printable(path)} is not a file.")
    store = call.store(place.scope)
    if store is None:
        nothing_at(path)
    for _ in range(ATTEMPTS):
        data = store.live(place.name)
        if data is None:
            nothing_at(path)
        text = edit(text_of(place, data))
        new = changed(place, data, text, call.now.today)
        if len(new) > len(data):
            check_size(store, len(text.encode()))
        written = store.replace_bytes(place.name, new, data, call.now)
        if written is not None:
            call.warn(written.warnings)
            return text
    raise keeps_changing(place.name)


def _lines_with(text: str, part: str) -> list[int]:
    """The numbers of the lines in which `part` begins."""
    found = []
    at = text.find(part)
    while at >= 0:
        found.append(text.count("\n", 0, at) + 1)
        at = text.find(part, at + 1)
    return found


def _quoted(text: str) -> str:
    """A text of the client's in an error, unless it is a secret."""
    from memsync.secrets.scan import scan_all

    return "…" if scan_all(text.encode("utf-8", "replace")) else text
