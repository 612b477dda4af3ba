"""Passwords and keys among the arguments of a call, which no keyword names.

    new PDO("mysql:…", "ann", "…")     req.SetBasicAuth("ann", "…")
    user.set_password("…")             jwt.sign(payload, "…")

A call counts by its name. Which argument is the secret follows from the kind of call;
whether it is one, from the argument alone.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.commands.arguments import CROWD, not_crowded
from memsync.secrets.commands.parts import (
    VALUE,
    drawn,
    is_key,
    made_up,
    of_app,
    of_service,
    worded,
)
from memsync.secrets.values.given import is_argument

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from memsync.secrets.finding import Found
    from memsync.secrets.texts.text import Text

    Judge = Callable[[bytes], bool]

# Words in the names of such calls.
WORDS = (
    *(b"auth", b"basic", b"cred", b"log", b"pass", b"connect", b"mysqli", b"pdo"),
    *(b"ldap_bind", b"imap_open", b"dialer", b"begin", b"hmac", b"crypt", b"jwt."),
    *(b"certificate2(", b"ftp(", b"pw", b"account", b"sequelize"),
)
# Words behind a value: `"…".toCharArray()`, and Go's `user:…@tcp(host)`.
ENDS = (b".tochararray()", b"@tcp(", b"@unix(")
# A service whose account stands before its token.
_TWILIO = b"twilio"

# PowerShell's own call, and the type of a parameter that a cloud keeps.
_TYPE = b"securestring"
_SECURE = lazy(
    rb"(?i)(?:[ \t]+-(?:string|asplaintext|force)){0,3}(?:[ \t]+--value)?[ \t]{1,4}"
    + VALUE
)

# The rest of a call's name, up to its arguments.
_REST = lazy(
    rb"\w{0,32}+(?:(?:\.|->|::|:\.)\w{1,24}+){0,2}+[ \t]{0,2}(?:\(|[ \t](?=[\"']))"
)
_NAME = lazy(rb"[\w$.>:()-]{0,48}\Z")

# Calls that take a user and a password, or a host, a user and a password.
_OF_LOGIN = lazy(
    rb"(?:basic|digest|plain|ntlm|cram_?md5|http|proxy)_?auth(?:entication)?\Z"
    rb"|auth(?:tokens?)?(?:\(\))?\.(?:\w+\(\)\.)?basic\Z|preemptive\.basic\Z|httpbasic\Z"
    rb"|credentials?(?:(?:\.|::)(?:basic|create|new|of|from))?\Z|basic_auth\Z"
    rb"|authenticat(?:e|ion)(?:async|token)?\Z|authenticationinterceptor\Z"
    rb"|(?:\A|[.>:_()])(?:login|log_in|auth|ldap_bind|imap_open|ssh2_auth_password)\Z"
    rb"|\bsp_(?:addlogin|password|addlinkedsrvlogin)\Z|change\w{0,12}password\Z"
    rb"|dialer\Z|\busername_pw_set\Z|usernamepassword\Z|\bftp\Z"
    rb"|(?:wi-?fi|wlan|sta_if|sta|station)(?:\.|->)(?:begin|connect)\Z"
    rb"|certificate2\Z|(?:mysqli|real|mysql|oci|odbc|sqlsrv|pg|db|ibase)_p?connect\Z"
    rb"|withpassword\Z|andpassword\Z|\bunlock_?account\Z|\bsequelize\Z"
    rb"|\bmysqli\Z|\bpdo(?:->__construct)?\Z|\bgetconnection\Z"
)
# Those that need no bracket before their arguments.
_BARE = lazy(rb"basic_auth\Z|\bsp_\w{5,20}\Z")
# Calls that may take something else as well.
_OF_CONNECTION = lazy(rb"(?:connect|connection|dbconnect)\Z")
# Calls that take a password alone, or first.
_OF_PASSWORD = lazy(
    rb"(?:\A|[.>:_()])(?:set|make|check|verify|validate|generate|hash|encode|change"
    rb"|reset|update|with|create)?_?(?:user_?)?password(?:_hash|hash|async)?\Z"
    rb"|passwordprotection\Z|\bbcrypt\.\w{4,20}\Z|\bpassword_(?:hash|verify)\Z"
)
# Calls that take a key with which they sign or encrypt.
_OF_KEY = lazy(
    rb"\bjwt\.(?:sign|encode|decode|verify)\Z|\bhmac(?:sha)?\d{3}\Z|create_?hmac\Z"
    rb"|\bhash_hmac\Z|\bhmac\.new\Z|\baes\.(?:en|de)crypt\Z"
    rb"|\b(?:pgp_sym|aes|openssl|mcrypt|sodium_\w{4,40})_(?:en|de)crypt\Z"
    rb"|create(?:de)?cipher(?:iv)?\Z"
)
_TOKEN = lazy(
    rb"[bruN@]{0,2}\"(?P<one>[^\"\n]{0,200})\"|[bru]?'(?P<two>[^'\n]{0,200})'|[(),\[\]]"
)
_BEFORE_END = lazy(rb"\"(?P<value>[^\s\"'`]{6,64})\"\Z")
_OF_GO = lazy(rb"[\"'`= ][\w.-]{1,40}:(?P<value>[^\s\"'`@:/]{6,64})\Z")
# What is typed into a field, whose selector names a password.
_TYPED = lazy(
    rb"(?:word|wd)?[\"'\])]{1,5}(?:,[ \t]{0,4}(?:(?:default|value|initial)=)?"
    rb"|\.(?:clear\(\)\.)?(?:fill|type"
    rb"|send_?keys|set_?value|fill_?in|press_?sequentially|input)\()[ \t]{0,4}[\"']"
    rb"(?P<value>[^\s\"'`{}]{6,64})(?:\{\w{1,12}\})?[\"'][ \t]{0,4}[,)]",
)

_LEFT, _LONGEST = 64, 400
_USER = 1
# An account of Twilio, before its token.
_ACCOUNT = lazy(rb"[\"']AC[0-9a-f]{32}[\"'],\s{0,4}[\"'](?P<value>[0-9a-f]{32})[\"']")
_OPENS, _CLOSES, _COMMA = (b"(", b"["), (b")", b"]"), b","


def find(text: Text) -> Iterator[Found]:
    """Every password or key that a call gets as an argument."""
    data, low = text.data, text.low
    for word in text.among(WORDS):
        length, places = len(word), text.places(word)
        for at in places if len(places) <= CROWD else not_crowded(low, places):
            # Most words are in no such name.
            opened = _opened(low, at + length)
            found = _call(data, low, at, opened) if opened else None
            if found:
                yield found
    for at in text.places(b"pass"):
        typed = _TYPED.match(low, at + 4)
        if typed and made_up(data[slice(*typed.span("value"))]):
            yield at, *typed.span("value"), "command-password"
    for at in text.places(_TYPE):
        secure = _SECURE.match(data, at + len(_TYPE))
        if secure and is_argument(secure["value"], sure=True):
            yield at, *secure.span("value"), "command-password"
    yield from _before_ends(text)
    if text.places(_TWILIO):
        for match in _ACCOUNT.finditer(data):
            yield match.start(), *match.span("value"), "service-token"


def _before_ends(text: Text) -> Iterator[Found]:
    for word in text.among(ENDS):
        pattern = _BEFORE_END if word == ENDS[0] else _OF_GO
        for at in text.places(word):
            left = max(0, at - 2 * _LEFT)
            match = pattern.search(text.data[left:at])
            if match and made_up(match["value"]):
                start = left + match.start("value")
                yield at, start, start + len(match["value"]), "command-password"


def _call(data: bytes, low: bytes, at: int, opened: int) -> Found | None:
    """The secret among the arguments of a call whose name has a word at an offset."""
    left = _NAME.search(low[max(0, at - _LEFT) : at])
    name = (left[0] if left else b"") + low[at:opened].rstrip(b"( \t")
    sure = _judge(name)
    if sure is None or (low[opened - 1 : opened] != b"(" and not _BARE.search(name)):
        return None
    judge, fewest = sure
    for place, start, end in _arguments(data, opened):
        value = data[start:end]
        fits = judge(value) or (place > fewest and made_up(value))
        if place >= fewest and b" " not in value and fits:
            return at, start, end, "command-password"
    return None


def _opened(low: bytes, end: int) -> int:
    """Where the arguments of a call begin whose name goes on there, or 0."""
    if low[end - 1 : end] == b"(":
        return end
    rest = _REST.match(low, end)
    if rest is None:
        return 0
    stop = end + _LEFT
    near = (
        low.find(b"(", end, stop) >= 0
        or low.find(b" '", end, stop) >= 0
        or low.find(b' "', end, stop) >= 0
    )
    return rest.end() if near else 0


def _arguments(data: bytes, opened: int) -> Iterator[tuple[int, int, int]]:
    """The strings on the line of a call, with the commas before each."""
    depth, place = 1, 0
    line_end = data.find(b"\n", opened, opened + _LONGEST)
    for token in _TOKEN.finditer(
        data, opened, opened + _LONGEST if line_end < 0 else line_end
    ):
        one = token[0]
        if one in _OPENS:
            depth += 1
        elif one in _CLOSES:
            depth -= 1
        elif one == _COMMA:
            place += 1
        else:
            yield place, *token.span("one" if token["one"] is not None else "two")
        if not depth:
            return


def _judge(name: bytes) -> tuple[Judge, int] | None:
    """What a call's secret must be, and how many arguments are before it, or None."""
    if _OF_LOGIN.search(name):
        return _password, _USER
    if _OF_CONNECTION.search(name):
        return drawn, _USER
    if _OF_PASSWORD.search(name):
        return made_up, 0
    if _OF_KEY.search(name):
        return is_key, 0
    return None


def _password(value: bytes) -> bool:
    return worded(value) or of_service(value) or of_app(value)
