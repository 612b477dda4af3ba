"""Lists notes for `memsync list`; loads no Click."""

from __future__ import annotations

from memsync.cli.shared import notes
from memsync.terminal import printable

TYPE_CHECKING = False  # importing typing would cost a list 2 ms
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memsync.cli.shared.session import Session
    from memsync.memory.store.store import Store
    from memsync.retrieval.cache.cards import Card

_HEADS = ("name", "scope", "type", "description")


def run(session: Session, scope: str | None = None, type_: str | None = None) -> None:
    """Print the notes of both memories, or only those of a scope or a type."""
    from memsync.retrieval.cache.cards import cards, lines
    from memsync.retrieval.cache.database import folder_of

    cache = folder_of(session.places)
    wanted = _wanted(type_)
    stores = notes.readable(session, scope)
    if session.json:
        found = [
            (card, versions)
            for store in stores
            for card, versions in _counted(store, cards(store, cache, session.now))
            if wanted in (None, card.type)
        ]
        _warn(session, sum(bool(card.unread or card.odd) for card, _ in found))
        session.emit([_json(*row) for row in found], "")
        return
    rows: list[tuple[str, str, str, str]] = []
    odd = 0
    for store in stores:
        shown = lines(store, cache, session.now)
        if wanted is not None:
            shown = [line for line in shown if line[1] == wanted]
        odd += sum(is_odd for *_, is_odd in shown)
        scope_ = store.scope.value
        rows += [(name, scope_, kind, about) for name, kind, about, _ in shown]
    _warn(session, odd)
    session.emit(None, session.table(_HEADS, _safe(rows), empty=_none(scope, type_)))


def _none(scope: str | None, type_: str | None) -> str:
    if scope or type_:
        return "no such notes"
    return "no notes yet; `memsync remember TEXT` saves the first"


def _wanted(type_: str | None) -> str | None:
    if type_ is None:
        return None
    from memsync.memory.note.note import check_type

    return check_type(type_)


def _counted(store: Store, found: list[Card]) -> list[tuple[Card, int]]:
    versions = store.versions({card.name: card.digest for card in found})
    return [(card, versions.get(card.name, 0)) for card in found]


def _warn(session: Session, odd: int) -> None:
    if odd:
        what = "1 note is" if odd == 1 else f"{odd} notes are"
        session.warn(f"{what} malformed", "memsync lint")


def _safe(rows: list[tuple[str, str, str, str]]) -> Sequence[Sequence[str]]:
    """The rows, each text of them as `printable` makes it."""
    # Most lists have nothing to replace, which one look at all of it tells.
    if "".join(map("".join, rows)).isprintable():
        return rows
    return [tuple(map(printable, row)) for row in rows]


def _json(card: Card, versions: int) -> dict[str, object]:
    return {
        "name": card.name,
        "scope": card.scope,
        "type": card.type or None,
        "description": card.description,
        "path": card.path,
        "chars": card.chars,
        "created": card.created or None,
        "updated": card.updated or None,
        "versions": versions,
    }
