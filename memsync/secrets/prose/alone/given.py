"""What a sentence about logging in gives, whatever it looks like.

`log in as ann with …`, `sudo on the build machines is …`, `it wants …`: where such
words are right before it, even a word that looks like a name is a password. `entered`
has what is before words that look more like passwords.
"""

from __future__ import annotations

from memsync.lazy import any_of, lazy
from memsync.secrets.prose import called
from memsync.secrets.prose.alone import entered
from memsync.secrets.prose.alone.access import WORDS, is_about_login
from memsync.secrets.prose.alone.candidates import OPENS, STOPS
from memsync.secrets.prose.names import MISSPELT
from memsync.secrets.texts.glance import digits, has_digit, has_digit_and_letter
from memsync.secrets.values import shapes
from memsync.secrets.values.certainty import WEAK, certainty
from memsync.secrets.values.drawn import is_chance
from memsync.secrets.values.given import is_chosen, is_of_code, may_be_name
from memsync.secrets.values.harmless import is_harmless

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# The first figure of a word, with what follows it, and all bytes but blanks.
_FIGURE = lazy(rb"[0-9]\S*")
_NO_BLANK = bytes(c for c in range(256) if c not in b" \t\n\r\v\f")

# Words that end what precedes a given word, each written out, so that `_LAST_WORDS` has
# it: behind a user, behind whom it lets in, behind what it opens, behind what takes it.
_WITH = any_of("with using via and plus then mit con avec com met z")
_LETS_WITH = any_of("with and by")
_IS = any_of("is was to still now lautet ist es est")
_TAKES, _ONE = b"wants|takes|expects|accepts|asks for", b"one"

# What precedes a given word, before its quotes.
_USER = rb"[\"'`*(<]{0,2}[\w.@+\\-]{2,60}[\"'`*)>]{0,2}"
_WITH_OR_SIGN = rb"(?:%b|\xd0\xb8|/|[+]|->)" % _WITH
_GIVES = lazy(
    # `sign in as ann with …`
    rb"(?:\b(?:log(?:s|ged|ging)?|sign(?:s|ed|ing)?)[ -]?(?:in|on|into)\b[^\n;]{0,80}?"
    rb" (?:as|user) %b,? %b"
    # `ann@acme.com and …`, `root, then …`
    rb"|[\w.+-]@[\w-]{1,60}(?:\.[\w-]{1,60}){1,4}[\"'`*)>]{0,2},? %b"
    rb"|\b(?:root|admin|sa)[\"'`*)>]{0,2},? %b"
    # `lets you in with …`
    rb"|\blets? (?:you|me|us|him|her|them|people) in(?:to)?\b[^\n;]{0,60}? (?:%b)"
    # `sudo on the servers is …`
    rb"|\b(?:sudo|root|community(?: string)?|shared secret|login|pas?s?sw(?:or)?d)\b"
    rb"(?: [^\n.;]{0,60}?)? (?:%b)"
    rb"|\b(?:%b):?"
    # `the old one is gone, new one …`
    rb"|\bold one\b[^\n]{0,60}, new %b:?"
    rb") \Z"
    % (
        *(_USER, _WITH_OR_SIGN, _WITH_OR_SIGN, _WITH_OR_SIGN),
        *(_LETS_WITH, _IS, MISSPELT, _ONE),
    )
)
# Whose it is, if it was drawn: `mysql root …`.
_USUAL = b"root|admin|sa"
_BEHIND_USER = lazy(rb"\b(?:%b)[\"'`*)>]{0,2},? \Z" % _USUAL)
# What wants it, if the line is about logging in.
_WANTS = lazy(rb"\b(?:it|that|which|this|he|she) (?:just )?(?:%b) \Z" % _TAKES)

# What is right before a given word ends with one of these words, with one of the signs,
# or with a letter beyond ASCII: this tells most words faster than the patterns do.
_LAST_WORDS = entered.LAST_WORDS | entered.last_words(
    *(_WITH, _LETS_WITH, _IS, _TAKES, _ONE, _USUAL, MISSPELT)
)
_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_OPENS_AND_BLANKS = OPENS + b" \t"
_LAST_SIGNS, _BEYOND_ASCII = b":=,>/+", 0x80
# Signs of code, which most lines with such words are.
_CODE = b"={}<>\\"
# Bytes before a word that are read, and the longest line.
_REACH, _LONGEST_LINE = 160, 500
# Signs behind a word: a question may end with one.
_STOPS = STOPS + b"?"

