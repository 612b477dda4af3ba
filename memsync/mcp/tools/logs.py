"""The tools for a session's context, the daily log and the scratchpad."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.clock import local
from memsync.errors import BadUsage, NoGitRoot
from memsync.mcp.calls.tool import SCOPES, Arguments, Parameter, Tool
from memsync.mcp.resources import context_text
from memsync.memory.archive.logs import (
    SCRATCHPAD,
    daily_entry,
    daily_name,
    open_items,
    parse_day,
    scratchpad_entry,
)
from memsync.memory.note.names import Scope
from memsync.memory.store.appending import append, check_append, read_log, tick
from memsync.retrieval.fence import for_tools

if TYPE_CHECKING:
    from memsync.mcp.calls.call import Call
    from memsync.memory.store.store import Store

_SCOPE = Parameter(
    "'workspace' or 'global'; left out, this repository's, outside git the person's",
    schema={"type": "string", "enum": SCOPES},
)


def context(call: Call, given: Arguments) -> object:
    """The memory indexes and what else a session starts with."""
    text = for_tools(context_text(call, given.text_if_any("query") or ""))
    return text or "There is no memory here yet; memory__write makes one."


def daily(call: Call, given: Arguments) -> object:
    """Append to today's log, or return a day's log."""
    text = given.text_if_any("text")
    day = parse_day(given.text_if_any("day") or "today", call.now.today)
    if text is not None and day != call.now.today:
        raise BadUsage(
            f"a text goes into the log of today, and day is {day}",
            hint="leave out day to add it, or leave out text to show that day",
        )
    if text is None:
        found = _find(call, given, daily_name(day))
        text = "" if found is None else found[1].decode("utf-8", "replace")
        return {"day": str(day), "text": text}
    clock = f"{local(call.now.utc):%H:%M}"
    entry = daily_entry(text, given.text_if_any("heading"), clock)
    return _add(call, given, daily_name(call.now.today), entry if text.strip() else "")


def scratchpad(call: Call, given: Arguments) -> object:
    """Add an open item, tick one off, or list them all."""
    text, number = given.text_if_any("add"), given.number_if_any("done")
    if text is not None and number is not None:
        raise BadUsage(
            "add and done are two changes", hint="call it once with each of them"
        )
    if text is not None:
        return _add(call, given, SCRATCHPAD, scratchpad_entry(text))
    found = _find(call, given, SCRATCHPAD)
    if number is not None:
        store = found[0] if found else call.to_change("workspace")[0]
        written, said = tick(store, number, call.now)
        call.warn(written.warnings)
        return {"status": "ok", "done": said}
    items = open_items(found[1].decode("utf-8", "replace")) if found else []
    return {"items": [{"number": each.number, "text": each.text} for each in items]}


def _find(call: Call, given: Arguments, name: str) -> tuple[Store, bytes] | None:
    scope = given.text_if_any("scope")
    wanted = Scope.parse(scope) if scope else None
    for store in call.opened().stores:
        if wanted in (None, store.scope):
            data = read_log(store, name)
            if data is not None:
                return store, data
    return None


def _add(call: Call, given: Arguments, name: str, text: str) -> object:
    def check(new: Store) -> None:
        check_append(new, name, text)

    scope = given.text_if_any("scope")
    try:
        store = call.to_write(scope or Scope.WORKSPACE, check)
    except NoGitRoot:
        if scope:
            raise
        store = call.to_write(Scope.USER, check)
    written = append(store, name, text, call.now)
    call.warn(written.warnings)
    return {"status": "ok", "path": str(written.path)}


TOOLS = (
    Tool(
        "memory__context",
        "What a session starts with: the memory indexes, open items and the newest"
        " daily logs. With a query also the notes that fit it. Call it first.",
        {"query": Parameter("What you are about to do, in a few words")},
        context,
        only_reads=True,
    ),
    Tool(
        "memory__daily",
        "The running log of a day. With text, add it to today's; without, show a day.",
        {
            "text": Parameter("What to add to the log of today", written=True),
            "heading": Parameter("A heading for it; the time is added", written=True),
            "day": Parameter("today, yesterday or YYYY-MM-DD, to show that day"),
            "scope": _SCOPE,
        },
        daily,
    ),
    Tool(
        "memory__scratchpad",
        "Open items that outlive the session. Without arguments, show them numbered.",
        {
            "add": Parameter("An open item to add", written=True),
            "done": Parameter(
                "The number of an item that is done", schema={"type": "integer"}
            ),
            "scope": _SCOPE,
        },
        scratchpad,
    ),
)
