"""Texts without their secrets: `[redacted RULE]` replaces each one.

For places where nobody can be asked, such as the hook after a compaction: a text that
is kept without its secrets is worth more than one that is refused.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from memsync.secrets.scan import scan_all
from memsync.secrets.texts.meant import wide
from memsync.secrets.values.noise import is_noise

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from memsync.secrets.finding import Finding

# Raise it when a text may be redacted otherwise than before.
#
# Whoever keeps redacted texts keeps this number with them, and redacts them again when
# it is higher.
EDITION = 13

# How often a text is scanned again: removing a secret may reveal another beside it.
_ROUNDS = 16

# Bytes of a private key from its first line on.
_LONGEST_KEY = 1 << 16

# Bytes of a value that is removed even where nothing names it.
_SHORTEST_AGAIN = 8

# With more values, the places of each are no longer searched for one by one.
_FEW = 64

# The rest of a value that is longer than its rule checks.
_GLUED = re.compile(rb"[A-Za-z0-9_+/=~-]*")

# What may end a password or a sentence. Findings, and so fingerprints, leave it out.
_MARKS = re.compile(rb"!*")

# A value up to a blank, and what may be around it.
_WORD, _QUOTES = re.compile(rb"\S{1,256}"), (b'"', b"'", b"`")

# The rest of a key on the same line.
_KEY_GOES_ON = re.compile(rb"(?:[A-Za-z0-9+/=]|\\+[nr])*")
# Another line of a key, or its last one.
_KEY_LINE = re.compile(rb"[A-Za-z0-9+/=]{20}|-----END|^\W*[A-Za-z0-9+/]+={0,2}$")
# Another line of a key without its marks, and a last one that is shorter. Repeats are
# possessive, so that a line of signs takes linear time.
_BODY_PREFIX = rb"(?:[+/]*+[^\w+/]++)*+"
_BODY_LINE = re.compile(_BODY_PREFIX + rb"[A-Za-z0-9+/]{20,}+={0,2}\W*")
_BODY_ENDS = re.compile(
    _BODY_PREFIX + rb"(?=[A-Za-z+/]*+[0-9=])[A-Za-z0-9+/]{2,19}={0,2}\W*"
)
_BODIES = ("openssh-key", "private-key-body")
# Codes come in lists: what follows one code, and what separates two.
_CODE = re.compile(rb"[0-9A-Za-z]{3,}(?:[- ][0-9A-Za-z]{3,})*")
_BETWEEN_CODES = re.compile(rb"[\s,;\"'`>*.)-]{1,16}(?:\d{1,2}[.)][ \t]{1,4})?")
# Codes of one list; vendors give out ten or sixteen.
_MOST_CODES = 64


class Redacted(NamedTuple):
    """A text without its secrets."""

    data: bytes
    rules: tuple[str, ...]
    """The rule of each secret that stood in it, in their order; empty for none."""


class RedactedText(NamedTuple):
    """As `Redacted`, of a text that was decoded."""

    text: str
    rules: tuple[str, ...]


def redact(data: bytes) -> Redacted:
    """Put `[redacted RULE]` in place of each secret, of any confidence.

    Markers and allow lists do not count: what may be in one note need not leave it. A
    value that was found once is removed wherever it occurs as a word. `scan_all` finds
    nothing in the result, and redacting the result again changes nothing.
    """
    rules: list[str] = []
    encoded = wide.encoding(data)
    if encoded:
        data = _without_encoded(data, *encoded, rules)
    for _ in range(_ROUNDS):
        found = [finding for finding, _ in scan_all(data)]
        if not found:
            break
        data = _without(data, found, rules)
    else:
        data = _without_lines(data)
    return Redacted(data, tuple(rules))


def redact_text(text: str) -> RedactedText:
    """As `redact`, for a `str`; half of a surrogate pair stays as it is."""
    done = redact(text.encode("utf-8", "surrogatepass"))
    return RedactedText(done.data.decode("utf-8", "surrogatepass"), done.rules)


def mark(rule: str) -> str:
    """The text that replaces a secret which this rule found."""
    return f"[redacted {rule}]"


def _without_encoded(data: bytes, encoding: str, start: int, rules: list[str]) -> bytes:
    """A text in UTF-16 or UTF-32 whose secrets are replaced in that encoding."""
    text = data[start:].decode(encoding, "replace")
    done = redact(text.encode())
    if not done.rules:
        return data
    rules += done.rules
    return data[:start] + done.data.decode("utf-8", "replace").encode(encoding)


def _without(data: bytes, found: list[Finding], rules: list[str]) -> bytes:
    """The text without these findings; appends the rule of each."""
    rules += [finding.rule for finding in found]
    parts = []
    done = 0
    for start, end, rule in sorted([*_own(data, found), *_again(data, found)]):
        if start >= done:
            parts += [data[done:start], mark(rule).encode()]
        done = max(done, end)
    return b"".join([*parts, data[done:]])


def _own(data: bytes, found: list[Finding]) -> Iterator[tuple[int, int, str]]:
    """What is removed in the place of each finding, with its rule."""
    glue = _Glue(data)
    for finding in found:
        rule = finding.rule
        yield *_whole(data, finding.start, _end(data, finding, glue)), rule
        if rule == "prose-code":
            for span in _more_codes(data, finding):
                yield *span, rule


def _again(data: bytes, found: list[Finding]) -> Iterator[tuple[int, int, str]]:
    """Every other place in which a value that was found stands as a word."""
    values: dict[bytes, list[tuple[bytes, str]]] = {}
    for value, rule in dict.fromkeys([(data[f.start : f.end], f.rule) for f in found]):
        if len(value) >= _SHORTEST_AGAIN:
            values.setdefault(value[:_SHORTEST_AGAIN], []).append((value, rule))
    for at in _places(data, values.keys()):
        for value, rule in values[data[at : at + _SHORTEST_AGAIN]]:
            end = at + len(value)
            if data.startswith(value, at) and _stands_alone(data, at, end):
                yield *_whole(data, at, end), rule


def _places(data: bytes, heads: Collection[bytes]) -> Iterator[int]:
    """Where one of these begins, each of `_SHORTEST_AGAIN` bytes."""
    if len(heads) <= _FEW:
        for head in heads:
            at = data.find(head)
            while at >= 0:
                yield at
                at = data.find(head, at + 1)
    else:
        # One look at each place takes less than a search for each of many.
        for at in range(len(data)):
            if data[at : at + _SHORTEST_AGAIN] in heads:
                yield at


class _Glue:
    """The rest of values that are longer than their rules check."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._start = self._end = 0
        """The rest that was asked for last: many findings may share a long one."""

    def end(self, at: int) -> int:
        """Where the rest of a value ends that goes on at an offset."""
        if not self._start <= at <= self._end:
            glued = _GLUED.match(self._data, at)
            self._start, self._end = at, glued.end() if glued else at
        return self._end


