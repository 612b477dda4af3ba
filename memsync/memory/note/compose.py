"""Composes the note that a write makes, from the old note and the options. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from memsync.errors import BadUsage
from memsync.memory.note.names import Scope
from memsync.memory.note.note import (
    TITLE,
    Note,
    check_date,
    check_type,
    described,
    made_from_text,
    one_line,
)
from memsync.memory.note.privacy import KEY
from memsync.memory.note.unsound import has_unread, with_fields
from memsync.terminal import printable

if TYPE_CHECKING:
    from datetime import date

# The default type of a note, by scope.
DEFAULT_TYPES = {Scope.WORKSPACE: "project", Scope.USER: "user"}


# The frontmatter key for the agent and session that saved a note.
BY = "by"


@dataclass(frozen=True, slots=True)
class Given:
    """What a writer gave; None keeps what the note has, '' removes it."""

    body: str | None = None
    description: str | None = None
    type: str | None = None
    expires: str | None = None
    superseded_by: str | None = None
    append: bool = False
    title: str | None = None
    """The title, if that is not the first line."""
    by: str | None = None
    """The writing agent and session; an unchanged note keeps its own."""
    private: bool = False
    """Whether the text began with frontmatter that says `sync: false`, or might."""

    @property
    def only_appends(self) -> bool:
        """Whether nothing but text is given, to append."""
        keys = (self.description, self.type, self.expires, self.superseded_by)
        return self.append and not any(keys)

    def checked(self) -> Given:
        """Validate and normalise the values; raises `BadUsage`."""
        return Given(
            None if self.body is None else _ended(check_text(self.body)),
            None if self.description is None else _check_line(self.description),
            None if self.type is None else check_type(self.type),
            check_date(self.expires) if self.expires else self.expires,
            self.superseded_by,
            self.append,
            None if self.title is None else _check_line(self.title),
            None if self.by is None else _check_line(self.by),
            self.private or _says_private(self.body or ""),
        )

    def titled(self, title: str) -> Given:
        """The same, with a title unless that is empty."""
        return replace(self, title=title or None)


def compose(
    old: Note | None, name: str, given: Given, scope: Scope, today: date
) -> Note:
    """The note that a write makes; `old` itself if nothing changes.

    `given` must be `checked`. Raises `BadUsage` if a new note would have no text, and
    `Broken` for frontmatter that cannot be read or changed, key by key.
    """
    if old is None:
        return _new(name, given, scope, today)
    note = old
    if given.body is not None:
        note = _with_text(note, given.body, append=given.append)
    if not note.sound and given.only_appends:
        return note
    follows = _follows(old, name, given)
    fields = _fields(note, given, name, scope, today, follows=follows)
    note = with_fields(note, name, fields)
    if note.render() == old.render():
        return old
    by = {} if given.by is None else {BY: given.by}
    return with_fields(note, name, {"updated": today.isoformat(), **by})


def of_whole_note(given: Given) -> Given | None:
    """What a text that is a whole note, as `read` prints it, gives; None for others.

    Its frontmatter gives what the writer did not. A text that only begins with a rule
    or with other frontmatter stays as it is.
    """
    if given.body is None or not given.body.startswith("---"):
        return None
    note = Note.parse(given.body.encode("utf-8", "surrogateescape"))
    if not (note.sound and {"name", "description"} <= note.fields.keys()):
        return None
    body = note.body.removeprefix("\n")
    if given.append:
        return replace(given, body=body, private=not note.sync)

    def either(value: str | None, key: str) -> str | None:
        return note.fields.get(key) if value is None else value

    return replace(
        given,
        body=body,
        description=either(given.description, "description"),
        type=either(given.type, "type"),
        expires=either(given.expires, "expires"),
        private=not note.sync,
    )


def is_pure_append(old: Note, new: Note) -> bool:
    """Whether the new note contains all of the old one, word for word."""
    if not new.parts.body.startswith(old.parts.body):
        return False
    # A note without frontmatter loses nothing when a first write adds some.
    return not old.parts.fence or _without_day(old) == _without_day(new)


def _without_day(note: Note) -> tuple[object, ...]:
    spans = tuple(span for span in note.parts.spans if span.key != "updated")
    return (note.parts.bom, note.parts.fence, spans)


def _new(name: str, given: Given, scope: Scope, today: date) -> Note:
    body = given.body or ""
    # A body of markup only is still a text; blanks are not.
    made = described(body, titled=bool(given.title)) or (name if body.strip() else "")
    description = given.description or made
    if not description:
        raise BadUsage(
            "there is no text for the note",
            hint="give it with -m TEXT, --file FILE or on stdin",
        )
    type_ = given.type or DEFAULT_TYPES[scope]
    note = Note.new(name, description, type_, body, today)
    more = {key: getattr(given, key) for key in ("expires", "superseded_by")}
    more[TITLE] = given.title if given.title != description else None
    more[BY] = given.by
    more[KEY] = "false" if given.private else None
    return note.with_fields({key: value for key, value in more.items() if value})


def _follows(old: Note, name: str, given: Given) -> bool:
    """Whether to make a new description: one that a person wrote stays."""
    if has_unread(old, "description"):
        return False
    # Earlier versions made a given title the description.
    was_title = given.title is not None and old.description == given.title
    return given.body is not None and (was_title or made_from_text(old, name))


def _with_text(note: Note, text: str, *, append: bool) -> Note:
    return note.with_appended(text) if append else note.with_body(text)


def _fields(
    note: Note, given: Given, name: str, scope: Scope, today: date, *, follows: bool
) -> dict[str, str | None]:
    fields: dict[str, str | None] = {}
    if not note.fields.get("name"):
        fields["name"] = name
    title = given.title or note.fields.get(TITLE)
    lacks = not (note.description or has_unread(note, "description"))
    if given.description or follows or lacks:
        made = described(note.body, titled=bool(title))
        about = given.description or made or name
        fields["description"] = about
        if given.title is not None and given.title != about:
            fields[TITLE] = given.title
    if given.type is not None:
        fields["type"] = given.type
    if not note.parts.fence:
        # Without frontmatter there is nothing to keep, so add all keys.
        fields.setdefault("type", DEFAULT_TYPES[scope])
        fields["created"] = today.isoformat()
    for key, value in (
        ("expires", given.expires),
        ("superseded_by", given.superseded_by),
    ):
        if value is not None:
            fields[key] = value or None
    if given.private and note.may_sync == "yes":
        fields[KEY] = "false"
    return fields


def _says_private(text: str) -> bool:
    # Also in frontmatter that is not a whole note's, and so becomes part of the text.
    if not text.startswith("---"):
        return False
    note = Note.parse(text.encode("utf-8", "surrogateescape"))
    return bool(note.parts.fence) and not note.sync


def _ended(text: str) -> str:
    return text if not text or text.endswith("\n") else text + "\n"


def check_text(text: str) -> str:
    """Return a text that a note can contain; raises `BadUsage` for others."""
    if "\0" in text:
        raise BadUsage("the text contains a NUL byte, which no note may")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadUsage("the text is not UTF-8", hint="convert it to UTF-8") from None
    return text


def _check_line(text: str) -> str:
    return printable(one_line(check_text(text)))
