r"""What notes about programs name, count and measure: no secret, by its form alone.

Amounts of money, models with their size, times, powers and speeds, footnotes, accounts
of a chain, files of any name, settings, and the header that any signed token has.
"""

from __future__ import annotations

import re

from memsync.lazy import lazy

# The forms, each with examples.
_FORMS = (
    # `$1.5M`, `**$44.56M`, `~$0.50-1.30/day`; seven figures without a sign between them
    # may be typed.
    (
        rb"\*{0,2}~?(?:[$]|\xe2\x82\xac|\xc2[\xa3\xa5])\d{1,3}(?:[.,]\d{1,3})*"
        rb"(?:(?:-|\xe2\x80\x93)[$]?\d{1,3}(?:[.,]\d{1,3})*)?"
        rb"(?:[kKMBT]|bn)?(?:/[A-Za-z]{1,12})?"
    ),
    # `acme/Name-7B-chat`: so many billion parameters.
    (
        rb"(?:[\w.-]+/)?[A-Za-z]{2,}[\d.]{0,4}"
        rb"(?:[-_](?:[A-Za-z]{2,}[\d.]{0,4}|\d+(?:\.\d+)?))*"
        rb"[-_]\d{1,4}(?:\.\d)?[bBM]"
        rb"(?:[-_](?:[A-Za-z]{1,12}|[a-zA-Z]{1,4}\d{1,3}[a-z]?|\d{1,4}))*"
    ),
    # Versions and ranges: `login-v2`, `acme/build@v2`, `(S1-S7)`, `Sub-100%`.
    rb"[a-z]+(?:-[a-z]+)*-v\d{1,2}",
    rb"(?:[\w.-]+/)*[\w.-]+@v\d{1,3}(?:\.\d{1,3}){0,2}",
    rb"\(?[A-Z]{1,3}\d{1,3}(?:-|\xe2\x80\x93)[A-Z]{0,3}\d{1,3}\)?",
    rb"[A-Za-z]+-\d{1,3}(?:\.\d{1,2})?%",
    # `story-1-2-1`, a time (`~255ms`), and what Crowdin puts in the place of a text.
    rb"[a-z]{2,}(?:-\d{1,3}){2,}",
    rb"~?\d{1,5}(?:\.\d{1,3})?(?:[mun]?s|min|[KMG]i?B)",
    rb"(?:crwdns\d+:)?\d?crwdne\d+:\d",
    # An object as programs print it: `Product@3f2a1b`.
    rb"[A-Z][A-Za-z]+@(?!\d+[a-f]+\Z|[a-f]+\d+\Z|\d+\Z)[0-9a-f]{6,8}",
    # An account of one who logs in with GitHub's: `ann7@github`.
    rb"[\w-]+@github",
    # Intervals, powers and speeds: `0/5s/35s`, `10^decimals`, `10Gbase-T`.
    rb"\d{1,5}[a-z]{0,2}(?:/\d{1,5}[a-z]{0,2}){2,}",
    rb"\d{1,3}\^[A-Za-z]+",
    rb"(?i:\d{1,3}g?base-?[a-z]{1,2}\d{0,2})",
    # Footnotes behind a word, with the narrow blank that precedes them or without.
    rb"[A-Za-z.,]+(?:\xe2\x80\xaf)?(?:\[\d{1,3}\])+(?:\[\d{1,3})?",
    # What RADIUS makes of a password (CHAP): a number and a digest; and longer bytes
    # than a key has.
    rb"0x[0-9A-Fa-f]{34}(?:[0-9A-Fa-f]{96,})?",
    # Twenty bytes are an account of Ethereum; a key has thirty-two.
    rb"0x(?:[0-9a-f]{40}|(?=[0-9a-f]*[A-F])(?=[0-9A-F]*[a-f])[0-9A-Fa-f]{40})",
    # Files and addresses in a program: `name-19-*.deb`, `$HOME/.name`, `FUN_801001c0`.
    rb"[\w.*-]*\*\.[a-z]{2,4}",
    rb"\$\{?[A-Z][A-Z_]{2,}\}?(?:/[\w.*-]*)+",
    rb"(?:[a-z]+_)?[A-Z]{2,}_(?=\d*[a-f])[0-9a-f]{8}",
    # What was when: `done@2026-03-22T12:45:00Z`, `NodeTemplate@8999fd1`.
    rb"[a-z]+@\d{4}-\d\d-\d\d(?:T[\d:]+Z?)?",
    rb"[A-Z]\w+(?:[A-Z][a-z]+|(?:-[A-Z][a-z]+)+)@(?=\d*[a-f])[0-9a-f]{7,12}",
    # Alternatives: `s3/gcs/azure`.
    (
        rb"(?:[A-Za-z]{2,12}|[A-Za-z]\d{1,2}[a-z]?)"
        rb"(?:/(?:[A-Za-z]{2,12}|[A-Za-z]\d{1,2}[a-z]?)){2,5}"
    ),
    # Requirements and issues: `AC-001.2`, `MS.AAD.6.1v1`, `PROJ-1,PROJ-2`.
    rb"[A-Z]{2,6}-\d{1,5}(?:\.\d{1,3})+",
    rb"[A-Z]{2,}(?:\.[A-Z]{2,})*(?:\.\d{1,3}){2,}(?:v\d{1,2})?",
    rb"[A-Z]{2,10}-\d{1,6}(?:,[A-Z]{2,10}-\d{1,6})+",
    # The size of a machine: `Standard_D2s_v5`.
    rb"[A-Za-z]+(?:_[A-Za-z0-9]{1,6}){0,3}_v\d{1,2}",
    # An id that begins with the time since 2004 (ULID), an entry of a cache, and a
    # package with its release (`react-dom@18`).
    rb"01[0-9A-HJKMNP-TV-Z]{24}",
    rb"[\w-]*cache[\w-]*:[0-9a-f]{32,64}",
    rb"@?[a-z]+(?:[-/][a-z]+)+@[~^]?\d{1,2}",
    # A file system in a table of mounts, letters beyond ASCII in an address, also as
    # MediaWiki writes them.
    rb"(?:PART)?(?:UUID|LABEL)=.+",
    rb"\#?[\w-]*?(?:[.%][C-F][0-9A-F](?:[.%][89AB][0-9A-F]){1,3}){2}.*",
    # Colours, a release by its date, the rounds of some work.
    rb"(?:\#[0-9A-Fa-f]{6}[/,;]?){2,}",
    rb"v?20\d\d-\d\d-\d\d(?:[.-]\w+)*",
    rb"[A-Za-z]+-pass-\d{1,3}",
    # A formula, the files of ssh's keys, a number of 64 bits.
    rb"\$[^$]*[_^\\][^$]*\$",
    rb"id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?",
    rb"0x[0-9A-Fa-f]{9,16}",
    # Keys that are pressed together: `control+c`.
    (
        rb"(?i:(?:control|ctrl|shift|alt|cmd|meta)"
        rb"(?:\+(?:[a-z\d]|f\d{1,2}|alt|shift|del|esc|tab)){1,3}\+{0,2})"
    ),
    # A symbol as compilers of Rust and C++ write it: `_ZN4acme4read`.
    rb"_{0,2}ZN\d{1,3}[A-Za-z_]\w*",
    # Times in Ruby (`3.hours.ago`), numbers and words in an address with commas between
    # them, the name of an article as reference lists have it: `SmithICML2013`.
    rb"\d{1,4}\.(?:second|minute|hour|day|week|month|year)s?(?:\.[a-z_]+)*",
    rb"(?:\d+|[a-z]+)(?:%2[cC](?:\d+|[a-z]+)){2,}",
    rb"[A-Z][a-z]{2,}(?:[A-Z][a-z]{2,}){0,3}[A-Z]{3,5}(?:19|20)\d\d[a-z]?",
    # A variable, and what it is set to: `DEPLOYMENT_MODE=single`.
    rb"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+=[a-z]+(?:_[a-z]+)*",
)
_THING = lazy(b"|".join(_FORMS))

