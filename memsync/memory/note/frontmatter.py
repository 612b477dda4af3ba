"""Frontmatter, cut into the text of each top-level key and put together again.

Edits replace the text of one key and keep every other byte: comments, quoting, order,
unknown keys, line endings, a byte order mark. YAML is only read. Notes whose lines are
all `key: scalar` are read here, without the YAML library: importing it takes longer
than reading a thousand such notes.
"""

from __future__ import annotations

import re

from memsync.lazy import lazy
from memsync.record import NamedTuple

BOM = b"\xef\xbb\xbf"

# A file may begin with blank lines before its fence: Coyote skips them too.
_OPEN = lazy(rb"(?:\xef\xbb\xbf)?(?:[ \t]*\r?\n)*(?=---[ \t]*\r?\n)")
# Blanks after the dashes are allowed; Coyote and Obsidian accept them, too.
_FENCE = lazy(rb"---[ \t]*\r?\n")
_CLOSE = lazy(rb"(?m)^---[ \t]*(?:\r?\n(?:\r?\n)?|\Z)")
# The beginning of a top-level key, bare or in quotes; not a list item or a comment.
_KEY = lazy(
    rb"(?P<bare>(?:[^\s#'\"&*!|>%@`\[\]{},:?-]|[-?:][^\s:])[^:\r\n]*)"
    rb":(?=[ \t\r\n]|\Z)"
    rb"|(?P<quote>['\"])(?P<quoted>[^'\"\\\r\n]*)(?P=quote)[ \t]*:(?=[ \t\r\n]|\Z)"
)

# Characters that YAML takes literally in plain text: no control characters,
# no breaks that only YAML knows (U+0085, U+2028, U+2029), no byte order mark.
# A negated set: the same set as positive ranges takes 3 ms to compile, at every start.
_CHARS = "[^\0-\x1f\x7f-\xa0\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]"
_PLAIN = lazy(rf"(?s)(?![-?:,\[\]{{}}#&*!|>'\"%@` ])(?!.*(?:: | #|:\Z)){_CHARS}+")
# Single quotes, in which a quote is doubled; double quotes without escapes.
_SINGLE = lazy(rf"'((?:(?!'){_CHARS}|'')*)'")
_DOUBLE = lazy(rf'"((?:(?!["\\]){_CHARS})*)"')
# A line that needs no YAML parser: a plain key and a scalar.
_LINE = lazy(r"([A-Za-z_][A-Za-z0-9_-]*):(?: +(.*))?")
_COMMENT = lazy(rf" *(?:#{_CHARS}*)?")

