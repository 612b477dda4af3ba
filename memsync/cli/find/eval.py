"""`memsync eval`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memsync.amounts import amount
from memsync.cli.find.one_thread import one_thread
from memsync.cli.shared.notes import read_given
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.retrieval.ranking.rank import STRATEGIES
from memsync.terminal import printable

if TYPE_CHECKING:
    from memsync.config.settings import Settings
    from memsync.retrieval.meaning.similar import Meaning
    from memsync.retrieval.ranking.evaluate import DocumentsOf, Found


# Not a ranking: it searches for each word as it is typed.
_LITERAL = "literal"


@click.command()
@click.argument("fixture")
@click.option(
    "--strategy",
    type=click.Choice((*STRATEGIES, _LITERAL)),
    help="Rank notes this way; auto by default.",
)
@json_option
@pass_session
def command(session: Session, fixture: str, strategy: str | None) -> None:
    """Measure a search strategy on a fixture: Hit@1, Hit@3 and MRR.

    FIXTURE is JSON: {notes: [{name, type, description, body}], cases: [{query,
    want}]}, where want is a name or a list of names. Does not read your memory.
    """
    from memsync.retrieval.ranking.evaluate import (
        DocumentsOf,
        evaluate,
        hit,
        mrr,
        parse,
    )

    settings = session.settings(None)
    strategy = strategy or settings.text("search.strategy")
    data = read_given(session, fixture)
    cases = parse(data, f"'{fixture}'")
    if strategy == _LITERAL:
        from memsync.retrieval.search.literal import order_of

        found = evaluate(cases, strategy, by=order_of)
    else:
        meaning = _meaning(session, settings, strategy, DocumentsOf(cases))
        found = evaluate(cases, strategy, meaning)
    figures = {"hit1": hit(found, 1), "hit3": hit(found, 3), "mrr": mrr(found)}
    rounded = {name: round(value, 4) for name, value in figures.items()}
    ranks = [_json(one) for one in found]
    text = "".join(_text(one) for one in found if one.rank != 1)
    text += (
        f"{amount(len(found), 'case')}: Hit@1 {figures['hit1']:.3f}, "
        f"Hit@3 {figures['hit3']:.3f}, MRR {figures['mrr']:.3f}\n"
    )
    session.emit({"cases": len(found), **rounded, "ranks": ranks}, text)


def _meaning(
    session: Session, settings: Settings, strategy: str, notes: DocumentsOf
) -> Meaning | None:
    from memsync.retrieval.search.meaning import Means
    from memsync.terminal import counted

    one_thread()
    means = Means(settings, session.environ, None, session.warn)
    meaning = means.for_notes(strategy, notes)
    if meaning is not None:
        meaning.make_all(lambda every: counted(every, "making vectors"))
    return meaning


def _json(found: Found) -> dict[str, object]:
    query, want = found.case
    return {
        "query": query,
        "want": want[0] if len(want) == 1 else list(want),
        "rank": found.rank,
    }


def _text(found: Found) -> str:
    place = "missed" if found.rank is None else f"rank {found.rank}"
    return (
        printable(f"{place}: {found.case.query} -> {' or '.join(found.case.want)}")
        + "\n"
    )