# A variable of so many parts, most of which are words in capitals.
_VARIABLE = lazy(rb"[A-Z0-9]+(?:_[A-Z0-9]+){4,}_?")

# The start of a signed token (RFC 7515): the algorithm, and perhaps a key's name. It
# may be cut anywhere, and then signs say that it goes on.
_HEADER = lazy(
    rb"\{\"(?:(?:alg|typ|kid|cty)\":\"[\w./+-]*\"(?:,\"|\}\Z))*"
    rb"(?:(?:alg|typ|kid|cty)(?:\"(?::(?:\"[\w./+-]*\"?,?)?)?)?|[atkc][lyi]?)?"
)
_STARTS = b"eyJ"
_GOES_ON, _LONGEST = b".\xe2\x80\xa6", 120

# How the digests of no bytes begin: MD5, SHA-1, SHA-256 and SHA-512.
_OF_NOTHING = (
    *(b"d41d8cd98f00b204", b"da39a3ee5e6b4b0d"),
    *(b"e3b0c44298fc1c14", b"cf83e1357eefb8bd"),
)

# What all tokens of the Python Package Index begin with: its address, in base64.
_OF_INDEX = b"pypi-AgEIcHlwaS5vcmc"


def is_thing(value: bytes) -> bool:
    """Whether a value names or measures something."""
    if value.startswith(_STARTS):
        return _is_header(value)
    if value.count(b"_") > 3 and _VARIABLE.fullmatch(value):
        parts = value.strip(b"_").split(b"_")
        return 2 * sum(part.isalpha() for part in parts) >= len(parts)
    return (
        _THING.fullmatch(value) is not None
        or value.startswith(_OF_NOTHING)
        or value.rstrip(_GOES_ON) == _OF_INDEX
    )


def _is_header(value: bytes) -> bool:
    bare = value.rstrip(_GOES_ON)
    if len(bare) > _LONGEST or re.search(rb"[^\w-]", bare):
        return False
    from base64 import urlsafe_b64decode

    head = urlsafe_b64decode(bare[: len(bare) // 4 * 4])
    return _HEADER.fullmatch(head) is not None
