"""Private keys: PEM blocks, also after the prefixes of logs, diffs and pagers.

Agents often print a key by `cat -n`, in a log or in a diff. Then each line has the same
prefix as its first one has before `-----BEGIN`, except for its numbers.
"""

from __future__ import annotations

from memsync.lazy import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

_OPENS = b"-----BEGIN"
# A key's first line, then its headers, then at least twelve characters of it. Pages
# write blanks that do not break, addresses plus signs.
_PEM = lazy(
    rb"-----BEGIN[ +A-Z0-9_\xc2\xa0-]{0,40}"
    rb"(?:PRIVATE(?:[ +]|\xc2\xa0)KEY|Static key V1"
    rb"|tls-crypt-v2 (?:client|server) key)(?:(?:[ +]|\xc2\xa0)BLOCK)?-----"
    rb"(?:\\+[nr]|[\s\"'`+>,|#*.;-]"
    rb"|[A-Z][\w-]{1,30}:[ +\xc2][^\n\\]{0,200}(?:\n|\\+[nr])){0,60}"
    rb"(?P<body>[A-Za-z0-9+/=]{12})",
)
_PEM_END = lazy(rb"-----END[ A-Z0-9_a-z\xc2\xa0-]{0,60}-----")
# The first line alone: some keys are cut after it.
_HEAD = lazy(
    rb"-----BEGIN[ A-Za-z0-9_-]{0,40}(?:(?i:PRIVATE KEY)|Static key V1"
    rb"|tls-crypt-v2 (?:client|server) key)(?: BLOCK)?-----"
    rb"|---- BEGIN SSH2 (?:ENCRYPTED )?PRIVATE KEY ----"
)
# The beginning of the key after what documents put before it.
_BEHIND_HEAD = lazy(
    rb"(?:\\+[nr]|[\s\"'`+>,|;]|</?\w{1,8} ?/?>){1,12}[A-Za-z0-9+/=]{12}"
)
# The beginning of its next line, which is no name in code.
_BODY = lazy(
    rb"[\s\"'`+>,|#*.;/-]{0,12}[A-Za-z0-9+/=]{12}(?![A-Za-z0-9]{0,60}(?:::|[(<_]))"
)
_ATTRIBUTE = lazy(rb"[\s\"'`+>,|#*.;/-]{0,12}(?:[A-Z][\w-]{1,30}: |\#)")

# What is between the marks of a key, whatever a program writes around its lines: a
# call, markup, a variable. Less than this is no key.
_PIECE = lazy(rb"[A-Za-z0-9+/]{20,}={0,2}")
_SHORTEST, _DRAWN = 56, 20
# An editor that wraps long lines may break it.
_EITHER_END = lazy(
    rb"-----END(?:[ A-Za-z0-9_-]{0,60}|[\sA-Za-z0-9_-]{0,60}?)-----"
    rb"|---- END SSH2 [A-Z ]{0,30} ----"
)
_OPENS_SSH2 = b"---- BEGIN SSH2"

# Bytes from the beginning of a key to its end.
_LONGEST = 1 << 15

# Bytes before `-----BEGIN` that its other lines may have too.
_PREFIX = 120

# Lines between the first line and the key itself, such as `Proc-Type: …`.
_LINES = 8

_PARTS = lazy(rb"[0-9]+(?:[.:,][0-9]+){0,4}|[ \t]+|[:-]|[^0-9 \t:-]+")
_DIGITS = b"0123456789"

# The mark behind a key: how it begins and ends, and the most bytes of it.
_ENDS, _CLOSED, _MARK = b"-----END", b"KEY-----", 60
# The lines in front of it, and bytes in which they may be.
_LINES_OF_END = lazy(
    rb"(?:(?<=\n)|\A)(?:[ \t>]{0,8}[A-Za-z0-9+/]{60,76}\r?\n){1,40}"
    rb"[ \t>]{0,8}[A-Za-z0-9+/]{2,76}={0,2}\r?\n[ \t>]{0,8}\Z"
)
_SHOWN = 1 << 12