# Characters of the shortest and the longest such word.
_SHORTEST, _LONGEST = 6, 40
# Figures, or characters without capitals, that the name of a product does not have.
_MANY_FIGURES, _LONG_AND_SMALL = 3, 9
# Figures within letters and capitals, as generators of words that can be spoken do it.
_WITHIN = lazy(
    rb"[a-z]+\d+[a-z]*[A-Z][A-Za-z]*|[a-z]+[A-Z][a-z]*\d[A-Za-z]+|[a-z]\d[A-Z][a-z]{3,}"
)
# Capitals with a number: a ticket, unless they read like a word as much as this.
_NUMBERED, _READS = lazy(rb"(?P<word>[A-Z]{5,12})-\d{4}"), 0.6
# A measure, and a standard.
_MEASURED = lazy(rb"~.*|[A-Z]+(?:-[A-Z0-9]+)+")


def find(text: Text) -> Iterator[Found]:
    """Every password that a sentence about logging in gives."""
    data = text.data
    done = 0
    for at in sorted([at for word in WORDS for at in _places(text, word)]):
        if at < done:
            continue
        start = data.rfind(b"\n", max(done, at - _LONGEST_LINE), at) + 1 or done
        end = data.find(b"\n", at, start + _LONGEST_LINE)
        done = (start + _LONGEST_LINE if end < 0 else end) + 1
        if end >= 0 or len(data) < done:
            line = data[start : done - 1]
            if has_digit(line) and len(line.translate(None, _CODE)) == len(line):
                yield from _on_line(line, start, at - start)


def _places(text: Text, word: bytes) -> list[int]:
    """Where a word about logging in is that begins like this."""
    places = text.places_before(word, "given")
    # Most texts have none of most of these.
    if not places:
        return places
    goes_on, length = WORDS[word], len(word)
    return [at for at in places if text.low.startswith(goes_on, at + length)]


def _on_line(line: bytes, start: int, said: int) -> Iterator[Found]:
    """Every such password on a line, which begins at `start` of the text.

    The first word about logging in is at `said` of the line.
    """
    for figure in _FIGURE.finditer(line, said):
        at = said + len(line[said : figure.start()].rstrip(_NO_BLANK))
        if _is_led(line, at):
            word = line[at : figure.end()]
            before = (line[said:at].split() or [b""])[-1]
            value = word.lstrip(OPENS).rstrip(_STOPS)
            begin = at + word.find(value)
            if (
                _may_be(value)
                and not called.is_other(before)
                and _is_given(value, line, begin)
            ):
                begin += start
                yield begin, begin, begin + len(value), "prose-password"


def _is_led(line: bytes, at: int) -> bool:
    """Whether the end of what is right before a word is one that may give it."""
    left = line[:at].rstrip(_OPENS_AND_BLANKS)
    if len(left) in (0, at):
        return False
    if left[-1] >= _BEYOND_ASCII or left[-1] in _LAST_SIGNS:
        return True
    return left[len(left.rstrip(_LETTERS)) :].lower() in _LAST_WORDS


def _is_given(value: bytes, line: bytes, begin: int) -> bool:
    """Whether a line about logging in gives the word at `begin`."""
    rest = line[:begin] + b" " + line[begin + len(value) :]
    left = line[max(0, begin - _REACH) : begin]
    left = entered.words_of(left)
    sure = _GIVES.search(left) is not None or (
        is_chance(value) and _BEHIND_USER.search(left) is not None
    )
    wanted = _WANTS.search(left) is not None
    if (
        not (sure or wanted or entered.may_give(left))
        or entered.is_place(left)
        or called.CODE.search(rest.replace(b"; ", b", "))
    ):
        return False
    return (
        sure
        or called.names_password(rest.lower())
        or ((wanted or is_chosen(value)) and is_about_login(rest))
    )


def _may_be(value: bytes) -> bool:
    """Whether a word may be a password, where a sentence gives one."""
    if (
        not (_SHORTEST <= len(value) <= _LONGEST and has_digit_and_letter(value))
        or not value.isascii()
        or is_of_code(value)
    ):
        return False
    numbered = _NUMBERED.fullmatch(value)
    if numbered:
        return shapes.word_score(numbered["word"]) >= _READS
    if value.count(b"-") > 1 and shapes.is_slug(value):
        return False
    if certainty(value) >= WEAK:
        figures = digits(value)
        long = value.islower() and len(value) >= _LONG_AND_SMALL
        if figures < _MANY_FIGURES and not long and entered.NAMED.fullmatch(value):
            return False
        # Names in code have capitals.
        chosen = value.islower() or is_chosen(value) or not may_be_name(value)
        return chosen and not _MEASURED.fullmatch(value)
    return _WITHIN.fullmatch(value) is not None and not is_harmless(value)
