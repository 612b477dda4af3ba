"""`memsync show`: a memory, or one note, rendered for a person."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from memsync.cli.shared import notes
from memsync.cli.shared.scope import scope_option
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.memory.archive.logs import SCRATCHPAD, days, open_items
from memsync.memory.store.appending import read_log
from memsync.memory.store.store import read_first
from memsync.terminal import printable, printable_block

if TYPE_CHECKING:
    from memsync.memory.note.records import StoredNote
    from memsync.memory.store.store import Store


@click.command()
@click.argument("name", required=False)
@scope_option("Only this memory; both by default.")
@json_option
@pass_session
def command(session: Session, name: str | None, scope: str | None) -> None:
    """Show a note, or without NAME the whole memory, rendered.

    Leaves out control characters, which could change your terminal; `memsync read`
    prints the file's own bytes.

    \b
    Examples:
      memsync show
      memsync show port
    """
    stores = notes.readable(session, scope)
    if name is None:
        found = [_overview(session, store) for store in stores]
        _emit(session, found, "\n".join(map(_overview_text, found)))
        return
    note = read_first(stores, name)
    _emit(session, _note(note), _note_text(note))


def _emit(session: Session, data: object, text: str) -> None:
    text = printable_block(text)
    if session.json or not sys.stdout.isatty():
        session.emit(data, text)
        return
    from memsync.cli.notes.markdown import show

    show(text)


def _note(note: StoredNote) -> dict[str, Any]:
    return {
        "name": note.name,
        "scope": note.scope.value,
        "type": note.note.type or None,
        "description": note.note.description,
        "body": note.note.body,
        "path": note.file,
    }


def _note_text(note: StoredNote) -> str:
    parsed = note.note
    about = [
        f"{note.scope} scope",
        *filter(None, (printable(parsed.type),)),
        *(
            f"{word} {printable(value)}"
            for word in ("updated", "expires")
            if (value := parsed.fields.get(word))
        ),
    ]
    title = printable(parsed.description or note.name)
    body = parsed.body.strip("\r\n")
    return f"# {printable(note.name)}: {title}\n\n*{', '.join(about)}*\n\n{body}\n"


def _overview(session: Session, store: Store) -> dict[str, Any]:
    pad = (read_log(store, SCRATCHPAD) or b"").decode("utf-8", "replace")
    return {
        "scope": store.scope.value,
        "memory": os.fspath(store.memory.folder),
        "index": store.index_text(),
        "notes": [
            {
                "name": note.name,
                "type": note.note.type or None,
                "description": note.note.description,
            }
            for note in store.entries()
        ],
        "open_items": [item.text for item in open_items(pad)],
        "days": [str(day) for day in days(store.memory.folder, session.now.today)],
    }


def _overview_text(found: dict[str, Any]) -> str:
    """The memory index as it is, then what it does not list."""
    from memsync.memory.index.memory_index import names

    named = names(found["index"])
    other = [note for note in found["notes"] if note["name"] not in named]
    parts = [
        f"`{found['scope']}` memory in `{found['memory']}`",
        found["index"].strip(),
    ]
    if other:
        parts.append("Not in the memory index:\n\n" + "\n".join(map(_line, other)))
    if found["open_items"]:
        items = (" ".join(text.split()) for text in found["open_items"])
        parts.append("Open items:\n\n" + "\n".join(f"- [ ] {item}" for item in items))
    if found["days"]:
        parts.append(f"Daily logs: {', '.join(found['days'][:7])}")
    return "\n\n".join(parts) + "\n"


def _line(note: dict[str, str]) -> str:
    return f"- {printable(note['name'])}: {printable(note['description'])}"
