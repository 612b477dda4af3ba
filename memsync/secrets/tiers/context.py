"""The context tier: a keyword, a separator and a value that looks like a secret."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.named import verdict
from memsync.secrets.named.clue import Clue
from memsync.secrets.named.names import MUST, TESTED
from memsync.secrets.texts.glance import may_hold_value
from memsync.secrets.values import noise
from memsync.secrets.values.shapes import looks_random, narrow

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# Lower-case beginnings of the keywords; searched as plain bytes.
STEMS = (
    *(b"pass", b"pwd", b"secret", b"token", b"key", b"auth", b"cred", b"psk", b"api"),
    b"pat",
)

_GATES = frozenset[str | bytes](STEMS)

# Short words for a password, which need a boundary before them.
PASSWORDS = (b"pass", b"pwd", b"psk")

# The short word for a personal access token, which needs one, too.
PERSONAL = b"pat"

# Bytes before a keyword in which a service's name counts.
_LEFT = 48

# Bytes of a long value, and how often the sign that joins it to its name may be in it.
_STRUNG, _MOST = 100, 12

# The most bytes between neighbouring keywords in one word, and how many are checked.
_NEXT, _CROWD = 16, 64

# Bytes of a name that is long enough to be a piece of base64.
_LONG_NAME = 32

# What may stand before a name.
_SEPARATES = b" \t:=\"'`"

# What may be between a keyword and its value without needing a pattern.
_JOINS = frozenset((b"", b"is", b"was"))

# A call that makes bytes, a key or a hidden text of the literal behind it.
CONVERTED = (
    rb"(?:(?:new[ ])?[\w.:()\[\]]{0,40}(?:bytes?|from|fromhex|unhexlify|decode\w{0,8}"
    rb"|encode|keyspec|secretstr|fernet)\((?=[bru]?[\"'`]))"
)

# What follows a keyword: the rest of the name, a type, an operator, quotes, the value.
_AFTER = lazy(
    rb"""(?xi)
    (?P<rest>[\w.-]{0,48})
    (?P<mid>\\?["'`\])*>}]{0,4}[ \t]{0,12}(?:\((?:hex|base64|raw)\)[ \t]?)?
      (?::[ \t]?(?:string|str|bytes|any)\b[ \t]{0,2}|(?:string|str|text)[ \t]{1,4}
      |[ \t]\#?\d{1,2}[ \t]{0,2}(?=[:=]))?)
    (?P<op>[:?|+.!~=]{0,4}=[>=]{0,2}|:{1,2}|->|,|\||<-|(?:is|was)(?=[ \t])
      |(?<=>)(?=\s|[^\s<>]{4,400}</)|(?=[ \t]*[\w\\]?["'`(\[]?[^\s"'`<>]{16}))
    (?:[ \t]{0,12}|(?<=>)\s{1,20})
    (?:ConvertTo-SecureString[ ](?:-String[ ])?|%b)?
    (?P<open>(?:[bruf@]|\\)?["'`]{1,3}|[(<\[{*"]{1,3}\\?["'`]?|)
    (?P<value>[^\s"'`<>]{4,400}|(?P<odd>\S{12,128}))
    """
    % CONVERTED,
)
_WORD = b"abcdefghijklmnopqrstuvwxyz0123456789_.-"
# Escapes that end a value inside a string.
_ESCAPES = lazy(rb"\\+[nrt\"'u]|%0[aA]")
# What a test has come to, in a cell or in a command that prints it.
_RESULT = lazy(rb"PASS(?:[\"'`*_)]{0,4}[ \t]*\||,)")
# The end of a cell.
_CELL = lazy(rb"pass[\"'`*_)]{0,4}[ \t]*\|")
_BREAKS = lazy(rb"\\+[nrt\"'u]|[;&]|,(?!\d{0,2}$)|%0[aA]")
# All bytes but those that such a thing begins with; most values have none of these.
_UNBROKEN = bytes(c for c in range(256) if c not in b"\\;&,%")
_OPTION, _STANDS_IN = b"--", b"=<"
_LINE_STARTS = (b"", b"\n", b"\r")
_QUOTES, _TAG = b"\"'`", b"<"

# Follows a value of which a document shows only the beginning.
_ELLIPSIS = b"..."

# The most bytes of a drawn value that may have any sign.
_LONGEST_DRAWN = 128
_SENTENCE_ENDS = b".,;:"

# Punctuation that a sentence puts after a value.
_TRAIL = b".,;:)]}*|\\!?"

# What may follow a stem within a word; for all others, `_USUAL`.
_WORD_GOES_ON = {
    b"pass": (b"word", b"wd", b"phrase", b"code", b"wort"),
    b"pwd": (),
    b"psk": (),
    b"pat": (),
    b"api": (),
    b"auth": (b"orization", b"token", b"key", b"secret"),
    b"cred": (b"ential", b"s"),
}

# Parts of a name that say nothing about its value.
_USUAL = (
    *(b"s", b"value", b"text", b"base", b"key", b"token", b"id", b"access"),
    *(b"data", b"for", b"raw"),
)


def goes_on(stem: bytes) -> tuple[bytes, ...]:
    """What letters may follow a stem in a name that counts."""
    return _WORD_GOES_ON.get(stem, _USUAL)


def is_whole(data: bytes, at: int, stem: bytes) -> bool:
    """Whether a keyword may count at an offset: `pat` is also in `path` and `spat`.

    It counts as a word of its own, also within a name: `ADO_PAT`, `adoPat`.
    """
    if stem != PERSONAL:
        return True
    before, behind = data[at - 1 : at], data[at + len(stem) : at + len(stem) + 1]
    begins = not before.isalpha() or (before.islower() and data[at : at + 1].isupper())
    return begins and not behind.isalpha()


def find(text: Text, known: list[Found]) -> Iterator[Found]:
    """Every keyword with a value that passes the gates.

    `known` secrets of a more precise rule are not checked again: compiling the patterns
    for that would double the time of a hook that has a token to report.
    """
    if not (text.says_any(STEMS) and text.may_hold_any(_GATES)):
        return
    data, low = text.data, text.low
    starts = sorted(start for _, start, _, rule in known if rule != "jwt")
    for stem in filter(text.may_hold, text.among(STEMS)):
        length = len(stem)
        words = goes_on(stem)
        places = text.places_before(stem, stem)
        for at in places if len(places) <= _CROWD else _not_crowded(low, stem, places):
            behind = at + length
            # Most candidates are `passed`, `keyboard` and `author`, and most others
            # are words of a sentence.
            if (
                low[behind : behind + 1].isalpha() and not low.startswith(words, behind)
            ) or not may_hold_value(data, behind):
                continue
            if not is_whole(data, at, stem) or (
                starts and _is_known(data, behind, starts)
            ):
                continue
            found = _judge(data, low, stem, at)
            if found:
                yield found


def _not_crowded(low: bytes, stem: bytes, places: list[int]) -> Iterator[int]:
    # The time to check grows with the value, so a value that consists of keywords
    # would take time that grows with its square. No value has a blank.
    crowd = 0
    last = -_NEXT - 1
    for at in places:
        near = at - last <= _NEXT and stem in low[last : at + 1].split()[-1]
        crowd = crowd + 1 if near else 0
        last = at
        if crowd <= _CROWD:
            yield at


def _is_known(data: bytes, behind: int, starts: list[int]) -> bool:
    """Whether the text after a keyword can only be one of the known secrets."""
    from bisect import bisect_right

    i = bisect_right(starts, behind)
    if i == len(starts) or starts[i] > behind + _LEFT:
        return False
    between = data[behind : starts[i]]
    return between.strip(_SEPARATES) in _JOINS and between[-1] in _SEPARATES


def _judge(data: bytes, low: bytes, stem: bytes, at: int) -> Found | None:
    behind = at + len(stem)
    match = _AFTER.match(data, behind)
    if match is None or (stem == b"api" and match["rest"]):
        return None
    rest = match["rest"].lower()
    joined, opened, between = match["op"], match["open"], match["mid"]
    if not joined and between.rstrip(b" \t")[-1:] == b">":
        joined = b">"
    # A comma joins only what is in quotes or brackets (`verdict`), and a tag follows
    # another one.
    joins = opened or (joined and joined != b",") or (between and not joined)
    if not joins or (joined == b">" and opened.startswith(_TAG)):
        return None
    start, end = match.span("value") if match["odd"] else _value(data, match)
    # Names that are joined are no value, and checking each takes long.
    strung = end - start >= _STRUNG and (
        data.count(joined[-1:] or b"=", start, end) > _MOST
    )
    # `from=<Password-Administrator>`
    stands_in = joined == b">" and data.endswith(_STANDS_IN, 0, at)
    if (
        strung
        or stands_in
        or data.startswith(_ELLIPSIS, end)
        or _is_result(data, at, start)
    ):
        return None
    if MUST.match(low, at) or (low.endswith(TESTED, 0, at) and _CELL.match(low, at)):
        return None
    left = low[max(0, at - _LEFT, low.rfind(b"\n", max(0, at - _LEFT), at) + 1) : at]
    name = left[len(left.rstrip(_WORD)) :] + stem + rest
    if len(name) > _LONG_NAME and _is_drawn_name(data, at, stem, name, rest):
        return None
    if not joined and name.startswith(_OPTION):
        joined = b" "
    clue = Clue(name, left + stem + rest, joined, opened, data[start:end])
    rule = None if match["odd"] else verdict.rule(clue, password=stem in PASSWORDS)
    if rule is None:
        end = _drawn_end(data, start, opened)
        clue.value = data[start:end]
        rule = verdict.rule(clue, password=stem in PASSWORDS) if end > start else None
    return (at, start, end, rule) if rule else None


def _drawn_end(data: bytes, start: int, opened: bytes) -> int:
    """Where a drawn value ends that has signs at which others end; else its start."""
    quote = opened[-1:]
    line = data[start : start + _LONGEST_DRAWN].partition(b"\n")[0]
    word = line.split(None, 1)[0]
    if quote and quote in _QUOTES:
        value, closes, _ = line.partition(quote)
        drawn = bool(closes) and len(word) >= noise.SHORTEST and noise.is_noise(value)
    else:
        value = word.rstrip(_SENTENCE_ENDS)
        drawn = noise.is_noise(value)
    return start + len(value) if drawn else start


def _is_drawn_name(data: bytes, at: int, stem: bytes, name: bytes, rest: bytes) -> bool:
    """Whether a keyword is by chance in a run of base64, and names nothing."""
    end = at + len(stem) + len(rest)
    return looks_random(data[end - len(name) : end])


def _is_result(data: bytes, at: int, start: int) -> bool:
    """Whether a line reports a test that passed: `PASS: suite/case_1`, `PASS | …`."""
    if _RESULT.match(data, at):
        return True
    return (
        data.startswith(b"PASS", at)
        and data[at - 1 : at] in _LINE_STARTS
        and data[at + 4 : at + 5] == b":"
        and b"/" in data[start : start + _LEFT].split()[0]
    )


def _value(data: bytes, match: re.Match[bytes]) -> tuple[int, int]:
    start = match.start("value")
    end = start + len(narrow(match["value"]))
    if match["value"].translate(None, _UNBROKEN):
        quote = match["open"][-1:]
        # A value in quotes may have any sign in it.
        if quote and quote in _QUOTES and data[end : end + 1] == quote:
            cut = _ESCAPES.search(data, start, end)
        else:
            cut = _BREAKS.search(data, start, end)
        end = cut.start() if cut else end
    while end > start and data[end - 1] in _TRAIL:
        end -= 1
    return start, end
