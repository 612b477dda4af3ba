"""A password some words behind its name, in any language.

The password is not beside the word for it: `the root password got rotated again, it
went from the old one to …`, `le mdp … a changé, c'est maintenant « … »`. So what
precedes it must introduce a value, and the less certainly it is a password, the more.
"""

from __future__ import annotations

import re

from memsync.lazy import lazy
from memsync.secrets.prose import called
from memsync.secrets.texts.glance import has_digit, line_at
from memsync.secrets.values import shapes
from memsync.secrets.values.certainty import CERTAIN, POSSIBLE, WEAK, certainty
from memsync.secrets.values.given import is_hex_key, is_token
from memsync.secrets.values.harmless import is_build_name

# Bytes behind a name that may hold its value.
_NEAR = 240

# A word with a digit.
_TERM = lazy(rb"(?<!\S)[^\s0-9]{0,240}[0-9]\S*")
# Quotes and brackets around a value, as pairs.
_OPENS = lazy(rb"(?:[\"'`*_(\[]|\xc2\xab|\xe2\x80[\x98-\x9f]|\xe3\x80[\x8c\x8e\x90])+")
_CLOSES = lazy(
    rb"(?:[\"'`*_)\]}.,;:!?]|\xc2\xbb|\xe2\x80[\x98-\x9f]|\xe3\x80[\x8d\x8f\x91\x82])+\Z"
)
_STOPS = b".,;:)]}"

# Words right before a value that introduce it, in a dozen languages, and signs.
LINKS = frozenset(
    """
    is was be being are to now it's its becomes equals use type enter try used using
    with set reads have has 's / : = := => -> >>  → ⇒ - \N{EN DASH} — « “ „ " new one
    then ist lautet war jetzt nun auf zu heißt
    est c'est maintenant devient désormais es ahora era sera por a é è è: ora
    naar nu wordt jest teraz to je nyní er är nu till har şimdi yeni yenisi
    теперь это на стал равен
    """.encode().split()
)

_SALT = lazy(rb"(?i)\b(?:hash(?:es|ing)?|salt)\b")
# A name that is an argument, and bytes with it.
_CALL, _BEFORE = lazy(rb"[(\[{=,]\s*[\w.]*\Z"), 24

# In JSON this joins the name of a member to its value.
_MEMBER = b'":'
# The characters of tokens; how many one has at least, one in quotes without a word that
# introduces it, and a key in base64.
_OF_TOKENS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+="
_SHORTEST_TOKEN, _QUOTED_TOKEN, _KEY = 16, 20, 44
# Bytes of the shortest word that holds a password, and how a name in code begins.
_SHORTEST, _PRIVATE = 6, b"__"
# Words that one sign joins, with a figure.
_PHRASE = lazy(
    rb"[a-z]{3,10}(?P<sign>[-_.])(?:[a-z]{3,10}(?P=sign)){1,6}(?:[a-z]{0,10}\d{1,4})"
)


def password(
    data: bytes,
    behind: int,
    *,
    foreign: bool = False,
    phrase: bool = False,
    short: bool = False,
    doubtful: bool = False,
) -> tuple[int, int] | None:
    """Where the password is that is some words behind its name, which ends there.

    `foreign`: as in languages without blanks, a value may follow the name at once.
    `phrase`: the name is that of a passphrase. `short`: it is nothing else, as `pw`, so
    that even a weak value may follow at once. `doubtful`: it may mean something else,
    as `pass` may be a verb.
    """
    line = line_at(data, behind, _NEAR)
    if not has_digit(line):
        return None
    for term in _TERM.finditer(line):
        word = term[0]
        # What is glued to the name is a piece of an address or of code.
        if len(word) < _SHORTEST or not term.start() or word.startswith(_PRIVATE):
            continue
        start, end, quoted = _bare(word)
        value = word[start:end]
        before = line[: term.start()].split()[-1:] or [b""]
        # `password hashing salt (default "…")`
        if _SALT.search(line[: term.start()]):
            continue
        # A comma ends a clause as well: `the same password, …`; in a call it does not.
        in_call = before[0] and _CALL.search(data, max(0, behind - _BEFORE), behind)
        direct = not (before[0].strip(b",;") or in_call)
        if direct and _ends(word[end:], line[term.end() :]):
            least = WEAK if short or start else POSSIBLE
        else:
            least = POSSIBLE if direct and short else CERTAIN + 1
        if (
            _is_password(
                value,
                line[: term.start()],
                quoted=quoted,
                foreign=foreign,
                doubtful=doubtful,
            )
            or (phrase and quoted and _PHRASE.fullmatch(value))
            or certainty(value) >= least
        ):
            place = behind + term.start() + start
            return place, place + len(value)
    return None


