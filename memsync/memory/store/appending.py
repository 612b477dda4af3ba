"""Appends to a log and ticks off its items; concurrent changes are all kept."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from memsync.errors import BadUsage, NotFound, Refused
from memsync.memory.archive.logs import SCRATCHPAD, appended, open_items, ticked
from memsync.memory.change.changes import ATTEMPTS, Moved, keeps_changing, put
from memsync.memory.change.leaks import refuse_secrets
from memsync.memory.change.sweeping import sweep
from memsync.memory.note.compose import Given
from memsync.memory.note.records import Written
from memsync.memory.store.writing import checked

if TYPE_CHECKING:
    from collections.abc import Callable

    from memsync.clock import Now
    from memsync.memory.change.base import BaseStore, LockedStore

# Seconds for the lock: many agents may end their sessions at one moment.
_WAIT = 30.0


def append(store: BaseStore, name: str, text: str, now: Now) -> Written:
    """Append the text to a log, which is created if necessary.

    If others append at the same moment, all texts are kept. Raises `BadUsage` for an
    empty or invalid text, `Refused` for a secret or a symlink, `Broken` for more than
    `caps.write` bytes, `Locked`; then nothing was written.
    """
    check_append(store, name, text)
    return _change(
        store, name, lambda old: appended(old, text), now, what="add", pure=True
    )


def check_append(store: BaseStore, name: str, text: str) -> None:
    """Raise what `append` would, changing nothing: the memory need not exist yet."""
    if not text.strip():
        raise BadUsage("there is nothing to add", hint="give a text")
    checked(store, Given(body=text))
    refuse_secrets(store, name, text.encode(), None)


def tick(store: BaseStore, number: int, now: Now) -> tuple[Written, str]:
    """Tick off an open item of the scratchpad; also returns its text.

    Archives the version before. Raises `NotFound` if there are fewer items.
    """
    said = ""

    def transform(old: str) -> str:
        nonlocal said
        found = open_items(old)
        new = ticked(old, number)
        if new is None:
            items = "item" if len(found) == 1 else "items"
            raise NotFound(
                f"the scratchpad has {len(found)} open {items}, so none is {number}",
                hint="see `memsync scratchpad show`",
                word="no-such-item",
            )
        said = found[number - 1].text
        return new

    return _change(store, SCRATCHPAD, transform, now, what="done", pure=False), said


def read_log(store: BaseStore, name: str) -> bytes | None:
    """The live bytes of a log, None when there is none.

    Raises `Refused` for a log or its folder that is a symlink.
    """
    folder = store.path_of(name).parent
    if folder.is_symlink():
        raise Refused(
            f"'{folder}' is a symlink, and memsync does not follow it",
            hint="replace the link with the folder it points to",
            word="symlink",
        )
    return store.live(name)


def _change(
    store: BaseStore,
    name: str,
    transform: Callable[[str], str],
    now: Now,
    *,
    what: str,
    pure: bool,
) -> Written:
    with store.locked(what, wait=_WAIT) as locked:
        sweep(locked, now)
        written, late = _swap(locked, name, transform, now, pure=pure)
        while late:
            # Another program appended to the file just as we replaced it.
            _, late = _swap(locked, name, partial(appended, text=late), now, pure=True)
    return written


def _swap(
    store: LockedStore,
    name: str,
    transform: Callable[[str], str],
    now: Now,
    *,
    pure: bool,
) -> tuple[Written, str]:
    """Change a log; also returns what was appended to the old file meanwhile."""
    for _ in range(ATTEMPTS):
        old = read_log(store, name)
        text = (old or b"").decode("utf-8", "surrogateescape")
        data = transform(text).encode("utf-8", "surrogateescape")
        # Scan the whole: two harmless texts can form a secret side by side.
        refuse_secrets(store, name, data, old)
        late: list[bytes] = []
        try:
            archived = put(store, name, data, old, now, contained=pure, late=late)
        except Moved:
            continue
        written = Written(
            name,
            store.scope,
            store.path_of(name),
            "created" if old is None else "updated",
            archived,
            memory_index_updated=False,
        )
        return written, _added(old or b"", late)
    raise keeps_changing(name)


def _added(old: bytes, late: list[bytes]) -> str:
    tails = [data.removeprefix(old) for data in late if data.startswith(old)]
    return b"".join(tails).decode("utf-8", "surrogateescape")
