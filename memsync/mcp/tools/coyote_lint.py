"""`memory__lint`: Coyote's report, and the findings that only memsync has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memsync.memory.index import memory_index
from memsync.memory.lint.lint import drifted, known_in
from memsync.memory.lint.lint import lint as find_all
from memsync.memory.note import links

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from memsync.mcp.calls.call import Call
    from memsync.mcp.calls.tool import Arguments
    from memsync.memory.lint.lint import Known
    from memsync.memory.store.store import Store, StoredNote

# The rules that Coyote's report has no key for.
_ONLY_OURS = (
    "frontmatter",
    "name",
    "twin",
    "symlink",
    "conflict",
    "dead-entry",
    "description",
)


def lint(call: Call, _: Arguments) -> object:
    """Check both memories; `problems` has the findings for which Coyote has no key."""
    stores = call.opened().stores
    notes = {store.scope: store.entries() for store in stores}
    every = [note for found in notes.values() for note in found]
    known = known_in(every)
    report: dict[str, list[object]] = {
        "oversized": [],
        "broken_wikilinks": [],
        "orphans": [],
        "stale": [],
        "description_drift": [],
        "problems": [],
    }
    for store in stores:
        other = next((s for s in stores if s is not store), None)
        for note in notes[store.scope]:
            _check(note, known, store, call.now.today, report)
        report["description_drift"] += _drift(store, notes[store.scope])
        for finding in find_all(store, other, call.now.today):
            if finding.rule == "orphan":
                report["orphans"].append(finding.note)
            elif finding.rule in _ONLY_OURS:
                report["problems"].append(
                    {
                        "name": finding.note,
                        "rule": finding.rule,
                        "line": finding.line,
                        "message": finding.message,
                    }
                )
    return {"total_files": len(every), **report}


def _check(
    found: StoredNote,
    known: Known,
    store: Store,
    today: date,
    report: dict[str, list[object]],
) -> None:
    name, note = found.name, found.note
    if note.chars > store.settings.number("caps.note"):
        report["oversized"].append({"name": name, "chars": note.chars})
    targets = dict.fromkeys(link.name for link in links.find(note.body) if link.wiki)
    report["broken_wikilinks"] += [
        {"from": name, "to": target} for target in targets if not known.has(target)
    ]
    if note.superseded_by:
        report["stale"].append(
            {
                "name": name,
                "reason": "superseded",
                "superseded_by": note.superseded_by,
                "target_exists": known.has(note.superseded_by),
            }
        )
    if note.expires[:4].isdigit() and note.expires < today.isoformat():
        report["stale"].append(
            {"name": name, "reason": "expired", "expires": note.expires}
        )


def _drift(store: Store, notes: list[StoredNote]) -> Iterator[dict[str, str]]:
    by_name = {note.name: note for note in notes}
    for entry in memory_index.entries(store.index_text()):
        note = by_name.get(entry.name)
        if note is not None and drifted(entry, note):
            yield {
                "name": entry.name,
                "index_description": entry.description,
                "file_description": note.note.description,
            }
