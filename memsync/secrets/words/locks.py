"""Numbers that open a door, a safe or a card, in a sentence.

`Door code at the office changed, it's 4829 now`, `il codice dell'allarme è …`, `the
keypad takes …`: the number is some words behind the word for it, and what it opens is
near. `codes` finds what stands right behind its name.
"""

from __future__ import annotations

from itertools import pairwise

from memsync.lazy import any_of, lazy
from memsync.secrets.texts.glance import has_digit, line_at, line_before
from memsync.secrets.texts.places import find as find_all
from memsync.secrets.values import fillers

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text


# Words for such a number, in lower case: those of ASCII, and those that only texts with
# other letters are searched for.
NOUNS = (b"code", b" pin", b"combin", b"puk", b"kod")
FOREIGN = (b"codice", b"clave", b"digo", b"kombination", b"k\xc3\xb3d")
# That of a dial, whose groups of figures need no word for what they open, and that of a
# SIM card, with its figures.
_DIALLED = b"combin"
_OF_SIM, _FIGURES_OF_SIM = b"puk", 8
# What makes another word of `code`: decode, encode, transcode.
_CODES = lazy(rb"(?<![a-z])(?:de|en|trans)\Z")
_CYRILLIC = b"\xd0\xba\xd0\xbe\xd0\xb4"
# What it opens, in a dozen languages.
_OPENS = lazy(
    rb"(?<![a-z])(?:%b|(?:signing|smart|bank|debit|credit|sim)[ -]?card)(?![a-z])"
    % any_of(
        r"""
        (?:front|back|side|office|garage)?doors? gates? alarm\w* safe lockbox keypad
        padlock (?:bike|bicycle|cycle|luggage|suitcase|cabinet|smart)\x20?lock
        entry entrance garage locker intercom elevator unlock\w* disarm\w* vault
        (?:haus|keller)?t(?:ü|ue)r\w* tor garten\w* tresor\w* eingang\w* schlie\S+fach
        porte portail coffre immeuble digicode puerta caja portal ascensor porta cofre
        portão porteiro cassaforte allarme cancello portone deur\w* kluis poort magazijn
        drzwi sejf\w* bram\w+ dve\S+ trezor brán\w+ dörr\w* kassaskåp kap\S\S kasa
        sim voicemail двер\S+ сейф\S* домофон\S*
        badge (?:server|storage|plant|machine)\x20?room server\w*raum salle serverruimte
        serverowni\w* pairing koppl\w* appairage emparejamiento accoppiamento
        pareamento parowani\w*
        """
    )
)
# A number, as keypads, cards and dials take it, and nothing that is counted.
_NUMBER = (
    rb"(?P<value>\d{4,8}\#?|\d{2}(?:[ -]\d{2}){2,3})"
    rb"(?![\w:/%$-]|[.,]\d| ?(?:ms|px|mm|hz|kb|mb|bytes|times|users|people|events|lines"
    rb"|rows|characters|errors|eur|usd|\xe2\x82\xac)\b)"
)
# What gives it: a verb or a sign, in the same sentence or the next one.
VERBS = tuple(
    (
        r"is it's was now to are with takes lautet ist seit[^\S\n]\S+ auf est le es el"
        r" è é in por na jetzt nun ahora nu wordt jest je är er var"
        r" enter type dial press use"
    )
    .encode()
    .split()
)
_GIVES = (
    rb"(?:(?<![a-z])(?:%b)|[:=?]|->|\xe2\x86\x92)[ \t]+[\"'`*_(]{0,3}\#?"
    % b"|".join(VERBS)
)
_BEHIND = lazy(b"[^\\n]{0,80}?" + _GIVES + _NUMBER)
# What both of these end with: to look for it takes a fiftieth of their time.
_GIVEN = lazy(rb"[ \t][\"'`*_(]{0,3}\#?" + _NUMBER)
# Right behind a name that says what it opens, at the end of a clause.
_BARE = lazy(
    rb"(?:ation)?(?:[ \t]+[a-z-]{2,16}){0,2}(?:,?[ \t]+|[ \t]*\()%b"
    rb"(?:[ \t]*\r?\Z|[,;)]|\.(?:[ \t\r]|\Z))" % _NUMBER
)
# Groups of two figures, as a dial takes them.
_GROUPS = lazy(rb"\d\d(?:[ -]\d\d){2,3}")
_COMPOUND = lazy(
    rb"(?:alarm|door|gate|safe|lock|disarm|t\xc3\xbcr|tor|entry|keypad)[ -]?\Z"
)
# A year, and what else a number near a code is.
_YEAR = lazy(rb"(?:19|20)\d\d")
_OTHER = lazy(
    rb"\b(?:error|status|exit|return|http|zip|postal|country|area|source|line|char|key)"
    rb"[ -]?\Z"
)
# Verbs of a thing that takes a number.
TAKES = (
    rb"takes|wants|needs|accepts|with|dial|enter|type|press|punch(?: in)?|key in"
    rb"|opens (?:on|with|at)"
)
# Where a thing is: in the warehouse, im Lager, du bureau.
_WORD = rb"[ \t][\w'\x80-\xff-]{2,20}"
_PLACE = (
    rb"(?:[ \t](?:(?:in|at|on|of|by|near)[ \t](?:the|our|my)|im|am|in der|du|del?"
    rb"|dell[ao]|nel(?:la)?|van|w|d[ao])%b(?:%b){0,2})?" % (_WORD, _WORD)
)
# A thing with what it takes, without a word for the number.
_TAKES = lazy(
    rb"(?<![a-z/@_])(?:(?:(?:front|back|side|office|garage|cellar) ?)?doors?|gate"
    rb"|alarm(?:e|a|anlage)?|garage|keypad|safe|lockbox|padlock|locker)"
    rb"(?:(?:[ \t](?:panel|keypad|system))?%b[ \t]*[:=][ \t]*"
    rb"|[^\n.;]{0,40}?[ \t](?:%b)[ \t]+)"
    rb"[\"'`*]{0,2}(?P<value>\d{4,8}\#?)(?=[.,;!?)\"'`*]|[ \t]*\r?(?:\n|\Z)"
    rb"|[ \t]+(?:and|then|on|at|within|before|after|when)\b"
    rb"|[ \t]+(?:\+|[a-z]{1,5})[ \t]+(?:ok|enter|\#)(?![a-z]))" % (_PLACE, TAKES)
)
# `The tablet unlocks with …`: what takes it may have any name, and so may what opens. A
# command may type it: `unlock it with adb shell input text …`.
_VERBS = (b"unlock", b"opens with")
TYPES = rb"input text|keystroke|x?dotool type|wtype"
_UNLOCKS = lazy(
    rb"(?:(?:unlocks?|opens)(?:[ \t]+(?:it|them|the [a-z]{2,16}))?[ \t]+"
    rb"(?:with|by typing|via)[ \t]+(?:(?:code|pin)[ \t]+)?"
    rb"|unlock[^\n]{0,80}?[ \t`](?:%b)[ \t]+)"
    rb"[\"'`*]{0,2}(?P<value>\d{4,8}\#?)"
    rb"(?=[.,;!?)\"'`*]|[ \t]*\r?(?:\n|\Z)|[ \t]+(?:and\b|&&))" % TYPES
)
_THINGS = (b"door", b"gate", b"alarm", b"keypad", b"lockbox", b"padlock", b"locker")
_OTHER_THINGS = (b"garage", b"safe")
# Bytes on both sides of a word in which what it opens may be.
_NEAR, _LINE = 70, 140
# And from the word for a dial's number to it.
_DIAL = 32

