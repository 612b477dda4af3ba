"""How sure it is that a word of a sentence is a password, by the word alone."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.prose.said import is_option, is_strong
from memsync.secrets.texts.glance import has_digit_and_letter
from memsync.secrets.values import shapes
from memsync.secrets.values.verdict import not_secret

# A person may have made it up (`Word-word-12`), it looks drawn, it has signs as well.
POSSIBLE, LIKELY, CERTAIN = 1, 2, 3

# Words, figures and signs as people join them.
_MADE_UP = lazy(
    rb"[A-Za-z]{3,14}[-_!@#$%&*+=]?(?:[A-Za-z]{3,14})?[-_!@#$%&*+=]?\d{2,6}[!?*#$%]?"
    rb"(?:[A-Za-z]{3,14})?[!?*#$%]?|[A-Za-z]{3,14}(?:[-_][A-Za-z]{3,14}){1,4}[-_]?\d{2,4}"
    rb"[!?*#$%]?"
)
_VARIABLE = lazy(rb"\$[A-Z][A-Z0-9_]")
# Signs that no word, path or number has, apart from that of an issue or a method.
_SIGN = lazy(rb"[^\w.:/#-]")
# Signs of code, paths and addresses.
_CODE = b"()[]{}<>/\\|;:,\"'`"

# Characters of a password, and of one without signs that looks drawn.
_SHORTEST, _LONGEST, _DRAWN = 8, 40, 10


def strength(value: bytes) -> int:
    """How sure it is that a word is a password, or 0."""
    if not _may_be(value):
        return 0
    if is_strong(value, named=True):
        return CERTAIN if _SIGN.search(value) else LIKELY
    if not_secret(value) or is_option(value) or not shapes.looks_like_password(value):
        return 0
    drawn = value.isalnum() and len(value) >= _DRAWN
    if drawn and shapes.looks_random(value, expected=True):
        return LIKELY
    return POSSIBLE if _MADE_UP.fullmatch(value) else 0


def _may_be(value: bytes) -> bool:
    """Whether it has small letters, capitals and figures, and no sign of code."""
    return (
        _SHORTEST <= len(value) <= _LONGEST
        and value.isascii()
        and has_digit_and_letter(value)
        and value.lower() != value != value.upper()
        and not value.translate(None, _NO_CODE)
        and not _VARIABLE.search(value)
    )


_NO_CODE = bytes(c for c in range(256) if c not in _CODE)
