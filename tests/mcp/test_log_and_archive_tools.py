"""Context, logs, versions and the prompt, as an agent has them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import anyio
import pytest
from mcp import Client
from support.agent import Tools

from memsync.mcp.calls.call import Call
from memsync.mcp.calls.for_tools import hint_for_tools
from memsync.mcp.server import TOOLS, make_server

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

FACT = {"description": "a fact", "content": "One.\n", "scope": "workspace"}


@pytest.fixture
def top(machine: Machine) -> Path:
    """A repository with a memory."""
    top = machine.repository()
    machine.memsync("init", cwd=top)
    return top


@pytest.fixture
def tools(machine: Machine, top: Path) -> Tools:
    """The tools in that repository."""
    return Tools(machine.environ, top)


def test_the_context_has_the_index_and_what_a_query_asks_for(
    machine: Machine, top: Path, tools: Tools
) -> None:
    tools.json("memory__write", name="port", **FACT)
    text = tools.text("memory__context")
    printed = machine.memsync("context", cwd=top).out
    command, tool = "`memsync read NAME` prints", "`memory__read` with a name returns"
    assert command in printed
    assert text + "\n" == printed.replace(command, tool)
    assert "[[port]]" in text
    assert "One." not in text
    assert "One." in tools.text("memory__context", query="a fact")


def test_where_there_is_no_memory_the_context_says_so(
    machine: Machine, tmp_path: Path
) -> None:
    assert "memory__write" in Tools(machine.environ, tmp_path).text("memory__context")


def test_a_day_is_added_to_and_shown(machine: Machine, top: Path, tools: Tools) -> None:
    done = tools.json("memory__daily", text="Moved the database.", heading="Move")
    assert done["status"] == "ok"
    said = tools.json("memory__daily")["text"]
    assert "Moved the database." in said
    assert said == machine.memsync("daily", "show", cwd=top).out
    assert tools.json("memory__daily", day="yesterday")["text"] == ""
    assert "is not a day" in tools.refused("memory__daily", day="2026-13-01")
    assert "nothing to add" in tools.refused("memory__daily", text=" ")
    for day in ("notaday", "yesterday"):
        assert "day" in tools.refused("memory__daily", text="Late.", day=day)
    machine.memsync("daily", "show", "yesterday", cwd=top, want=17)
    tools.json("memory__daily", text="Now.", day="today")


def test_items_are_added_shown_and_ticked_off(tools: Tools) -> None:
    assert tools.json("memory__scratchpad")["items"] == []
    for item in ("first", "second"):
        tools.json("memory__scratchpad", add=item)
    shown = tools.json("memory__scratchpad")["items"]
    assert shown == [{"number": 1, "text": "first"}, {"number": 2, "text": "second"}]
    assert tools.json("memory__scratchpad", done=1)["done"] == "first"
    assert [i["text"] for i in tools.json("memory__scratchpad")["items"]] == ["second"]
    refused = tools.refused("memory__scratchpad", done=9)
    assert "hint: see memory__scratchpad" in refused


def test_a_call_does_all_that_it_is_told_or_nothing(tools: Tools) -> None:
    tools.json("memory__scratchpad", add="first")
    said = tools.refused("memory__scratchpad", add="second", done=1)
    assert "add and done are two changes" in said
    items = tools.json("memory__scratchpad")["items"]
    assert [item["text"] for item in items] == ["first"]
    said = tools.refused("memory__daily", text="")
    assert "give a text" in said
    assert "stdin" not in said


def test_outside_git_what_is_added_is_the_persons(
    machine: Machine, tmp_path: Path
) -> None:
    tools = Tools(machine.environ, tmp_path)
    tools.json("memory__scratchpad", add="mine")
    assert (machine.user_memory / "scratchpad/SCRATCHPAD.md").exists()


def test_a_deleted_note_comes_back(tools: Tools) -> None:
    tools.json("memory__write", name="port", **FACT)
    tools.json("memory__delete", name="port", scope="workspace")
    (row,) = tools.json("memory__archive_list", name="port")["versions"]
    assert (row["name"], row["scope"], row["reason"]) == (
        *("port", "workspace"),
        "forgotten",
    )
    assert tools.json("memory__archive_restore", id=row["id"])["status"] == "ok"
    assert tools.json("memory__read", name="port")["content"] == "One.\n"
    refused = tools.refused("memory__archive_restore", id="prot/x")
    assert "memory__archive_list" in refused
    assert tools.json("memory__archive_list", name="none")["versions"] == []


def test_scopes_have_two_names(tools: Tools) -> None:
    for tool in TOOLS.values():
        scope = tool.parameters.get("scope")
        if scope is not None:
            names = scope.schema["enum"]
            assert [n for n in names if n != "all"] == ["workspace", "global"]  # type: ignore[attr-defined]
    tools.json("memory__write", name="tea", **{**FACT, "scope": "global"})
    (hit,) = tools.json("memory__search", query="fact")
    assert hit["scope"] == "global"
    refused = tools.refused("memory__delete", name="tea", scope="workspace")
    assert "hint: scope 'global'" in refused


@pytest.mark.parametrize(
    ("hint", "said"),
    [
        ("see `memsync list`", "see memory__list"),
        ("memsync lint", "memory__lint"),
        ("did you mean port@1? see `memsync archive list`", None),
        ("choose another, or `memsync forget x` first", None),
        ("run `memsync init`", "for the person: run `memsync init`"),
        ("write it as YYYY-MM-DD", "write it as YYYY-MM-DD"),
    ],
)
def test_hints_name_tools(hint: str, said: str | None) -> None:
    found = hint_for_tools(hint)
    assert found == said if said else "memsync " not in found


def test_one_prompt_says_what_is_worth_saving(machine: Machine, top: Path) -> None:
    async def talk() -> None:
        server = make_server(partial(Call, machine.environ, top, off=False))
        async with Client(server) as client:
            (prompt,) = (await client.list_prompts()).prompts
            found = await client.get_prompt(prompt.name)
            (message,) = found.messages
            text = message.content.model_dump()["text"]
            assert "memory__write" in text
            assert "secret" in text

    anyio.run(talk)
