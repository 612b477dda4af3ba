"""Keys that a text spells byte by byte, as radios show theirs.

    network_key: [59, 107, 179, …]      AppKey 0D 1D 22 A2 …      key: 0x95, 0xFC, …

Sixteen bytes or more, of Zigbee, Z-Wave, LoRaWAN or Thread. A fingerprint and a test
vector look the same, so only names count that these give to their keys.
"""

from __future__ import annotations

from itertools import pairwise

from memsync.lazy import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# What precedes `key` in such a name (zigbee2mqtt.io, "Zigbee network configuration";
# lora-alliance.org, "LoRaWAN 1.1 Specification", 6.1; openthread.io, "Thread primer").
BEFORE = (
    *(b"network", b"nwk", b"app", b"link", b"zigbee", b"z-wave"),
    *(b"zwave", b"master", b"thread", b"s0", b"s2", b"mesh", b"commissioner"),
)
# Some have an `s` behind it: `NwkSKey`, `network keys`.
_ENDS = (*BEFORE, b"s")
_NAME = lazy(rb"(?<![a-z])(?:%b)s?[ _-]?\Z" % b"|".join(BEFORE))
# Bytes with what is between them, in hexadecimal and as numbers of a list.
_HEX = rb"(?:0x)?[0-9a-f]{2}"
_BYTES = lazy(
    rb"(?i)[^\n]{0,100}?(?:[ \t:=\"'`\[({]|\r?\n)[ \t\"'`\[({>-]{0,8}"
    rb"(?P<value>%b(?:[ \t]?[ ,:-][ \t]?%b){15,31}"
    rb"|\d{1,3}(?:,[ \t]{0,2}\d{1,3}){15,31})(?![\w,:-])" % (_HEX, _HEX)
)
# The same below one another, as YAML has a list.
_ITEM = rb"[ \t]*-[ \t]*\d{1,3}"
_ITEMS = lazy(rb"[\"']?:[ \t]*\r?\n(?P<value>%b(?:\r?\n%b){15})(?!\d)" % (_ITEM, _ITEM))
_PIECE = lazy(rb"(?i)0x[0-9a-f]{2}|[0-9a-f]{1,3}")

_LEFT, _MOST = 16, 255
# Of sixteen drawn bytes so many differ.
_DIFFERENT = 10


def find(text: Text) -> Iterator[Found]:
    """Every such key behind its name."""
    for at in text.places(b"key"):
        left = text.low[max(0, at - _LEFT) : at]
        # Most names have other words before this one.
        if not (left.rstrip(b" _-").endswith(_ENDS) and _NAME.search(left)):
            continue
        behind = at + len(b"key")
        match = _ITEMS.match(text.data, behind) or _BYTES.match(text.data, behind)
        if match and _is_drawn(match["value"]):
            start, end = match.span("value")
            start += len(match["value"]) - len(match["value"].lstrip(b" \t-"))
            yield at, start, end, "generic-secret"


def _is_drawn(value: bytes) -> bool:
    pieces = [piece.lower() for piece in _PIECE.findall(value)]
    numbers = (all(map(bytes.isdigit, pieces)) and b"," in value) or b"\n" in value
    if numbers and max(map(int, pieces)) > _MOST:
        return False
    return len(set(pieces)) >= _DIFFERENT and not _is_counted(pieces)


def _is_counted(pieces: list[bytes]) -> bool:
    """Whether they go up by one, as the bytes of a sample do."""
    values = [int(piece, 16) for piece in pieces]
    steps = [after - before for before, after in pairwise(values)]
    return max(map(steps.count, steps)) > len(steps) // 2
