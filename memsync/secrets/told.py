"""The prose tier: secrets that are told in words, in figures, or a line further.

A passphrase or a wallet's words have no digit, a PIN has nothing else, and a heading
names what only stands below it. So each must be said to be what it is, and most texts
are dismissed without a pattern.
"""

from __future__ import annotations

from memsync.secrets import shapes
from memsync.secrets.glance import has_digit, has_digit_and_letter, line_at
from memsync.secrets.lazy import lazy
from memsync.secrets.prose import is_drawn, is_token
from memsync.secrets.verdict import not_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterator

    from memsync.secrets.context import Found
    from memsync.secrets.text import Text

SPOKEN = (b"pass", b"seed", b"mnemonic", b"recovery", b"code", b" pin")
"""What is said before words or figures; searched as plain bytes."""
KEYS = (b"token", b"secret", b"key")
_NAMES = (b"word", b"phrase", b"code", b"wort", b"wd")
_SAYS = (b" is ", b" was ", b" to ", b": ", b"=", b" = ", b":** ")
_QUOTES = b"\"'`"
_AROUND = b" \t\r\"'`*_.:="
_MARKS = b" \t\r>-*+`\"'_"
_COUNTING = b"0123456789.,):>*`\"'|-"

_COMMON = frozenset(
    b"""
    about after all and any anyone are ask because been before being below between
    but can could does each environment ever every file for from generated get gets
    had has have here how into its keep kept key long made make may more most must
    never new not off one only other our out over path please protects put random
    required same see set should shown some someone stored that the their them then
    there these they this those through twelve under unlock until use used user uses
    using value vault was were what when where which while who why will with without
    words would you your
    """.split()
)
"""Words that sentences are made of, and drawn phrases are not."""
_STAND_INS = frozenset(
    b"""
    admin argon bcrypt buffer bytes changed changeme correct default disabled empty
    enabled encrypted example expired false field guest hashed hidden incorrect
    invalid keychain letmein login missing mysql none null object optional passwd
    password plain plaintext postgres private prompt public redacted required root
    scrypt secret sent stdin stored string test testing text token true undefined
    unknown unset username value vault wrong
    """.split()
)
_PIN = lazy(
    rb"(?i)(?: pin|passcode)(?:[ -]?(?:code|number|no\.?))?(?:[ \t]+(?:for|of|on|to|at)"
    rb"(?:[ \t]+[a-z0-9'-]{1,16}){1,4}?)?[\"'`*_)]{0,3}[ \t]*(?:[:=]|is\b|was\b|->)?"
    rb"(?:[ \t]*(?:now|set to|changed to|still))?[ \t]*[\"'`*_(]{0,3}"
    rb"(?P<value>\d{4}(?:\d{2}|\d{4})?)(?![\w:/-]|[.,]\d| ?(?:ms|px|mm|hz|kb|mb|%))"
)
_CODE = lazy(
    rb"(?i)code(?:[ \t]+(?:for|of|on|to|at)(?:[ \t]+[a-z0-9'-]{1,16}){1,4}?)?"
    rb"[\"'`*_)]{0,3}[ \t]*(?:[:=]|is\b|was\b|->)"
    rb"(?:[ \t]*(?:now|set to|changed to|still))?[ \t]*[\"'`*_(]{0,3}#?"
    rb"(?P<value>\d{4,8})(?![\w:/-]|[.,]\d)"
)
_LOCKS = tuple(
    b"door gate alarm unlock lock entry safe garage lockbox keypad access".split()
)
"""What a code of figures opens."""
_CODES = lazy(
    rb"(?i)(?:recovery[ -]|codes?\b)[^\n]{0,40}?"
    rb"(?::|\bis\b|\bare\b|[ \t])(?:[ \t\"'`>*-]|\r?\n|\d\.[ \t]|```[a-z]{0,8}){0,12}"
    rb"(?P<value>(?:\d{6}-){7}\d{6}|(?:[A-Z0-9]{4}-){5}[A-Z0-9]{4}|[0-9a-z]{4,5}-[0-9a-z]{4,5}"
    rb"|\d{4}[ ]\d{4}|\d{8})(?![\w-])"
)
_RESERVE = tuple(b"recovery backup scratch emergency 2fa mfa rescue".split())
"""Codes that are kept for when a second factor is lost."""
_GROUPS = lazy(
    rb"(?i:secret|key|seed)[^\n]{0,60}?[ \t:=\"'`]"
    rb"(?P<value>(?i:[a-z2-7]{4}(?: [a-z2-7]{4}){3,7})|[A-Z2-7]{16}(?:[A-Z2-7]{16})?)"
    rb"(?![\w-])"
)
_FACTORS = (b"otp", b"2fa", b"mfa", b"factor", b"authenticator")
_APP = lazy(
    rb"(?i)pass(?:word|wort)s?[^\n]{0,30}?[ \t:=\"'`]"
    rb"(?P<value>[a-z]{4}([ -])[a-z]{4}\2[a-z]{4}\2[a-z]{4})(?![\w-])"
)


