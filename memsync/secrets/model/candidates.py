"""Which words the model judges: letters with figures, or words that are joined.

People make passwords so, and programs, too. A URL, a path, a host, a mail address, a
digest, a version or a measure is none.
"""

from __future__ import annotations

import re
from functools import lru_cache

from memsync.lazy import lazy
from memsync.secrets.model.form import shape
from memsync.secrets.prose import called
from memsync.secrets.texts.glance import has_digit
from memsync.secrets.values.drawn import is_drawn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memsync.secrets.texts.text import Text

    Span = tuple[int, int]

# What separates words, apart from blanks and what is not ASCII; signs of passwords that
# join no names, and those that join words as well.
SEPARATES = b"\"'`<>()[]{}|,;:/\\"
SIGNS, _JOINTS = b"!#$%&*+?@^~", b"-."
# Characters of the shortest and the longest value, and of the shortest without figures.
_SHORTEST, _LONGEST, _WITHOUT_FIGURES = 5, 50, 8
# Characters of the longest password that a person remembers.
_REMEMBERED = 24
# With more words of a kind than this number and than one in so many bytes, a text is a
# list of them, as of digests or of parts, or about code.
_FEW, _APART = 100, 256
# Bytes of the longest piece between blanks that may hold one.
_WIDE = 110

# Marks around a value that are not part of it.
_LEADS, _TRAILS = b"*_~.-+#", b".*_~-?"
# Bytes of the longest word with them, and with the name of a setting.
_LONGEST_WORD = _LONGEST + 16
# Bytes up to the end of the separator behind a word that show whether it is longer.
_REACH = _LONGEST_WORD + 2
# The name of a setting that the value follows; and one of several words before a value,
# or one right before an equals sign: rules know what such a name says of a value that a
# machine made.
_NAME = lazy(
    rb"(?<![A-Za-z0-9_-])[A-Za-z0-9]+(?:[_-]|(?<=[a-z])(?=[A-Z]))[A-Za-z0-9_-]*+"
    rb"[\"'`]?[ \t]*[:=]{1,2}[ \t]*[\"'`]?\Z|\w=[\"'`]?\Z"
)
_SETTING = lazy(
    rb"(?:[A-Za-z]?[a-z_.-]{0,15}|[A-Z_]{1,16}|[A-Za-z][a-z]{2,}(?:[A-Z][a-z]{2,}){1,5}"
    rb"|[a-z]{2,}(?:[A-Z][a-z]{2,}){0,3}[A-Z]{2,4})={1,2}(?=[^=])"
)
# Bytes of the shortest line of a block of base64, apart from its last one.
_BLOCK = 40

# Signs of code, of which a text in sentences has less than one in so many characters.
_NO_CODE = bytes(c for c in range(256) if c not in b'{}()[];=<>$&"')
_WRITTEN = 20
# Bytes that show whether a text may be code.
_BEGINNING = 1 << 10
# No text has it, once UTF-16 and UTF-32 are decoded.
_NO_TEXT = b"\0"

_LETTER, _FIGURE, _GAP, _JOINT, _SIGN = b"a0 -!"
_KINDS = bytes(
    _GAP
    if c <= 0x20 or c >= 0x7F or c in SEPARATES
    else _FIGURE
    if 0x30 <= c <= 0x39
    else _LETTER
    if 0x41 <= c <= 0x5A or 0x61 <= c <= 0x7A
    else _JOINT
    if c in _JOINTS
    else _SIGN
    for c in range(256)
)
# Separators as blanks, and all else as it is.
_BLANKED = bytes(_GAP if kind == _GAP else c for c, kind in enumerate(_KINDS))
# Where letters and figures meet, perhaps with a sign between them, or letters that a
# sign joins, or words that a joint does.
_MEET = lazy(rb"a[!-]?0|0[!-]?a|a!a|aaa-aa")
# One of these is in each word that has one of those.
_SOUGHT = (b"0", b"a!a", b"aaa-aa")

