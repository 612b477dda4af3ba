"""`memsync context`: what goes into a prompt."""

from __future__ import annotations

import click

from memsync.cli.find.gathering import run
from memsync.cli.shared.session import Session, json_option, pass_session


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
    run(session, Ask(tools, cap, query, budget), off=no_memory)
