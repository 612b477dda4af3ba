"""The list of notes: filtered, searched and paged."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from memsync.retrieval.ranking.rank import STRATEGIES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from memsync.memory.store.store import Store
    from memsync.page.request.ask import Ask
    from memsync.retrieval.cache.cards import Card

# The rows of one page: with 1,000 notes, the first must come within a few hundredths of
# a second.
A_PAGE = 100

# The most notes that a search shows; it reads each of them for an excerpt.
_MOST_FOUND = 300

# The filter by age: days, and their names on the page.
AGES = (("7", "changed within 7 days"), ("30", "within 30 days"), ("old", "older"))


class Line(NamedTuple):
    """One note in the list."""

    card: Card
    address: str = ""
    score: float | None = None
    snippet: str = ""
    agent: str = ""
    """The agent from which it was imported."""


class Listing(NamedTuple):
    """The rows of the list, and the choices for its filters."""

    lines: Sequence[Line]
    total: int
    every: int
    """The number of notes without any filter."""
    page: int
    pages: int
    types: Sequence[str]
    agents: Sequence[str]
    strategy: str
    chosen: dict[str, str]


def listing(ask: Ask, around: tuple[str, str] | None = None) -> Listing:
    """The notes that match the query; without a page, on the page that has `around`.

    Raises the errors of `rank.rank`.
    """
    asked = {key: ask.query.get(key, "") for key in _KEYS}
    default = ask.opened.settings.text("search.strategy")
    strategies = (*STRATEGIES, "literal")
    strategy = asked["strategy"] if asked["strategy"] in strategies else default
    origins = {store.scope.value: _origins(store) for store in ask.opened.stores}
    every = [
        Line(card, agent=origins[card.scope].get(card.name, "")) for card in ask.cards
    ]
    found = [line for line in every if _fits(line, asked, ask.now.today)]
    if asked["q"].strip():
        found = _searched(ask, found, asked["q"].strip(), strategy)
    pages = max(1, -(-len(found) // A_PAGE))
    page = min(max(1, ask.number("page", _page_of(around, found))), pages)
    shown = found if not ask.links.live else found[(page - 1) * A_PAGE :][:A_PAGE]
    chosen = {key: value for key, value in asked.items() if value}
    if page > 1:
        chosen["page"] = str(page)
    return Listing(
        [_addressed(ask, line, chosen) for line in shown],
        len(found),
        len(every),
        page,
        pages if ask.links.live else 1,
        sorted({line.card.type for line in every} - {""}),
        sorted({line.agent for line in every} - {""}),
        strategy,
        asked,
    )


def _page_of(place: tuple[str, str] | None, lines: Sequence[Line]) -> int:
    places = ((line.card.scope, line.card.name) for line in lines)
    at = next((at for at, each in enumerate(places) if each == place), 0)
    return at // A_PAGE + 1


def _addressed(ask: Ask, line: Line, chosen: Mapping[str, str]) -> Line:
    """Add the address of the note's page, which shows the same list beside it."""
    address = ask.links.note(line.card.scope, line.card.name)
    tail = f"?{urlencode(chosen)}" if chosen and ask.links.live else ""
    return line._replace(address=address + tail)


# The parameters of a list's address, which every link on it must keep.
_KEYS = ("q", "type", "scope", "agent", "age", "strategy")


def _fits(line: Line, asked: dict[str, str], today: date) -> bool:
    card = line.card
    for key, value in (
        ("type", card.type),
        ("scope", card.scope),
        ("agent", line.agent),
    ):
        if asked[key] and asked[key] != value:
            return False
    age = asked["age"]
    if age not in ("7", "30", "old"):
        return True
    try:
        changed = date.fromisoformat(card.updated or card.created)
    except ValueError:
        return age == "old"
    recent = changed >= today - timedelta(days=int(age) if age != "old" else 30)
    return recent is not (age == "old")


def _searched(ask: Ask, lines: Sequence[Line], query: str, strategy: str) -> list[Line]:
    """The notes that a query finds, the best first, by the strategies of search."""
    from memsync.retrieval.search.ranked import Limits

    limits = Limits(_MOST_FOUND, 0.0)
    by_place = {(line.card.scope, line.card.name): line for line in lines}
    found = []
    for hit in _hits(ask, query, strategy, limits):
        line = by_place.get((hit.scope, hit.name or ""))
        if line is not None:
            found.append(line._replace(score=hit.score, snippet=hit.snippet))
    return found


def _hits(ask: Ask, query: str, strategy: str, limits: Limits) -> Sequence[Hit]:
    stores = ask.opened.stores
    if strategy == "literal":
        from memsync.retrieval.search.literal import literal

        return literal(stores, query, limits).hits
    from memsync.retrieval.search.meaning import Means
    from memsync.retrieval.search.notes import with_notes
    from memsync.retrieval.search.ranked import search

    # If a model fails, words rank; the page names the strategy in the query.
    settings, environ = ask.opened.settings, ask.commands.environ
    means = Means(settings, environ, ask.cache, lambda *_: None)
    return with_notes(
        stores,
        ask.cache,
        ask.now,
        lambda every: search(every, query, strategy, limits, means),
    )


def _origins(store: Store) -> dict[str, str]:
    from memsync.errors import MemsyncError
    from memsync.memory.files.origins import load, parse

    try:
        return {each.name: each.agent for each in parse(load(store.memory))}
    except (MemsyncError, OSError):
        return {}  # the list works without it; `memsync import` names the file


if TYPE_CHECKING:
    from memsync.retrieval.search.ranked import Hit, Limits
