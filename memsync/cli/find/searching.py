"""Searches for `memsync search`, and says what was found; loads no Click."""

from __future__ import annotations

from memsync.cli.find.one_thread import one_thread
from memsync.cli.shared import notes
from memsync.record import NamedTuple
from memsync.terminal import printable, printable_block

TYPE_CHECKING = False  # importing typing would cost a search 2 ms
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memsync.cli.shared.session import Session
    from memsync.memory.store.store import Store
    from memsync.retrieval.search.literal import Literal
    from memsync.retrieval.search.ranked import Hit, Limits


class Asked(NamedTuple):
    """What a command line asks for; None is the setting's."""

    query: str
    scope: str | None = None
    limit: int | None = None
    strategy: str | None = None
    min_score: float | None = None
    no_memory: bool = False


def run(session: Session, asked: Asked) -> None:
    """Search the memories, and print the notes found."""
    from memsync.retrieval.cache.database import folder_of
    from memsync.retrieval.search.meaning import Means
    from memsync.retrieval.search.notes import with_notes
    from memsync.retrieval.search.ranked import Limits, search

    stores, settings = notes.visible(session, asked.scope, off=asked.no_memory)
    limit, least = asked.limit, asked.min_score
    limits = Limits(
        settings.number("search.top_k") if limit is None else limit,
        settings.share("search.min_score") if least is None else least,
    )
    strategy = asked.strategy or settings.text("search.strategy")
    if strategy == "literal":
        _literal(session, stores, asked.query, limits)
        return
    cache = folder_of(session.places)
    one_thread()
    means = Means(settings, session.environ, cache, session.warn)
    found = with_notes(
        stores,
        cache,
        session.now,
        lambda every: search(every, asked.query, strategy, limits, means),
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
