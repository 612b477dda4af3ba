"""PINs and passcodes: what a sentence calls one, an option, a member, a line of a card.

    The PIN is …      --pin …      "pin": "…"      SIM_PUK=…      PUK: …

Pins of a board, of a package and of the post have numbers, too.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.texts.glance import has_digit, line_at
from memsync.secrets.values import fillers

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# Where `pin` begins a word: in a sentence, and in a name.
SAID = (b" pin", b"(pin")
NAMED = tuple(sign + b"pin" for sign in b"\n - _ \" ' ` * ? ; {".split(b" "))

# Four, five, six or eight digits, not a measure or a time.
_DIGITS = rb"(?<![A-Za-z\d])(?P<value>\d{4}(?:\d{1,2}|\d{4})?)(?![\w:/-]|[.,]\d"
# A passcode, and a passkey of figures, which devices ask for to be paired.
_PASS = rb"pass(?:code|key(?=\D{0,60}\d{6}))"
_NAMES = (b"code", b"key")
# A PIN or passcode in a sentence. Repeats are possessive, or a line of blanks takes
# time that grows with its cube.
_SAID = lazy(
    rb"(?i)(?:[ (]pin|" + _PASS + rb")(?:[ -]?(?:code|number|no\.?))?"
    rb"(?:[ \t]+(?:for|of|on|to|at)(?:[ \t]+[a-z0-9'-]{1,16}){1,4}?)?"
    rb"[\"'`*_)]{0,3}[ \t]*+"
    rb"(?:[:=]|(?:,[ \t]*(?:that|which|it)[ \t]+)?(?:is|was)\b|lautet\b|->)?"
    rb"(?:[ \t]*+(?:now|set to|changed to|still))?[ \t]*+[\"'`*_(]{0,3}"
    + _DIGITS
    + rb"| ?(?:ms|px|mm|hz|kb|mb|%))"
)
# The same with a comma, a bracket or a possessive between, where it ends its clause.
_CLAUSE = lazy(
    rb"(?i)(?:(?<![^ \n(])pin|" + _PASS + rb")(?:[ -]?(?:code|number|no\.?))?"
    rb"(?:[ \t]+(?:for|of|on|to|at)(?:[ \t]+[a-z0-9'-]{1,16}){1,4}?)?"
    rb"(?:'s[ \t]|,?[ \t]*+\(|,[ \t]*+)(?:by the way,?[ \t]|btw,?[ \t])?"
    rb"(?:(?:ours|mine|yours|his|hers|theirs|it)(?:'s|:|[ \t](?:is|was))[ \t]|is[ \t])?"
    + _DIGITS
    + rb")(?=[ \t]*+(?:[,;)!?]|\.(?!\w)|\r?(?:\n|\Z)))"
)
# What follows a number of the post in India, where it is called a PIN code.
_TOWN = lazy(rb",?[ \t]+[A-Z][a-z]{3}")
# A line of a list about a SIM card or a phone, with nothing else on it.
_OF_CARD = lazy(
    rb"[ \t*-]{0,8}(?:PIN|PUK)[12]?[*`]{0,2}[ \t]{0,4}[:=]?[ \t]{1,12}`?"
    rb"(?P<value>\d{4,8})`?[ \t]*\r?(?:\n|\Z)"
)
# A member or a variable, and an option.
_MEMBER = lazy(
    rb"(?i)(?:pin|puk)(?:[ _-]?(?P<of_post>code|number|no)|-value)?[12]?[\"'`*]{0,3}"
    rb"[ \t]{0,8}(?:=>|[:=])\*{0,2}[ \t]{0,8}[\"'`]?" + _DIGITS + rb")"
)
_OPTION = lazy(rb"(?i)(?<=-)pin[12]?(?:[ \t]{1,4}|=)[\"']?" + _DIGITS + rb")")
# What else is beside a number of the post, and the bytes in which it is.
_ADDRESS = lazy(
    rb"city|town|district|state|country|address|street|road|zip|post|locality|landmark"
)
_NEAR, _LEFT, _POSTAL = 160, 24, 6
# A pin of a board, which may have such a number.
_BOARD = lazy(rb"gpio|wiring|bcm")
# Members with numbers on the lines around: a vocabulary.
_ENTRIES = rb"(?:\s{0,12}\"[^\"\n]{1,60}\":[ \t]?\d{1,9},?\r?\n){2}"
_ABOVE = lazy(_ENTRIES + rb"[ \t]{0,12}\"\Z")
_BELOW = lazy(rb",\r?\n" + _ENTRIES)
# A year.
_YEAR = lazy(rb"(?:19|20)\d\d")


def find(text: Text) -> Iterator[Found]:
    """Every PIN, PUK and passcode."""
    for at in _lines_of_cards(text):
        yield from figures(_OF_CARD, text.data, at)
    yield from _in_sentences(text)
    for at in _names(text):
        for pattern in (_MEMBER, _OPTION, _CLAUSE):
            match = pattern.match(text.data, at)
            if match and _is_named(text.data, match):
                yield at, *match.span("value"), "prose-code"


def _in_sentences(text: Text) -> Iterator[Found]:
    data, low = text.data, text.low
    for at in text.places(b"pass"):
        if low.startswith(_NAMES, at + 4):
            yield from figures(_SAID, data, at)
    for at in sorted(at for word in SAID for at in text.places(word)):
        if has_digit(line_at(data, at, 60)) and _is_said(text, at):
            for found in figures(_SAID, data, at):
                of_post = low.startswith(b" code", at + 4)
                if not (of_post and _TOWN.match(data, found[2])):
                    yield found


def figures(pattern: re.Pattern[bytes], data: bytes, at: int) -> Iterator[Found]:
    """The number that a pattern finds at an offset, unless it is counted off."""
    match = pattern.match(data, at)
    if match and not fillers.is_count(match["value"]):
        yield at, *match.span("value"), "prose-code"


def _lines_of_cards(text: Text) -> list[int]:
    """Where lines begin that may give the PIN or PUK of a card."""
    places = [*text.places(b"\npin"), *text.places(b" pin"), *text.places(b"puk")]
    return sorted({text.low.rfind(b"\n", 0, at + 1) + 1 for at in places})


def _is_said(text: Text, at: int) -> bool:
    return text.data[at + 1 : at + 4] == b"PIN" or text.low.startswith(
        (b" code", b"code", b":", b" is ", b" number", b" for the "), at + 4
    )


def _names(text: Text) -> list[int]:
    """Where names begin that may be those of a PIN, a PUK or a passcode."""
    low = text.low
    places = [at + 1 for word in SAID + NAMED for at in text.places(word)]
    places += [at for at in text.places(b"puk") if not low[at - 1 : at].isalpha()]
    places += [at for at in text.places(b"pass") if low.startswith(_NAMES, at + 4)]
    if low.startswith(b"pin"):
        places.append(0)
    return sorted(at for at in places if has_digit(line_at(low, at, 100)))


def _is_named(data: bytes, match: re.Match[bytes]) -> bool:
    """Whether the number behind a name is none that is counted or looked up."""
    value = match["value"]
    number = int(value)
    if (
        fillers.is_count(value)
        or _YEAR.fullmatch(value)
        or value.endswith(b"000")
        # A power of two.
        or number & (number - 1) == 0
    ):
        return False
    start, end = match.span()
    if _BOARD.search(data[max(0, start - _LEFT) : start].lower()):
        return False
    if _BELOW.match(data, end) and _ABOVE.search(data, max(0, start - _NEAR), start):
        return False
    if len(value) != _POSTAL:
        return True
    around = data[max(0, start - _NEAR) : end + _NEAR].lower()
    return not (match.groupdict().get("of_post") or _ADDRESS.search(around))
