"""What a sentence says around a word that somebody enters, in a dozen languages.

`type … at the prompt`, `it's … now`, `entra con …`: these give away a word that alone
might also be a name, such as `Word-word-12`.
"""

from __future__ import annotations

import re

from memsync.lazy import any_of, lazy
from memsync.secrets.prose import called
from memsync.secrets.prose.alone.access import is_about_login
from memsync.secrets.prose.alone.candidates import OPENS
from memsync.secrets.values.given import is_chosen, is_only_chosen, may_be_name

# Bytes right before a word that are read.
_REACH = 64

# Words for typing something, each written out, so that `LAST_WORDS` has it; some have
# letters beyond ASCII alone, and no blank in front of them.
_TYPING = any_of(
    """
    typ type types typed typing typen typte enter enters entered entering enteren
    enterte put puts putting answer submit paste
    gib geb geben tipp tippe tippen tippte eingeben eintippen tape taper tapez mets
    mettez mettre saisir saisis pon poner pones ponte teclea teclear escribe coloca
    colocar digita digitare digitate metti mettere inserisci voer voeren vul wpisz
    wpisać zadej zadejte zadat skriv ange girin yaz yazin yazip yazarak
    """
)
_TYPING_BEYOND = any_of("вводи ввести введи 输入")
_TYPING_PHRASES = b"key in|keyed in|answer with|reply with"
# What may follow them: `type just …`.
_JUST = any_of("in just simply again once dann einfach")
_TYPED = lazy(
    rb"(?:\b(?:%b|%b)|%b)[:,]?(?: (?:%b))?[ :]*\Z"
    % (_TYPING_PHRASES, _TYPING, _TYPING_BEYOND, _JUST)
)

# `changed to …`, `the new one is …`, `it's now …`.
_CHANGED = rb"(?:set|chang|rotat|reset|updat|switch|mov|go|went)\w*(?: [\w'-]+){0,4} to"
_NEW = any_of("new old current temp temporary default")
_ONE, _IS = b"one|value", b"is|was"
_NOW = any_of("now still again just currently always")
# `gave me …`, `agreed on …`, `locked with …`, and words right before what one enters or
# what something takes.
_WHOM = any_of("me you us him her them")
_ON, _BY = b"on", b"by|with"
_GIVING = any_of(
    """
    try tried set want wants wanted take takes took accept accepts accepted expect
    expects gave puse has have using use uses used with via then and is
    mit und jetzt nun neu lautet ist avec et est con y es ahora com por para
    pra e é è diventata met en op naar jest teraz na to i je s med och är numera
    art\N{LATIN SMALL LETTER DOTLESS I}k ve ile
    """
)
_GIVING_PHRASES = b"made it|c'est toujours"
_GIVING_BEYOND = any_of(
    "\N{CYRILLIC SMALL LETTER ES} и на と は を 和 是 了 用 为 를 은 는 「 -> →"
)
# What gives a new one, or the one that something takes.
_GIVEN = lazy(
    rb"(?:\b%b|\b(?:%b)(?: (?:%b))?(?: (?:%b))?[:=]?"
    rb"|\b(?:it|that|which|one|this|there)(?:(?:'|\xe2\x80\x99)s| (?:%b))(?: (?:%b))?"
    rb"|\b(?:gave|got|sent|told) (?:%b)|\b(?:agreed|settled|decided) %b"
    rb"|\b(?:protected|secured|locked|guarded) (?:%b)"
    rb"|(?<![\w\x80-\xff])(?:%b|%b)|%b|[:=]|, )[ ]*\Z"
    % (
        *(_CHANGED, _NEW, _ONE, _IS, _IS, _NOW, _WHOM, _ON, _BY),
        *(_GIVING_PHRASES, _GIVING, _GIVING_BEYOND),
    )
)


def last_words(*ends: bytes) -> frozenset[bytes]:
    """The last word of each of some alternatives of a pattern, without their signs."""
    return frozenset(_WORD.findall(b"|".join(ends) + b"|"))


