"""Writing notes: the note first, then its entry, under one lock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from memsync.errors import BadUsage, Broken, Refused
from memsync.memory import memory_index
from memsync.memory.changes import (
    ATTEMPTS,
    Moved,
    keeps_changing,
    put,
    sweep,
    update_index,
)
from memsync.memory.compose import Given, compose, is_pure_append
from memsync.memory.leaks import refuse_secrets
from memsync.memory.names import MEMORY_INDEX_NAME, check_name, numbered, slug
from memsync.memory.note import Note, chars, hook, one_line
from memsync.memory.store import Written
from memsync.paths import MEMORY_INDEX

if TYPE_CHECKING:
    from memsync.clock import Now
    from memsync.memory.events import Reason
    from memsync.memory.store import Store

    Action = Literal["created", "updated", "unchanged"]


def write(store: Store, name: str, given: Given, now: Now) -> Written:
    """Create a note or change what is given of it, and keep its entry right.

    Raises `BadUsage` for a malformed name or value, `Refused` for a secret or a
    symlink, `Broken` for more than `caps.write` bytes, `Locked`; then nothing
    was written.
    """
    check_name(name)
    given = given.checked()
    check_size(store, given.body)
    with store.locked("write"):
        sweep(store, now)
        return _write(store, name, given, now)


def remember(store: Store, title: str, given: Given, now: Now) -> Written:
    """Save a fact under a name made from its title, the description being it.

    The same title updates its note; another title with the same name gets a
    number. An empty title is taken from the text's first line. Raises as `write`.
    """
    given = given.checked()
    check_size(store, given.body)
    body = given.body or ""
    title = one_line(title) or hook(body) or ("note" if body.strip() else "")
    if not title:
        raise BadUsage("there is nothing to remember", hint="give a text")
    with store.locked("remember"):
        sweep(store, now)
        name = _name_for(store, title)
        return _write(store, name, given.titled(title), now)


def add_prose(store: Store, text: str, now: Now) -> bool:
    """Add lines of prose at the end of the memory index; whether that changed it.

    Raises as `write`.
    """
    text = Given(body=text).checked().body or ""
    check_size(store, text)

    def transform(old: str) -> str:
        new = memory_index.with_prose(old, text)
        _refuse_in_index(store, new, old)
        return new

    with store.locked("remember"):
        sweep(store, now)
        return update_index(store, transform, now)


def replace_bytes(
    store: Store,
    name: str,
    data: bytes,
    expected: bytes | None,
    now: Now,
    *,
    reason: Reason = "overwritten",
) -> Written | None:
    """Make `data` the note's file if `expected` (None: no file) still is.

    None, with nothing changed, when it is not. A name of `MEMORY` is the memory
    index. Raises `Refused` for a secret that `expected` does not hold.
    """
    refuse_secrets(store, name, data, expected)
    with store.locked("replace"):
        sweep(store, now)
        if store.live(name) != expected:
            return None
        if data == expected:
            return _done(store, name, "unchanged", None, Note.parse(data), now)
        old = Note.parse(expected or b"")
        try:
            archived = put(store, name, data, expected, now, reason=reason)
        except Moved:
            return None
        action: Action = "created" if expected is None else "updated"
        return _done(store, name, action, archived, Note.parse(data), now, old)


def save_edited(
    store: Store, name: str, edited: bytes, before: bytes, now: Now
) -> tuple[Written, str | None]:
    """Make what an editor left of `before` the note, or the memory index.

    Where the note changed meanwhile its other text is archived, and its id is
    returned as well. Raises as `write`; a note that was over the size before may
    become shorter.
    """
    if edited == before:
        return _unchanged(store, name), None
    if len(edited) > len(before):
        check_size(store, edited.decode("utf-8", "replace"))
    note = Note.parse(edited)
    if note.sound and note.updated == Note.parse(before).updated != "":
        edited = note.with_fields({"updated": now.today.isoformat()}).render()
    live: bytes | None = before
    for _ in range(ATTEMPTS):
        written = store.replace_bytes(name, edited, live, now)
        if written is not None:
            changed = live not in (before, None)
            return written, written.archived if changed else None
        live = store.live(name)
    raise keeps_changing(name)


def _unchanged(store: Store, name: str) -> Written:
    path = store.path_of(name)
    return Written(
        name, store.scope, path, "unchanged", None, memory_index_updated=False
    )


def check_size(store: Store, text: str | None) -> None:
    """Raise `Broken` for a text of more than `caps.write` bytes."""
    size, cap = len((text or "").encode()), store.settings.number("caps.write")
    if size > cap:
        raise Broken(
            f"{size} bytes are more than one write takes, which is {cap}",
            hint="cut the text into several notes",
            word="too-large",
        )


def _write(store: Store, name: str, given: Given, now: Now) -> Written:
    _check_index(store)
    for _ in range(ATTEMPTS):
        data = store.live(name)
        old = None if data is None else Note.parse(data)
        new = compose(old, name, given, store.scope, now.today)
        if old is not None and new is old:
            return _done(store, name, "unchanged", None, new, now, old)
        rendered = new.render()
        refuse_secrets(store, name, rendered, data)
        contained = given.append and old is not None and is_pure_append(old, new)
        try:
            archived = put(store, name, rendered, data, now, contained=contained)
        except Moved:
            continue
        action: Action = "created" if old is None else "updated"
        return _done(store, name, action, archived, new, now, old)
    raise keeps_changing(name)


def _done(
    store: Store,
    name: str,
    action: Action,
    archived: str | None,
    new: Note,
    now: Now,
    old: Note | None = None,
) -> Written:
    """Keep the note's entry right, and say what was done."""
    updated = action != "unchanged"
    if name != MEMORY_INDEX_NAME:
        previous = old.description if old else None
        updated = update_index(
            store,
            lambda text: memory_index.with_entry(text, name, new.description, previous),
            now,
        )
    warnings = tuple(_over_caps(store, name, new))
    path = store.path_of(name)
    return Written(name, store.scope, path, action, archived, updated, warnings)


def _over_caps(store: Store, name: str, new: Note) -> list[tuple[str, str | None]]:
    warnings: list[tuple[str, str | None]] = []
    cap = store.settings.number("caps.note")
    if name != MEMORY_INDEX_NAME and new.chars > cap:
        warnings.append(
            (
                f"'{name}' has {new.chars} characters, more than the {cap} of a note",
                "cut it into several notes",
            )
        )
    size = chars(store.index_text())
    cap = store.settings.number("caps.memory_index")
    if size > cap:
        warnings.append(
            (
                f"{MEMORY_INDEX} has {size} characters, more than {cap}",
                "forget old notes, or shorten descriptions",
            )
        )
    return warnings


def _check_index(store: Store) -> None:
    # Before the note is written: its entry must have a place to go.
    store.live(MEMORY_INDEX_NAME)


def _refuse_in_index(store: Store, new: str, old: str) -> None:
    data, before = (t.encode("utf-8", "surrogateescape") for t in (new, old))
    refuse_secrets(store, MEMORY_INDEX_NAME, data, before)


def _name_for(store: Store, title: str) -> str:
    """The name of the note with this title, else the first that is free."""
    base = slug(title)
    free = None
    names = set(store.names())
    number = 1
    while free is None or numbered(base, number) in names:
        name = numbered(base, number)
        number += 1
        if name not in names:
            free = free or name
            continue
        try:
            data = store.live(name)
        except Refused:
            continue
        if data is not None and Note.parse(data).description == title:
            return name
    return free
