"""Sentences that name a password, a token or a login.

This module only finds the words for them, so that most texts load nothing else.
"""

from __future__ import annotations

from memsync.secrets.prose import names
from memsync.secrets.texts.glance import BEFORE, has_digit, line_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

_PASSWORDS, _LOGINS = frozenset(names.PASSWORDS), frozenset(names.LOGINS)

# Bytes before and behind a name in which `around` looks, and in which `as` may be; and
# those behind it of any password.
_BEHIND, _AS, _LINE = 280, 24, 300


def find(text: Text) -> Iterator[Found]:
    """Every sentence that gives a password, a login or a token away."""
    if text.says_any(_PASSWORDS) and text.may_hold("told passwords"):
        yield from _passwords(text)
    if text.says_any(_LOGINS) and text.may_hold("told logins"):
        yield from _logins(text)
    if text.may_hold("told tokens") and text.among_before(names.TOKENS, "told tokens"):
        from memsync.secrets.prose.tokens import find as find_tokens

        yield from find_tokens(text)


def _passwords(text: Text) -> Iterator[Found]:
    places = [*names.passwords(text)]
    if not places:
        return
    from memsync.secrets.prose import behind, both, called
    from memsync.secrets.values.given import trim

    data, low = text.data, text.low
    for at in places:
        # Most passwords have a figure.
        near = has_digit(low[max(0, at - BEFORE) : at + _LINE])
        span = (
            (both.password(data, at) if near else None)
            or (behind.password(data, low, at) if near else None)
            or _used_as(data, low, at)
            or (_around(text, at) if near else None)
        )
        if span and not called.is_digest(data, span[0]):
            start, end = trim(data, *span)
            if not called.is_of_member(data, start, end):
                yield at, start, end, "prose-password"


def _used_as(data: bytes, low: bytes, at: int) -> tuple[int, int] | None:
    if low.find(b" as ", max(0, at - _AS), at) < 0:
        return None
    from memsync.secrets.prose.before import used_as_password

    return used_as_password(data, low, at)


def _around(text: Text, at: int) -> tuple[int, int] | None:
    if not has_digit(text.low[max(0, at - BEFORE) : at + _BEHIND]):
        return None
    from memsync.secrets.prose.around import password

    return password(text, at)


def _logins(text: Text) -> Iterator[Found]:
    for at, stem in names.logins(text):
        line = line_at(text.data, at)
        # Some passwords are words that hyphens or underscores join.
        if has_digit(line) or line.count(b"-") > 1 or line.count(b"_") > 1:
            from memsync.secrets.prose.logins import find as find_pair

            yield from find_pair(text, at, stem)
