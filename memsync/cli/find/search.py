"""`memsync search`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memsync.cli.find.one_thread import one_thread
from memsync.cli.shared import notes
from memsync.cli.shared.scope import scope_option
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.retrieval.ranking.rank import STRATEGIES
from memsync.terminal import printable, printable_block

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memsync.memory.store.store import Store
    from memsync.retrieval.search.literal import Literal
    from memsync.retrieval.search.ranked import Hit, Limits


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
    type=click.FloatRange(0, 1),
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
    from memsync.retrieval.cache.database import folder_of
    from memsync.retrieval.search.meaning import Means
    from memsync.retrieval.search.notes import with_notes
    from memsync.retrieval.search.ranked import Limits, search

    query = " ".join(words)
    stores, settings = notes.visible(session, scope, off=no_memory)
    limits = Limits(
        settings.number("search.top_k") if limit is None else limit,
        settings.share("search.min_score") if min_score is None else min_score,
    )
    strategy = strategy or settings.text("search.strategy")
    if strategy == "literal":
        _literal(session, stores, query, limits)
        return
    cache = folder_of(session.places)
    one_thread()
    means = Means(settings, session.environ, cache, session.warn)
    found = with_notes(
        stores,
        cache,
        session.now,
        lambda every: search(every, query, strategy, limits, means),
    )
    _say_nothing(session, stores, bool(found))
    session.emit([_json(hit) for hit in found], "".join(map(_text, found)))


def _literal(
    session: Session, stores: Sequence[Store], query: str, limits: Limits
) -> None:
    from memsync.retrieval.search.literal import literal

    found = literal(stores, query, limits)
    _say_nothing(session, stores, bool(found.hits))
    rows = [_json(hit) | {"matches": dict(hit.matches)} for hit in found.hits]
    text = _head(found) + "".join(map(_literal_text, found.hits)) if found.hits else ""
    session.emit(rows, text)


def _say_nothing(session: Session, stores: Sequence[Store], found: bool) -> None:
    """Say whether nothing matched or there was nothing to search."""
    if not found and any(store.exists() for store in stores):
        session.say("nothing found")


def _json(hit: Hit) -> dict[str, object]:
    row = hit._asdict()
    del row["matches"]
    return row


def _text(hit: Hit) -> str:
    head = f"{hit.score:.2f}\t{hit.name}\t{hit.scope}\t{hit.description}"
    return f"{printable(head.replace(chr(9), '  '))}\n    {printable(hit.snippet)}\n"


def _head(found: Literal) -> str:
    terms = ", ".join(f"{term} ({lines})" for term, lines in found.terms)
    shown = len(found.hits)
    files = "1 file" if found.files == 1 else f"{found.files} files"
    some = f"; the first {shown} by rank" if shown < found.files else ""
    return printable(f"lines by term: {terms}; in {files}{some}") + "\n"


def _literal_text(hit: Hit) -> str:
    terms = ", ".join(f"{term} ({lines or 'name'})" for term, lines in hit.matches)
    lines = printable_block(hit.snippet).split("\n")
    body = "".join(f"    {line}".rstrip() + "\n" for line in lines)
    return f"\n{printable(f'{hit.path}: {terms}')}\n{body}"
