"""The context tier: a keyword, a separator and a value that looks like a secret."""

from __future__ import annotations

import re

from memsync.secrets import shapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

Found = tuple[int, int, int, str]
"""Where the evidence begins, where the value begins and ends, and the rule."""

STEMS = (b"pass", b"pwd", b"secret", b"token", b"key", b"auth", b"cred", b"psk", b"api")
"""Lower-case beginnings of the keywords; searched as plain bytes."""

_PASSWORDS = (b"pass", b"pwd", b"psk")

_LEFT = 48
"""Bytes before a keyword in which a service's name counts."""

_AFTER = re.compile(
    rb"""
    (?P<rest>[\w.-]{0,48})
    (?P<mid>\\?["'`\])*>}]{0,4}[ \t]{0,12}
      (?::[ \t]?(?:string|str|bytes|any)\b[ \t]{0,2}|(?:string|str|text)[ \t]{1,4})?)
    (?P<op>[:?|+.!~=]{0,4}=[>=]{0,2}|:{1,2}|->|,|\||<-|(?:is|was)(?=[ \t])
      |(?<=>)(?=\s)|(?=[ \t]*[\w\\]?["'`(\[]?[^\s"'`<>]{16}))
    (?:[ \t]{0,12}|(?<=>)\s{1,20})
    (?P<open>(?:[bruf@]|\\)?["'`]{1,3}|[(<\[{*"]{1,3}["'`]?|)
    (?P<value>[^\s"'`<>]{4,400})
    """,
    re.VERBOSE | re.IGNORECASE,
)
_NAME_BEFORE = re.compile(rb"[\w.-]*$")
_NOT_THE_VALUE = re.compile(
    rb"pub(?:lic)?[_-]?key|public|fingerprint|hash|checksum|digest|sha\d|integrity"
    rb"|name$|path|file$|dir$|url|uri$|endpoint|type$|len(?:gth)?$|size|count(?!ry)|limit|max_?"
    rb"|min_|expir|ttl|algorithm|version|format|policy|prompt|label|field|column|header$|prefix"
    rb"|suffix|keyboard|keyword|keymap|keycode|keypress|monkey|turkey|tokeniz|author(?!iz)|primary|foreign"
    rb"|sort|cache|group|event|partition|resource|lookup|index|passing|passed|passes|passenger|compass|bypass|surpass"
    rb"|passive|passage|passion|object|translation|i18n|(?<!access)(?<!client)(?<!api)(?<!key)[_-]id$|hotkey|shortcut"
    rb"|commit|rev(?:ision)?$|etag|nonce|csrf|modul|dedup|idempot|continuation|cursor|page(?!rduty)|next|credit|secretar|credentials?_?id$|secretsid$|non_?match|dummy|fake|mock|invalid|bogus"
)
_IN_SAMPLE = re.compile(rb"\.(?:svg|png)\?|otpauth://.*(?:user|example|alice)")
"""A badge's address, and the sample of a one-time-password address."""

_STRONG = re.compile(
    rb"secret|api[_.-]?(?:key|token)|apikey|app[_.-]?key|access[_.-]?(?:key|token)|auth[_.-]?(?:key|token)"
    rb"|(?:private|encryption|signing|service|account|master|license|storage|shared|subscription|consumer|client|admin|session|refresh|oauth|bot|id|bearer|deploy|personal|user|jwt|security|write|read|sas|server|hub|host|function)[_.-]?(?:access[_.-]?)?(?:key|token|secret)"
    rb"|credential|psk|authorization",
)
_PASS = re.compile(
    rb"pass(?:word|wd|phrase|code|wort|wrd)?s?(?![a-z])|pwd(?![a-z])|psk(?![a-z])|pass(?:word|wd|phrase)"
)
_BREAKS = re.compile(rb"\\+[nrt\"'u]|[;&]|,(?!\d{0,2}$)|%0[aA]")
_TRAIL = b".,;:)]}*|\\!?"


def find(data: bytes, low: bytes) -> Iterator[Found]:
    """Every keyword with a value that passes the gates; `low` is `data.lower()`."""
    for stem in STEMS:
        at = low.find(stem)
        while at >= 0:
            found = _judge(data, low, stem, at)
            if found:
                yield found
            at = low.find(stem, at + len(stem))


