"""What a sentence says around a word that somebody enters, in a dozen languages.

`type … at the prompt`, `it's … now`, `entra con …`: these give away a word that alone
might also be a name, such as `Word-word-12`.
"""

from __future__ import annotations

from memsync.lazy import any_of, lazy
from memsync.secrets.prose import called
from memsync.secrets.prose.alone.access import is_about_login
from memsync.secrets.values.given import is_chosen, is_only_chosen, may_be_name

# Bytes right before a word that are read.
_REACH = 64
_OPENS = b"\"'`*_([{<"

# What one does with a password alone.
_TYPED = lazy(
    rb"(?:\b(?:key(?:ed)? in|answer with|reply with|%b)(?:te|en)?|%b)"
    rb"[:,]?(?: (?:in|just|simply|again|once|dann|einfach))?[ :]*\Z"
    % (
        any_of(
            r"""
            typ(?:e|es|ed|ing)? enter(?:s|ed|ing)? putting puts? answer submit paste gib
            geb tippe? eingeben eintippen tape[zr]? mets mettez mettre saisi[rs] pon
            poner pones teclear? escribe colocar? digita(?:re)? metti mettere inserisci
            voer vul wpisz wpisać zadej zadat skriv ange girin yaz\w*
            """
        ),
        any_of("вводи ввести введи 输入"),
    )
)
# What gives a new one, or the one that something takes.
_GIVEN = lazy(
    rb"(?:\b(?:set|chang|rotat|reset|updat|switch|mov|go|went)\w*(?: [\w'-]+){0,4} to"
    rb"|\b(?:new|old|current|temp(?:orary)?|default)(?: (?:one|value))?"
    rb"(?: is| was)?[:=]?"
    rb"|\b(?:it|that|which|one|this|there)(?:'s|\xe2\x80\x99s| is| was)"
    rb"(?: (?:now|still|again|just|currently|always))?"
    rb"|\b(?:try|tried|set|made it|(?:gave|got|sent|told) (?:me|you|us|him|her|them))"
    rb"|\b(?:agreed|settled|decided) on"
    rb"|\b(?:protected|secured|locked|guarded) (?:by|with)"
    rb"|\bc'est toujours|\b(?:%b)|%b|[:=]|, )[ ]*\Z"
    % (
        any_of(
            r"""
            wants? wanted takes? took accept(?:s|ed)? expects? gave puse has have
            using use[sd]? with via then and is
            mit und jetzt nun neu lautet ist avec et est c'est con y es ahora com por
            para pra e é è diventata met en op naar jest teraz na to i je s med och är
            numera art\S{1,2}k ve ile
            """
        ),
        any_of(
            "\N{CYRILLIC SMALL LETTER ES} и на と は を 和 是 了 用 为 를 은 는 「 -> →"
        ),
    )
)
# `sign in to …` goes to a place, and not with a password.
_PLACE = lazy(rb"\b(?:in|on|log|get|go|connect\w*|access|ssh|goes|login) to[ ]*\Z")
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

# Words right before what somebody is given, and bytes with them.
_HANDED = lazy(
    rb"(?i)\b(?:us(?:es?|ed|ing)|typ(?:e|ed|ing)|enter(?:ed)?|sa(?:ys?|id)|try|tried|with"
    rb"|is|it's|was|to|puse|mit|hard-?coded)[ \t:]*[\"'`*(]{0,2}\Z"
)
_ENTERED = lazy(
    rb"(?i)\b(?:us(?:es?|ed|ing)|typ(?:e|ed|ing)|enter(?:ed)?|sa(?:ys?|id)|try|tried)"
    rb"[ \t:]*[\"'`*(]{0,2}\Z"
)
_HANDS = 24
# What is drawn as well, and no secret.
_NO_SECRET = lazy(
    rb"(?i)public|csrf|hash|digest|checksum|\bsha|commit|finger|salt|nonce|ids?\b|build"
    rb"|version|session|trace|request|serial|webhook|workflow|channel|video|key|token"
)


def is_place(before: bytes) -> bool:
    """Whether the words before one say that somebody goes there."""
    return _PLACE.search(before[-_REACH:].rstrip(_OPENS).lower()) is not None


def may_give(left: bytes) -> bool:
    """Whether the words right before one, in small letters, may give a password.

    What also joins the names of things does not.
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
    left = before[-_REACH:]
    # Behind a comma, quotes are those of code.
    left = (left if left.endswith(b", ") else left.rstrip(_OPENS)).lower()
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


# What also joins the names of things.
_JOINED = lazy(rb"(?:, |\b(?:and|then|und|et|y|e|en|i|och|ve) )\Z")


def hands_over(before: bytes) -> bool:
    """Whether the words before a drawn one give it to somebody, as no id or digest."""
    handed = _HANDED.search(before[-_HANDS:]) is not None
    return handed and not _NO_SECRET.search(before)


def says_entered(before: bytes) -> bool:
    """Whether the words before one say that somebody enters it."""
    return _ENTERED.search(before[-_HANDS:]) is not None
