"""Where files of programs, and what they print, have a password that no `=` assigns.

    [smtp.corp.net]:587 ann:…      olcRootPW: …        WIFI:T:WPA;S:…;P:…;;
    <password><value>…             AUTH PLAIN …        Key Content : …

The forms are as `parts` says.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.commands.parts import (
    APART,
    BARE,
    GLUED,
    IN_STRING,
    PLAINLY,
    VALUE,
    is_key,
    made_up,
    made_up_or_issued,
    of_service,
    typed,
    worded,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memsync.secrets.commands.parts import Form

_LINE_END = rb"[\"']?[ \t]*(?=\r|\n|\Z)"
_TEXT = rb"(?P<value>[^\s\"'`]{6,128})"
_ASSIGNED = lazy(rb"[ \t]{0,8}[:=][ \t]{0,8}" + VALUE)
_NAMED_PW = lazy(rb"[\"']?[ \t]{0,4}(?::|=>?)[ \t]{0,4}" + VALUE)
# The password of a mail server, as Postfix has it for each relay.
_OF_RELAY = lazy(
    rb"[ \t]{1,20}(?:static:)?[^\s:\"'<>/]{1,80}:(?P<value>[^\s\"'`:/]{6,128})"
    + _LINE_END
)
_OF_USER = lazy(rb"[\w.@-]{1,40}:" + BARE)
_ELEMENT = rb"\s{0,40}<(?:value|string)>(?P<value>[^\s<>]{6,128})</"
_IN_ELEMENT = lazy(rb"(?i)" + _ELEMENT)
_OF_WIFI = lazy(rb"(?P<value>[^\s;]{6,63});")
# Base64 of a user and a password, and of a password alone.
_ENCODED = rb"(?P<value>[A-Za-z0-9+/]{8,512}={0,2})"
_SASL = lazy(_ENCODED + rb"(?![\w+/])")
_ANSWER = lazy(
    rb"\r?\n(?:[<>-]{1,3}[ \t]{1,4}|[CS]:[ \t]{1,4})?"
    + _ENCODED
    + rb"[ \t]*(?=\r|\n|\Z)"
)
_AUTH_INFO = lazy(rb"[^\n]{0,160}?\"P:(?P<value>[^\s\"]{6,128})\"")
_LIST = lazy(rb"[ \t]*\r?\n[ \t]+list:[ \t]*\|[ \t]*\r?\n[ \t]+[\w.-]{1,40}:" + BARE)
_WIDE = lazy(rb"[ \t]{0,4}=[ \t]{0,4}N'" + _TEXT + rb"'")
_BARE_WORD = lazy(
    rb"[ \t]{1,4}(?:(?i:values)[ \t]{1,4}\"?)?(?P<value>[^\s\"'`;,()]{6,64})"
    rb"\"?(?=[;\s]|\Z)"
)
_HASHED = lazy(_TEXT + rb"'\)")
_OF_FORM = lazy(rb"\"(?:\r?\n){2}(?P<value>[^\s<>\"]{6,128})[ \t]*(?=\r|\n|\Z)")
_DUMPED = lazy(rb"\"\][ \t]{0,4}=>\s{0,20}string\(\d{1,3}\)[ \t]\"" + _TEXT + rb"\"")
_QUOTED = lazy(rb"\"" + _TEXT + rb"\"")
_OUTPUT = lazy(
    rb"[\w.-]{0,20}\"[ \t]{0,4}:[ \t]{0,4}\{(?=[^{}]{0,200}\"sensitive\")"
    rb"[^{}]{0,200}?\"value\"[ \t]{0,4}:[ \t]{0,4}\"" + _TEXT + rb"\""
)
_RESET = lazy(
    rb"[^\n]{1,80}\breset[^\n:]{0,20}\r?\n[ \t]{0,8}[A-Za-z ]{0,20}(?:value|password):"
    rb"[ \t]{1,4}" + VALUE
)
_CONTENT = lazy(rb"[ \t]{1,20}:[ \t]{1,4}" + VALUE + _LINE_END)
_OF_DOMAIN = lazy(
    rb"[ \t]?[^\n]{0,60}?[\w.-]{1,40}\\[\w.$-]{1,40}:(?P<value>[^\s\"'`:]{6,64})"
)
_PHRASE = lazy(
    rb"[ \t]{0,4}=[ \t]{0,4}[\"']?(?P<value>[A-Za-z]{3,14}(?P<sign>[-_ ])[A-Za-z]{3,14}"
    rb"(?:(?P=sign)[A-Za-z]{3,14}){2,8})" + _LINE_END
)

# A variable of a console, as of a game, or a line of a file of settings.
_VARIABLE = lazy(
    rb"[ \t]{1,4}[\"']?(?P<value>[^\s\"'`|;&<>()]{6,128})"
    rb"(?=[\"'`;]|[ \t]*(?:\r?\n|[;#+]|\Z))"
)
# Behind a user.
_SECOND = lazy(rb"[\w.@-]{1,64}\"[ \t]{1,4}\"" + _TEXT + rb"\"")
_TWO_LINES = lazy(rb"\s{0,4}\n[\w.@+-]{1,64}[ \t\r]*\n[ \t]*(?P<value>[^\s<>]{6,128})")
_SWARM = lazy(rb"\s{1,4}/base16/\s{1,4}(?P<value>[0-9a-f]{64})(?![0-9a-f])")

_WIFI = lazy(rb"\bwifi:")
# A sentence tier finds the word alone.
_OF_NAME = lazy(rb"[dt\"']p\Z")
_SQL = lazy(rb"\b(?:create|alter|grant|connect|replace)\b")
_NAMED = lazy(rb"(?<![^\s\"'])[\w-]{0,40}p\Z|(?<![^\n])env\w{0,10}=[\"']?\w{0,40}p\Z")
_ASSIGNS = lazy(rb"[=,(][ \t]{0,4}[mp]\Z")
_OF_CONSOLE = lazy(
    rb"(?:(?<![^\n])[ \t>+]{0,8}|[\"'`+;][ \t]?|\bseta?[ \t]{1,4})[a-z]\w{1,30}_\Z"
)

_OF_ERLANG = 20
_OF_NODES = lazy(rb"[\"'`]?(?:[ \t]{0,4}(?::=?|=>?)|[ \t]is)[ \t]{0,4}[\"'`]?" + BARE)
# What SASL's PLAIN has: who it is for, the user, the password.
_PARTS, _SHORTEST = 3, 3
# What a server shows once, and a network's key in a profile of Windows.
_SHOWN_ONCE = lazy(
    rb"[\"'`)]{0,2}[ \t]*\r?\n(?:[ \t]*\r?\n)?(?P<value>[0-9a-f]{32})(?![0-9a-f])"
)
_MATERIAL = lazy(rb"[\"']?[ \t]{0,4}[=:>][ \t]{0,4}" + VALUE)


def _encoded_pair(value: bytes) -> bool:
    """Whether it is a user and a password as SASL's PLAIN encodes them."""
    from memsync.secrets.texts.decode import decoded

    parts = (decoded(value, any_bytes=True) or b"").split(b"\0")
    return len(parts) == _PARTS and _is_typed(parts[1]) and _is_typed(parts[2])


