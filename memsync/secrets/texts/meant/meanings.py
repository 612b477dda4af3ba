r"""Where a text has escapes, and what each of them means.

`ghp\_`, `\u005f`, `%5F`, `&#95;`, terminal colours, full-width letters and those that
have no width.
"""

from __future__ import annotations

from memsync.lazy import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

# Entities for a sign in a secret or beside one.
NAMED = {
    b"quot": b'"',
    b"amp": b"&",
    b"apos": b"'",
    b"lt": b"<",
    b"gt": b">",
    b"lowbar": b"_",
    b"equals": b"=",
    b"colon": b":",
    b"nbsp": b" ",
}

# How an escape goes on after its first byte. The name of the group says what it means.
_GOES_ON = {
    b"\\": rb"(?P<gone>(?:u001[bB]|x1[bB]|e|033)\[[0-9;?]{0,16}[A-Za-z])"
    rb"|(?P<itself>[_=.+~!#*|/-])|(?:u00|x)(?P<hex>[2-7][0-9a-fA-F]|0[aAdD])",
    b"%": rb"(?P<hex>[2-7][0-9a-fA-F]|0[aAdD])",
    b"&": rb"(?:\#x(?P<numeral>[2-7][0-9a-fA-F]|0?[aAdD])"
    rb"|\#(?P<number>1[03]|[3-9][0-9]|1[01][0-9]|12[0-6])"
    rb"|(?P<name>%b));" % b"|".join(NAMED),
    b"\x1b": rb"(?P<gone>\[[0-9;?]{0,16}[A-Za-z]"
    rb"|\][^\x07\x1b\n]{0,200}(?:\x07|\x1b\\))",
    b"\xe2": rb"(?P<gone>\x80[\x8b-\x8d]|\x81\xa0)",
    b"\xef": rb"(?P<gone>\xbb\xbf)"
    rb"|\xbc(?P<upper>[\x81-\xbf])|\xbd(?P<lower>[\x80-\x9e])",
    b"\xc2": rb"(?P<gone>\xad)",
    b"\xe3": rb"(?P<blank>\x80\x80)",
}


def _pattern(first: bytes) -> bytes:
    """The first byte as a pattern of its own."""
    return b"\\\\" if first == b"\\" else first


# A pattern that begins with one byte takes a tenth of the time of one with several.
_OF_ONE = {
    first: lazy(rb"%b(?:%b)" % (_pattern(first), goes_on))
    for first, goes_on in _GOES_ON.items()
}


def _any() -> bytes:
    """The pattern of all of them; no two groups of it may have the same name."""
    ways = [
        rb"(?<=%b)(?:%b)" % (_pattern(first), goes_on.replace(b"?P<", b"?P<of_%d_" % i))
        for i, (first, goes_on) in enumerate(_GOES_ON.items())
    ]
    return rb"[%b](?:%b)" % (b"".join(map(_pattern, _GOES_ON)), b"|".join(ways))


# Any of them, for a search in a few bytes.
ANY = lazy(_any())


def find(data: bytes) -> Iterator[re.Match[bytes]]:
    """Every escape of a text, in order, without those within another one."""
    found: list[re.Match[bytes]] = []
    for first, pattern in _OF_ONE.items():
        # A pattern that is not needed need not be compiled.
        if data.find(first) >= 0:
            found += pattern.finditer(data)
    done = 0
    for match in sorted(found, key=_start):
        if match.start() >= done:
            yield match
            done = match.end()


def _start(match: re.Match[bytes]) -> int:
    return match.start()


def meaning(match: re.Match[bytes]) -> bytes:
    """What an escape that one of these patterns matched means; empty for a colour."""
    group = match.lastgroup or "gone"
    kind = group.rpartition("_")[2]
    value = match[group]
    if kind in ("gone", "blank"):
        return b" " if kind == "blank" else b""
    if kind in ("itself", "name"):
        return value if kind == "itself" else NAMED[value]
    if kind in ("upper", "lower"):
        # U+FF01 and U+FF40 mean 0x21 and 0x60; the last byte begins at 0x80.
        return bytes([value[0] - (0x60 if kind == "upper" else 0x20)])
    return bytes([int(value, 10 if kind == "number" else 16)])
