"""`memsync search`."""

from __future__ import annotations

import click

from memsync.cli.find.searching import Asked, run
from memsync.cli.shared.numbers import NumberRange
from memsync.cli.shared.scope import scope_option
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.retrieval.ranking.rank import STRATEGIES


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="QUERY")
@scope_option("Only this memory; both by default.")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    metavar="N",
    help="Show at most N notes.",
)
@click.option(
    "--strategy",
    type=click.Choice([*STRATEGIES, "literal"]),
    help="Rank notes this way; auto by default.",
)
@click.option(
    "--min-score",
    type=NumberRange(0, 1),
    metavar="S",
    help="Leave out notes that score below S; 1 is the best.",
)
@click.option("--no-memory", is_flag=True, help="Turn memory off: find nothing.")
@json_option
@pass_session
def command(
    session: Session,
    words: tuple[str, ...],
    scope: str | None,
    limit: int | None,
    strategy: str | None,
    min_score: float | None,
    no_memory: bool,
) -> None:
    """Search the notes of both memories, the best match first.

    `bm25` matches word stems and synonyms, `keyword` matches whole words, and
    `semantic` adds a model that compares meanings. `auto` is semantic if a model is
    installed, else bm25. `literal` finds the exact text, also in memory indexes, daily
    logs and the scratchpad, and shows the lines around it.

    \b
    Examples:
      memsync search how do we deploy
      memsync search TODO --strategy literal
    """
    asked = Asked(" ".join(words), scope, limit, strategy, min_score, no_memory)
    run(session, asked)
