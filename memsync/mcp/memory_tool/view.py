"""The `view` command of Anthropic's memory tool: a numbered file, or a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.errors import Broken
from memsync.mcp.memory_tool.paths import Place, nothing_at, parse, text_of
from memsync.memory.note.names import MEMORY_INDEX_NAME, Scope
from memsync.terminal import printable, printable_block

if TYPE_CHECKING:
    from memsync.mcp.calls.call import Call
    from memsync.mcp.calls.tool import Arguments
    from memsync.memory.store.store import Store

# The reference store has the same limit, and six columns for line numbers.
_MOST_LINES = 999_999
_WIDTH = len(str(_MOST_LINES))


def view(call: Call, given: Arguments) -> str:
    """`view`: a file, or what is in a folder. Raises `NotFound`."""
    path = given.text("path")
    place = parse(path) or nothing_at(path)
    store = call.store(place.scope)
    if place.name is None:
        if store is None and place.scope is Scope.USER:
            nothing_at(path)
        return _view_folder(call, place)
    data = store.live(place.name) if store else None
    if data is None:
        nothing_at(path)
    lines = text_of(place, data).split("\n")
    if len(lines) > _MOST_LINES:
        raise Broken(
            f"File {path} exceeds maximum line limit of {_MOST_LINES:,} lines."
        )
    first, last = 1, len(lines)
    asked = given.numbers_if_any("view_range")
    if asked is not None and len(asked) == 2:
        first = max(1, asked[0])
        last = len(lines) if asked[1] == -1 else asked[1]
    shown = printable(path)
    return f"Here's the content of {shown} with line numbers:\n" + numbered(
        lines, first, last
    )


def _view_folder(call: Call, place: Place) -> str:
    scopes = [Scope.WORKSPACE, Scope.USER]
    if place.scope is Scope.USER:
        scopes = [Scope.USER]
    sizes: dict[str, int] = {}
    for scope in scopes:
        store = call.store(scope)
        if store is None:
            continue
        files = _files(store)
        folder = Place(scope, None).path
        if folder != place.path:
            sizes[f"{folder}/"] = sum(files.values())
        sizes |= {Place(scope, name).path: size for name, size in files.items()}
    total = sum(size for path, size in sizes.items() if not path.endswith("/"))
    rows = [f"{_human(total)}\t{place.path}"]
    rows += [f"{_human(sizes[path])}\t{printable(path)}" for path in sorted(sizes)]
    return (
        f"Here're the files and directories up to 2 levels deep in {place.path},"
        " excluding hidden items and node_modules:\n" + "\n".join(rows)
    )


def _files(store: Store) -> dict[str, int]:
    """The bytes of each file's text, by name."""
    notes = [(note.name, note.note.body) for note in store.entries() if not note.unread]
    notes.append((MEMORY_INDEX_NAME, store.index_text()))
    return {name: len(text.encode("utf-8", "surrogateescape")) for name, text in notes}


def numbered(lines: list[str], first: int, last: int) -> str:
    """These lines, from 1, with their numbers."""
    first, last = max(1, first), min(last, len(lines))
    return "\n".join(
        f"{number:>{_WIDTH}}\t{printable_block(lines[number - 1])}"
        for number in range(first, last + 1)
    )


def _human(size: int) -> str:
    """A size in the form that the reference store prints."""
    units = ["B", "K", "M", "G"]
    at = min(max(size.bit_length() - 1, 0) // 10, len(units) - 1)
    number = size / 1024**at
    return (
        f"{number:.0f}{units[at]}"
        if number.is_integer()
        else f"{number:.1f}{units[at]}"
    )
