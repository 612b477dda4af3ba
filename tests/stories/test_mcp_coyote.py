"""Coyote's memory tools over MCP, called by a real client on the real command."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.agent import Agent, session

if TYPE_CHECKING:
    from pathlib import Path

    from support.machine import Machine

TOOLS = {
    "memory__read": {"name"},
    "memory__write": {
        *("name", "description", "type", "content", "scope"),
        *("superseded_by", "expires"),
    },
    "memory__list": set(),
    "memory__lint": set(),
    "memory__edit_index": {"scope", "content"},
    "memory__rename": {"name", "new_name", "scope"},
    "memory__delete": {"name", "scope"},
}


@pytest.fixture
def top(machine: Machine) -> Path:
    """A repository with a memory."""
    top = machine.repository()
    machine.memsync("init", cwd=top)
    return top


def test_an_agent_writes_lists_reads_and_deletes_a_note(
    machine: Machine, top: Path
) -> None:
    memory = top / ".coyote/memory"

    async def talk(agent: Agent) -> None:
        offered = (await agent.client.list_tools()).tools
        schemas = {tool.name: set(tool.input_schema["properties"]) for tool in offered}
        assert schemas.items() >= TOOLS.items()
        fact = {"name": "storage", "description": "where tokens are", "type": "project"}
        written = await agent.json(
            "memory__write", **fact, content="On the server.", scope="workspace"
        )
        assert written == {
            "status": "ok",
            "path": str(memory / "storage.md"),
            "index_path": str(memory / "MEMORY.md"),
            "index_updated": True,
            "replaced": False,
            "previous_description": None,
        }
        listed = await agent.json("memory__list")
        assert listed == {
            "files": [
                {**fact, "char_len": 14, "path": str(memory / "storage.md")},
            ],
            "global_index_exists": False,
            "workspace": {"mode": "structured", "root": str(top)},
        }
        assert await agent.json("memory__read", name="storage") == {
            "name": "storage",
            "type": "project",
            "content": "On the server.\n",
        }
        deleted = await agent.json("memory__delete", name="storage", scope="workspace")
        assert deleted == {
            "status": "ok",
            "deleted_path": str(memory / "storage.md"),
            "index_updated": True,
            "dangling_references": [],
        }

    assert session(machine, top, talk) == ""
    (gone,) = machine.memsync("archive", "list", "storage", "--json", cwd=top).json
    assert gone["reason"] == "forgotten"