def find(text: Text) -> Iterator[Found]:
    """Every secret that is said to be one, in words, figures, or a line further."""
    if text.may_hold("told words"):
        yield from _all_words(text)
    if text.may_hold("told figures"):
        yield from _all_figures(text)
    if text.may_hold("told below"):
        yield from _all_below(text)


def _all_words(text: Text) -> Iterator[Found]:
    for at in _passwords(text):
        rest = line_at(text.data, at, 160)
        if _says_words(rest):
            for value in _spoken(rest):
                start = text.data.find(value, at)
                yield at, start, start + len(value), "prose-phrase"
    for word in (b"seed", b"mnemonic", b"recovery"):
        for at in text.places(word):
            yield from _words(text, at)


def _all_figures(text: Text) -> Iterator[Found]:
    data, low = text.data, text.low
    for at in _passwords(text):
        if low.startswith(b"code", at + 4):
            yield from _figures(_PIN, data, at)
        elif b"app" in low[max(0, at - 12) : at]:
            match = _APP.match(data, at)
            # Four groups of four letters are what Google and Apple give out.
            if match and shapes.word_score(match["value"]) < _RANDOM:
                yield at, *match.span("value"), "prose-code"
    for at in text.places(b"code"):
        yield from _code(text, at)
    for at in text.places(b"recovery"):
        if low.startswith(b" key", at + 8):
            yield from _reserve(data, at)
    for at in text.places(b" pin"):
        if has_digit(line_at(data, at, 60)) and _says_pin(text, at):
            yield from _figures(_PIN, data, at)


def _all_below(text: Text) -> Iterator[Found]:
    for at in _passwords(text):
        yield from _below(text, at + 4, _is_password)
    factors = any(text.low.find(factor) >= 0 for factor in _FACTORS)
    for word in (*KEYS, b"seed"):
        for at in text.places(word):
            if factors:
                yield from _factor(text, at)
            yield from _below(text, at + len(word), is_token)


def _passwords(text: Text) -> Iterator[int]:
    low = text.low
    return (at for at in text.places(b"pass") if low.startswith(_NAMES, at + 4))


_RANDOM = 0.7
"""Drawn letters read less like words than this, over sixteen of them."""


def _says_words(rest: bytes) -> bool:
    return rest.count(b" ") >= 1 and any(map(rest.count, _SAYS))


def _spoken(rest: bytes) -> Iterator[bytes]:
    """What a line gives as password: some plain words, or one word in quotes."""
    ends = [at + len(says) for says in _SAYS if (at := rest.find(says)) >= 0]
    named, tail = rest[: min(ends)], rest[min(ends) :].lstrip(b" \t")
    if len(named.split()) > _NAMED:
        return
    bare = tail.lstrip(b"*(")
    quote = bare[:1]
    quoted = bool(quote) and quote in _QUOTES and bare.find(quote, 1) > 0
    value = bare[1:].partition(quote)[0] if quoted else tail.strip(_AROUND)
    words = value.split(b" ")
    if len(words) >= _FEW:
        if (quoted or b"phrase" in named.lower()) and _are_drawn(words):
            yield value
    elif (
        quoted
        and _SHORTEST <= len(value) <= _LONGEST
        and value.isalpha()
        and value.islower()
        and not named.rstrip().endswith((b":", b"="))
        and value not in _STAND_INS
    ):
        yield value


_NAMED, _FEW = 8, 4
_SHORTEST, _LONGEST = 5, 20
_MOST = 10


def _are_drawn(words: list[bytes]) -> bool:
    return (
        len(words) <= _MOST
        and all(w.isalpha() and w.islower() and 3 <= len(w) <= _MOST for w in words)
        and _COMMON.isdisjoint(words)
    )


