"""A note: rendered and raw, with its links, findings and versions."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memsync.errors import NotFound
from memsync.memory.lint.lint import Known, check_note
from memsync.memory.note import links
from memsync.memory.note.names import MEMORY_INDEX_NAME
from memsync.memory.note.note import Note
from memsync.page.html.compare import Piece, compare, folded
from memsync.page.html.markdown import rendered
from memsync.page.html.page import Page
from memsync.page.html.shell import called
from memsync.page.request.ask import Ask, not_here
from memsync.page.views import notes
from memsync.page.views.listing import listing
from memsync.secrets.redact import redact_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memsync.memory.lint.lint import LintFinding
    from memsync.memory.store.store import Store
    from memsync.page.request.commands import Past

LIVE = "live"

# What happened to a version, in words for people.
_SINCE: dict[str, str] = {
    "overwritten": "overwritten since",
    "forgotten": "forgotten since",
    "renamed": "renamed since",
    "merged": "the side that a merge left",
    "restored": "replaced since by an earlier version",
    "synced": "kept by sync",
}


class Told(NamedTuple):
    """One version in the timeline; the first is the live one."""

    id: str
    time: str
    reason: str
    """What happened to it."""
    chars: int
    text: str
    """Without secrets: an old version may contain one."""


def view(ask: Ask) -> Page:
    """A note, or the memory index of a scope. Raises `NotFound` if neither exists."""
    store, name = ask.store(ask.scope), ask.name
    data = store.live(name)
    past = list(ask.commands.versions(name, ask.scope))
    if data is None and not past:
        raise not_here(f"note '{name}' in the {ask.scope} memory")
    versions = told(data, past)
    text = (data or b"").decode("utf-8", "replace")
    note = Note.parse(data or b"")
    body = text if name == MEMORY_INDEX_NAME else note.body
    values = {
        "name": name,
        "scope": ask.scope,
        "is_index": name == MEMORY_INDEX_NAME,
        "gone": data is None,
        "path": str(store.path_of(name)),
        "description": "" if name == MEMORY_INDEX_NAME else note.description,
        "fields": {} if name == MEMORY_INDEX_NAME else dict(note.fields),
        "chars": note.chars,
        "body": rendered(body, ask.address),
        "raw": text,
        "findings": _findings(ask, store, name),
        "leads_to": _leads_to(ask, body),
        "linked_from": _linked_from(ask, name),
        **_beside(ask, name),
        "versions": versions,
        **_compared(ask, versions),
    }
    return Page(
        "note.html", name, values, called("show", name, f" --scope {ask.scope}")
    )


def _beside(ask: Ask, name: str) -> dict[str, object]:
    """The list beside the note; static files have it on a page of its own."""
    if not ask.links.live:
        return {"asked": {}}
    here = (ask.scope, name)
    return notes.values(ask, listing(ask, here), here)


def told(data: bytes | None, past: Sequence[Past]) -> list[Told]:
    """All versions, the live one first, without their secrets."""
    found = [] if data is None else [_told(LIVE, "", "live", data)]
    for each in past:
        try:
            text = each.read()
        except OSError:
            continue  # it was pruned a moment ago
        version = each.version
        found.append(_told(version.id, version.time, version.reason, text))
    return found


def _told(id_: str, time: str, reason: str, data: bytes) -> Told:
    text = data.decode("utf-8", "replace")
    shown = redact_text(text).text
    since = _SINCE.get(reason, "")
    return Told(id_, time, since, Note.parse(data).chars, shown)


def _compared(ask: Ask, versions: Sequence[Told]) -> dict[str, object]:
    by_id = {each.id: each for each in versions}
    older = versions[1].id if len(versions) > 1 else ""
    start = ask.query.get("from", "")
    end = ask.query.get("to", "")
    asked = bool(start and end)
    if asked and not (start in by_id and end in by_id):
        raise NotFound("there is no such version", hint="choose two from the list")
    pieces: list[Piece] = []
    if asked:
        pieces = folded(compare(by_id[start].text, by_id[end].text))
    return {
        "from_id": start or older,
        "to_id": end or (versions[0].id if versions else ""),
        "compared": asked,
        "pieces": pieces,
    }


def _findings(ask: Ask, store: Store, name: str) -> list[LintFinding]:
    found = None if name == MEMORY_INDEX_NAME else store.find(name)
    if found is None:
        return []
    names = {each for one in ask.opened.stores for each in one.names()}
    lost = {link.name for link in links.find(found.note.body)} - names
    aliases = {
        each for each in lost for one in ask.opened.stores if one.find_alias(each)
    }
    known = Known(frozenset(names), frozenset(aliases))
    return list(check_note(found, known, store.settings, ask.now.today))


def _leads_to(ask: Ask, body: str) -> list[tuple[str, str]]:
    names = dict.fromkeys(link.name for link in links.find(body))
    return [(name, ask.address(name) or "") for name in names]


def _linked_from(ask: Ask, name: str) -> list[tuple[str, str]]:
    return [
        (other, ask.links.note(each.scope, other))
        for other, each in ask.linking.items()
        if name in each.to and other != name
    ]
