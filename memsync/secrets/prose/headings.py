"""Whether the heading of a column or of a row names a password or a token."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.prose.said import is_hex_key, is_token
from memsync.secrets.values.strength import POSSIBLE, strength

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Judge = Callable[[bytes], bool]
else:
    Judge = object

_PASSWORD = lazy(
    rb"(?:[\w ./-]{0,30}[ _./-])?(?:pass|pwd|pw|passwd|passwords?|passphrase|passcode)"
    rb"(?: \w{1,12})?|[\w-]{0,20}passwor[td]|kennwort|senha|wachtwoord"
    rb"|contrase\S{1,4}|heslo|parola"
)
_TOKEN = lazy(
    rb"(?:[\w ./-]{0,30}[ _./-])?(?:tokens?|secrets?|(?:api|access|secret)[ _-]?keys?)"
)
# What is said of a password in a column of its own.
_ABOUT = lazy(
    rb"hash|polic|expir|chang|require|length|reset|field|min\b|max\b|age\b|set\b"
)


def column(name: bytes) -> Judge | None:
    """What a value below a heading, in lower case, must be; None if it is no secret."""
    name = name.rstrip(b" :")
    if _ABOUT.search(name):
        return None
    if _PASSWORD.fullmatch(name):
        return _is_password
    return _is_token if _TOKEN.fullmatch(name) else None


def _is_password(value: bytes) -> bool:
    return strength(value) >= POSSIBLE


def _is_token(value: bytes) -> bool:
    return is_token(value) or is_hex_key(value)
