"""A note: parses bytes, gives access to the frontmatter, renders bytes."""

from __future__ import annotations

from datetime import date

from memsync.errors import BadUsage, Refused
from memsync.lazy import lazy
from memsync.memory.note import frontmatter
from memsync.memory.note.frontmatter import Span
from memsync.memory.note.privacy import may_sync
from memsync.memory.note.reading import (
    NOT_UTF8,
    Problem,
    problems_of,
    read_header,
    read_values,
)
from memsync.record import NamedTuple
from memsync.terminal import printable

TYPE_CHECKING = False  # importing typing would cost a hook 3 ms
if TYPE_CHECKING:
    from collections.abc import Mapping

    from memsync.memory.note.frontmatter import Parts
    from memsync.memory.note.privacy import Answer

# The keys that memsync writes, in this order.
KEYS = ("name", "description", "type", "created", "updated", "expires")

# The key for the title given to `remember --title`.
TITLE = "title"

# The most characters of a description made from a body's first line.
LONGEST_HOOK = 120

_MARKS = lazy(r"(?:[#>*+-]+ )+")
# A comment, which does not count as the first line of a text.
_COMMENT = lazy(r"<!--.*-->")

# Up to a full stop before a capital or a digit, so not that of `e.g. this`.
_SENTENCE = lazy(r".*?\w\w[.!?](?=[\"')\]]*\s+[^\W_a-z])")

