"""`memsync list`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memsync.cli.shared import notes
from memsync.cli.shared.scope import scope_option
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.terminal import printable

if TYPE_CHECKING:
    from memsync.retrieval.cache.cards import Card

_HEADS = ("name", "scope", "type", "description")


@click.command()
@scope_option("Only this memory; both by default.")
@click.option("-t", "--type", "type_", help="List only notes of this type.")
@json_option
@pass_session
def command(session: Session, scope: str | None, type_: str | None) -> None:
    """List the notes of both memories, those of the workspace first.

    \b
    Examples:
      memsync list
      memsync list --scope user --type feedback
    """
    from memsync.retrieval.cache.cards import cards
    from memsync.retrieval.cache.database import folder_of

    rows: list[tuple[Card, int]] = []
    for store in notes.readable(session, scope):
        found = cards(store, folder_of(session.places), session.now)
        if type_ is not None:
            from memsync.memory.note.note import check_type

            wanted = check_type(type_)
            found = [card for card in found if card.type == wanted]
        given = {card.name: card.digest for card in found}
        versions = store.versions(given) if session.json else {}
        rows += [(card, versions.get(card.name, 0)) for card in found]
    _warn(session, [card for card, _ in rows])
    if session.json:
        session.emit([_json(*row) for row in rows], "")
        return
    shown = [_row(card) for card, _ in rows]
    session.emit(None, session.table(_HEADS, shown, empty=_nothing(scope, type_)))


def _nothing(scope: str | None, type_: str | None) -> str:
    if scope or type_:
        return "no such notes"
    return "no notes yet; `memsync remember TEXT` saves the first"


def _warn(session: Session, found: list[Card]) -> None:
    odd = sum(bool(card.unread or card.odd) for card in found)
    if odd:
        what = "1 note is" if odd == 1 else f"{odd} notes are"
        session.warn(f"{what} malformed", "memsync lint")


def _row(card: Card) -> tuple[str, str, str, str]:
    about = f"({card.unread})" if card.unread else card.description
    return (printable(card.name), card.scope, printable(card.type), printable(about))


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
