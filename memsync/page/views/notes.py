"""Notes: only the list."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING

from memsync.page.html.page import Page
from memsync.page.html.shell import called
from memsync.page.views.listing import AGES, listing
from memsync.retrieval.ranking.rank import STRATEGIES

if TYPE_CHECKING:
    from memsync.page.request.ask import Ask
    from memsync.page.views.listing import Listing


def view(ask: Ask) -> Page:
    """The page Notes."""
    found = listing(ask)
    return Page("notes.html", "Notes", values(ask, found), _command(found))


def values(
    ask: Ask, found: Listing, here: tuple[str, str] | None = None
) -> dict[str, object]:
    """The values for the template of the list; `here` is the note beside it."""
    return {
        "listing": found,
        "strategies": (*STRATEGIES, "literal"),
        "ages": AGES,
        "scopes": [store.scope.value for store in ask.opened.stores],
        "indexes": [
            (store.scope.value, ask.links.note(store.scope.value, "MEMORY"))
            for store in ask.opened.stores
            if store.exists()
        ],
        "newer": _turned(ask, found, -1),
        "older": _turned(ask, found, 1),
        "words": found.chosen.get("q", "").split(),
        "asked": {key: value for key, value in found.chosen.items() if value},
        "here": here,
    }


def _turned(ask: Ask, found: Listing, by: int) -> str:
    page = found.page + by
    if not 1 <= page <= found.pages:
        return ""
    chosen = {key: value for key, value in found.chosen.items() if value}
    return ask.links.page("notes", {**chosen, "page": page})


def _command(found: Listing) -> str:
    if query := found.chosen.get("q"):
        return called(f"search --strategy {found.strategy}", query)
    options = [
        f" --{key} {quote(found.chosen[key])}"
        for key in ("scope", "type")
        if found.chosen[key]
    ]
    return f"list{''.join(options)}"
