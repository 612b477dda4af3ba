"""Why something was found, in three sentences that show nothing of the value."""

from __future__ import annotations

from memsync.secrets import rules
from memsync.secrets.values import fillers, shapes

# How the names of rules begin, and what such a rule has seen.
_KINDS = (
    ("private-key-numbers", "the names of a private key's numbers stand beside it"),
    ("private-key", "the marks of a private key stand around it"),
    ("generic-password", "it is given to the name of a password"),
    ("generic-", "it is given to the name of a key, a token or a secret"),
    ("service-token", "a name for a key or a token stands beside a service's name"),
    ("prose-table", "it stands in a table, below a heading for secrets"),
    ("prose-login", "it stands behind a user's name, where a login is told"),
    ("prose-token", "a sentence says that it is a token or a key"),
    ("prose-", "a sentence says that it is a password or a code, or makes it likely"),
    ("command-", "a command gets it as a password"),
    ("memsync-key", "it has the form or the checksum of a key to an encrypted memory"),
    ("ethereum-key", "it is as long as a wallet's key, and stands where one would"),
)

# What a value may look like, the most specific first.
_SHAPES = (
    (lambda value: b"-----BEGIN" in value, "it is a block of several lines"),
    (shapes.is_uuid, "it is a UUID"),
    (bytes.isdigit, "it consists of figures"),
    (shapes.is_hex, "it is hexadecimal"),
    (fillers.is_sequence, "its characters are counted off"),
    (shapes.looks_random, "its letters and digits are mixed as in a random value"),
    (shapes.is_slug, "it is made of words and numbers"),
    (shapes.looks_like_password, "it mixes kinds of characters as a password does"),
)

_WORDS = "it reads like words or numbers"
_CARRIER = "it stands where only a credential can: a URL, a header, a command or a file"


def of(rule: str, value: bytes, why: str) -> list[str]:
    """What the rule saw, what the value looks like, and what decided the confidence."""
    return [_kind(rule), _shape(value), why]


def _kind(rule: str) -> str:
    for row in rules.ROWS:
        if row[0] == rule:
            return f"it has the format of {row[1]} ({row[4]})"
    return next((said for start, said in _KINDS if rule.startswith(start)), _CARRIER)


def _shape(value: bytes) -> str:
    return next((said for is_so, said in _SHAPES if is_so(value)), _WORDS)
