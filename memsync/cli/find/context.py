"""`memsync context`: what goes into a prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memsync.cli.shared import notes
from memsync.cli.shared.session import json_option, pass_session

if TYPE_CHECKING:
    from memsync.cli.shared.session import Session
    from memsync.retrieval.context import Ask
    from memsync.retrieval.parts import Context
    from memsync.workspace.open import Opened


@click.command()
@click.option(
    "--tools/--no-tools",
    default=True,
    help="The agent can read notes itself, or not: then add their text.",
)
@click.option(
    "--cap",
    type=click.IntRange(min=0),
    metavar="N",
    help="Print at most N characters.",
)
@click.option(
    "--query",
    default="",
    metavar="TEXT",
    help="Add the text of the notes that match TEXT.",
)
@click.option(
    "--agent", metavar="NAME", help="Use the limit of this agent, such as claude-code."
)
@click.option("--no-memory", is_flag=True, help="Turn memory off: print nothing.")
@json_option
@pass_session
def command(
    session: Session,
    tools: bool,
    cap: int | None,
    query: str,
    agent: str | None,
    no_memory: bool,
) -> None:
    """Print the memory as one block for an agent's prompt.

    The block holds the memory indexes, which are never cut, COYOTE.md, open items, the
    two newest daily logs, and the summary of past sessions. --query adds the text of
    the notes that match, the best first; --no-tools adds that of all notes, by name.
    The cap limits both. Without a memory, nothing is printed.

    \b
    Examples:
      memsync context
      memsync context --no-tools --query "how do we deploy"
    """
    from memsync.retrieval.context import Ask

    budget = None
    if agent is not None:
        from memsync.agents.table import agent_called

        budget = agent_called(agent).budget
    found = gather(session, Ask(tools, cap, query, budget), off=no_memory)
    for message, hint in found.warnings:
        session.warn(message, hint)
    data = {
        "text": found.text,
        "chars": found.chars,
        "cap": found.cap,
        "omitted": found.omitted,
        "warnings": [message for message, _ in found.warnings],
    }
    session.emit(data, f"{found.text}\n" if found.text else "")


def gather(session: Session, ask: Ask, *, off: bool = False) -> Context:
    """The context for the session's folder; empty while memory is off.

    `off` is `--no-memory`. Raises what opening a memory raises.
    """
    from memsync.retrieval.context import budget_of
    from memsync.retrieval.parts import Context
    from memsync.workspace.open import open_for_reading

    settings = session.settings(None)
    if off or notes.denied_by_environment(session, settings):
        return Context("", budget_of(settings, ask).cap)
    opened = open_for_reading(session.cwd, session.places, session.now)
    return built(session, opened, ask)


def built(session: Session, opened: Opened, ask: Ask) -> Context:
    """The context built from memories that are already open."""
    from memsync.cli.find.one_thread import one_thread
    from memsync.retrieval.cache.database import folder_of
    from memsync.retrieval.context import build
    from memsync.sync.verbs.prompt import synced

    one_thread()
    known = synced(session.places, session.settings(None))
    cache = folder_of(session.places)
    return build(opened, ask, session.now, known, cache, session.environ)
