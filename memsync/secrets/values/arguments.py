"""Whether an argument of a command or a call is a password."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.texts.glance import has_digit
from memsync.secrets.values import shapes
from memsync.secrets.values.verdict import not_secret

# What follows an element such as `<app-password title="…">`.
_ATTRIBUTE = lazy(rb"[A-Za-z][\w.:-]{0,40}=(?:[\"'{]|\Z)")


def is_password(value: bytes, *, sure: bool) -> bool:
    """Whether a value is a password; `sure`: nothing else can be there."""
    return (
        not value.startswith((b"(", b"["))
        and not _ATTRIBUTE.match(value)
        and has_digit(value)
        and not not_secret(value)
        and (sure or not shapes.is_slug(value))
        and shapes.looks_like_password(value)
    )