# What is a candidate without figures.
_JOINED = lazy(
    rb".*[A-Za-z][%b][A-Za-z]|[A-Za-z]{3,}(?:[-.][A-Za-z]{2,}){2,}[%b_]*\Z"
    % ((re.escape(SIGNS),) * 2)
)
# A piece between blanks that holds no password: base64, a URL, a path, a host with a
# path; an escape, a variable, a query, an option with its value, a mail address, a
# person who is mentioned, the hash of a password, the target of a link, members, or a
# block of PEM in a string.
_SLASH = b"/"
_PATH = lazy(rb"(?=[\w+]*/)[\w+/]{24}|://|\A[~.]{0,2}/|/[^/]*/|[\w-]\.[\w-]+/")
_ELSE = lazy(
    rb"\$\{|%[0-9A-Fa-f]{2}|[?&]\w+=|\Awww\."
    rb"|\A--?\w[\w-]*=|\A[\"'`(]*[A-Z]:\\|@[\w-]+\.\w|\A[\"'`(<]*@\w"
    rb"|\$(?:apr1|2[abxy]|[156])\$|\?base64\?|\]\(|\(\#|\":\"|-----\\"
)
# What follows the name of a function or of a member; and what a shell prints before a
# command: `ann@web-01#`.
_CALLS = (b"()", b"`()")
_OF_MEMBER, _OPENS_MEMBER = (b'":', b'\\":'), b'"'
_PROMPT, _HOME = lazy(rb"[a-z_][\w-]{0,20}@[\w.-]{2,40}(?P<end>[#$%>])?"), b":~"
# What precedes the id of a video, which YouTube drew, and how long it is.
_VIDEO = lazy(rb"(?i)youtube(?:[ _-]?id)?[\"'`]?[ \t]*[:=]?[ \t]*[\"'`]?\Z")
_VIDEO_ID = 11
_BASE64 = lazy(rb"[A-Za-z0-9+/]{%d,}" % _BLOCK)
# A digest, also in base64, an id, a number in a program, or a character as HTML writes
# it.
_DIGEST = lazy(
    rb"[A-Za-z0-9+]{22}==|[A-Za-z0-9+]{27}=|[A-Za-z0-9+]{43}="
    rb"|(?i:(?:sha\d+[-:])?[0-9a-f]{20,}|[0-9a-f]{8}-[0-9a-f]{4}-.*|(?:[0-9a-f]{2}-){3}.*"
    rb"|.*0x[0-9a-f]{4,}.*|.*&\#x?\w+)"
)
# A version, a date, a place in an order, a measure, a short name with its number, and a
# file with its ending.
_NUMBER = lazy(
    rb"[v~^]?\d+(?:[.x-]\d+)+[a-z]?\d?|\d+(?:st|nd|rd|th|[kKMGT]i?[bB]?(?:/s|ps|it)?|ms|s"
    rb"|h|min|px|em|[dwmy]|x|%|pt|[kM]?[WVA]h?|[KkMG]?Hz|mm|cm|km|kg|fps|bit)"
    rb"|[vVrR]\d[\w.-]*|[A-Z]{1,4}-?\d{1,3}|[A-Za-z]\d{1,2}|[A-Z]{2,8}-\d+"
    rb"|[a-z]{1,3}\d{1,3}|\d{1,2}[a-z]{1,2}\d?|.*\.[A-Za-z][A-Za-z0-9]{1,4}"
)
# A quote as HTML writes it, up to its semicolon, which separates.
_ENTITY = lazy(rb"&(?:quot|[lr][ads]quo|apos|amp|[lg]t|nbsp|\#\d{2,4})\Z")
# A question mark ends a sentence, unless the value has other signs.
_ASKED = lazy(rb"[\w.-]+\?")


def is_code(data: bytes) -> bool:
    """Whether bytes hardly consist of sentences: with many signs of code, or binary."""
    return data.find(_NO_TEXT) >= 0 or (
        len(data.translate(None, _NO_CODE)) * _WRITTEN > len(data)
    )


def begins_as_code(data: bytes) -> bool:
    """Whether bytes are code and begin so, which spares reading all of most texts."""
    return is_code(data[:_BEGINNING]) and is_code(data)


def of(text: Text) -> Iterable[Span]:
    """Where such words are in a text, in order.

    If a native search has told where likely ones end, only these.
    """
    ends = text.ends("likely words")
    if ends is not None:
        return [span for _, span in endings(text.data, sorted(ends))]
    return some(spans(text.data), text.data)


def are_few(count: int, data: bytes) -> bool:
    """Whether a text with so many words may consist of sentences."""
    return count <= _FEW + len(data) // _APART


def some(found: Iterable[Span], data: bytes) -> list[Span]:
    """Those of some words that are part of sentences, because they are not too many."""
    known: list[Span] = []
    with_figures: list[Span] = []
    for span in found:
        known.append(span)
        if has_digit(data[slice(*span)]):
            with_figures.append(span)
            # A list of parts has ten thousand of them.
            if not are_few(len(with_figures), data):
                return []
    # Without figures the rest are names in code.
    return known if are_few(len(known), data) else with_figures


def spans(data: bytes) -> Iterator[Span]:
    """Where such words are in a text, in order."""
    kinds = data.translate(_KINDS)
    find = kinds.find
    found: dict[int, int] = {}
    for sought in _SOUGHT:
        at = find(sought)
        while at >= 0:
            end = find(_GAP, at)
            end = end if end >= 0 else len(kinds)
            found[kinds.rfind(_GAP, 0, at) + 1] = end
            at = find(sought, end)
    for start, end in sorted(found.items()):
        # A longer one would take much of the memory for values.
        if end - start < _REACH and find(_LETTER, start, end) >= 0:
            inner = value_in(data[start:end])
            if inner is not None:
                yield start + inner[0], start + inner[1]


