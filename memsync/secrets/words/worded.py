"""A passphrase near its name, joined by a sign or with blanks.

`the passphrase has always been a-b-c-d`, `passphrase -> "a b c d"`, or below it.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.texts.glance import line_at
from memsync.secrets.values.phrase import (
    JOINED,
    are_joined,
    are_random,
    has_namesake,
    is_passphrase,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# How the words for a password begin.
_NAMES = (b"pass", b"pw")

# Bytes behind a name, in front of it, and of the line below it.
_REACH, _BEFORE, _BELOW = 160, 80, 120

# Words that a sign joins; no path, address, link, option, role of reStructuredText, and
# no column of a table (`` `one_two_three` INTEGER``).
_JOINED = lazy(
    rb"(?<![\w./@#:$%&?=~-])(?<!:`)" + JOINED + rb"(?![\w/(=:@-]|\.\w|` [A-Z]{3})"
)
# The same behind a sign that assigns it.
_ASSIGNED = lazy(rb"(?<=[=:])" + JOINED + rb"(?![\w/(=:@-]|\.\w)")
# Words with blanks between, from what introduces them to where a clause ends.
_SPACED = lazy(
    rb"(?i)(?:(?P<quote>[\"`]|'(?=[a-z])|\xe2\x80[\x9c\x9e]|\xc2\xab[ \t]{0,2})"
    rb"|[:=]\*{0,2}[ \t]+|(?:->|--?|\xe2\x86\x92|\xe2\x80[\x93\x94])[ \t]+"
    rb"|\b(?:is|was|to|been|still|lautet|ist|now)[ \t]+)"
    rb"(?P<value>[a-z]{3,10}(?:[ \t][a-z]{3,10}){3,9})"
    rb"(?=[ \t]*(?:[\"'`.,;!?)\r\n#(*]|\Z|\xe2\x80|\xc2\xbb|-(?!\w)"
    rb"|(?-i:no|all|with)\b))"
)
# Three words that a sign joins, right behind what gives them: a verb, or a sign behind
# words of a sentence or `passphrase`. Settings also name things with three words.
_THREE = lazy(
    rb"(?i)pass(?:(?P<phrase>phrase)|[a-z]{4})[\"'`*_]{0,3}"
    rb"(?P<words>(?:[ \t]+[a-z'\x80-\xff-]{1,16}){0,5}?)[\"'`*_]{0,3}"
    rb"(?:(?P<verb>[ \t](?:is|was|now|to))|[ \t]*(?:[:=]|->|\xe2\x86\x92))"
    rb"[ \t]+[\"'`*_(]{0,3}"
    rb"(?P<value>[a-z]{3,10}(?P<sign>[-_])[a-z]{3,10}(?P=sign)[a-z]{3,10})"
    rb"(?=[\"'`*_)]{0,3}(?:[.,;!?](?!\w)|\s|\Z))"
)
# The next one of a list.
_NEXT = lazy(
    rb"[\"'`]?,? (?:(?:and|or) )?[\"'`]?([a-z0-9]+(?:-[a-z0-9]+){2,})(?![\w-])"
)
_WORDY = (b"phrase", b" words")
# Who says it, and marks of a line.
_OPENS = lazy(rb"(?:[\w .@<\[\]-]{1,30}[>:\]][ \t]+)?[ \t>*`\"'-]*")
_WORDS = lazy(
    rb"(?:sure,?[ \t])?(?P<value>[a-z]{3,10}(?:[ \t][a-z]{3,10}){3,9})[\"'`*.,!]{0,3}"
    rb"[ \t]*(?=\r?\Z|[,;(.]|no\b|all\b|with\b)"
)

# Words alone behind a name and a colon, up to the end of the line. In sentences of most
# languages one of four words has only three letters.
_ALONE = lazy(
    rb"(?i:pass(?:word|phrase|code|wort|wd)|pwd?)[\"'`*_]{0,3}:[*_]{0,2}[ \t]{1,4}"
    rb"(?P<value>[a-z]{4,10}(?: [a-z]{4,10}){3,6})[ \t\r]*"
)
# What may precede the name: it is no piece of another (`reset_password: …`).
_OUTSIDE = b" \t\n\"'`*([>#"
# What else stands there: where the password is, who knows it, what happens to it.
_TELLS = frozenset(
    b"""
    ask asks back box call card change changed changes company contact details does
    drawer drive expired expires find first follow full hint inside label line look none
    note notes office old page paper phone plus printed protected refer rotate rotated
    rotates safe same sent separate share sheet sticker street the tell temporary today
    type unchanged under usual visible wallet wiki year
    """.split()
)

# What follows a passphrase in front of its name.
_CALLED = lazy(rb"[a-z\"][\"'`*]{0,3} (?:(?:is|was) (?:the|our|my)|as) [^\n]{0,40}\Z")
_VERBS = (b" is ", b" was ", b" as ")
# Signs that join words, the fewest of them, of those that modules have as well, and
# quotes.
_JOINS, _SIGNS, _DOTS = (b"-", b"_", b".", b"+", b"&"), 3, 4
_QUOTES = (b'"', b"`", b"'", b"\xe2\x80", b"\xc2\xab")
# Bytes before a name that may say that it consists of words; what ends a line above it.
_SAID, _CLOSES, _HEADS = 40, b" \t\r*`\"'_", (b":", b"?")


def find(text: Text, names: list[int]) -> Iterator[Found]:
    """Every passphrase near one of these places of words for a password."""
    data, low = text.data, text.low
    told = [text.places_before(word, "told phrases") for word in _NAMES]
    known = {at for places in told for at in places}
    for at in names:
        span = _beside(data, low, at) if at in known else None
        if span is None:
            end = low.find(b"\n", at, at + _REACH)
            if end >= 0 and low[at:end].rstrip(_CLOSES).endswith(_HEADS):
                span = _below(data, end + 1)
        if span:
            yield at, *span, "prose-phrase"


def _beside(data: bytes, low: bytes, at: int) -> tuple[int, int] | None:
    """Where a passphrase is on the line of a name."""
    line = line_at(data, at, _REACH)
    said = low[max(0, at - _SAID) : at + len(line)]
    named = any(map(said.count, _WORDY))
    # No further: else a text of one line would take time that grows with its square.
    first = max(0, at - _BEFORE)
    first = low.rfind(b"\n", first, at) + 1 or first
    # What begins with the name itself is a name, too: `password-reset-mail-worker`.
    span = _in(data, at, line, named=named, first=1)
    if span is None and not low[max(0, at - 1) : at].strip(_OUTSIDE):
        span = _three(at, line) or _alone(at, line)
    if span is None and any(data.find(verb, first, at) >= 0 for verb in _VERBS):
        said_before = _CALLED.search(data, first, at)
        span = said_before and _in(data, first, data[first : said_before.start() + 1])
    return span


def _in(
    data: bytes, start: int, part: bytes, *, named: bool = False, first: int = 0
) -> tuple[int, int] | None:
    """Where a passphrase is in a part of a line; `named`: without quotes, too."""
    joined = max(map(part.count, _JOINS)) >= _SIGNS
    for pattern in (_JOINED, _ASSIGNED) if joined else ():
        for match in pattern.finditer(part, first):
            dots = match[0].count(b".")
            few = 0 < dots < _DOTS and not match[0][-1:].isdigit()
            if (
                is_passphrase(match[0])
                and (named or not few)
                and not _is_of_list(data, start + match.end())
                and not has_namesake(data, start + match.start(), start + match.end())
            ):
                return start + match.start(), start + match.end()
    spaced = part.count(b" ") >= _SIGNS and (named or any(map(part.count, _QUOTES)))
    for match in _SPACED.finditer(part) if spaced else ():
        if (named or match["quote"]) and are_random(match["value"].split()):
            return start + match.start("value"), start + match.end("value")
    return None


def _three(at: int, line: bytes) -> tuple[int, int] | None:
    """Where three joined words are that a sentence, or a colon, gives at once."""
    match = _THREE.match(line)
    if match is None or not are_joined(match["value"].split(match["sign"])):
        return None
    phrase = match["phrase"] and match["sign"] == b"-"
    if not (match["words"] or match["verb"] or phrase):
        return None
    return at + match.start("value"), at + match.end("value")


def _alone(at: int, line: bytes) -> tuple[int, int] | None:
    """Where the words are that all of a line consists of behind a name."""
    match = _ALONE.fullmatch(line) if len(line) < _REACH else None
    words = match["value"].split() if match else []
    if match is None or not (are_random(words) and _TELLS.isdisjoint(words)):
        return None
    return at + match.start("value"), at + match.end("value")


def _is_of_list(data: bytes, end: int) -> bool:
    """Whether names of things follow that are joined the same way, but not drawn."""
    following = _NEXT.match(data, end)
    return following is not None and not is_passphrase(following[1])


def _below(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the passphrase is that a line consists of, or begins with."""
    line = line_at(data, at, _BELOW)
    if not line.strip():
        at += len(line) + 1
        line = line_at(data, at, _BELOW)
    opens = _OPENS.match(line)
    start = opens.end() if opens else 0
    joined = _JOINED.match(line, start)
    if joined and is_passphrase(joined[0]):
        return at + joined.start(), at + joined.end()
    match = _WORDS.match(line, start)
    if match and are_random(match["value"].split()):
        return at + match.start("value"), at + match.end("value")
    return None