# The last word of each, up to where the next one begins.
_WORD = re.compile(rb"([a-z]+)\|")
# Words that `_TYPED` and `_GIVEN` may end with, apart from those beyond ASCII.
LAST_WORDS = last_words(
    *(_TYPING_PHRASES, _TYPING, _JUST, b"to", _NEW, _ONE, _IS, b"s", _NOW, _WHOM),
    *(_ON, _BY, _GIVING_PHRASES, _GIVING),
)
# `sign in to …` goes to a place, and not with a password.
_PLACE = lazy(rb"\b(?:in|on|log|get|go|connect\w*|access|ssh|goes|login) to[ ]*\Z")
# Those of them that also join the names of things.
_JOINED = lazy(rb"(?:, |\b(?:and|then|und|et|y|e|en|i|och|ve) )\Z")
# What follows a password that is what a sentence is about.
_OPENED = lazy(
    rb"[\"'`*_)]{0,3} +(?:(?:=|->|\xe2\x86\x92) |(?:opens?|unlocks?|still|gets"
    rb"|lets|work(?:s|ed)|is (?:what|the one)"
    rb"|for (?:the )?(?:user|account|admin|root|login))\b)"
)
# What a password seals, in the same sentence.
_SEALED = lazy(
    rb"\b(?:(?:en|de)crypt(?:s|ed)?|protected|sealed|verschl\S+sselt|chiffr\S+)"
)
# A product, a standard or a ticket, each word with a capital or with its number alone.
NAMED = lazy(rb"(?:[A-Z][A-Za-z]*[-_]?){1,4}[-_]?\d+|[A-Za-z]+[-_]?\d+(?:\.\d+)*")

# Words right before what somebody is given or enters, and bytes in which they are.
_HANDED = lazy(
    rb"(?i)\b(?:us(?:es?|ed|ing)|typ(?:e|ed|ing)|enter(?:ed)?|sa(?:ys?|id)|try|tried|with"
    rb"|is|it's|was|to|puse|mit|hard-?coded)[ \t:]*[\"'`*(]{0,2}\Z"
)
_ENTERED = lazy(
    rb"(?i)\b(?:us(?:es?|ed|ing)|typ(?:e|ed|ing)|enter(?:ed)?|sa(?:ys?|id)|try|tried)"
    rb"[ \t:]*[\"'`*(]{0,2}\Z"
)
_HANDS = 24
# Words for what is drawn as well, and no secret, or one that others find.
_NO_SECRET = lazy(
    rb"(?i)public|csrf|hash|digest|checksum|\bsha|commit|finger|salt|nonce|ids?\b|build"
    rb"|version|session|trace|request|serial|webhook|workflow|channel|video|key|token"
)


def words_of(before: bytes) -> bytes:
    """What is before a word, in small letters, without the quotes around that word."""
    # Behind a comma, quotes are those of code.
    return (before if before.endswith(b", ") else before.rstrip(OPENS)).lower()


def is_place(before: bytes) -> bool:
    """Whether the words before one say that somebody goes there."""
    return _PLACE.search(before[-_REACH:].rstrip(OPENS).lower()) is not None


def may_give(left: bytes) -> bool:
    """Whether the words right before one may give a password (`words_of`).

    Those do not that also join the names of things.
    """
    if _TYPED.search(left):
        return True
    return _GIVEN.search(left) is not None and not _JOINED.search(left)


def gives(
    value: bytes, before: bytes, behind: bytes, beside: tuple[bytes, bytes]
) -> bool:
    """Whether a sentence gives a word as what somebody enters."""
    name = may_be_name(value)
    if name and not is_chosen(value):
        return False
    left = words_of(before[-_REACH:])
    line = (before + b" " + behind).lower()
    if _TYPED.search(left):
        return any(map(is_about_login, (line, *beside)))
    name = name or NAMED.fullmatch(value) is not None
    if (
        (name and not is_only_chosen(value))
        or _PLACE.search(left)
        or called.is_other((left.split()[-1:] or [b""])[0])
    ):
        return False
    if called.names_password(line):
        return True
    given = _GIVEN.search(left) is not None and not (name and _JOINED.search(left))
    if given and any(called.names_password(each.lower()) for each in beside):
        return True
    return (given or _OPENED.match(behind) is not None) and (
        is_about_login(line) or _SEALED.search(line) is not None
    )


def hands_over(before: bytes) -> bool:
    """Whether the words before a drawn one give it to somebody, and call it no id."""
    handed = _HANDED.search(before[-_HANDS:]) is not None
    return handed and not _NO_SECRET.search(before)


def says_entered(before: bytes) -> bool:
    """Whether the words before one say that somebody enters it."""
    return _ENTERED.search(before[-_HANDS:]) is not None
