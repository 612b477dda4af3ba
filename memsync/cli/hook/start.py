"""What an agent reads when a session begins: its memory, and what to save in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.cli.hook import running
from memsync.cli.shared import notes
from memsync.errors import Broken, Refused

if TYPE_CHECKING:
    from memsync.agents.agent import Agent
    from memsync.cli.hook.event import Event
    from memsync.cli.shared.session import Session
    from memsync.workspace.open import Opened

# The most characters of a person's own instructions (`memory.instructions`).
_LONGEST = 4000


def text_for(session: Session, agent: Agent | None, event: Event) -> str:
    """The text; empty if there is nothing to say, or memory is off."""
    from memsync.retrieval.context import Ask
    from memsync.workspace.open import open_for_reading

    if notes.denied_by_environment(session, session.settings(None)):
        return ""
    opened = open_for_reading(session.cwd, session.places, session.now)
    if not opened.settings.flag("memory.enabled"):
        return ""
    at = running.where(session, opened)
    if (
        agent is not None
        and agent.hooks
        and not agent.hooks.reply("session-start", ".")
    ):
        running.begin(session, agent, event, at)
        return ""  # this agent reads no text from a hook
    told = _told(session, agent, event, opened)
    budget = agent.budget if agent else None
    if budget is not None and budget.whole:
        # The agent cuts off all hook output at its limit, and the instructions come
        # last.
        lines = None if budget.lines is None else budget.lines - told.count("\n") - 2
        cap = max(budget.cap - budget.weigh(told) - 1, 0)
        budget = budget._replace(cap=cap, lines=lines)
    from memsync.cli.find.gathering import built

    found = built(session, opened, Ask(budget=budget))
    notes.warn_all(session, found.warnings)
    running.begin(session, agent, event, at)
    return "\n".join(part for part in (found.text, told) if part)


def _told(session: Session, agent: Agent | None, event: Event, opened: Opened) -> str:
    from memsync.agents.teaching import instructions, saved_last
    from memsync.retrieval.visible import visible

    settings = opened.settings
    stores = visible(opened)
    parts = []
    if settings.flag("memory.teach"):
        scopes = {str(store.scope) for store in stores}
        parts.append(
            instructions(
                workspace="workspace" in scopes,
                user="user" in scopes,
                offer=settings.flag("memory.offer") and opened.root is not None,
                own=_own(session, settings.text("memory.instructions")),
            )
        )
    if stores:
        names = running.saved_before(
            session, agent, event, opened, running.where(session, opened)
        )
        parts.append(saved_last(names))
    return "\n".join(part for part in parts if part)


def _own(session: Session, named: str) -> str | None:
    """The person's own text, which replaces ours; None if it cannot be read."""
    if not named:
        return None
    from pathlib import Path

    from memsync.files import atomic

    path = Path(named)
    if named.startswith("~/"):
        path = Path(session.environ.get("HOME", "")) / named[2:]
    if not path.is_absolute():
        session.warn(f"memory.instructions: '{named}' is not an absolute path")
        return None
    try:
        data = atomic.read_regular(path, limit=4 * _LONGEST)
        text = data.decode().strip()[:_LONGEST]
    # Instructions that cannot be read must not cost the agent its memory.
    except (Broken, Refused, OSError, UnicodeDecodeError):
        session.warn(f"memory.instructions: '{named}' cannot be read as text")
        return None
    return text or None
