"""What of a memory goes into a prompt, in a fixed order and under a cap."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from memsync.atomic import read_regular
from memsync.errors import Broken, Refused
from memsync.paths import LITE_MEMORY, MEMORY_INDEX
from memsync.retrieval.budget import choose, cut, largest_lines, name_some
from memsync.retrieval.fence import block, element, remark
from memsync.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from memsync.config import Settings
    from memsync.memory.store import Store
    from memsync.workspace.open import Opened

Warn = tuple[str, str | None]
"""A message and the command that mends it."""


class Text(NamedTuple):
    """A memory index or a lite memory, with the scope or path it is known by."""

    source: str
    text: str


class Body(NamedTuple):
    """A note whose body may go in; `read` gives None when it is gone."""

    name: str
    scope: str
    read: Callable[[], str | None]


class Held(NamedTuple):
    """A note that sync keeps on this machine, why, and since when."""

    name: str
    reason: str
    since: str


class Context(NamedTuple):
    """The block, and what had to stay out of it."""

    text: str
    """Empty, or one `<memory>` block without a final newline."""
    cap: int
    """Characters that the block should hold, its wrappers not counted."""
    omitted: int = 0
    """Notes that did not fit."""
    warnings: tuple[Warn, ...] = ()

    @property
    def chars(self) -> int:
        """The characters of `text`."""
        return len(self.text)


def build(
    opened: Opened, *, tools: bool, cap: int | None, held: Sequence[Held] = ()
) -> Context:
    """The context of what a folder's reader sees; empty where memory is off.

    Without `tools` the bodies of notes go in, too; with them no note is read.
    `cap` overrides the setting's. Raises `Refused` and `Broken` for a memory
    index that cannot be read.
    """
    settings = opened.settings
    if cap is None:
        cap = cap_of(settings, tools=tools)
    if not settings.flag("memory.enabled"):
        return Context("", cap)
    user = None if settings.user_denies_memory else opened.user
    stores = [store for store in (user, opened.workspace) if store is not None]
    indexes = [Text(str(s.scope), s.index_text()) for s in stores]
    warnings: list[Warn] = []
    lite = _lite_text(opened.lite, warnings)
    bodies = [] if tools else _bodies(stores, warnings)
    found = compose(cap, indexes, lite, bodies, held if user else ())
    return found._replace(warnings=(*opened.warnings, *warnings, *found.warnings))


def cap_of(settings: Settings, *, tools: bool) -> int:
    """The cap in characters that is set for agents with or without tools."""
    return settings.number("caps.context_tools" if tools else "caps.context_no_tools")


def _lite_text(path: Path | None, warnings: list[Warn]) -> Text | None:
    if path is None:
        return None
    try:
        data = read_regular(path)
    except FileNotFoundError:
        return None
    except (Refused, Broken) as error:
        warnings.append((error.message, error.hint))
        return None
    return Text(str(path), data.decode("utf-8", "replace"))


def _bodies(stores: Sequence[Store], warnings: list[Warn]) -> list[Body]:
    """All notes by name; where both scopes have one, the later store's."""
    from memsync.memory.frontmatter import split

    def read(store: Store, name: str) -> str | None:
        try:
            data = store.live(name)
        except (Refused, Broken) as error:
            warnings.append((error.message, error.hint))
            return None
        if data is None:
            return None
        return split(data).body.decode("utf-8", "replace").rstrip("\r\n")

    notes = {
        name: Body(name, str(store.scope), partial(read, store, name))
        for store in stores
        for name in store.names()
    }
    return [notes[name] for name in sorted(notes)]


def compose(
    cap: int,
    indexes: Sequence[Text],
    lite: Text | None,
    bodies: Sequence[Body],
    held: Sequence[Held],
) -> Context:
    """Build the block: indexes whole, then lite text, then the bodies that fit.

    `bodies` come in the order in which they may go in. The same input gives
    the same characters, so that prompt caches hold.
    """
    indexes = [index for index in indexes if index.text.strip()]
    parts = [element("memory_index", {"scope": i.source}, i.text) for i in indexes]
    used = sum(len(index.text) for index in indexes)
    warnings = [_over_cap(indexes, used, cap)] if used > cap else []
    if lite and lite.text.strip():
        kept = cut(lite.text, cap - used)
        used += len(kept)
        parts.append(element("lite_memory", {"file": LITE_MEMORY}, kept))
        if len(kept) < len(lite.text):
            parts.append(
                remark(f"only the first {len(kept)} of {len(lite.text)} characters")
            )
            warnings.append(_lite_cut(lite, len(kept), cap))
    fitting, omitted = choose(bodies, lambda body: body.read(), cap - used)
    for note, body in fitting:
        parts.append(element("note", {"name": note.name, "scope": note.scope}, body))
    if held:
        parts.append(remark(_held_line(held)))
    if omitted:
        parts.append(remark(_omitted_line([note.name for note in omitted], cap)))
    return Context(block(parts), cap, len(omitted), tuple(warnings))


def _over_cap(indexes: Sequence[Text], used: int, cap: int) -> Warn:
    lines = [
        (line, index.source)
        for index in indexes
        for line in largest_lines(index.text, 3)
    ]
    lines.sort(key=lambda found: -found[0].chars)
    largest = "; ".join(
        f"{scope} {MEMORY_INDEX} line {line.number} ({line.chars} characters: "
        f"{printable(line.text[:40])!r})"
        for line, scope in lines[:3]
    )
    message = (
        f"the memory indexes hold {used} characters, over the cap of {cap}; they are "
        f"never cut; largest lines: {largest}"
    )
    return message, "shorten them with `memsync edit`, or move facts into notes"


def _lite_cut(lite: Text, kept: int, cap: int) -> Warn:
    message = (
        f"'{printable(lite.source)}' is cut to {kept} of {len(lite.text)} characters, "
        f"for the cap of {cap}"
    )
    return message, "move what is below the cut into notes with `memsync remember`"


def _held_line(held: Sequence[Held]) -> str:
    notes = [f"{note.name} ({note.reason}, since {note.since})" for note in held]
    return (
        f"held on this machine, not synced: {name_some(notes, 5)}; "
        "see `memsync sync status`"
    )


def _omitted_line(names: list[str], cap: int) -> str:
    notes = "note" if len(names) == 1 else "notes"
    return (
        f"{len(names)} {notes} omitted, over the cap of {cap} characters: "
        f"{name_some(names, 10)}"
    )
