"""Cookies that hold a session: whoever has the value is the user (RFC 6265)."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.values import fillers, shapes
from memsync.secrets.values.harmless import is_harmless

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# What follows the word where cookies are listed.
_OPENS = (b":", b"'", b'"', b"=", b" ")

# One cookie of a header.
_COOKIE = lazy(
    rb"(?P<name>[A-Za-z_][\w.-]{1,40})=[\"']?(?P<value>[\w.%+/=~!:-]{16,4000})"
)
# Names of cookies that open a session, and of those that do not.
_SESSION = lazy(rb"(?i)sess|(?:^|[._-])s?id$|sid$|auth|token|jwt|remember|login|ticket")
_NO_SESSION = lazy(rb"(?i)csrf|xsrf|client_?id|track|utm|theme|lang|consent|^_g[aic]")
# The most bytes of a header that are checked, and the most cookies in it.
_LONGEST = 4096
_MOST = 32


def find(text: Text) -> Iterator[Found]:
    """Every session in a `Cookie` or `Set-Cookie` header."""
    data, done = text.data, 0
    for at in text.places(b"cookie"):
        behind = at + len(b"cookie")
        if at < done or not data.startswith(_OPENS, behind):
            continue
        done = data.find(b"\n", behind, behind + _LONGEST)
        done = behind + _LONGEST if done < 0 else done
        yield from sessions(data, at, behind, done)


def sessions(data: bytes, at: int, start: int, end: int) -> Iterator[Found]:
    """Every session between two places; `at` is where its evidence begins."""
    for count, match in enumerate(_COOKIE.finditer(data, start, end)):
        if count == _MOST:
            break
        if _is_session(match["name"], match["value"]):
            yield at, *match.span("value"), "session-cookie"


def _is_session(name: bytes, value: bytes) -> bool:
    return (
        _SESSION.search(name) is not None
        and _NO_SESSION.search(name) is None
        and not is_harmless(value)
        and not shapes.is_slug(value)
        and not fillers.is_sequence(value)
        and shapes.looks_random(value, expected=True)
    )
