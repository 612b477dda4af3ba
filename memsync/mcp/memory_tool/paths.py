"""The folder `/memories` of Anthropic's memory tool, mapped to notes.

`/memories/NAME.md` is a note of this repository, `/memories/user/NAME.md` one of the
user; each folder has its `MEMORY.md`. The text of a file is the note's body: memsync
keeps the frontmatter, so that no edit can break it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, NoReturn

from memsync.errors import BadUsage, Broken, NotFound
from memsync.memory.note.compose import Given, compose
from memsync.memory.note.names import MEMORY_INDEX_NAME, SUFFIX, Scope
from memsync.memory.note.note import TITLE, Note, described, hook, made_from_text
from memsync.terminal import printable

if TYPE_CHECKING:
    from datetime import date

ROOT = "/memories"
USER = "user"


class Place(NamedTuple):
    """The meaning of a path."""

    scope: Scope
    name: str | None
    """A note, or `MEMORY`; None for the scope's folder itself."""

    @property
    def path(self) -> str:
        """The path in its shortest form."""
        folder = ROOT if self.scope is Scope.WORKSPACE else f"{ROOT}/{USER}"
        return folder if self.name is None else f"{folder}/{self.name}{SUFFIX}"

    @property
    def is_index(self) -> bool:
        """Whether it is a memory index."""
        return self.name == MEMORY_INDEX_NAME


def parse(path: str) -> Place | None:
    """Parse a path; None for one that can have no file.

    Raises `BadUsage` for a path outside `/memories`.
    """
    first, *parts = [part for part in path.split("/") if part not in ("", ".")] or [""]
    if not path.startswith("/") or f"/{first}" != ROOT:
        raise BadUsage(f"Path must start with {ROOT}, got: {printable(path)}")
    if ".." in parts or "\\" in path:
        raise BadUsage(f"Path {printable(path)} would escape {ROOT} directory")
    scope = Scope.WORKSPACE
    if parts[:1] == [USER]:
        scope, parts = Scope.USER, parts[1:]
    if not parts:
        return Place(scope, None)
    if len(parts) > 1 or not parts[0].endswith(SUFFIX):
        return None
    return Place(scope, parts[0].removesuffix(SUFFIX))


def text_of(place: Place, data: bytes) -> str:
    """A file's text, with plain line ends."""
    text = data.decode("utf-8", "replace")
    return (text if place.is_index else Note.parse(data).body).replace("\r\n", "\n")


def created(place: Place, text: str, today: date) -> bytes:
    """The bytes of a new file with this text, which may contain frontmatter.

    Raises `BadUsage` for a text that a note cannot contain.
    """
    if place.is_index:
        return text.encode()
    name = place.name or ""
    given = Note.parse(text.encode())
    if given.parts.fence and given.sound:
        return compose(given, name, Given(), place.scope, today).render()
    about = hook(text) or name
    new = compose(None, name, Given(text, about).checked(), place.scope, today)
    return new.with_body(text).render()


def changed(place: Place, data: bytes, text: str, today: date) -> bytes:
    """The file's bytes with another text; all else stays.

    Updates a description that was made from the text. Raises `Broken` for a file that
    is not UTF-8, which could not be preserved.
    """
    try:
        data.decode()
    except UnicodeDecodeError:
        raise Broken(
            f"{place.path} is not UTF-8", hint="convert it to UTF-8", word="not-utf-8"
        ) from None
    if place.is_index:
        crlf = b"\r\n" in data
        return (text.replace("\n", "\r\n") if crlf else text).encode()
    old = Note.parse(data)
    new = old.with_body(text)
    if new.sound and old.parts.fence:
        fields: dict[str, str | None] = {"updated": today.isoformat()}
        if made_from_text(old, place.name or ""):
            made = described(text, titled=TITLE in old.fields)
            fields["description"] = made or place.name
        new = new.with_fields(fields)
    return new.render()


def nothing_at(path: str) -> NoReturn:
    """Raise the error for a path where there is nothing."""
    raise NotFound(
        f"The path {printable(path)} does not exist. Please provide a valid path."
    )
