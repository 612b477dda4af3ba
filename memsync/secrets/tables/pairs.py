"""Cells with a user and a password, below headings such as `Login` and `Access`."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.prose.accounts import BEFORE_SLASH
from memsync.secrets.values import shapes
from memsync.secrets.values.certainty import LIKELY, POSSIBLE, WEAK, certainty
from memsync.secrets.values.phrase import is_hyphened, is_strung

# What each heading contains: words that are looked for anyway, and others.
WORDS, RARE_WORDS = (b"log", b"cred", b"account"), (b"access", b"zugang")
HEADING = (
    rb"(?:log[ -]?ins?|cred(?:ential)?s?|accounts?|access|zugang(?:sdaten)?)"
    rb"(?: (?:data|details|info))?"
)
_HEADING = lazy(rb"(?:[^|]{0,40}[ _./-])?" + HEADING)
# Those of columns that have other things as well: who may do what, accounts of a bank.
_VAGUE = lazy(rb"access|account")
# A heading for both: `user / password`.
_BOTH = lazy(rb"(?:user|login|name|account)s?[ \t]*[/:&+][ \t]*pass")

_MARKS = rb"[`*\"']{0,3}"
_PAIR = lazy(
    rb"(?P<user>[\w.@+\\-]{2,64})%b(?P<sign>[ \t]*[:/][ \t]*)%b"
    rb"(?P<value>[^\s\"'`<>:/]{6,64}?)%b(?:[ \t]+\([^()]*\))?"
    % (_MARKS, _MARKS, _MARKS)
)


def is_heading(name: bytes) -> bool:
    """Whether a name, in lower case, is the heading of users with their passwords."""
    return _HEADING.fullmatch(name) is not None


def names_both(name: bytes) -> bool:
    """Whether it names a user and a password: `login / password`."""
    return _BOTH.search(name) is not None


def is_vague(name: bytes) -> bool:
    """Whether such a heading may be that of other things as well."""
    return _VAGUE.search(name) is not None


def password(cell: bytes, *, vague: bool = False) -> bytes:
    """The password behind the user in a cell, or nothing."""
    match = _PAIR.fullmatch(cell)
    if match is None:
        return b""
    user, value, sign = match.group("user", "value", "sign")
    if shapes.is_hash(value) or shapes.is_uuid(value):
        return b""
    usual = user.lower() in BEFORE_SLASH or b"@" in user
    if not (vague or sign == b"/") or usual:
        fits = certainty(value) >= WEAK or is_strung(value)
    else:
        # It may be a path, or a thing with its version.
        sure = LIKELY if len(sign) == 1 and shapes.is_slug(value) else POSSIBLE
        fits = certainty(value) >= sure or is_hyphened(value)
    return value if fits else b""
