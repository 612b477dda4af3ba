"""The table of agents: every file of `memsync/agents/known/` is a row.

Help, hooks, budgets and docs read it, so that a new agent is one file there, and a
snippet below `hooks/` if it has hooks.
"""

from __future__ import annotations

import os
from importlib import import_module

from memsync.agents import known
from memsync.agents.unknown import unknown_agent
from memsync.errors import BadUsage

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from memsync.agents.agent import Agent


def names() -> list[str]:
    """The names of all agents, sorted; loads none of them."""
    # Not pkgutil: it imports inspect, which costs a prompt 4 ms.
    files = (name for folder in known.__path__ for name in os.listdir(folder))  # noqa: PTH208 -- names are all that is asked
    rows = {name.removesuffix(".py") for name in files if name.endswith(".py")}
    return sorted(row.replace("_", "-") for row in rows - {"__init__"})


def agents() -> list[Agent]:
    """Every agent, by name."""
    return [_row(name) for name in names()]


def agent_called(name: str) -> Agent:
    """The agent of this name, in any case; raises `BadUsage` naming the nearest."""
    return _row(name_of(name))


def name_of(name: str) -> str:
    """The one name of an agent that is called so; as `agent_called`, loading none."""
    wanted = name.strip().lower().replace("_", "-").replace(" ", "-")
    if wanted in names():
        return wanted
    by_name = {other: agent.name for agent in agents() for other in agent.also}
    if wanted in by_name:
        return by_name[wanted]
    raise unknown_agent(name, names(), also=[*by_name])


def with_hooks() -> list[Agent]:
    """The agents with hooks, by name."""
    return [agent for agent in agents() if agent.hooks is not None]


def agent_with_hooks(name: str) -> Agent:
    """As `agent_called`; raises `BadUsage` for one whose settings cannot call us."""
    agent = agent_called(name)
    if agent.hooks is None:
        raise BadUsage(
            f"memsync has no hooks for {agent.name}",
            hint=f"one of {', '.join(each.name for each in with_hooks())}",
        )
    return agent


def _row(name: str) -> Agent:
    # Imports one agent only, since agents wait for hooks.
    module = import_module(f"{known.__name__}.{name.replace('-', '_')}")
    found: Agent = module.AGENT
    return found
