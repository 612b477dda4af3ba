"""Private keys that are written as their numbers, not as a PEM block.

{"kty": "EC", "crv": "P-256", "x": "…", "y": "…", "d": "…"}    JWK (RFC 7517, 8037)
<RSAKeyValue><Modulus>…</Modulus>…<D>…</D></RSAKeyValue>       XML, as .NET writes it

A public key has the same form without the private numbers.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.values import shapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from memsync.secrets.finding import Found

_RULE = "private-key-numbers"

_KTY, _XML, _XML_END = b"kty", b"<RSAKeyValue>", b"</RSAKeyValue>"
# The kind of a key, right after its name.
_KIND = lazy(rb"\\?[\"']?\s{0,8}:\s{0,8}\\?[\"'](?:RSA|EC|OKP|(?P<shared>oct))\\?[\"']")
# The private numbers of a key, and the whole of one that two sides share.
_NUMBER = lazy(
    rb"[{,\s]\\?[\"']?(?P<name>dp|dq|d|p|q|qi)\\?[\"']?\s{0,8}:\s{0,8}"
    rb"\\?[\"'](?P<value>[A-Za-z0-9_-]{20,1400}={0,2})\\?[\"']"
)
_SHARED = lazy(
    rb"[{,\s]\\?[\"']?k\\?[\"']?\s{0,8}:\s{0,8}"
    rb"\\?[\"'](?P<value>[A-Za-z0-9_-]{20,1400}={0,2})\\?[\"']"
)
_IN_XML = lazy(
    rb"<(?:D|P|Q|DP|DQ|InverseQ)>\s{0,80}(?P<value>[A-Za-z0-9+/=\s]{20,2000})<"
)

# Bytes of a key before its kind, and after it.
_LEFT, _RIGHT = 6000, 8000

# Different characters of a number that a machine chose.
_DRAWN = 12


def find(data: bytes) -> Iterator[Found]:
    """Every private key in one of these forms, from its first secret number on."""
    yield from _in_json(data)
    at = data.find(_XML)
    while at >= 0:
        end = data.find(_XML_END, at, at + _RIGHT)
        if end >= 0:
            yield from _spanned([*_IN_XML.finditer(data, at, end)])
        at = data.find(_XML, max(end, at + len(_XML)))


def _in_json(data: bytes) -> Iterator[Found]:
    at, done = data.find(_KTY), 0
    while at >= 0:
        kind = _KIND.match(data, at + len(_KTY))
        if kind:
            start = max(data.rfind(b"{", max(done, at - _LEFT), at), done)
            end = data.find(b"}", at, at + _RIGHT)
            done = end if end >= 0 else min(at + _RIGHT, len(data))
            number = _SHARED if kind["shared"] else _NUMBER
            yield from _spanned([*number.finditer(data, start, done)])
        at = data.find(_KTY, max(done, at + len(_KTY)))


def _spanned(numbers: list[re.Match[bytes]]) -> Iterator[Found]:
    """One finding for all private numbers of a key."""
    if any(map(_is_drawn, numbers)):
        start, end = numbers[0].start("value"), numbers[-1].end("value")
        yield start, start, end, _RULE


def _is_drawn(number: re.Match[bytes]) -> bool:
    value = number["value"]
    return len(set(value)) >= _DRAWN and shapes.looks_random(value, expected=True)
