"""The page on the server names every tool with its arguments, and every resource."""

from __future__ import annotations

import re
from pathlib import Path

from memsync.mcp import resources
from memsync.mcp.server import TOOLS

TEXT = (Path(__file__).parents[2] / "docs/mcp.md").read_text("utf-8")


def test_the_tools_and_their_arguments_are_those_of_the_server() -> None:
    rows = re.findall(r"^\| `(\w+)` \|(.*?)\|", TEXT, re.MULTILINE)
    assert {name: set(re.findall(r"`(\w+)`", given)) for name, given in rows} == {
        tool.name: set(tool.parameters) for tool in TOOLS.values()
    }


def test_the_resources_are_those_of_the_server() -> None:
    assert re.findall(r"^\| `(memory://\S+)`", TEXT, re.MULTILINE) == [
        resources.ROOT,
        resources.INDEX,
        f"{resources.NOTES}NAME",
        f"{resources.SKILLS}NAME/SKILL.md",
    ]