# What other YAML readers would not read as text.
_NOT_TEXT = lazy(
    r"(?i)~|null|true|false|yes|no|on|off|y|n|\.nan|[-+]?\.inf|<<|=|"
    r"[-+]?[0-9.][0-9_.,:xob+-]*(?:[eE][-+]?[0-9]+)?|0x[0-9a-fA-F_]+|"
    r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}.*"
)
# YAML 1.1 reads each of these as null.
_NULLS = ("~", "null", "Null", "NULL")
# Dates stay unquoted: YAML readers of other programs make dates of them.
_DATE = lazy(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_DATES = {"created", "updated", "expires", "learned"}


class Span(NamedTuple):
    """The bytes of one top-level key with all its lines, or of lines between keys."""

    key: str | None
    """None for comments, blank lines, and whatever is not a key."""
    data: bytes


class Parts(NamedTuple):
    """A note's bytes, cut in order; joined they are the file.

    Without frontmatter `fence`, `spans` and `closing` are empty.
    """

    bom: bytes
    """A byte order mark and blank lines before the fence."""
    fence: bytes
    header: bytes
    """The spans, uncut."""
    closing: bytes
    """The closing fence, with the blank line after it when there is one."""
    body: bytes

    @property
    def spans(self) -> list[Span]:
        """The header, cut by top-level key."""
        return cut(self.header)

    def join(self) -> bytes:
        """The whole file."""
        return self.bom + self.fence + self.header + self.closing + self.body

    def with_spans(self, spans: list[Span]) -> Parts:
        """The same note with other frontmatter."""
        return self._replace(header=b"".join(span.data for span in spans))


def split(data: bytes) -> Parts:
    """Cut a note. Without a fence, or a closing one, all of it is body."""
    start = _OPEN.match(data)
    fence = _FENCE.match(data, start.end()) if start else None
    close = _CLOSE.search(data, fence.end()) if fence else None
    if fence is None or close is None:
        bom = BOM if data.startswith(BOM) else b""
        return Parts(bom, b"", b"", b"", data[len(bom) :])
    return Parts(
        data[: fence.start()],
        fence[0],
        data[fence.end() : close.start()],
        close[0],
        data[close.end() :],
    )


def opens(data: bytes) -> bool:
    """Whether frontmatter begins; `split` tells whether it ends."""
    return _OPEN.match(data) is not None


def cut(header: bytes) -> list[Span]:
    """Cut the lines between the fences into spans; joined they are `header`.

    A key owns the following lines that begin no other key. Comments and blank lines
    before another key, or at the end, belong to no key.
    """
    spans: list[Span] = []
    between: list[bytes] = []
    for line in header.splitlines(keepends=True) if header else ():
        found = _KEY.match(line)
        if found is not None:
            _flush(spans, between)
            raw = found["bare"] if found["bare"] is not None else found["quoted"]
            spans.append(Span(raw.strip().decode("utf-8", "replace"), line))
        elif not line.strip() or line.startswith(b"#"):
            between.append(line)
        else:
            last = spans.pop() if spans and spans[-1].key is not None else None
            middle = b"".join(between) + line
            between.clear()
            spans.append(
                Span(last.key, last.data + middle) if last else Span(None, middle)
            )
    _flush(spans, between)
    return spans


def _flush(spans: list[Span], between: list[bytes]) -> None:
    if between:
        spans.append(Span(None, b"".join(between)))
        between.clear()


def read_simple(header: str) -> tuple[dict[str, str], str | None] | None:
    """Read a header of nothing but `key: scalar` lines, as YAML would.

    Returns the values, the last of each key, and a key that appears twice if any does.
    None if a line is anything else, so that YAML must decide.
    """
    fields: dict[str, str] = {}
    twice = None
    for raw in header.split("\n"):
        line = raw.removesuffix("\r").rstrip(" ")
        found = _LINE.fullmatch(line)
        if found is None:
            if _COMMENT.fullmatch(line):
                continue
            return None
        key, text = found.groups()
        value = "" if says_nothing(key, text or "") else _scalar(text)
        if value is None:
            return None
        if key in fields:
            twice = key
        fields[key] = value
    return fields, twice


def read_nested(
    header: str,
) -> tuple[dict[str, str | dict[str, str]], str | None] | None:
    """Like `read_simple`, but a key may have `key: scalar` lines below it.

    Claude Code's notes have them, and YAML takes forty times as long.
    """
    fields: dict[str, str | dict[str, str]] = {}
    twice = None
    last, indent = "", ""
    for raw in header.split("\n"):
        line = raw.removesuffix("\r").rstrip(" ")
        if _COMMENT.fullmatch(line):
            continue
        inner = line.lstrip(" ")
        found = _LINE.fullmatch(inner)
        value = _scalar(found[2]) if found else None
        if found is None or value is None:
            return None
        before = line[: len(line) - len(inner)]
        if before:
            nested = fields.get(last, "no")
            if nested == "" and not indent:
                nested = fields[last] = {}
                indent = before
            if not isinstance(nested, dict) or before != indent or found[1] in nested:
                return None
            nested[found[1]] = value
            continue
        last, indent = found[1], ""
        twice = last if last in fields else twice
        fields[last] = "" if says_nothing(last, found[2] or "") else value
        if found[2] and not fields[last]:
            last = ""  # empty quotes, or the word null, have no keys below
    return fields, twice


def says_nothing(key: str, text: str) -> bool:
    """Whether an unquoted description is YAML's null; only for that key.

    Other keys keep the word: strings stay strings.
    """
    return key == "description" and text in _NULLS


def _scalar(text: str | None) -> str | None:
    if not text:
        return ""
    if _PLAIN.fullmatch(text):
        return text
    if found := _SINGLE.fullmatch(text):
        return found[1].replace("''", "'")
    if found := _DOUBLE.fullmatch(text):
        return found[1]
    return None


def scalar(key: str, value: str) -> str:
    """The value as YAML text on one line, quoted only where it must be."""
    if key in _DATES and _DATE.fullmatch(value):
        return value
    if _PLAIN.fullmatch(value) and value == value.strip():
        return f"'{value}'" if _NOT_TEXT.fullmatch(value) else value
    if _SINGLE.fullmatch(quoted := "'" + value.replace("'", "''") + "'"):
        return quoted
    return '"' + "".join(map(_escaped, value)) + '"'


def _escaped(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    if re.fullmatch(_CHARS, char):
        return char
    if "\ud800" <= char <= "\udfff":
        return "?"  # half a surrogate pair, which UTF-8 cannot encode
    return f"\\u{ord(char):04x}"


# A quoted scalar, with which a comment after it begins.
_QUOTED = lazy(rb"'(?:[^'\r\n]|'')*'|\"[^\"\\\r\n]*\"")
_PLAIN_COMMENT = lazy(rb"[ \t]#")


def respan(span: Span, value: str) -> Span:
    """The span with another value; keeps its key and a comment on its line."""
    found = _KEY.match(span.data)
    assert found is not None  # noqa: S101 -- only keys have values
    first, *more = span.data.splitlines(keepends=True)
    eol = first[len(first.rstrip(b"\r\n")) :] or b"\n"
    old = first[found.end() :].rstrip()
    text = old.lstrip()
    gap = old[: len(old) - len(text)].replace(b"\t", b" ") or b" "
    new = scalar(span.key or "", value).encode()
    comment = b"" if more else _comment(text)
    return Span(span.key, found[0] + gap + new + comment + eol)


def _comment(text: bytes) -> bytes:
    """What follows a scalar on its line, with the blanks before it."""
    quoted = _QUOTED.match(text)
    start = quoted.end() if quoted else 0
    found = _PLAIN_COMMENT.search(text, start)
    if found is None:
        return b""
    return text[len(text[: found.start()].rstrip()) :]
