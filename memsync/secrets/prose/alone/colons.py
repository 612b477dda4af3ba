"""A usual name of an account with its password behind a colon: `root:…`, `(admin:…)`.

Nothing else has a word of that form behind such a name, so no line needs to say so.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.prose.accounts import BEFORE_SLASH
from memsync.secrets.texts.glance import has_digit
from memsync.secrets.texts.places import find as find_all
from memsync.secrets.values.certainty import POSSIBLE, certainty
from memsync.secrets.values.harmless import is_harmless

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# The password, up to what ends a word or a sentence.
_VALUE = lazy(
    rb"(?P<value>[^\s:/@\"'`<>,;(){}\[\]|\\]{8,40}?)(?=[.,;]?(?:\s|\Z)|[\"'`)\]])"
)
# What may not precede the name: it would be a part of another, or of an address.
_INSIDE = b"_./@:&?=-ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def find(text: Text) -> Iterator[Found]:
    """Every such password."""
    data, low = text.data, text.low
    for name in BEFORE_SLASH:
        for at in find_all(low, name + b":"):
            behind = at + len(name) + 1
            if (at and data[at - 1] in _INSIDE) or not has_digit(
                data[behind : behind + 40]
            ):
                continue
            match = _VALUE.match(data, behind)
            if match and _is_password(match["value"]):
                yield at, *match.span("value"), "prose-login"


def _is_password(value: bytes) -> bool:
    return certainty(value) >= POSSIBLE and not is_harmless(value)