def words(data: bytes, ends: list[int]) -> Iterator[bytes]:
    """The words that end at some places, or right before the separators that do.

    A too long one is cut, but still too long.
    """
    return (
        data[end - _REACH if end > _REACH else 0 : end]
        .translate(_BLANKED)
        .rsplit(None, 1)[-1]
        for end in ends
    )


def endings(data: bytes, ends: list[int]) -> Iterator[tuple[int, Span]]:
    """The values in the words that end at some places (`words`), each behind those."""
    yield from placed(data, zip(ends, words(data, ends), strict=True))


def placed(
    data: bytes, found: Iterable[tuple[int, bytes]]
) -> Iterator[tuple[int, Span]]:
    """The same for words that are known already, each behind where it ends."""
    for end, word in found:
        inner = value_in(word)
        if inner is not None:
            start = data.rfind(word, 0, end)
            yield end, (start + inner[0], start + inner[1])


def value_in(word: bytes) -> Span | None:
    """Where the value is in a word, without the marks around it; None if it is none."""
    # Only the names of HTML's quotes are known by their letters.
    return _value_in(word if b"&" in word else shape(word))


@lru_cache(1 << 14)
def _value_in(word: bytes) -> Span | None:
    if len(word) > _LONGEST_WORD:
        return None
    if not _MEET.search(word.translate(_KINDS)):
        return None
    setting = _SETTING.match(word) if b"=" in word else None
    start = setting.end() if setting else 0
    led = word[start:].lstrip(_LEADS)
    start = len(word) - len(led)
    # What is stressed ends where the stress does: `*word1*!`.
    stressed = led.find(b"*") if word[:start].endswith(b"*") else -1
    led = led if stressed < 0 else led[:stressed]
    led = _ENTITY.sub(b"", led) if b"&" in led else led
    value = led.rstrip(_TRAILS)
    if led[len(value) :].startswith(b"?") and not _ASKED.fullmatch(value + b"?"):
        value += b"?"
    if not _SHORTEST <= len(value) <= _LONGEST:
        return None
    if not has_digit(value) and (
        len(value) < _WITHOUT_FIGURES or not _JOINED.match(value)
    ):
        return None
    return start, start + len(value)


def kind(value: bytes) -> str:
    """What a value, or its shape, is: a `word`, a longer `token`, or a `phrase`."""
    if not has_digit(value):
        return "phrase"
    return "word" if len(value) <= _REMEMBERED else "token"


def may_be(value: bytes) -> bool:
    """Whether its form is neither that of a digest nor of a number."""
    return not (_DIGEST.fullmatch(value) or _NUMBER.fullmatch(value))


def stands_free(data: bytes, start: int, end: int) -> bool:
    """Whether it is no part of a URL, a path, a query or a mail address.

    Nor may a name or a member say that it is something else.
    """
    before, behind = data[max(0, start - _WIDE) : start], data[end : end + _WIDE]
    left = b"" if not before or before[-1:].isspace() else before.rsplit(None, 1)[-1]
    right = b"" if not behind or behind[:1].isspace() else behind.split(None, 1)[0]
    piece = left + data[start:end] + right
    return (
        len(piece) <= _WIDE
        and not (_SLASH in piece and _PATH.search(piece))
        and _ELSE.search(piece) is None
        and not (kind(data[start:end]) == "token" and _NAME.search(before))
        and not called.is_digest(data, start)
        and not called.is_of_member(data, start, end)
        and not (before.endswith(b"\n") and _ends_block(data, start, end))
        and not _is_name(before, data[start:end], behind)
    )


def _is_name(before: bytes, value: bytes, behind: bytes) -> bool:
    """Whether it names a function, a member, a video, or who is at a prompt."""
    if len(value) == _VIDEO_ID and _VIDEO.search(before) and is_drawn(value):
        return True
    if behind.startswith(_CALLS) or (
        behind.startswith(_OF_MEMBER) and before.endswith(_OPENS_MEMBER)
    ):
        return True
    prompt = _PROMPT.fullmatch(value)
    return prompt is not None and (
        behind.startswith(_HOME)
        or (prompt["end"] is not None and not before.rpartition(b"\n")[2].strip(b" `"))
    )


def _ends_block(data: bytes, start: int, end: int) -> bool:
    """Whether nothing else is on its line, and the line above is a longer word."""
    above = data[max(0, start - _WIDE) : start - 1].rpartition(b"\n")[2].rstrip(b"\r")
    rest = data[end : end + 4].lstrip(b"=\r")
    return (not rest or rest.startswith(b"\n")) and (
        _BASE64.fullmatch(above) is not None
    )
