"""What a line says besides a word that may be a password: about access, or not.

`nas -> root -> …` is a note and no sentence; `Ann told me to use …` gives something,
which is no secret if the sentence calls it a digest or an id.
"""

from __future__ import annotations

from memsync.lazy import lazy

# Words of a line about access to something.
_ACCESS = lazy(
    rb"(?<![a-z])(?:pass\w*|pwd?s?|log(?:s|ged|ging)?[ -]?(?:in|on|into)|logins?|creds?"
    rb"|credentials?|sign(?:s|ed)?[ -]in|users?|user ?names?|accounts?|admin\w*|root"
    rb"|superuser|auth\w*|wi-?fi|wlan|router|vpn|ssh|sudo|rdp|s?ftp|access"
    rb"|prompt\w*|asks?|asked|portal|console|panel|benutzer\w*|nutzer|sticker|opens"
    rb"|hard-?coded|locked|unlock\w*|decrypt\w*|encrypted|protected|luks|bitlocker|bios"
    rb"|roles?|ssid|hotspot|nas|ilo|idrac|ipmi|bmc"
    rb"|zugang\w*|anmeld\w*|konto|konta|kennwort|usuario|utilisateur|identifiants?|mdp"
    rb"|compte|contrase\S+|clave|senha|utente|gebruiker|wachtwoord|heslo|has\xc5\x82o)"
    rb"(?![a-z])"
    rb"|\xd0\xbf\xd0\xb0\xd1\x80\xd0\xbe\xd0\xbb|\xe5\xaf\x86\xe7\xa0\x81"
    rb"|\xe3\x83\x91\xe3\x82\xb9\xe3\x83\xaf\xe3\x83\xbc\xe3\x83\x89"
)
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
_OTHERS = lazy(
    rb"(?i)public|csrf|hash|digest|checksum|\bsha|commit|finger|salt|nonce|ids?\b|build"
    rb"|version|session|trace|request|serial|webhook|workflow|channel|video|key|token"
)
# The most bytes of a note, and signs of code.
_LONGEST = 120
_CODE = lazy(
    rb"[={}<;$\\]|\w\(|::|//(?!\d)|\b\d{2}:\d\d:|\bAUTH [A-Z]"
    rb"|\A[\s$>#%]*(?:echo|printf|sudo|cat|ls|cd)\s"
)


_SIGN = lazy(rb"(?:[:=,]|->|\xe2\x86\x92| -)[ \t]*[\"'`*(]{0,2}\Z")


def is_about(before: bytes, behind: bytes) -> bool:
    """Whether the line around a word is about access."""
    return _ACCESS.search((before + b" " + behind).lower()) is not None


def is_note(before: bytes, behind: bytes) -> bool:
    """Whether a line has some words about access and no code."""
    rest = before + b" " + behind
    return (
        len(rest) <= _LONGEST
        and not _CODE.search(rest)
        and is_text(rest)
        and is_about(before, behind)
    )


def hands_over(before: bytes) -> bool:
    """Whether the words before a drawn one give it to somebody, as no id or digest."""
    return _HANDED.search(before[-_HANDS:]) is not None and not _OTHERS.search(before)


def tells(before: bytes) -> bool:
    """Whether they say that somebody enters it."""
    return _ENTERED.search(before[-_HANDS:]) is not None


def introduces(before: bytes) -> bool:
    """Whether a sign before a word says that it is what a note is about."""
    return _SIGN.search(before) is not None


def is_text(line: bytes) -> bool:
    """Whether it has letters; where a line was cut, one may have been, too."""
    return line.decode(errors="replace").count("\N{REPLACEMENT CHARACTER}") < 5
