"""What a sentence about logging in gives, whatever it looks like.

`log in as ann with …`, `sudo on the build machines is …`, `it wants …`: where a
sentence names what somebody logs in with, a word is a password that elsewhere may be a
name. `entered` judges words that look more like one.
"""

from __future__ import annotations

from memsync.lazy import any_of, lazy
from memsync.secrets.prose import called
from memsync.secrets.prose.alone import entered
from memsync.secrets.prose.alone.access import WORDS, is_about_login
from memsync.secrets.prose.names import MISSPELT
from memsync.secrets.texts.glance import has_digit, has_digit_and_letter
from memsync.secrets.values import shapes
from memsync.secrets.values.certainty import WEAK, certainty
from memsync.secrets.values.given import is_chosen, is_of_code, may_be_name
from memsync.secrets.values.harmless import is_harmless

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# What all that gives a word ends with (below, and in `entered`): one of these words, a
# sign, or a letter beyond ASCII.
LAST = any_of(
    """
    a accept accepted accepts ahora always and ange answer avec by c'est colocar com con
    current currently default diventata digita digitare dann e einfach eingeben
    eintippen en enter entered entering enters es escribe est et expects for gave geb
    gib girin has have him her i ile in inserisci is ist it je jest jetzt just lautet me
    med met mets mettere mettez metti mettre mit na naar neu new now numera nun och old
    on once one op or para paste plus pon poner pones por pra puse put puts putting s
    saisi saisir saisis set simply skriv still submit takes tape taper tapez tecle
    teclear temp temporary teraz that them then this tipp tippe to took toujours tried
    try typ type typed types typing und us use used uses using value ve via voer vul
    wanted wants was which wpisz with y yaz[a-z]* you z zadat zadej
    """
)
_LAST = lazy(
    rb"(?i)(?:(?<![a-z])(?:%b)|[:=,>/+\x80-\xff]|[a-z]d:?)[ \t\"'`*_(\[{<]+\Z" % LAST
)
# Its words, and how the one begins that has several endings.
_GIVING, _OPEN = frozenset(LAST.split(b"|")), b"yaz"
_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
# Bytes in which that is.
_NEAR = 24
# The first figure of a word, with what follows it, and what a word consists of.
_FIGURE = lazy(rb"[0-9]\S*")
_NO_BLANK = bytes(c for c in range(256) if c not in b" \t\n\r\v\f")

# What precedes what is given, before its quotes: a user, whom it lets in, what it is,
# what it came after.
_USER = rb"[\"'`*(<]{0,2}[\w.@+\\-]{2,60}[\"'`*)>]{0,2}"
_WITH = any_of("with using via and plus then mit con avec com met z и / [+] ->")
_GIVES = lazy(
    rb"(?:\b(?:log(?:s|ged|ging)?|sign(?:s|ed|ing)?)[ -]?(?:in|on|into)\b[^\n;]{0,80}?"
    rb" (?:as|user) %b,? (?:%b)"
    rb"|[\w.+-]@[\w-]{1,60}(?:\.[\w-]{1,60}){1,4}[\"'`*)>]{0,2},? (?:%b)"
    rb"|\b(?:root|admin|sa)[\"'`*)>]{0,2},? (?:%b)"
    rb"|\blets? (?:you|me|us|him|her|them|people) in(?:to)?\b[^\n;]{0,60}?"
    rb" (?:with|and|by)"
    rb"|\b(?:sudo|root|community(?: string)?|shared secret|login|pas?s?sw(?:or)?d)\b"
    rb"(?: [^\n.;]{0,60}?)? (?:is|was|to|still|now|lautet|ist|es|est)"
    rb"|\b(?:%b):?"
    rb"|\bold one\b[^\n]{0,60}, new one:?"
    rb") \Z" % (_USER, _WITH, _WITH, _WITH, MISSPELT)
)
# What wants it, if the line is about logging in.
_WANTS = lazy(
    rb"\b(?:it|that|which|this|he|she) (?:just )?"
    rb"(?:wants|takes|expects|accepts|asks for) \Z"
)
# Signs of code, which most lines with such words are.
_CODE = b"={}<>\\"
# Bytes before a word that are read, and the longest line.
_REACH, _LONGEST = 160, 500
_OPENS, _STOPS = b"\"'`*_([{<", b"\"'`*_()[]{}<>.,;:?"

