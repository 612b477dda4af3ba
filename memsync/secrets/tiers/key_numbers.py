"""Private keys that are written as their numbers, not as a PEM block.

{"kty": "EC", "crv": "P-256", "x": "…", "y": "…", "d": "…"}    JWK (RFC 7517, 8037)
<RSAKeyValue><Modulus>…</Modulus>…<D>…</D></RSAKeyValue>       XML, as .NET writes it

kty: OKP / d: …                                             the same in YAML
priv: / 1f:3a:…        PrivateExponent: …                    OpenSSL, name servers

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
_BARE_KIND = lazy(rb":[ \t]{1,4}(?:RSA|EC|OKP|(?P<shared>oct))[ \t]*(?:\r?\n|\Z)")
# The private numbers of a key, and the whole of one that two sides share.
_NUMBER = lazy(
    rb"[{,\s]\\?[\"']?(?P<name>dp|dq|d|p|q|qi)\\?[\"']?\s{0,8}:\s{0,8}"
    rb"\\?[\"'](?P<value>[A-Za-z0-9_-]{20,1400}={0,2})\\?[\"']"
)
_SHARED = lazy(
    rb"[{,\s]\\?[\"']?k\\?[\"']?\s{0,8}:\s{0,8}"
    rb"\\?[\"'](?P<value>[A-Za-z0-9_-]{20,1400}={0,2})\\?[\"']"
)
_BARE_NUMBER = lazy(
    rb"(?<![^\s-])(?P<name>dp|dq|d|p|q|qi):[ \t]{1,4}"
    rb"(?P<value>[A-Za-z0-9_-]{20,1400}={0,2})"
)
_BARE_SHARED = lazy(rb"(?<![^\s-])k:[ \t]{1,4}(?P<value>[A-Za-z0-9_-]{20,1400}={0,2})")
# What OpenSSL prints, in pairs of digits, and a name server's file.
_PRINTED = lazy(rb"Private-Key:|Private-key-format:")
_IN_PAIRS = lazy(
    rb"(?:priv|privateExponent|prime[12]|exponent[12]|coefficient):"
    rb"[ \t]{0,4}\r?\n[ \t>+|]{1,24}"
    rb"(?P<value>(?:(?:[0-9a-fA-F]{2}:){1,40}(?:[0-9a-fA-F]{2})?"
    rb"[ \t]{0,4}\r?\n?[ \t>+|]{0,24}){1,60}"
    rb"(?:[0-9a-fA-F]{2}(?![\w:]))?)"
)
_OF_ZONE = lazy(
    rb"(?:Private(?:Key|Exponent)|Prime[12]|Exponent[12]|Coefficient):[ \t]{1,4}"
    rb"(?P<value>[A-Za-z0-9+/]{20,1400}={0,2})"
)
_IN_XML = lazy(
    rb"<(?:D|P|Q|DP|DQ|InverseQ)>\s{0,80}(?P<value>[A-Za-z0-9+/=\s]{20,2000})<"
)

# Bytes of a key before its kind, and after it.
_LEFT, _RIGHT = 6000, 8000

# Different characters of a number that a machine chose.
_DRAWN = 12
_HEX_PAIR = lazy(rb"[0-9a-fA-F]{2}")


def find(data: bytes) -> Iterator[Found]:
    """Every private key in one of these forms, from its first secret number on."""
    yield from _in_json(data)
    yield from _printed(data)
    at = data.find(_XML)
    while at >= 0:
        end = data.find(_XML_END, at, at + _RIGHT)
        if end >= 0:
            yield from _spanned([*_IN_XML.finditer(data, at, end)])
        at = data.find(_XML, max(end, at + len(_XML)))


def _printed(data: bytes) -> Iterator[Found]:
    for head in _PRINTED.finditer(data):
        end = head.end() + _RIGHT
        pairs = [*_IN_PAIRS.finditer(data, head.end(), end)]
        if any(len({*_HEX_PAIR.findall(pair["value"])}) >= _DRAWN for pair in pairs):
            last = pairs[-1]["value"].rstrip(b" \t\r\n>+|:")
            stop = pairs[-1].start("value") + len(last)
            yield head.start(), pairs[0].start("value"), stop, _RULE
        yield from _spanned([*_OF_ZONE.finditer(data, head.end(), end)])


def _bare(data: bytes, at: int) -> Iterator[Found]:
    """The private numbers beside a kind of key in YAML, up to blank lines."""
    kind = _BARE_KIND.match(data, at)
    if kind:
        start = data.rfind(b"\n\n", max(0, at - _LEFT), at) + 1
        end = data.find(b"\n\n", at, at + _RIGHT)
        number = _BARE_SHARED if kind["shared"] else _BARE_NUMBER
        stop = end if end >= 0 else at + _RIGHT
        yield from _spanned([*number.finditer(data, start, stop)])


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
        else:
            yield from _bare(data, at + len(_KTY))
        at = data.find(_KTY, max(done, at + len(_KTY)))


def _spanned(numbers: list[re.Match[bytes]]) -> Iterator[Found]:
    """One finding for all private numbers of a key."""
    if any(map(_is_drawn, numbers)):
        start, end = numbers[0].start("value"), numbers[-1].end("value")
        yield start, start, end, _RULE


def _is_drawn(number: re.Match[bytes]) -> bool:
    value = number["value"]
    return len(set(value)) >= _DRAWN and shapes.looks_random(value, expected=True)