_GATE = "told numbers"


def find(text: Text) -> Iterator[Found]:
    """Every number that opens something."""
    low = text.low
    for noun, places in _nouns(text):
        for at in places:
            span = _number(low, at, at + len(noun))
            if span:
                yield at, *span, "prose-code"
    for at in sorted(at for verb in _VERBS for at in text.places_before(verb, _GATE)):
        match = _UNLOCKS.match(low, at)
        if match and _is_drawn(match["value"]):
            yield at, *_bare(match), "prose-code"
    for match in _taken(text):
        if _is_drawn(match["value"]):
            yield match.start(), *_bare(match), "prose-code"


def _nouns(text: Text) -> list[tuple[bytes, list[int]]]:
    """The words for such a number, and where each of them is."""
    low = text.low
    places = [(noun, text.places_before(noun, _GATE)) for noun in NOUNS]
    places.append((b"pin", [at + 1 for at in text.places(b"\npin")]))
    if low.startswith(b"pin"):
        places.append((b"pin", [0]))
    if not text.data.isascii():
        places += [(noun, text.places(noun)) for noun in FOREIGN]
        # Searching for a single byte is fast.
        if low.find(_CYRILLIC[:1]) >= 0:
            places.append((_CYRILLIC, text.places(_CYRILLIC)))
    return places


def _taken(text: Text) -> Iterator[re.Match[bytes]]:
    """What things take, on each line that has a thing and a figure."""
    things = [at for thing in _THINGS for at in text.places_before(thing, _GATE)]
    if not things:
        return
    low, done = text.low, 0
    things += [at for thing in _OTHER_THINGS for at in find_all(low, thing)]
    for at in sorted(things):
        if at < done:
            continue
        start = low.rfind(b"\n", done, at) + 1 or done
        done = low.find(b"\n", at) + 1 or len(low)
        if has_digit(low[at:done]):
            yield from _TAKES.finditer(low, start, done)


def _number(low: bytes, at: int, behind: int) -> tuple[int, int] | None:
    """Where the number is whose name stands between two places."""
    rest = line_at(low, behind, _LINE)
    if not (has_digit(rest) and _GIVEN.search(rest)):
        return None
    before = line_before(low, at, _NEAR)
    dialled = low.startswith(_DIALLED, at)
    of_sim = low.startswith(_OF_SIM, at)
    if (of_sim and before[-1:].isalnum()) or _CODES.search(before):
        return None
    match = _BEHIND.match(rest)
    if match is None and (
        dialled or of_sim or _COMPOUND.search(before) or _OPENS.search(before)
    ):
        match = _BARE.match(rest)
    if match is None or not _is_drawn(match["value"]) or _OTHER.search(before):
        return None
    between = rest[: match.start("value")]
    near = dialled and len(between) < _DIAL and not has_digit(between)
    named = (near and _are_dialled(match["value"])) or (
        of_sim and len(match["value"]) == _FIGURES_OF_SIM
    )
    if not (named or _OPENS.search(before + low[at:behind] + between)):
        return None
    start, end = _bare(match)
    return behind + start, behind + end


def _bare(match: re.Match[bytes]) -> tuple[int, int]:
    start, end = match.span("value")
    return start, end - match["value"].endswith(b"#")


def _are_dialled(value: bytes) -> bool:
    """Whether a number consists of groups, which no steps of one size lead through."""
    if not _GROUPS.fullmatch(value):
        return False
    groups = [int(group) for group in value.replace(b" ", b"-").split(b"-")]
    return len({after - before for before, after in pairwise(groups)}) > 1


def _is_drawn(value: bytes) -> bool:
    """Whether a number is neither counted off nor a year."""
    bare = value.rstrip(b"#")
    return not fillers.is_count(bare) and (value != bare or not _YEAR.fullmatch(bare))