# The length of such a word, and figures or small letters that no product's name has.
_FEWEST, _MOST, _FIGURES, _LONG = 6, 40, 3, 9
_DIGITS = bytes(range(0x30, 0x3A))
# Figures within letters and capitals, as generators of words that can be spoken do it.
_WITHIN = lazy(
    rb"[a-z]+\d+[a-z]*[A-Z][A-Za-z]*|[a-z]+[A-Z][a-z]*\d[A-Za-z]+|[a-z]\d[A-Z][a-z]{3,}"
)
# A word with a number, as of a ticket; but the word reads like one, as no project does.
_NUMBERED, _READS = lazy(rb"(?P<word>[A-Z]{5,12})-\d{4}"), 0.6
# A measure, and a standard.
_MEASURED = lazy(rb"~.*|[A-Z]+(?:-[A-Z0-9]+)+")


def find(text: Text) -> Iterator[Found]:
    """Every such word."""
    data = text.data
    done = 0
    for at in sorted([at for word in WORDS for at in _places(text, word)]):
        if at < done:
            continue
        start = data.rfind(b"\n", max(done, at - _LONGEST), at) + 1 or done
        end = data.find(b"\n", at, start + _LONGEST)
        done = (start + _LONGEST if end < 0 else end) + 1
        if end >= 0 or len(data) < done:
            line = data[start : done - 1]
            if has_digit(line) and len(line.translate(None, _CODE)) == len(line):
                yield from _on_line(line, start, at - start)


def _places(text: Text, word: bytes) -> list[int]:
    places = text.places_before(word, "given")
    if not places:
        return places
    goes_on, length = WORDS[word], len(word)
    return [at for at in places if text.low.startswith(goes_on, at + length)]


def _on_line(line: bytes, start: int, said: int) -> Iterator[Found]:
    """Every such word behind the first word about logging in."""
    for figure in _FIGURE.finditer(line, said):
        at = said + len(line[said : figure.start()].rstrip(_NO_BLANK))
        if _is_led(line, at):
            word = line[at : figure.end()]
            before = (line[said:at].split() or [b""])[-1]
            value = word.lstrip(_OPENS).rstrip(_STOPS)
            begin = at + word.find(value)
            if (
                _may_be(value)
                and not called.is_other(before)
                and _is_given(value, line, begin)
            ):
                begin += start
                yield begin, begin, begin + len(value), "prose-password"


def _is_led(line: bytes, at: int) -> bool:
    """Whether what is right before a word may give it."""
    left = line[max(0, at - _NEAR) : at].rstrip(_OPENS + b" \t")
    last = left[len(left.rstrip(_LETTERS)) :].lower()
    # The pattern has a hundred words, and most have others in front of them.
    if last and not (last in _GIVING or last.endswith(b"d") or last.startswith(_OPEN)):
        return False
    return _LAST.search(line, max(0, at - _NEAR), at) is not None


def _is_given(value: bytes, line: bytes, begin: int) -> bool:
    rest = line[:begin] + b" " + line[begin + len(value) :]
    left = line[max(0, begin - _REACH) : begin]
    # Behind a comma, quotes are those of code.
    left = (left if left.endswith(b", ") else left.rstrip(_OPENS)).lower()
    sure = _GIVES.search(left) is not None
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
        not (_FEWEST <= len(value) <= _MOST and has_digit_and_letter(value))
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
        figures = len(value) - len(value.translate(None, _DIGITS))
        long = value.islower() and len(value) >= _LONG
        if figures < _FIGURES and not long and entered.NAMED.fullmatch(value):
            return False
        # Names in code have capitals.
        chosen = value.islower() or is_chosen(value) or not may_be_name(value)
        return chosen and not _MEASURED.fullmatch(value)
    return _WITHIN.fullmatch(value) is not None and not is_harmless(value)
