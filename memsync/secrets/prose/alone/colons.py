"""A usual name of an account with its password behind a colon: `root:…`, `(admin:…)`.

Nothing else has a word of that form behind such a name, so no line needs to say so.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.texts.glance import has_digit
from memsync.secrets.values.certainty import POSSIBLE, certainty
from memsync.secrets.values.harmless import is_harmless

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# Such names, each by the word that a text is searched for.
NAMES = {
    b"root": (b"root:",),
    b"admin": (b"admin:", b"administrator:"),
    b"deploy:": (b"deploy:",),
    b"user:": (b"user:",),
}
# The password, up to what ends a word or a sentence.
_VALUE = lazy(
    rb"(?P<value>[^\s:/@\"'`<>,;(){}\[\]|\\]{8,40}?)(?=[.,;]?(?:\s|\Z)|[\"'`)\]])"
)
# What may not precede the name: it would be a part of another, or of an address.
_INSIDE = b"_./@:&?=-ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def find(text: Text) -> Iterator[Found]:
    """Every such password."""
    data, low = text.data, text.low
    for word, names in NAMES.items():
        for at in text.places(word):
            if not low.startswith(names, at) or (at and data[at - 1] in _INSIDE):
                continue
            behind = low.index(b":", at) + 1
            if has_digit(data[behind : behind + 40]):
                match = _VALUE.match(data, behind)
                if match and _is_password(match["value"]):
                    yield at, *match.span("value"), "prose-login"


def _is_password(value: bytes) -> bool:
    return certainty(value) >= POSSIBLE and not is_harmless(value)