# Only this form compares correctly as text.
_DATE = lazy(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
# Characters of a type, which is a label and not a sentence.
_LONGEST_TYPE = 64


class Note(NamedTuple):
    """One note. Create it with `parse` or `new`; immutable."""

    parts: Parts
    fields: Mapping[str, str]
    """The top-level keys with scalar values, always as text."""
    body: str
    """The text below the frontmatter, with its final newline if it has one."""
    problems: tuple[Problem, ...]
    """What is wrong with its form."""
    sound: bool
    """Whether the frontmatter is valid YAML, so that one key can be replaced."""

    @classmethod
    def parse(cls, data: bytes) -> Note:
        """Parse a note from any bytes; never raises, see `problems`."""
        parts = frontmatter.split(data)
        problems = problems_of(data, parts)
        fields: Mapping[str, str] = {}
        sound = True
        if parts.fence:
            fields, found, sound = read_header(parts.header)
            if found:
                above = (parts.bom + parts.fence).count(b"\n")
                problems += [Problem(max(above + p.line, 1), p.message) for p in found]
        body = parts.body.decode("utf-8", "replace")
        return cls(parts, fields, body, tuple(problems), sound)

    @classmethod
    def new(
        cls, name: str, description: str, type_: str, body: str, today: date
    ) -> Note:
        """A new note, created today, as memsync writes it."""
        values = (name, description, type_, today.isoformat(), today.isoformat())
        header = "".join(
            f"{key}: {frontmatter.scalar(key, value)}\n"
            for key, value in zip(KEYS, values, strict=False)
        )
        return cls.parse(
            f"---\n{header}---\n".encode() + (b"\n" + _encoded(body) if body else b"")
        )

    @property
    def frontmatter(self) -> dict[str, object]:
        """All top-level keys with their full values; `fields` if it is not `sound`."""
        if self.sound and self.parts.fence:
            return read_values(self.parts.header)
        return dict(self.fields)

    @property
    def description(self) -> str:
        """One line on what the note is about; empty if there is none.

        Memory indexes and prompts repeat it, so control characters are removed.
        """
        return printable(one_line(self.fields.get("description", "")))

    @property
    def type(self) -> str:
        """A label such as `user` or `project`; empty if there is none.

        Claude Code writes it inside `metadata`.
        """
        found = self.fields.get("type", "")
        if found or b"metadata:" not in self.parts.header or not self.sound:
            return found
        below = read_values(self.parts.header).get("metadata")
        nested = below.get("type") if isinstance(below, dict) else None
        return nested if isinstance(nested, str) else ""

    @property
    def created(self) -> str:
        """A local calendar day, or empty; only for people."""
        return self.fields.get("created", "")

    @property
    def updated(self) -> str:
        """A local calendar day, or empty; only for people."""
        return self.fields.get("updated", "")

    @property
    def expires(self) -> str:
        """The last day on which the note is valid, or empty."""
        return self.fields.get("expires", "")

    @property
    def superseded_by(self) -> str:
        """The name of the note that replaces this one, or empty."""
        return self.fields.get("superseded_by", "")

    @property
    def sync(self) -> bool:
        """Whether the note may be synced: it does not say `sync: false`, nor might."""
        return self.may_sync == "yes"

    @property
    def may_sync(self) -> Answer:
        """Whether the note may be synced, see `privacy.may_sync`."""
        return may_sync(self.fields, self.parts.header, self.body, sound=self.sound)

    @property
    def trouble(self) -> Problem | None:
        """Why the frontmatter is not `sound`; None if it is."""
        if self.sound:
            return None
        unread = (each for each in self.problems if each.message == NOT_UTF8)
        return next(unread, self.problems[-1])

    @property
    def chars(self) -> int:
        """Characters of the body without its final newline."""
        return chars(self.body)

    def render(self) -> bytes:
        """The file's bytes; of an unchanged note, those that were parsed."""
        return self.parts.join()

    def with_fields(self, values: Mapping[str, str | None]) -> Note:
        """The note with these keys set, or removed if the value is None.

        The bytes of all other keys stay, and of a key whose value does not change. A
        note without frontmatter gets some. Only for a note that is `sound`.
        """
        changed = {k: v for k, v in values.items() if self.fields.get(k) != v}
        if not changed:
            return self
        parts = self.parts
        if not parts.fence:
            parts = parts._replace(fence=b"---\n", closing=b"---\n\n")
        eol = b"\r\n" if parts.fence.endswith(b"\r\n") else b"\n"
        spans = parts.spans
        for key, value in changed.items():
            _set(spans, key, value, eol)
        return Note.parse(parts.with_spans(spans).join())

    def with_appended(self, text: str) -> Note:
        """The note with a text appended to its body, on a new line."""
        eol = "\r\n" if self.parts.fence.endswith(b"\r\n") else "\n"
        if eol == "\r\n":
            text = text.replace("\r\n", "\n").replace("\n", eol)
        if not self.body:
            return self.with_body(text)
        between = b"" if self.parts.body.endswith(b"\n") else eol.encode()
        body = self.parts.body + between + _encoded(text)
        return Note.parse(self.parts._replace(body=body).join())

    def with_body(self, text: str) -> Note:
        """The note with another body, with the line endings of its frontmatter."""
        if text == self.body:
            return self
        parts = self.parts
        eol = b"\n"
        if parts.fence.endswith(b"\r\n"):
            text = text.replace("\r\n", "\n").replace("\n", "\r\n")
            eol = b"\r\n"
        closing = parts.closing
        if closing and text and not closing.endswith((b"\n\n", b"\r\n\r\n")):
            closing = closing.rstrip(b"\r\n") + eol * 2
        return Note.parse(parts._replace(closing=closing, body=_encoded(text)).join())


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _set(spans: list[Span], key: str, value: str | None, eol: bytes) -> None:
    # If a key appears twice, YAML takes the last: change that one.
    at = next((i for i in reversed(range(len(spans))) if spans[i].key == key), None)
    if value is None:
        spans[:] = [span for span in spans if span.key != key]
    elif at is not None:
        spans[at] = frontmatter.respan(spans[at], value)
    else:
        text = f"{key}: {frontmatter.scalar(key, value)}".encode() + eol
        if spans and key != "name" and not spans[-1].data.endswith(b"\n"):
            spans[-1] = Span(spans[-1].key, spans[-1].data + eol)
        spans.insert(0 if key == "name" else len(spans), Span(key, text))


def chars(text: str) -> int:
    """Characters of a text without its final newline."""
    if text.endswith("\r\n"):
        return len(text) - 2
    return len(text) - text.endswith("\n")


def one_line(text: str) -> str:
    """The text with every run of white space replaced by one blank."""
    return " ".join(text.split())


def hook(body: str) -> str:
    """A description for a body: its first line of text, without markup.

    Skips a line that may contain a secret, even if a marker allows it: the memory index
    repeats descriptions, but not markers. Empty if no line is left.
    """
    return _shortened(_first_line(body))


def described(body: str, *, titled: bool) -> str:
    """The description that memsync makes for a body; like `hook`.

    Below a title, the first sentence is enough.
    """
    line = _first_line(body)
    found = _SENTENCE.match(line) if titled else None
    return _shortened(found[0] if found else line)


def made_from_text(note: Note, name: str) -> bool:
    """Whether memsync made the note's description, and nobody wrote it."""
    if note.description in ("", name):
        return True
    made = (described(note.body, titled=titled) for titled in (False, True))
    return note.description in made


def _first_line(body: str) -> str:
    for line in body.splitlines():
        text = printable(one_line(line))
        marks = _MARKS.match(text)
        text = text[marks.end() :] if marks else text
        is_text = text.strip("#>*+-` ") and not _COMMENT.fullmatch(text)
        if is_text and not _holds_secret(text):
            return text
    return ""


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_HOOK else text[:LONGEST_HOOK] + "…"


def _holds_secret(text: str) -> bool:
    from memsync.secrets.scan import scan_all

    return bool(scan_all(text.encode("utf-8", "surrogateescape")))


def check_type(text: str) -> str:
    """A type in the form that memsync writes: lower case, hyphens between words.

    Raises `BadUsage` for one that is empty, long or not a label, and `Refused` for a
    secret: lower case would hide it from the guard.
    """
    if _holds_secret(text):
        raise Refused(
            "the type looks like a secret",
            hint="give a short label, such as user, feedback, project or reference",
            word="secret",
        )
    import re

    label = re.sub(r"[\s_-]+", "-", text.strip().lower()).strip("-")
    if not label or len(label) > _LONGEST_TYPE or not label.isprintable():
        raise BadUsage(
            "the type must be a short label",
            hint="such as user, feedback, project or reference",
        )
    return label


def check_date(text: str) -> str:
    """A calendar day as YYYY-MM-DD; raises `BadUsage` for any other text."""
    if _DATE.fullmatch(text):
        try:
            date.fromisoformat(text)
        except ValueError:
            pass
        else:
            return text
    raise BadUsage("the expiry must be a date", hint="write it as YYYY-MM-DD")
