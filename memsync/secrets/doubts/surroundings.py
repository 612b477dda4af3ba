"""What makes a finding doubtful: what it decodes to, and the text around it.

A sentence may give a value as an example; an address may be a link that is shared with
its key; a name may belong to a public key or an identifier. In each case the value is
hardly a secret, whatever it looks like, so it is mentioned but blocks nothing.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.doubts import signed
from memsync.secrets.doubts.levels import LOW, MEDIUM
from memsync.secrets.doubts.stand_ins import without_escapes
from memsync.secrets.values import shapes

# Credentials that expire soon, or that pages often show to everyone.
_MEDIUM = {
    "session-cookie": signed.SESSION,
    "aws-session-token": signed.SESSION,
    "gcp-api-key": "web pages and apps show such keys to everyone",
}
_TEMPORARY = b"ASIA"
_COOKIE = lazy(rb"(?i)\bcookie[\"']?[ \t]{0,3}[:,][ \t]{0,3}[\"']?\Z")

_VAGUE = ("generic-", "prose-", "service-", "command-")
_CARRIERS = (
    *("credential-uri", "curl-user", "netrc", "postgres-pgpass", "sshpass"),
    "discord-token",
)
_EXAMPLE = "the sentence gives it as an example"

# A sentence that gives what follows as an example.
_SHOWN = lazy(
    rb"(?i)(?:\be\.g\.?,?|\bfor (?:example|instance)\b,?|\bsuch as\b|\bexamples? of\b"
    rb"|\b(?:(?:pass)?(?:word|phrase)|key|token|credential|secret|pattern)s? like\b"
    rb"|\blooks?(?: \w{2,12}){0,2} like(?: this)?:?"
    rb"|\bshould (?:be|look) (?:like|similar to)\b|\bfollowing format:?)[^.;\n]{0,30}\Z"
    rb"|(?i:\ban example of\b)[^.;\n]{0,60}\Z"
)

# The key of one link: of a meeting, a shared file or folder, a vote. Whoever shares the
# link shares the key.
_OF_LINK = lazy(
    rb"(?i)/(?:j|my|w|s|share|join)/[\w.@-]{1,60}\?pwd=\Z"
    rb"|[?&;](?:rl|resource|a|auth|share_?|view|link)key=\Z|[?&;]alt=media&token=\Z"
)

# Names of identifiers, and of a page's own token.
_IDENTIFIER = lazy(
    rb"(?i)client[_-]?id[\"'\])]{0,3}[\s:=>,(\[\"']{1,12}\Z"
    rb"|\b(?:re)?captcha(?!\w{0,20}secret)[\w-]{0,20}[\"'\s:=>]{1,6}(?:value[\"']?=[\"'])?\Z"
    rb"|\b(?:csrf|xsrf)[ _-]?(?:token|key)?[\"'`*]{0,3}\s{0,3}(?:[:=]|\bis\b)"
    rb"[\s\"'`]{0,4}\Z"
)
_ENCRYPTED = lazy(
    rb"(?i)[\w.]*encrypted(?![\w.]*encryption_?key)"
    rb"[\w.]*[\"']?[ \t]*(?::=|[:=])[ \t]*[\"'`]?\Z"
    rb"|(?:enc_?pass\w{0,8}|pass\w{0,8}_enc)[\"']?[ \t]*[:=][ \t]*[\"'`]?\Z"
)
_MADE_UP = lazy(
    rb"(?i)\b(?:mock|fake|dummy|bogus)\w{0,40}[\"']?\s{0,3}(?:\w{1,10}\s{0,3})?"
    rb"(?::=|[:=])\s{0,3}[rb]?[\"'`]\Z"
)

# Another attribute of an element whose name has the word in it.
_ATTRIBUTE = lazy(
    rb"(?i)<[a-z][\w:-]*\s[^<>]{0,90}?\b(?!value=|default|content=|pass|pwd|secret|token|key)"
    rb"[a-z][\w:-]{1,30}=[\"']\Z"
)
_OF_PUBLIC = lazy(rb"(?i)[\"'\s,>]{0,4}public[_-]?key")
_IN_PUBLIC = lazy(rb"(?i)pub(?:lic)?[_-]?key\b[\s{(\[:=][^;\n]{0,30}\Z")
_TYPE = lazy(rb"[A-Z][A-Za-z]{2,60}")

# A fingerprint of OpenPGP, or its last digits, beside `key`.
_FINGERPRINT = lazy(rb"(?=[0-9]{0,39}[A-F])(?:[0-9A-F]{16}|[0-9A-F]{40})")
_SECRET_NAMES = (b"api", b"secret", b"access", b"token", b"auth", b"pass", b"licen")

_USER = lazy(
    rb"(?i)(?:\buser(?:[_-]?name)?|\blogin|\buid)[\"']?\s{0,3}[=:]\s{0,3}[\"']?"
    rb"([\w.-]{3,40})|://([^\s:/@]{2,64}):\Z"
    # In SQL, in netrc, and in `ann/…`
    rb"|\b(?:role|user|login)\s{1,3}[\"'`]?([\w.-]{3,40})|([\w.-]{3,40})[\"'`]?/[\"'`]?\Z"
)
# What may stand behind a user's name in the password, and is not in the password.
_ACCOUNT = lazy(rb"(?i)(?<=\w\w\w)[._-](?:user|usr|login|account)\Z")
_OF_USER = lazy(rb"(?i)[\W_]*(?:pass(?:word|wd)?|pwd|pw|secret)?[\W_]*\d{0,4}[\W_]*")

# Hosts of one's own machine, invalid hosts, and hosts of a private network.
_OWN_HOST = lazy(
    rb"(?i)@(?:localhost|127\.|0\.0\.0\.0|\[?::1|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\."
    rb"|[a-z0-9_-]+(?:[:/?,\s\"'`)]|\Z)|(?:[a-z0-9-]+\.)*(?:example|test|invalid|local)\b"
    rb"|(?:[a-z0-9-]+\.)*example\.)"
)
# The answer of a contest, told as such.
_FLAG = lazy(rb"(?i)\A(?!.*passw).*\bflag\b[^.\w]{0,6}\Z")
_BRACED = lazy(rb"[A-Za-z]\w{1,23}\{\S{4,}")
_WHOLE_FLAG = lazy(rb"[A-Za-z]\w{1,23}\{[\w!?@$&*+.~-]{4,200}\}\s?")
# `{0` of a format, the brace of which follows.
_FILLED_IN = lazy(rb"\{\w{0,3}\Z")
_ENDS_BASE85 = lazy(rb"[^\s\"'<>]{0,80}~>\s")

# Bytes before a value on its line in which its name may be.
_NEAR = 32
# Signs between the words of a password.
_BETWEEN = b" %+&|/@.,_-"
_WORDS = 0.7


def of(rule: str, value: bytes, left: bytes, right: bytes) -> tuple[str, str] | None:
    """The highest confidence that a finding can have, with the reason, or None.

    `left` is the text before it on its line, `right` the text after it.
    """
    if rule == "private-key":
        return None
    low = _why_low(rule, value, left, right)
    if low:
        return LOW, low
    medium = _why_medium(rule, value, left)
    return (MEDIUM, medium) if medium else None


def _why_medium(rule: str, value: bytes, left: bytes) -> str | None:
    """Why a value that looks like a secret may be none, or None."""
    if rule.startswith("aws-") and value.startswith(_TEMPORARY):
        return "a temporary key ends within hours"
    if rule in _MEDIUM:
        return _MEDIUM[rule]
    if rule.startswith(_VAGUE) and _COOKIE.search(left):
        return signed.SESSION
    if _SHOWN.search(left):
        return _EXAMPLE
    return "its name says that it is made up" if _MADE_UP.search(left) else None


def _why_low(rule: str, value: bytes, left: bytes, right: bytes) -> str | None:
    """Why a value is hardly a secret, whatever it looks like, or None."""
    if right.startswith(b"***"):
        return "the rest of it is masked"
    ended = signed.of(rule, value, right)
    if ended or rule == "jwt":
        return ended
    if _OF_LINK.search(left):
        return "it is the key of one link, and shared with it"
    vague = rule.startswith(_VAGUE)
    if vague and _is_cut(value, left, right):
        return "it is a piece of a format or of encoded data"
    shown = _why_shown(rule, value, left, right) if vague or rule in _CARRIERS else None
    return shown or (_why_identifier(value, left, right) if vague else None)


def _why_shown(rule: str, value: bytes, left: bytes, right: bytes) -> str | None:
    """Why it is there to be seen, or to be tried at home, or None."""
    if _SHOWN.search(left):
        return _EXAMPLE
    if _is_of_user(value, left):
        return "it is made of the user's name"
    if (_BRACED.fullmatch(value) and _FLAG.match(left)) or _holds_flag(value):
        return "a contest's flag opens nothing"
    if rule == "credential-uri" and _is_of_own_host(value, right):
        return "a plain word, at a host that others do not reach"
    return None


def _holds_flag(value: bytes) -> bool:
    from memsync.secrets.texts.decode import plain

    return _WHOLE_FLAG.fullmatch(plain(value) or b"") is not None


def _why_identifier(value: bytes, left: bytes, right: bytes) -> str | None:
    """Why it identifies something, or is encrypted or public, or None."""
    if _IDENTIFIER.search(left) or _ATTRIBUTE.search(left):
        return "an identifier or a page's own token stands there"
    if _ENCRYPTED.search(left):
        return "its name says that it is encrypted"
    if _OF_PUBLIC.match(right) or _IN_PUBLIC.search(left):
        return "it belongs to a public key"
    if right.startswith(b"<") and _TYPE.fullmatch(value):
        return "it is the name of a type"
    named = left[-_NEAR:].lower()
    if (
        _FINGERPRINT.fullmatch(value)
        and b"key" in named
        and not any(map(named.count, _SECRET_NAMES))
    ):
        return "a key's fingerprint looks the same"
    return None


def _is_of_own_host(value: bytes, right: bytes) -> bool:
    from urllib.parse import unquote_to_bytes

    words = unquote_to_bytes(value).translate(None, _BETWEEN)
    return (
        words.isalpha()
        and (words.islower() or shapes.word_score(words) > _WORDS)
        and _OWN_HOST.match(right) is not None
    )


def _is_cut(value: bytes, left: bytes, right: bytes) -> bool:
    """Whether it is a piece of a format, or of a block of base 85."""
    if right.startswith(b"}") and _FILLED_IN.search(value):
        return True
    return b" " not in left and _ENDS_BASE85.match(right) is not None


def _is_of_user(value: bytes, left: bytes) -> bool:
    for match in _USER.finditer(left):
        user = _ACCOUNT.sub(b"", match[match.lastindex or 0].lower())
        rest = without_escapes(value[len(user) :])
        if value.lower().startswith(user) and _OF_USER.fullmatch(rest):
            return True
    return False