def _words(text: Text, at: int) -> Iterator[Found]:
    """A wallet's words, behind what says that they are."""
    data = text.data
    window = data[at : at + 500]
    low = window[:60].lower()
    if not (low.startswith(b"mnemonic") or b"phrase" in low or b"words" in low):
        return
    ends = [e + len(s) for s in (*_SAYS, b":\n", b" are ") if (e := low.find(s)) >= 0]
    if not ends:
        return
    words = []
    for word in window[min(ends) :].translate(None, _COUNTING).split():
        if not (word.isalpha() and word.islower() and 3 <= len(word) <= _WALLET_WORD):
            break
        words.append(word)
    words = words[: len(words) // 3 * 3][:_WALLET]
    if (
        len(words) >= _TWELVE
        and len(set(words)) >= _EIGHT
        and _COMMON.isdisjoint(words)
    ):
        start = data.find(words[0], at + min(ends))
        end = start
        for word in words:
            end = data.find(word, end) + len(word)
        yield at, start, end, "prose-phrase"


_WALLET_WORD, _WALLET, _TWELVE, _EIGHT = 8, 24, 12, 8
"""Letters of a wallet's word at most, how many words it has, and how many differ."""


def _code(text: Text, at: int) -> Iterator[Found]:
    left = text.low[max(0, at - 12) : at].rstrip(b" -")
    if left.endswith(_LOCKS) and has_digit(line_at(text.data, at, 160)):
        yield from _figures(_CODE, text.data, at)
    elif left.endswith(_RESERVE):
        yield from _reserve(text.data, at)


def _reserve(data: bytes, at: int) -> Iterator[Found]:
    """The first of some recovery codes, behind what names them."""
    if has_digit(data[at : at + 120]):
        match = _CODES.match(data, at)
        if match and has_digit(match["value"]) and not _is_counted(match["value"]):
            yield at, *match.span("value"), "prose-code"


def _says_pin(text: Text, at: int) -> bool:
    return text.data[at + 1 : at + 4] == b"PIN" or text.low.startswith(
        (b" code", b"code", b":", b" is ", b" number"), at + 4
    )


def _figures(pattern: re.Pattern[bytes], data: bytes, at: int) -> Iterator[Found]:
    match = pattern.match(data, at)
    if match and not _is_counted(match["value"]):
        yield at, *match.span("value"), "prose-code"


def _is_counted(value: bytes) -> bool:
    return len(set(value)) == 1 or value in b"0123456789 9876543210"


def _factor(text: Text, at: int) -> Iterator[Found]:
    """The seed of one-time passwords, in groups of four as it is shown."""
    data, low = text.data, text.low
    near = low[max(0, at - 40) : at + 40]
    if not any(map(near.count, _FACTORS)):
        return
    match = _GROUPS.match(data, at)
    if match is None:
        return
    value = match["value"].replace(b" ", b"")
    one_case = value.islower() or value.isupper()
    if one_case and has_digit(value) and shapes.word_score(value) < _RANDOM:
        yield at, *match.span("value"), "prose-code"


def _below(text: Text, behind: int, is_one: Callable[[bytes], bool]) -> Iterator[Found]:
    """What stands alone on the next line, where a line ends with its name."""
    data = text.data
    end = data.find(b"\n", behind, behind + _HEADING)
    if end < 0:
        return
    ending = data[behind:end]
    start = data.rfind(b"\n", max(0, behind - _HEADING_LINE), behind) + 1
    left = text.low[start:behind]
    if (
        ending.strip(_AROUND + b"s)").lower() not in _ENDINGS
        or (_COLON not in ending and not left.startswith(b"#"))
        or b"public" in left
    ):
        return
    at = end + 1
    for _ in range(_GAP):
        line = line_at(data, at, 200)
        value = line.strip(_MARKS)
        if value and not line.lstrip(b" >").startswith(b"```"):
            break
        at += len(line) + 1
    if b" " not in value and has_digit_and_letter(value):
        value = value.rstrip(b".,;")
        start = data.find(value, at)
        if is_one(value):
            yield behind, start, start + len(value), "prose-password"


_HEADING, _HEADING_LINE, _GAP = 24, 90, 3
_COLON = ord(":")
_ENDINGS = frozenset((b"", *_NAMES))
"""How a word goes on that stands at the end of its line."""


def _is_password(value: bytes) -> bool:
    return (
        not not_secret(value)
        and not shapes.is_slug(value)
        and not value.startswith(b"(")
        and b"\\" not in value
        and b"=" not in value.rstrip(b"=")
        and shapes.looks_like_password(value)
        and is_drawn(value)
    )