def find(data: bytes) -> Iterator[Found]:
    """Every private key that begins a line, or is in a string."""
    at = data.find(_OPENS)
    while at >= 0:
        match = _PEM.match(data, at)
        after = at + 10
        if match:
            after = _end(data, match.end())
            yield at, at, after, "private-key"
        at = data.find(_OPENS, after)


def find_printed(data: bytes) -> Iterator[Found]:
    """Every private key whose lines have a prefix, or are followed by markup."""
    at = data.find(_OPENS)
    while at >= 0:
        head = _HEAD.match(data, at)
        after = at + 10
        if head and not _PEM.match(data, at):
            body = _BEHIND_HEAD.match(data, head.end())
            begun = body.end() if body else _behind_prefix(data, at, head.end())
            end = _end(data, begun) if begun else _between(data, head.end())
            if end:
                after = end
                yield at, at, after, "private-key"
        at = data.find(_OPENS, after)
    at = data.find(_OPENS_SSH2)
    while at >= 0:
        head = _HEAD.match(data, at)
        end = _between(data, head.end()) if head else 0
        if end:
            yield at, at, end, "private-key"
        at = data.find(_OPENS_SSH2, max(end, at + 10))


def find_ends(text: Text) -> Iterator[Found]:
    """Every private key of which a text has only the end."""
    data = text.data
    for at in text.places(b"key"):
        if not data.startswith(_CLOSED, at):
            continue
        start = data.rfind(_ENDS, max(0, at - _MARK), at)
        if start < 0 or b"PRIVATE" not in data[start:at]:
            continue
        first = max(0, start - _LONGEST)
        opened = data.rfind(_OPENS, first, start)
        if opened >= 0 and opened > data.rfind(_ENDS, first, start):
            continue
        lines = _LINES_OF_END.search(data, max(first, start - _SHOWN), start)
        if lines and _is_drawn(lines[0]):
            yield start, lines.start(), at + len(_CLOSED), "private-key"


def _end(data: bytes, begun: int) -> int:
    end = _PEM_END.search(data, begun, begun + _LONGEST)
    return end.end() if end else begun


def _between(data: bytes, behind: int) -> int:
    """Where a key ends that has enough characters between its marks; 0 for none."""
    # Marks without a key between them must not each cause a search to the end.
    limit = behind + _LONGEST
    for opens in (_OPENS, _OPENS_SSH2):
        following = data.find(opens, behind, limit)
        limit = following if following >= 0 else limit
    end = _EITHER_END.search(data, behind, limit)
    if end is None:
        return 0
    pieces = _PIECE.findall(data, behind, end.start())
    whole = sum(map(len, pieces)) >= _SHORTEST
    return end.end() if whole and any(map(_is_drawn, pieces)) else 0


def _is_drawn(piece: bytes) -> bool:
    return len(set(piece)) >= _DRAWN


def _behind_prefix(data: bytes, at: int, behind: int) -> int:
    """Where the body begins after the prefixes, with twelve characters; 0 for none."""
    import re

    line = data.rfind(b"\n", max(0, at - _PREFIX), at) + 1
    prefix = data[max(line, at - _PREFIX) : at]
    alike = re.compile(b"".join(_alike(part) for part in _PARTS.findall(prefix)))
    start = data.find(b"\n", behind, behind + 200) + 1
    for _ in range(_LINES):
        if not start:
            return 0
        same = alike.match(data, start) if prefix.strip() else None
        begin = same.end() if same else start
        body = _BODY.match(data, begin)
        end = data.find(b"\n", begin)
        if _ATTRIBUTE.match(data, begin):
            pass
        elif body and (end < 0 or body.end() <= end):
            return body.end()
        elif data[begin : end if end >= 0 else None].strip():
            return 0
        start = end + 1
    return 0


def _alike(part: bytes) -> bytes:
    """A pattern for the same place in another line's prefix."""
    import re

    if part[:1] in (b" ", b"\t"):
        return rb"[ \t]{0,24}"
    if part[0] in _DIGITS:
        return rb"[0-9][0-9.:,]{0,30}"
    # `grep -C` has a colon on the line that matches, and a hyphen on the others.
    return rb"[:-]" if part in (b":", b"-") else re.escape(part)