def _end(data: bytes, finding: Finding, glue: _Glue) -> int:
    """Where ends what is removed in the place of a finding."""
    end = finding.end
    if finding.rule == "private-key":
        last = data[finding.start : end].rpartition(b"\n")[2]
        return end if b"-----END" in last else _end_of_key(data, end)
    if finding.rule in _BODIES:
        return _end_of_body(data, end)
    glued = glue.end(end) if data[end - 1 : end].isalnum() else end
    marks = _MARKS.match(data, glued)
    return max(marks.end() if marks else glued, _end_of_noise(data, finding))


def _end_of_noise(data: bytes, finding: Finding) -> int:
    """Where a drawn value ends of which a rule names a part, up to a quote or bracket.

    The rules stay as they are, so that fingerprints do.
    """
    word = _WORD.match(data, finding.start)
    if word is None:
        return finding.end
    quote = data[finding.start - 1 : finding.start]
    whole = word[0].partition(quote)[0] if quote in _QUOTES else word[0]
    return finding.start + len(whole) if is_noise(whole) else finding.end


def _end_of_key(data: bytes, at: int) -> int:
    """Where the lines end of a key that was cut off or has another last line."""
    end = _end_of_line(data, at)
    for start, line in _lines_below(data, end):
        if not _KEY_LINE.search(line):
            break
        end = start + len(line)
    return end


def _end_of_body(data: bytes, at: int) -> int:
    """Where the lines end of a key without its marks, of which some were found."""
    end = _end_of_line(data, at)
    for start, line in _lines_below(data, end):
        whole = _BODY_LINE.fullmatch(line)
        if not (whole or _BODY_ENDS.fullmatch(line)):
            break
        end = start + len(line)
        if not whole:
            break
    return end


def _end_of_line(data: bytes, at: int) -> int:
    """Where the piece of a key ends that goes on at `at`."""
    rest = _KEY_GOES_ON.match(data, at)
    return rest.end() if rest else at


def _lines_below(data: bytes, at: int) -> Iterator[tuple[int, bytes]]:
    """Where each line below that of `at` begins, and the line without its break.

    Those of the longest key, without a line that reaches beyond it.
    """
    lines = data[at : at + _LONGEST_KEY].splitlines(keepends=True)
    if at + _LONGEST_KEY < len(data):
        lines.pop()
    for i, line in enumerate(lines):
        if i:
            yield at, line.rstrip()
        at += len(line)


def _more_codes(data: bytes, finding: Finding) -> Iterator[tuple[int, int]]:
    """The codes of the same form that follow one, since codes come in lists."""
    shape = _shape(data[finding.start : finding.end])
    end = finding.end
    for _ in range(_MOST_CODES):
        between = _BETWEEN_CODES.match(data, end)
        code = _CODE.match(data, between.end()) if between else None
        if code is None or _shape(code[0]) != shape:
            return
        yield code.span()
        end = code.end()


def _shape(code: bytes) -> tuple[int, ...]:
    return tuple(map(len, re.split(rb"[- ]", code)))


def _stands_alone(data: bytes, start: int, end: int) -> bool:
    around = data[start - 1 : start] if start else b""
    return not (around.isalnum() or data[end : end + 1].isalnum())


def _whole(data: bytes, start: int, end: int) -> tuple[int, int]:
    """The span, widened to whole characters of UTF-8."""
    while start > 0 and data[start] & 0xC0 == 0x80:
        start -= 1
    while end < len(data) and data[end] & 0xC0 == 0x80:
        end += 1
    return start, end


def _without_lines(data: bytes) -> bytes:
    """The text without the lines on which the scanner still finds something."""
    lines = data.split(b"\n")
    for number, line in enumerate(lines):
        if scan_all(line):
            lines[number] = mark("generic-secret").encode()
    joined = b"\n".join(lines)
    return mark("generic-secret").encode() if scan_all(joined) else joined