def _encoded(value: bytes) -> bool:
    """Whether it is a word in base64."""
    from memsync.secrets.texts.decode import decoded

    return _is_typed(decoded(value, any_bytes=True) or b"")


def _is_typed(text: bytes) -> bool:
    return len(text) >= _SHORTEST and text.isascii() and text.decode().isprintable()


def _is_cookie(value: bytes) -> bool:
    """Whether nodes of Erlang share it, which by itself draws twenty capitals."""
    drawn = len(value) == _OF_ERLANG and value.isalpha() and value.isupper()
    return drawn or made_up_or_issued(value)


def of_words(value: bytes) -> bool:
    """Whether it is a passphrase, not the name of a text or a thing."""
    from memsync.secrets.values.harmless import is_harmless
    from memsync.secrets.values.phrase import are_drawn

    words = value.lower().replace(b"-", b" ").replace(b"_", b" ").split()
    return are_drawn(words) and not is_harmless(value)


FORMS: tuple[Form, ...] = (
    (b"initialadminpassword", _SHOWN_ONCE, None, of_service),
    (b"keymaterial", _MATERIAL, None, made_up),
    (b"]:25", _OF_RELAY, None, worded),
    (b":465", _OF_RELAY, None, worded),
    (b":587", _OF_RELAY, None, worded),
    (b"rootpw:", APART, None, True),
    (b"bindpw", _ASSIGNED, None, True),
    (b"pw", _NAMED_PW, _OF_NAME, made_up),
    (b"authtok", _ASSIGNED, None, True),
    (b"password>", _IN_ELEMENT, None, True),
    (b'password">', _IN_ELEMENT, None, True),
    (b"secret</key>", IN_STRING, None, True),
    (b";p:", _OF_WIFI, _WIFI, True),
    (b"auth plain ", _SASL, None, _encoded_pair),
    (b"authenticate plain ", _SASL, None, _encoded_pair),
    (b"ugfzc3dvcmq6", _ANSWER, None, _encoded),
    (b"stats auth ", _OF_USER, None, True),
    (b"authinfo:", _AUTH_INFO, None, True),
    (b"chpasswd:", _LIST, None, True),
    (b"password", _WIDE, None, True),
    (b"identified by", _BARE_WORD, _SQL, made_up),
    (b"password('", _HASHED, _ASSIGNS, True),
    (b'name="password', _OF_FORM, None, True),
    (b'name="passwd', _OF_FORM, None, True),
    (b"password", _DUMPED, None, True),
    (b'"auth" ', _QUOTED, None, made_up),
    (b'"auth" "', _SECOND, None, made_up),
    (b"erlang_cookie", _OF_NODES, None, _is_cookie),
    (b"-setcookie", PLAINLY, None, _is_cookie),
    (b"password clear ", GLUED, None, made_up),
    (b'pass encoding="base64">', _SASL, None, _encoded),
    (b'password "auth" ', GLUED, None, made_up),
    (b"auth-user-pass>", _TWO_LINES, None, made_up),
    (b"/psk/1.0.0/", _SWARM, None, of_service),
    (b"password", _OUTPUT, None, is_key),
    (b"secret", _OUTPUT, None, is_key),
    (b"token", _OUTPUT, None, is_key),
    (b"key", _OUTPUT, None, is_key),
    (b"password for ", _RESET, None, made_up),
    (b"_password", _VARIABLE, _OF_CONSOLE, typed),
    (b"_passwd", _VARIABLE, _OF_CONSOLE, typed),
    (b"key content", _CONTENT, None, made_up),
    (b"[+]", _OF_DOMAIN, None, made_up),
    (b"psk", _PHRASE, _NAMED, of_words),
    (b"password", _PHRASE, _NAMED, of_words),
    (b"passphrase", _PHRASE, _NAMED, of_words),
)
