"""A name and its value as two members of an object, as HAR files and Postman have them.

{"name": "X-Api-Key", "value": "…"}     {"type": "password", "value": "…"}
<Key>Password</Key><Value Protected="True">…</Value>
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.named import verdict
from memsync.secrets.named.clue import Clue
from memsync.secrets.tiers.context import PASSWORDS, STEMS, is_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# The member that holds the value, with the quote before its name.
WORDS = (b'"value', b"'value", b"<value")

_NAMES = rb"[\"'](?:name|key|type|id|field|label|title)[\"']\s{0,4}:\s{0,4}[\"']"
_NAME = rb"(?P<name>[\w .-]{2,64})[\"']"
# Other members between the two.
_OTHERS = (
    rb"(?:[\"']\w{1,24}[\"']\s{0,4}:\s{0,4}(?:[\"'][^\"'\n]{0,60}[\"']|\w{1,8})"
    rb"\s{0,4},\s{0,40}){0,3}"
)
_BEFORE = lazy(_NAMES + _NAME + rb"\s{0,4},\s{0,40}" + _OTHERS + rb"\Z")
_BEHIND = lazy(rb"\s{0,4},\s{0,40}" + _OTHERS + _NAMES + _NAME)
_VALUE = lazy(
    rb"[\"']\s{0,4}:\s{0,4}(?:\{\s{0,4}[\"']\w{1,12}[\"']\s{0,4}:\s{0,4})?"
    rb"(?P<open>[\"'])(?P<value>[^\s\"']{6,400})[\"']"
)
_ELEMENT = lazy(rb"(?:\s[^<>]{0,80})?>(?P<open>)(?P<value>[^\s<>]{6,400})</value>")
_KEY = lazy(rb"<(?:key|name)>(?P<name>[\w .-]{2,64})</(?:key|name)>\s{0,40}\Z")
_LEFT, _RIGHT = 240, 480

_OPENS = b"<"[0]


def find(text: Text) -> Iterator[Found]:
    """Every secret whose name is another member of the same object."""
    data, low = text.data, text.low
    for word in text.among(WORDS):
        for at in text.places(word):
            behind = at + len(word)
            element = word[0] == _OPENS
            value = (_ELEMENT if element else _VALUE).match(data, behind)
            if value is None and element:
                value = _ELEMENT.match(low, behind)
            if value is None:
                continue
            left = low[max(0, at - _LEFT) : at]
            name = (_KEY if element else _BEFORE).search(left)
            if name is None and not element:
                name = _BEHIND.match(low, value.end(), value.end() + _RIGHT)
            found = _judged(data, name["name"], value.span("value")) if name else None
            if found:
                yield at, *value.span("value"), found


def _judged(data: bytes, name: bytes, span: tuple[int, int]) -> str | None:
    name = name.replace(b" ", b"_")
    at = {stem: name.find(stem) for stem in STEMS if stem in name}
    stem = next((stem for stem in at if is_whole(name, at[stem], stem)), None)
    if stem is None:
        return None
    clue = Clue(name, name, b"=", b'"', data[slice(*span)])
    return verdict.rule(clue, password=stem in PASSWORDS)
