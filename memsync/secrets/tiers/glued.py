"""Tokens that are known by their shape alone, or that have letters glued to them."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.values import fillers, shapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# developers.asana.com/docs/personal-access-token: the user's number, and a digest.
_ASANA = lazy(
    rb"(?<![\w/.-])[0-2]/(?:\d{10,20}/)?\d{10,20}:[0-9a-f]{32}(?![0-9A-Za-z])"
)

# The same wherever it stands, in the few bytes that could hold it.
_ANYWHERE = lazy(rb"/\d{10,20}[:/][0-9a-f]")

# The format as issued: it ends with six letters of a checksum, so nothing after 36
# characters belongs to it (github.blog, "Behind GitHub's new authentication token
# formats", 2021).
_GITHUB = {
    b"ghp_": "github-pat",
    b"gho_": "github-oauth",
    b"ghu_": "github-app-token",
    b"ghs_": "github-app-token",
    b"ghr_": "github-refresh-token",
}

# One of these, which is found at once.
_PREFIX = lazy(rb"gh[opsur]_")

# Characters of GitHub's tokens after their prefix.
_LENGTH = 36
_COLON, _SLASH, _SIGN = b":/_"


def find(text: Text) -> Iterator[Found]:
    """Every token of these kinds."""
    joined = text.long
    if (
        joined.find(_COLON) >= 0
        and joined.find(_SLASH) >= 0
        and _ANYWHERE.search(joined)
    ):
        for match in _ASANA.finditer(text.data):
            yield match.start(), match.start(), match.end(), "service-token"
    if joined.find(_SIGN) >= 0 and _PREFIX.search(joined):
        for prefix, rule in _GITHUB.items():
            if joined.find(prefix) >= 0:
                yield from _issued(text.data, prefix, rule)


def _issued(data: bytes, prefix: bytes, rule: str) -> Iterator[Found]:
    at = data.find(prefix)
    while at >= 0:
        behind = at + len(prefix)
        value = data[behind : behind + _LENGTH]
        if (
            len(value) == _LENGTH
            and value.isalnum()
            and value.isascii()
            and not fillers.is_documented_example(value)
            and shapes.looks_random(value)
        ):
            yield at, at, behind + _LENGTH, rule
            behind += _LENGTH
        at = data.find(prefix, behind)
