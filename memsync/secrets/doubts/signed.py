"""What a signed token (JWT) says of itself: whether it is signed, and until when.

A token without a signature opens nothing, and neither does one whose time is over.
Whoever writes down a fresh token is still stopped; a write-up of last year is not.
"""

from __future__ import annotations

from memsync.lazy import lazy

# What may follow the value if it is the first of several joined strings.
_GOES_ON = lazy(rb"\.?[\"'][ \t]{0,4}[+\\]?[ \t]{0,4}\r?\n[ \t]{0,40}[\"']\.?[\w-]{12}")
_JOINTS = b"\"'\\+ \t\r\n"
# Characters that a signature has at least.
_SIGNATURE = 16

# Headers and parameters of any token hold signed ones, too.
_HOLDS = (
    *("jwt", "bearer-auth", "authorization-header"),
    *("generic-", "service-", "prose-"),
)

# What decided, as `scan -v` says it.
SESSION = "a session ends"
_MAY_HAVE_EXPIRED = "a signed token may have expired"

# A cookie's name in front of its value, in a header, an option or code.
_COOKIE = lazy(
    rb"(?i)(?:\bcookies?\b[^\n\w]{1,8}|[ \t]-b[ \t]{1,3}[\"']?)"
    rb"(?:[\w.-]{1,40}=[^\s;\"']{0,60};[ \t]{0,2}){0,3}[\w.-]{1,40}=\Z"
)


def kind(left: bytes) -> str:
    """What a signed token is, by the text before it on its line: perhaps a session."""
    return SESSION if _COOKIE.search(left) else _MAY_HAVE_EXPIRED


def of(rule: str, value: bytes, right: bytes) -> str | None:
    """Why a signed token opens nothing, or None; `right` is the text after it."""
    # A token within base64 was judged already; one of several joined strings goes on.
    if not (rule.startswith(_HOLDS) and value.startswith(b"ey")):
        return None
    parts = value.translate(None, _JOINTS).split(b".")
    head = _decoded(parts[0])
    # An encrypted one has five parts.
    other = rule != "jwt" and (len(parts) != 3 or b'"alg"' not in head)
    if other or _GOES_ON.match(right):
        return None
    unsigned = len(parts) < 3 or len(parts[2]) < _SIGNATURE
    if unsigned or b'"alg":"none"' in head.lower().replace(b" ", b""):
        return "it has no signature"
    return "it has expired" if _has_expired(parts[1]) else None


def _decoded(part: bytes) -> bytes:
    from memsync.secrets.texts.decode import decoded

    return decoded(part, any_bytes=True) or b""


def _has_expired(claims: bytes) -> bool:
    import json
    import time

    try:
        said = json.loads(_decoded(claims))
    # Not text at all, such as the claims of an encrypted token.
    except (ValueError, RecursionError):
        return False
    end = said.get("exp") if isinstance(said, dict) else None
    if isinstance(end, bool) or not isinstance(end, (int, float)):
        return False
    return end < time.time()
