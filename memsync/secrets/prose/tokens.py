"""Tokens, keys and secrets in sentences."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.prose.called import is_digest, is_identified
from memsync.secrets.prose.names import TOKENS
from memsync.secrets.texts.glance import WINDOW, has_digit, line_at, line_before
from memsync.secrets.tiers.context import PERSONAL, is_whole
from memsync.secrets.values.certainty import LIKELY, certainty
from memsync.secrets.values.given import is_hex_key, is_token, trim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

# A token named in a sentence.
_TOKEN_IS = lazy(
    rb"(?i)(?:token|secret|key|pat)(?:s|_[a-z0-9_]{1,24})?[\"'`*_)]{0,3}"
    rb"(?:(?:[ \t]+(?!is\b|was\b)[a-z0-9@._/'`*()-]{1,30},?){1,9}?[ \t]*"
    rb"(?:(?<![\w-])(?:is|was|be)\b(?:[ \t]+(?:now|set to)){0,2}|=|:)"
    rb"|[^\n\"'`]{0,60}?(?:->|\xe2\x86\x92))"
    rb"[ \t]*[\"'`*_(]{0,3}"
    rb"(?P<value>[^\s\"'`<>*]{16,400})"
)
# Names of tokens that are public or expire within minutes.
_HARMLESS = (b"authenticity_", b"csrf_", b"public ")

# After these words, a hexadecimal `key` or `token` is not a hash.
SURELY = (
    *(
        word + sign
        for word in b"api access client signing secret master encryption admin app auth"
        b" hmac bearer webhook".split()
        for sign in (b" ", b"-", b"_")
    ),
    # As one word.
    *(b"api", b"app"),
)

# What is around a name that is a word of a sentence.
_ENDS = (b" ", b",", b".", b")", b'"', b"'", b"`", b"*", b":", b"s")
# What the name of a header has before it, and a name that is written as one word.
_HEADERS = (b"api-", b"auth-", b"access-", b"app-", b"x-", b"api", b"app")
# Names that need no word of `SURELY`.
_SECRET = b"secret"
_SURE = (_SECRET, PERSONAL)
_JOINED = frozenset(b"_.-[/#abcdefghijklmnopqrstuvwxyz0123456789")

# Bytes before a name in which `as` may be: `use … as the API key`.
_AS_REACH = 16
# A password in brackets behind the word, and a key with its number.
_IN_BRACKETS = lazy(rb" \((?P<value>[^\s()\"'`<>]{8,40})\)")
_NUMBERED = lazy(rb"\d(?= )|\[\d{1,3}\](?=[ ,])")
# What joins the parts of a token, and what stands for those that are not shown.
_JOINTS, _GOES_ON = b"-_", (b"...", b"\xe2\x80\xa6")
# Characters of the shortest token.
_LONG = 16
# What may follow a public key: `to-wg uses … as its public key`.
_PUBLIC = lazy(rb"[\"'`*]{0,3}[ \t](?:as|for|is)[ \t](?:[a-z]{2,5}[ \t])?public[ -]key")


def _is_within(low: bytes, at: int) -> bool:
    """Whether a word is a piece of a name in code, and not the end of a header's."""
    joined = at > 0 and low[at - 1] in _JOINED
    return joined and not low.endswith(_HEADERS, 0, at)


def find(text: Text) -> Iterator[Found]:
    """Every token, key or secret that a sentence gives: `the token for Acme is …`."""
    data, low = text.data, text.low
    for stem in text.among(TOKENS):
        ruled_out = 0
        for at in _names(text, stem):
            used = _in_front(text, stem, at)
            if used and not _is_public(low, used[1]):
                yield at, *used, "prose-token"
            # What excludes a line excludes its other places of this word.
            if at < ruled_out:
                continue
            line = line_at(data, at)
            if not (has_digit(line) and max(map(len, line.split())) >= _LONG):
                if len(line) < WINDOW:
                    ruled_out = at + len(line)
                continue
            told = None
            if not low.endswith(_HARMLESS, 0, at):
                told = _behind(data, low, at) or _near(data, low, stem, at)
            if told and not (_is_cut(data, told[1]) or _is_public(low, told[1])):
                yield at, *told, "prose-token"


def _is_cut(data: bytes, end: int) -> bool:
    """Whether a text hides all behind a joint, as the last part is the secret."""
    return data[end - 1] in _JOINTS and data.startswith(_GOES_ON, end)


def _is_public(low: bytes, end: int) -> bool:
    """Whether a text says behind a key that it is a public one."""
    return _PUBLIC.match(low, end) is not None


def _names(text: Text, stem: bytes) -> list[int]:
    """Where a word may name a token; `pat` begins `path` and `pattern`, too."""
    places = text.places_before(stem, "told tokens")
    if stem == PERSONAL:
        return [at for at in places if is_whole(text.data, at, stem)]
    return places


def _behind(data: bytes, low: bytes, at: int) -> tuple[int, int] | None:
    """Where the token is right behind its name, which is at an offset."""
    match = _TOKEN_IS.match(data, at)
    if match is None:
        return None
    start, end = trim(data, *match.span("value"))
    value = data[start:end]
    sure = is_token(value) or (low.endswith(SURELY, 0, at) and is_hex_key(value))
    other = is_digest(data, start) or is_identified(data[at:start])
    return (start, end) if sure and not other else None


def _near(data: bytes, low: bytes, stem: bytes, at: int) -> tuple[int, int] | None:
    """Where the token is some words behind its name."""
    behind = at + len(stem)
    # A piece of a name in code has others beside it.
    numbered = _NUMBERED.match(low, behind)
    if not (numbered or low[behind : behind + 1] in _ENDS) or _is_within(low, at):
        return None
    from memsync.secrets.prose import near

    bracket = _IN_BRACKETS.match(data, behind) if stem == _SECRET else None
    if bracket and certainty(bracket["value"]) >= LIKELY:
        return bracket.span("value")
    # `key1`, `APPKEY[16]`
    behind = numbered.end() if numbered else behind
    sure = stem in _SURE or low.endswith(SURELY, 0, at)
    return near.token(data, behind, sure=sure, secret=stem == _SECRET)


def _in_front(text: Text, stem: bytes, at: int) -> tuple[int, int] | None:
    """Where the token is that precedes its name, which is at an offset."""
    low = text.low
    if low.find(b" as ", max(0, at - _AS_REACH), at) >= 0:
        used = _used_as(text.data, at)
        if used:
            return used
    # Most names are within others in code.
    if _is_within(low, at) or low.endswith(_HARMLESS, 0, at):
        return None
    return _before(text, stem, at)


def _before(text: Text, stem: bytes, at: int) -> tuple[int, int] | None:
    """Where the token is in front of its name: `… is the token for CI`."""
    left = line_before(text.low, at)
    if not has_digit(left) or max(map(len, left.split()), default=0) < _LONG:
        return None
    from memsync.secrets.prose import before

    sure = stem in _SURE or text.low.endswith(SURELY, 0, at)
    return before.token(text.data, at, at + len(stem), sure=sure)


def _used_as(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the token is that is used as what the word at `at` names."""
    from memsync.secrets.prose.before import used_as_token

    return used_as_token(data, at)
