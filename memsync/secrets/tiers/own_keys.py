"""memsync's own keys: recovery codes, key files, and a machine's unencrypted keys.

Whoever has one reads a whole encrypted memory, its host included
(docs/format.md, 9.3).
"""

from __future__ import annotations

from memsync.lazy import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# Seven groups of base32. A person may have typed 0, 1 or 8, which it has not, and a
# line may break between two groups: four of them are on one line nevertheless.
_GROUP = rb"[A-Za-z0-8]{8}"
_CODE = lazy(
    rb"(?<![A-Za-z0-9])(?=(?P<value>%b(?:-(?:\r?\n)?%b){6})(?![A-Za-z0-9]))"
    % (_GROUP, _GROUP)
)
_SOME_GROUPS = lazy(rb"(?:-%b){3}" % _GROUP)
_HYPHEN, _TYPED, _MEANT = b"-", b"018", b"OIB"
_LABEL, _SECRET = b"memsync/v1/code", 32

# The unencrypted key file of a machine; within a string, its quotes are escaped.
_MACHINE = b'"machine'
_BLANKS = rb"(?:\s|\\n){0,9}"


def _member(name: bytes, value: bytes) -> bytes:
    return rb'\\?"%b\\?"%b:%b%b' % (name, _BLANKS, _BLANKS, value)


def _key(name: bytes) -> bytes:
    return _member(name, rb'\\?"(?P<%b>[0-9a-f]{64})\\?"' % name)


_NEXT = _BLANKS + b"," + _BLANKS
_KEYS = lazy(
    _key(b"machine")
    + b"".join(
        b"(?:" + _NEXT + each + b")?"
        for each in (_member(b"epoch", rb"\d{1,9}"), _key(b"root"), _key(b"key"))
    )
)

# For the native search.
GATES = (_GROUP + rb"(?:-%b){3}" % _GROUP, rb'"machine\\?"\s*:\s*\\?"[0-9a-f]{64}')


def find(text: Text) -> Iterator[Found]:
    """Every such key."""
    joined = text.long
    if joined.find(_HYPHEN) >= 0 and _SOME_GROUPS.search(joined):
        for match in _CODE.finditer(text.data):
            if _is_code(match["value"]):
                start, end = match.span("value")
                yield start, start, end, "memsync-key"
    if joined and text.data.find(_MACHINE) >= 0:
        for match in _KEYS.finditer(text.data):
            for name, value in match.groupdict().items():
                if value:
                    yield match.start(name), *match.span(name), "memsync-key"


def _is_code(value: bytes) -> bool:
    """Whether its checksum fits: three of its bytes follow from the others."""
    from base64 import b32decode
    from hashlib import sha256

    letters = bytes(each for each in value if each not in b"-\r\n")
    table = bytes.maketrans(_TYPED, _MEANT)
    try:
        data = b32decode(letters.upper().translate(table))
    except ValueError:
        return False
    secret, check = data[:_SECRET], data[_SECRET:]
    return sha256(_LABEL + secret).digest().startswith(check)
