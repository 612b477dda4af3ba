"""`memsync edit`."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from memsync.cli.notes.editor import edit
from memsync.cli.shared import notes
from memsync.cli.shared.scope import scope_option
from memsync.cli.shared.session import Session, json_option, pass_session
from memsync.errors import MemsyncError
from memsync.memory.note.names import MEMORY_INDEX_NAME, check_readable
from memsync.memory.store.removing import not_here
from memsync.memory.store.store import Removed

if TYPE_CHECKING:
    from memsync.memory.store.store import Store, Written


@click.command()
@click.argument("name", required=False)
@scope_option("The memory to change; workspace by default.")
@json_option
@pass_session
def command(session: Session, name: str | None, scope: str | None) -> None:
    """Edit a note, or without NAME the memory index, in your editor.

    \b
    Examples:
      memsync edit port
      EDITOR=nano memsync edit
    """
    if name is not None:
        check_readable(name)
    store, other = notes.for_change(session, scope)
    key = name or MEMORY_INDEX_NAME
    data = store.live(key)
    if data is None:
        raise not_here(store, key, other)
    # `mkdtemp` makes it readable by the owner only.
    folder = Path(tempfile.mkdtemp(prefix="memsync-edit-"))
    copy = folder / f"{key}.md"
    copy.write_bytes(data)
    kept = False
    try:
        edited = edit(copy, session.environ)
        written = _save(session, store, key, data, edited)
    except (MemsyncError, OSError, KeyboardInterrupt):
        kept = _has_text(copy, data)
        if kept:
            session.warn(f"your text is kept in '{copy}'")
        raise
    finally:
        if not kept:
            shutil.rmtree(folder, ignore_errors=True)
    said = "unchanged" if written.action == "unchanged" else f"edited {key}"
    said += ", archived" * (written.archived is not None)
    notes.emit_removed(session, Removed(key, written.archived, ()), said)


def _has_text(copy: Path, before: bytes) -> bool:
    """Whether the person, or an editor that failed later, wrote something."""
    try:
        edited = copy.read_bytes()
    except OSError:
        return False
    return bool(edited.strip()) and edited != before


def _save(
    session: Session, store: Store, name: str, before: bytes, edited: bytes
) -> Written:
    from memsync.memory.store.writing import save_edited

    written, other = save_edited(store, name, edited, before, session.now)
    notes.warn_all(session, written.warnings)
    if other is not None:
        session.warn(
            f"'{name}' changed while it was open; the other text is in the archive",
            f"memsync archive diff {other}",
        )
    return written
