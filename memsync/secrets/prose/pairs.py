"""The prose tier: `jenkins: admin / …`, a service with its user and password."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets import shapes
from memsync.secrets.glance import has_digit_and_letter
from memsync.secrets.prose.said import is_drawn
from memsync.secrets.verdict import not_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.tiers.context import Found

_PEOPLE = (
    rb"(?i:admin|administrator|root|user|test|deploy|guest|demo|operator|service"
    rb"|postgres|sa|ci)"
)
_PAIR = lazy(
    rb"(?m)^[ \t>*-]{0,12}(?P<label>[\w][\w .*()-]{1,40}?)\*{0,2}:\*{0,2}[ \t]{1,4}`?"
    rb"(?:(?P<user>[\w.@+-]{2,64})`?[ \t]{1,4}/[ \t]{1,4}|" + _PEOPLE + rb"/)"
    rb"`?(?P<value>[^\s\"'`<>/]{6,64})`?[ \t]*(?:$|[.,;(]|\r)"
)


def find(data: bytes) -> Iterator[Found]:
    """The password of each line that gives a label, a user and a password."""
    for match in _PAIR.finditer(data):
        value = match["value"].rstrip(b".,;)")
        if _is_password(value) and not _is_choice(match["label"]):
            start = match.start("value")
            yield match.start("label"), start, start + len(value), "prose-login"


def _is_choice(label: bytes) -> bool:
    """Whether a label asks for one of two things: `usage: a / b2`."""
    low = label.lower()
    return low.endswith((b"usage", b"version", b"versions", b"or", b"date", b"model"))


def _is_password(value: bytes) -> bool:
    return (
        has_digit_and_letter(value)
        and not not_secret(value)
        and not shapes.is_hash(value)
        and not shapes.is_uuid(value)
        and b":" not in value
        and b"(" not in value
        and shapes.looks_like_password(value)
        and (is_drawn(value) or shapes.is_slug(value))
    )