def token(
    data: bytes, behind: int, *, sure: bool, secret: bool = False
) -> tuple[int, int] | None:
    """Where a token is, some words behind its name.

    `sure`: even hexadecimal; `secret`: that may be short.
    """
    line = line_at(data, behind, _NEAR)
    for term in _TERM.finditer(line):
        if len(term[0]) < _SHORTEST_TOKEN or not term.start():
            continue
        start, end, quoted = _bare(term[0])
        value = term[0][start:end]
        before = (line[: term.start()].split()[-1:] or [b""])[0].lower()
        # In JSON other members are behind the name.
        if _MEMBER in line[: term.end()]:
            return None
        base64 = _is_base64(value)
        if not base64 and value.translate(None, _OF_TOKENS):
            continue
        if called.is_other(before) or called.is_identified(line[: term.start()]):
            continue
        linked = before.lstrip(b"(") in LINKS or before.endswith((b":", b"="))
        linked = linked or (quoted and len(value) >= _QUOTED_TOKEN)
        if base64 and (linked or not before):
            place = behind + term.start() + start
            return place, place + len(value)
        bare = value.removeprefix(b"0x").lower()
        named = is_token(value) and not (shapes.is_hex(bare) or is_build_name(value))
        if (named and linked) or (
            sure
            and is_hex_key(value, secret=secret and linked)
            and (linked or not before)
        ):
            place = behind + term.start() + start
            return place, place + len(value)
    return None


def _is_base64(value: bytes) -> bool:
    """Whether it is a key of 256 bits or more with all signs of base64."""
    return (
        len(value) >= _KEY
        and value.endswith(b"=")
        and len(value) % 4 == 0
        and not value.translate(None, _OF_TOKENS + b"/")
        and b"/" not in value[:_SHORTEST_TOKEN]
        and shapes.looks_random(value)
        and not shapes.is_public(value)
    )


def _ends(signs: bytes, rest: bytes) -> bool:
    """Whether a clause ends right behind a value."""
    behind = rest.strip()
    return not behind or behind.startswith(b"(") or bool(signs.strip(b"\"'`*_"))


def _bare(word: bytes) -> tuple[int, int, bool]:
    """Where a word is without quotes and punctuation, and whether it has both ends."""
    opens, closes = _OPENS.match(word), _CLOSES.search(word)
    start = opens.end() if opens else 0
    end = closes.start() if closes else len(word)
    shut = closes is not None and bool(closes[0].strip(_STOPS + b"!?"))
    bracket = word[:1] == b"(" and closes is not None and b")" in closes[0]
    # A sign at the end may belong to a password: `Xy12!`.
    if closes and closes[0][:1] in (b"!", b"?", b"*") and not (opens and shut):
        signs = re.match(rb"[!?*]+", closes[0])
        end += len(signs[0]) if signs and b"*" not in word[:start] else 0
    marked = opens is not None and not opens[0].strip(b"`*_")
    return start, end, opens is not None and (shut or bracket) and not marked


def _is_password(
    value: bytes, left: bytes, *, quoted: bool, foreign: bool, doubtful: bool
) -> bool:
    sure = certainty(value)
    if sure < POSSIBLE:
        return False
    before = (left.split()[-1:] or [b""])[0].lower()
    if called.is_other(before):
        return False
    linked = (
        quoted
        or (foreign and not before)
        or before.lstrip(b"(") in LINKS
        or before.rstrip(b"*").endswith((b":", b"=", b"\xef\xbc\x9a"))
    )
    return (
        linked
        or sure >= CERTAIN
        or not (doubtful or called.may_be_another(value, left))
    )