def _judge(data: bytes, low: bytes, stem: bytes, at: int) -> Found | None:
    match = _AFTER.match(data, at + len(stem))
    if match is None:
        return None
    rest = match["rest"].lower()
    if stem in _PASSWORDS:
        if not _PASS.match(stem + rest):
            return None
    elif not _ends_a_word(stem, rest):
        return None
    op, opened = match["op"], match["open"]
    if not op and match["mid"].rstrip(b" \t")[-1:] == b">":
        op = b">"
    if not op and not opened and not match["mid"]:
        return None
    start, end = _value(data, match)
    value = data[start:end]
    if len(value) < 6:
        return None
    left = low[max(0, at - _LEFT, low.rfind(b"\n", max(0, at - _LEFT), at) + 1) : at]
    head = _NAME_BEFORE.search(left)
    name = (head[0] if head else b"") + stem + rest
    if _NOT_THE_VALUE.search(name) or not_secret(value) or _IN_SAMPLE.search(left):
        return None
    if stem in _PASSWORDS:
        rule = _password(value, op, opened)
    else:
        rule = _token(value, op, opened, name, left + stem + rest)
    return (at, start, end, rule) if rule else None


def _ends_a_word(stem: bytes, rest: bytes) -> bool:
    if stem == b"api":
        return not rest
    if stem == b"auth":
        return not rest[:1].isalpha() or rest.startswith(
            (b"orization", b"token", b"key", b"secret")
        )
    if stem == b"cred":
        return rest.startswith((b"ential", b"s")) or not rest[:1].isalpha()
    return not rest[:1].isalpha() or rest.startswith(
        (
            b"s",
            b"string",
            b"value",
            b"text",
            b"base",
            b"key",
            b"token",
            b"id",
            b"access",
            b"data",
            b"for",
            b"raw",
        )
    )


def _value(data: bytes, match: re.Match[bytes]) -> tuple[int, int]:
    start, end = match.span("value")
    if cut := _BREAKS.search(data, start, end):
        end = cut.start()
    while end > start and data[end - 1] in _TRAIL:
        end -= 1
    return start, end


def not_secret(value: bytes) -> bool:
    """Whether the value is of a kind that is never one: placeholder, path, public."""
    return (
        shapes.is_placeholder(value)
        or shapes.is_public(value)
        or shapes.is_path_or_code(value)
    )


def _password(value: bytes, op: bytes, opened: bytes) -> str | None:
    if not op or (op == b"," and not opened):
        return None
    return "generic-password" if shapes.looks_like_password(value) else None


def _token(
    value: bytes, op: bytes, opened: bytes, name: bytes, window: bytes
) -> str | None:
    from memsync.secrets.services import named

    if op == b"," and not opened:
        return None
    strong = _STRONG.search(name) is not None
    service = named(window)
    kind = "service-token" if service else "generic-secret"
    n = len(value)
    if not service and shapes.is_sequence(value):
        return None
    if shapes.is_hash(value) or shapes.is_uuid(value) or value.isdigit():
        # Such values name things far more often than they unlock them.
        if shapes.is_time_uuid(value) and (not service or name.endswith(b"authtoken")):
            return None
        wanted = n >= 12 if service else strong and op and n >= 32
        return kind if wanted and (service or not value.isdigit()) else None
    if service and op and _is_long_mix(value):
        return kind
    if name.endswith(b"api") and not service:
        return None
    if b":" in value or shapes.is_slug(value):
        return None
    if n < 10 or not shapes.looks_random(value, expected=service and bool(op)):
        return None
    if not op and not opened and not ((strong or service) and n >= 16):
        return None
    return kind if n >= 16 or strong or service else None


def _is_long_mix(value: bytes) -> bool:
    """One word of letters and digits such as services give out, even if counted off."""
    digits = len(re.findall(rb"\d", value))
    if len(value) > 64 and shapes.is_hash(value[:64]) and not shapes.is_hex(value):
        return False
    if shapes.is_slug(value):
        return False
    word = value.replace(b"-", b"").replace(b"_", b"")
    return len(value) >= 14 and 4 <= digits <= len(value) - 4 and word.isalnum()
