"""Where programs, consoles and calls take a secret by its place, not by an option.

    rabbitmqctl change_password ann …      smtp.login("ann", "…")      AUTH default …
    sudo -S <<< "…"                        tool -u ann -p …            vault login …

The forms are as `parts` says. What stands there may be much else, so the value must
look like a password that somebody made up, or like what a service issues.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.commands.parts import (
    APART,
    GLUED,
    HERE,
    IN_STRING,
    VALUE,
    chosen,
    made_up,
    of_service,
    worded,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memsync.secrets.commands.parts import Form

# A value in quotes, a word of a command, one of a call, and what ends a command.
_QUOTED = rb"[bru]?[\"'](?P<value>[^\s\"'`]{6,128})[\"']"
_WORD = rb"[^\s\"'|;&<>]{1,100}[ \t]{1,4}"
_TEXT = rb"[ \t]{0,4}[bru]?[\"'][^\"'\n]{1,120}[\"'][ \t]{0,4},[ \t]{0,4}"
_END = rb"[\"']?[ \t]{0,4}(?=[\r\n#;|&)]|\\|\Z)"

# 0 says that it is plain, 7 that anyone can decode it.
_OF_KIND = lazy(rb"(?:[067][ \t]{1,4})?" + VALUE)
_LAST = lazy(rb"[ \t]{0,4}" + VALUE + _END)
_BEHIND_ONE = lazy(rb"[ \t]{0,4}" + _WORD + VALUE)
# The user and the password of IMAP may be in quotes, with blanks in them.
_OF_IMAP = lazy(
    rb"[ \t]{0,4}(?:\"[^\"\n]{1,100}\"[ \t]{1,4}|" + _WORD + rb")[\"']?"
    rb"(?P<value>(?<=\")[^\"\n\\]{6,128}(?=\")|[^\s\"'`|;&<>]{6,128})"
)
_BEHIND_THREE = lazy(_WORD * 3 + VALUE)
_OF_HOST = lazy(rb"[\w.-]{2,80}[ \t]{1,4}" + _WORD + VALUE)
_IN_QUOTES = lazy(rb"[ \t]{0,4}" + _QUOTED)
_SECOND_ARGUMENT = lazy(_TEXT + _QUOTED)
# Commands of FTP and of Redis are in capitals; behind PASS may be a test's name, too.
_OF_FTP = lazy(
    rb"(?<=PASS )(?!\w+(?:\.\w+)+[ \t]*(?:[\r\n]|\Z))"
    rb"(?P<value>[^\s\"'`\\]{6,128})[ \t]*(?=[\r\n]|\\[rn]|\Z)"
)
_OF_REDIS = lazy(
    rb"(?<=AUTH )[\"']?(?P<value>[^\s\"'`|;&<>\\]{6,128})[\"']?"
    rb"[ \t]*(?=[\r\n]|\\[rn]|\Z)"
)
_IN_REGISTRY = lazy(rb"[ \t][^\n]{0,40}?/d[ \t]{1,4}" + VALUE)
_SALTED = lazy(
    rb"(?:[ \t]+-{1,2}[\w-]{1,12}(?:[ \t=](?:sha-?\d{3}|yescrypt|md5|bcrypt|\d{1,4}))?)"
    rb"{0,4}[ \t]{1,4}" + VALUE
)

# Programs that read a password from their standard input.
_READER = lazy(
    rb"(?:sudo[ \t]+(?:-\w+[ \t]+){0,4}-\w*s|\b(?:kinit|su|passwd|smbpasswd|cryptsetup"
    rb"|gpg2?|openssl|base64|argon2|login|htpasswd|ssh-add|veracrypt|bw|op|mkpasswd"
    rb"|secret-tool|security|wg)\b)"
)
_USER = lazy(
    rb"[ \t](?:-u|-l|-d|--?user(?:name)?|--?login)[ \t=]{0,4}[\"']?[\w.\\/@$-]"
)
_SNMP = lazy(rb"\bsnmp\w{2,10}[ \t]")
_CERTIFICATE = lazy(rb"\b(?:certutil|signtool|pkcs12|pfx\w*|osslsigncode)\b")
_RAR = lazy(rb"\brar\b")
_CODECOV = lazy(rb"\b(?:codecov|doctl|coveralls|railway|influx|fly|netlify|vercel)\b")
_RADIUS = lazy(rb"\b(?:radius|tacacs)[\w-]{0,20}[ \t]")
_SETS = lazy(
    rb"\b(?:mysqladmin|nmcli|iwctl|neighbor|set|netsh|esxcli|create|alter|modify)\b"
)
# What is searched for a program ends with the first letter of what is behind it.
_START = lazy(rb"(?<![^\n])[<>*=c: \t-]{0,6}(?:quote )?.\Z|\bwrite\(\d{1,5}, \"p\Z")
_CREATES = lazy(rb"\bschtasks\b|\bsc\b|\bsvn\b")
# A program that has a command of this name.
_OF_PROGRAM = lazy(
    rb"(?<![^\n])[ \t$>#*`]{0,8}[\w./-]{2,40}[ \t]{1,4}(?:\w{2,10}[ \t]{1,4})?[al]\Z"
)
_OF_MAIL = lazy(
    rb"(?<![^\s$>#*`])(?:bw|lpass|rbw|a\d{1,4}|tag\d?|[a-z]\d{2,3})[ \t]{1,4}l\Z"
)
_CALLED = lazy(rb"[.>:][al]\Z")


def _quoted(value: bytes) -> bool:
    """Whether it is a password, or words with blanks between, which are in quotes."""
    from memsync.secrets.values.spaced import is_password

    return is_password(value) if b" " in value else worded(value)


FORMS: tuple[Form, ...] = (
    # Any program that takes a user as well.
    (b" -p", APART, _USER, chosen),
    (b" -p", APART, _CERTIFICATE, True),
    (b" -hp", GLUED, _RAR, True),
    (b" -c", APART, _SNMP, True),
    (b" -x", APART, _SNMP, True),
    (b" -t", APART, _CODECOV, of_service),
    (b"change_password ", _BEHIND_ONE, None, True),
    (b"set_password ", _BEHIND_ONE, None, True),
    (b"wpa_passphrase ", _BEHIND_ONE, None, worded),
    (b"-password-value", APART, None, True),
    (b"rootpw --plaintext ", GLUED, None, True),
    (b" password ", GLUED, _SETS, worded),
    (b"password= ", GLUED, _CREATES, True),
    (b"openssl passwd", _SALTED, None, worded),
    (b"mkpasswd", _SALTED, None, worded),
    (b"pass ", _OF_FTP, _START, True),
    (b"defaultpassword", _IN_REGISTRY, None, True),
    (b"password</key>", IN_STRING, None, True),
    (b"passphrase</key>", IN_STRING, None, True),
    (b"secret ", _IN_QUOTES, _START, True),
    (b" key ", _OF_KIND, _RADIUS, True),
    (b"login ", _OF_IMAP, _OF_MAIL, _quoted),
    (b"login ", _LAST, _OF_PROGRAM, of_service),
    (b".login=", GLUED, None, of_service),
    (b"login(", _SECOND_ARGUMENT, _CALLED, False),
    (b"log_in(", _SECOND_ARGUMENT, _CALLED, False),
    (b"auth ", _LAST, _OF_PROGRAM, of_service),
    (b"auth ", _OF_REDIS, None, worded),
    (b"auth default ", GLUED, None, True),
    (b"auth(", _SECOND_ARGUMENT, _CALLED, False),
    (b"auth=(", _SECOND_ARGUMENT, None, False),
    (b"auth = (", _SECOND_ARGUMENT, None, False),
    (b"http-basic.", _OF_HOST, None, True),
    (b"snmp-server community ", GLUED, None, True),
    (b"add_user ", _BEHIND_ONE, None, True),
    (b" alias set ", _BEHIND_THREE, None, True),
    (b"<<<", HERE, _READER, made_up),
)

# Words of the programs, as `forms.HINTS` has them.
HINTS: dict[bytes, tuple[bytes, ...]] = {
    b" -p": (b" -u", b" -l", b" -d", b"-user", b"--login", b"certutil", b"pkcs12"),
    b" -hp": (b"rar",),
    b" -c": (b"snmp",),
    b" -x": (b"snmp",),
    b" -t": (b"codecov", b"doctl", b"coveralls", b"railway", b"influx", b"fly"),
}
