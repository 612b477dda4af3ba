"""Writes notes: the note first, then its entry, under one lock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from memsync.errors import BadUsage, Broken, Refused
from memsync.memory.archive.logs import is_log
from memsync.memory.change.changes import (
    ATTEMPTS,
    Moved,
    keeps_changing,
    put,
    update_index,
)
from memsync.memory.change.leaks import refuse_secrets
from memsync.memory.change.sweeping import sweep
from memsync.memory.index import memory_index
from memsync.memory.note.compose import Given, check_text, compose, is_pure_append
from memsync.memory.note.names import MEMORY_INDEX_NAME, check_name, numbered, slug
from memsync.memory.note.note import (
    TITLE,
    Note,
    described,
    hook,
    made_from_text,
)
from memsync.memory.note.records import Written
from memsync.memory.store.cautions import cautions

if TYPE_CHECKING:
    from memsync.clock import Now
    from memsync.memory.archive.events import Reason
    from memsync.memory.change.base import BaseStore, LockedStore

    Action = Literal["created", "updated", "unchanged"]


def write(store: BaseStore, name: str, given: Given, now: Now) -> Written:
    """Create a note, or change the given parts of it, and update its entry.

    Raises `BadUsage` for a malformed name or value, `Refused` for a secret or a
    symlink, `Broken` for more than `caps.write` bytes, `Locked`; then nothing
    was written.
    """
    given = checked(store, given, name)
    with store.locked("write") as locked:
        sweep(locked, now)
        return _write(locked, name, given, now)


def check_write(store: BaseStore, name: str, given: Given, now: Now) -> None:
    """Raise what `write` would raise, changing nothing; the memory may not exist."""
    _made(store, name, checked(store, given, name), now)


def remember(store: BaseStore, title: str, given: Given, now: Now) -> Written:
    """Save a fact; its name is made from the title, its description from its text.

    The same title updates its note; another title with the same name gets a number.
    Without a title, the text's first line is used. Raises what `write` raises.
    """
    given, title = _titled(store, title, given)
    with store.locked("remember") as locked:
        sweep(locked, now)
        return _write(locked, _name_for(store, title), given, now)


def check_remember(store: BaseStore, title: str, given: Given, now: Now) -> None:
    """Raise what `remember` would raise, changing nothing."""
    given, title = _titled(store, title, given)
    _made(store, _name_for(store, title), given, now)


def add_prose(store: BaseStore, text: str, now: Now) -> bool:
    """Add lines of prose at the end of the memory index; returns whether it changed.

    Raises what `write` raises.
    """
    text = checked(store, Given(body=text)).body or ""
    with store.locked("remember") as locked:
        sweep(locked, now)
        return update_index(locked, lambda old: _with_prose(store, old, text), now)


def check_prose(store: BaseStore, text: str) -> None:
    """Raise what `add_prose` would raise, changing nothing."""
    text = checked(store, Given(body=text)).body or ""
    _with_prose(store, store.index_text(), text)


def replace_bytes(
    store: BaseStore,
    name: str,
    data: bytes,
    expected: bytes | None,
    now: Now,
    *,
    reason: Reason = "overwritten",
) -> Written | None:
    """Make `data` the note's file if `expected` (None: no file) still is.

    Returns None, and changes nothing, if it is not. The name `MEMORY` is the memory
    index. Raises `Refused` for a secret that `expected` does not contain.
    """
    refuse_secrets(store, name, data, expected)
    with store.locked("replace") as locked:
        sweep(locked, now)
        if store.live(name) != expected:
            return None
        if data == expected:
            return _done(locked, name, "unchanged", None, Note.parse(data), now)
        old, new = Note.parse(expected or b""), Note.parse(data)
        added = reason == "overwritten" and expected is not None
        contained = added and is_pure_append(old, new)
        try:
            archived = put(
                *(locked, name, data, expected, now), reason=reason, contained=contained
            )
        except Moved:
            return None
        action: Action = "created" if expected is None else "updated"
        return _done(locked, name, action, archived, new, now, old)


def refuse_empty(edited: bytes) -> None:
    """Raise `Broken` for a text of which a person left nothing."""
    if not edited.strip():
        raise Broken(
            "the text is empty, so nothing was changed",
            hint="to remove a note use `memsync forget`",
            word="editor",
        )


def save_edited(
    store: BaseStore, name: str, edited: bytes, before: bytes | None, now: Now
) -> tuple[Written, str | None]:
    """Save what an editor made of `before`, a note or the memory index.

    `before` is None if the note was removed meanwhile: it becomes a new one. If the
    note changed meanwhile, archives its other text, and returns that id, too. Raises
    what `write` raises; a note that was over the size limit before may become shorter.
    """
    if edited == before:
        return _unchanged(store, name), None
    if len(edited) > len(before or b""):
        check_size(store, len(edited))
    _refuse_bytes(edited, before or b"")
    if before is not None:
        edited = _followed(name, edited, Note.parse(before), now)
    live = before
    for _ in range(ATTEMPTS):
        written = replace_bytes(store, name, edited, live, now)
        if written is not None:
            changed = live not in (before, None)
            return written, written.archived if changed else None
        live = store.live(name)
    raise keeps_changing(name)


def _refuse_bytes(edited: bytes, before: bytes) -> None:
    """Raise `BadUsage` or `Broken` for bytes that no note may have, unless it had."""
    if b"\0" in edited and b"\0" not in before:
        check_text("\0")
    if _is_utf8(before) and not _is_utf8(edited):
        raise Broken(
            "the text is not UTF-8", hint="convert it to UTF-8", word="not-utf-8"
        )


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _followed(name: str, edited: bytes, old: Note, now: Now) -> bytes:
    """The edited text, with the keys updated that depend on the text."""
    note = Note.parse(edited)
    fields: dict[str, str | None] = {}
    if note.updated == old.updated != "":
        fields["updated"] = now.today.isoformat()
    is_kept = note.description == old.description != ""
    if is_kept and note.body != old.body and made_from_text(old, name):
        made = described(note.body, titled=TITLE in note.fields)
        fields["description"] = made or name
    return note.with_fields(fields).render() if note.sound else edited


def _unchanged(store: BaseStore, name: str) -> Written:
    path = store.path_of(name)
    return Written(
        name, store.scope, path, "unchanged", None, memory_index_updated=False
    )


def checked(store: BaseStore, given: Given, name: str | None = None) -> Given:
    """The options, in the form to write.

    Raises `BadUsage` for malformed values, `Broken` for more than `caps.write` bytes.
    """
    if name is not None:
        check_name(name)
    checked = given.checked()
    # Counted as given: a final newline that we add must not count.
    texts = (given.body, given.description, given.title)
    check_size(store, sum(len(text.encode()) for text in texts if text))
    return checked


def check_size(store: BaseStore, size: int) -> None:
    """Raise `Broken` for more bytes than one write may have."""
    cap = store.settings.number("caps.write")
    if size > cap:
        raise Broken(
            f"{size} bytes are over the limit for one write, which is {cap}",
            hint="split the text into several notes",
            word="too-large",
        )


def _titled(store: BaseStore, title: str, given: Given) -> tuple[Given, str]:
    """The options of `remember`, `checked`, and the title."""
    given = checked(store, given.titled(title))
    body = given.body or ""
    title = given.title or hook(body) or ("note" if body.strip() else "")
    if not title:
        raise BadUsage("there is nothing to remember", hint="give a text")
    return given, title


def _write(store: LockedStore, name: str, given: Given, now: Now) -> Written:
    _check_index(store)
    for _ in range(ATTEMPTS):
        data, old, new = _made(store, name, given, now)
        if old is not None and new is old:
            return _done(store, name, "unchanged", None, new, now, old)
        contained = given.append and old is not None and is_pure_append(old, new)
        try:
            archived = put(store, name, new.render(), data, now, contained=contained)
        # An agent wrote the file meanwhile: start again from its text.
        except Moved:
            continue
        action: Action = "created" if old is None else "updated"
        return _done(store, name, action, archived, new, now, old)
    raise keeps_changing(name)


def _made(
    store: BaseStore, name: str, given: Given, now: Now
) -> tuple[bytes | None, Note | None, Note]:
    """The live bytes, their note, and the note to write instead."""
    data = store.live(name)
    old = None if data is None else Note.parse(data)
    new = compose(old, name, given, store.scope, now.today)
    if new is not old:
        refuse_secrets(store, name, new.render(), data)
    return data, old, new


def _done(
    store: LockedStore,
    name: str,
    action: Action,
    archived: str | None,
    new: Note,
    now: Now,
    old: Note | None = None,
) -> Written:
    """Update the note's entry, and say what was done."""
    updated = action != "unchanged"
    if name != MEMORY_INDEX_NAME and not is_log(name):
        before = old.description if old else None
        updated = update_index(
            store,
            lambda text: memory_index.with_entry(text, name, new.description, before),
            now,
            known=(name, before) if archived and before else None,
        )
    warnings = tuple(cautions(store, name, new))
    path = store.path_of(name)
    return Written(name, store.scope, path, action, archived, updated, warnings)


def _check_index(store: BaseStore) -> None:
    # Before the note is written: fail now if its entry could not be.
    store.live(MEMORY_INDEX_NAME)


def _with_prose(store: BaseStore, old: str, text: str) -> str:
    """The memory index with the text added; raises `Refused` for a secret in it."""
    new = memory_index.with_prose(old, text)
    data, before = (t.encode("utf-8", "surrogateescape") for t in (new, old))
    refuse_secrets(store, MEMORY_INDEX_NAME, data, before)
    return new


def _name_for(store: BaseStore, title: str) -> str:
    """The name of the note with this title, else the first free one."""
    base = slug(title)
    free = None
    number = 1
    while free is None or store.has(numbered(base, number)):
        name = numbered(base, number)
        number += 1
        if not store.has(name):
            free = free or name
            continue
        try:
            data = store.live(name)
        except Refused:
            continue
        note = Note.parse(data or b"")
        if title in (note.fields.get(TITLE), note.description):
            return name
    return free
