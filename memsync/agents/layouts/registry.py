"""Every layout: the files of this folder that are named for an agent of the table."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from memsync.agents import layouts as folder
from memsync.agents import table
from memsync.agents.unknown import unknown_agent
from memsync.errors import BadUsage

if TYPE_CHECKING:
    from memsync.agents.layouts.layout import Layout

# Modules beside the layouts that are not layouts themselves.
_NO_AGENTS = ("layout", "registry", "where")


def names() -> list[str]:
    """The names of the agents whose memory is known, sorted; loads none of them."""
    return sorted(
        module.name.replace("_", "-")
        for module in iter_modules(folder.__path__)
        if not module.ispkg and module.name not in _NO_AGENTS
    )


def layout_called(name: str) -> Layout:
    """The layout of the agent of this name; raises `BadUsage` that lists all.

    Other names that the table of agents knows are accepted.
    """
    try:
        wanted = table.name_of(name)
    except BadUsage:
        wanted = name
    if wanted not in names():
        raise unknown_agent(wanted, names(), of="a memory")
    return _load(wanted)


def layouts() -> list[Layout]:
    """All layouts, by name."""
    return [_load(name) for name in names()]


def _load(name: str) -> Layout:
    module = import_module(f"{folder.__name__}.{name.replace('-', '_')}")
    found: Layout = module.LAYOUT
    return found
