"""Prompt: what each agent receives at its start, and what is cut."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.agents.table import agent_called, agents
from memsync.page.html.page import Page
from memsync.retrieval import context as contexts
from memsync.retrieval.context import budget_of, build

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memsync.agents.agent import Agent
    from memsync.page.request.ask import Ask
    from memsync.retrieval.budget import Budget
    from memsync.retrieval.origins import Synced
    from memsync.retrieval.parts import Context

FIRST = "claude-code"


class Portion(NamedTuple):
    """The part of the memory that one agent receives."""

    agent: str
    title: str
    used: int
    cap: int
    unit: str
    over: bool
    """Whether something is cut, or the agent itself will cut something."""
    warnings: tuple[str, ...]

    @property
    def share(self) -> int:
        """The used part of its limit, in percent."""
        return min(100, round(100 * self.used / self.cap)) if self.cap else 100


def portions(ask: Ask, names: Sequence[str]) -> list[Portion]:
    """The portions of these agents; of the default one if none is named."""
    found: dict[Budget | None, Context] = {}
    synced = _synced(ask)
    made = []
    for name in names or [FIRST]:
        try:
            agent = _known(name)
        except LookupError:
            continue
        if agent.budget not in found:
            found[agent.budget] = _context(ask, agent.budget, synced)
        made.append(_portion(ask, agent, found[agent.budget]))
    return made


def view(ask: Ask) -> Page:
    """The page Prompt, for the agent that the query names."""
    every = agents()
    wanted = ask.query.get("agent") or FIRST
    agent = agent_called(wanted)
    context = _context(ask, agent.budget, _synced(ask))
    values = {
        "agents": [(each.name, each.title) for each in every],
        "agent": agent.name,
        "takes": agent.takes if agent.budget else "",
        "bar": _portion(ask, agent, context),
        "text": context.text,
        "omitted": context.omitted,
        "notes": any(store.names() for store in ask.opened.stores),
    }
    title = f"Prompt: {agent.title}"
    return Page("prompt.html", title, values, f"context --agent {agent.name}")


def _known(name: str) -> Agent:
    found = next((each for each in agents() if each.name == name), None)
    if found is None:
        raise LookupError(name)
    return found


def _context(ask: Ask, budget: Budget | None, synced: Synced | None) -> Context:
    reader = contexts.Ask(budget=budget)
    return build(ask.opened, reader, ask.now, synced, ask.cache)


def _portion(ask: Ask, agent: Agent, context: Context) -> Portion:
    budget = budget_of(ask.opened.settings, contexts.Ask(budget=agent.budget))
    used = budget.weigh(context.text)
    told = {message for message, _ in ask.opened.warnings}
    warnings = tuple(m for m, _ in context.warnings if m not in told)
    over = bool(context.omitted) or any("cap of" in each for each in warnings)
    over = over or (budget.whole and used > budget.cap)
    unit = budget.unit
    return Portion(agent.name, agent.title, used, budget.cap, unit, over, warnings)


def _synced(ask: Ask) -> Synced | None:
    settings = ask.commands.settings()
    if not (settings.text("sync.remote") or settings.profiles):
        return None
    from memsync.retrieval.origins import Synced as Known
    from memsync.retrieval.parts import Held
    from memsync.sync.verbs.prompt import came_in, held

    kept = held(ask.commands.places, settings.profiles)
    return Known(
        [Held(name, why.reason, why.since) for name, why in kept],
        came_in(ask.commands.places, settings.profiles),
    )
