"""Where command lines and calls have a password: options, words, what pipes it."""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.commands import positions, programs, routers, settings
from memsync.secrets.commands.parts import (
    APART,
    BARE,
    GLUED,
    PLAINLY,
    VALUE,
    made_up,
    typed,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

    from memsync.secrets.commands.parts import Form

# The rest of `-password`, `-passin` and so on, then the value.
_SPELT = lazy(rb"(?i)(?:word|wd|phrase|in|out)?[ \t]{1,4}(?:pass:)?" + VALUE)
# SQL's `IDENTIFIED BY`.
_QUOTED = lazy(
    rb"(?i)(?:[ \t]{1,4}password)?[ \t]{1,4}[\"'](?P<value>[^\s\"'`]{6,128})"
)
_QUOTED_TEXT = lazy(rb"(?P<value>[^\s\"'`]{6,128})'")
# The second argument of a call, as of .NET's NetworkCredential.
_PAIR = lazy(
    rb"\(\s{0,8}@?[\"'][^\"'\n]{1,100}[\"']\s{0,8},\s{0,8}@?[\"']"
    rb"(?P<value>[^\s\"'`]{6,128})[\"']"
)


# `user%password`, `user:password` and `user,password`.
_OF_USER = lazy(rb"[ \t=]{1,4}[\"']?[\w.@\\/-]{1,64}[%:,]" + BARE)
# htpasswd's value follows the file and the user.
_BEHIND_USER = lazy(
    rb"[ \t](?:-\w{1,8}[ \t]+){1,4}\S{1,200}[ \t]+\S{1,64}[ \t]+" + VALUE
)
# The body of a secret that a CLI of a code host sets.
_BODY = lazy(rb"[ \t][^\n]{1,120}?[ \t](?:-b|--body|--value)[ \t=]{1,4}" + VALUE)
# The second word after an option.
_SECOND = lazy(rb"[ \t]{1,4}[\w.:-]{1,64}[ \t]{1,4}" + VALUE)

# Of routers and switches: 0 says that it is plain, 7 that anyone can decode it.
_OF_KIND = lazy(rb"[ \t]{1,4}[07][ \t]{1,4}" + BARE)
_OF_PEER = lazy(
    rb"(?:[ \t]{1,4}[06])?[ \t]{1,4}(?P<value>[^\s\"'`]{6,128})[ \t]+"
    rb"(?:address|hostname)"
)
# PowerShell's user with a password.
_SECURE = lazy(
    rb"(?i)[ \t]{0,4}\([ \t]{0,8}[\"'][^\"'\n]{1,100}[\"'][ \t]{0,8},[ \t]{0,8}\(?"
    rb"ConvertTo-SecureString[ \t]{1,4}(?:-String[ \t]{1,4})?[\"']"
    rb"(?P<value>[^\s\"'`]{6,128})[\"']"
)

# Commands whose short option is a password; for others, -p is a port or a path.
_MYSQL = lazy(rb"\b(?:mysql|mariadb)[\w-]{0,12}[ \t]|\b7z[a-z]?[ \t]")
_LOGIN = lazy(
    rb"\b(?:docker|podman|nerdctl|skopeo|oras|helm|az|oc|cf)[ \t].{0,60}\blogin\b"
    rb"|\b(?:psexec|sqlcmd|osql|bcp|mongo|cqlsh|zip|unzip|ipmitool)\w{0,8}\b"
)
_REDIS = lazy(rb"\bredis-cli\b|\bsnmp(?:walk|get|set|bulkwalk)\b")
_LDAP = lazy(
    rb"\bldap(?:search|modify|add|delete|whoami|passwd)\b|\bipa-[a-z-]{3,20}-install\b"
)
_OPENSSL = lazy(rb"\bopenssl[ \t]")
_PUTTY = lazy(rb"\b(?:plink|pscp|psftp|putty)\b")
_SHARES = lazy(rb"\b(?:smbclient|rpcclient|smbget|lftp|winexe|net)[ ]")
# An option that ends with the word: `--db-password`, `-redis.password`.
_LONG_OPTION = lazy(rb"(?<![\w-])--?[\w.-]{0,60}p\Z")
_SETS = lazy(rb"\bset[ \t]+password\b")
_BEARER = lazy(rb"(?:-a[ \t=]?|--auth-type[ \t=])bearer\b")
_ENABLES = lazy(rb"\b(?:enable|username|user|neighbor|line)\b|^[ \t]{0,8}password\b")
_HTTPIE = lazy(rb"(?<![\w./-])(?:https?|xhs?)[ \t]")
_PULUMI = lazy(rb"\bpulumi[ \t]")

# Forms that count even where another tier finds the value.
FORMS: tuple[Form, ...] = (
    (b" -p", GLUED, _MYSQL, True),
    (b" -p", APART, _LOGIN, True),
    (b" -a", APART, _REDIS, True),
    (b" -a", _OF_USER, _HTTPIE, True),
    (b" -a", APART, _BEARER, True),
    (b"--auth", _OF_USER, _HTTPIE, True),
    (b"--auth", APART, _BEARER, True),
    (b" -u", _OF_USER, _SHARES, True),
    (b" -w", APART, _LDAP, True),
    (b" -k", APART, _OPENSSL, typed),
    (b"pass:", GLUED, _OPENSSL, True),
    (b"--pass", APART, _REDIS, True),
    (b" -pw", APART, _PUTTY, True),
    (b"-pass", _SPELT, None, False),
    (b"-storepass", PLAINLY, None, True),
    (b"-keypass", PLAINLY, None, True),
    (b"requirepass", PLAINLY, None, True),
    (b"masterauth", PLAINLY, None, True),
    (b"bindpw", PLAINLY, None, True),
    (b"rootpw", PLAINLY, None, True),
    (b"htpasswd", _BEHIND_USER, None, True),
    (b"identified by", _QUOTED, None, True),
    (b"password '", _QUOTED_TEXT, None, True),
    (b"networkcredential", _PAIR, None, False),
    (b"secret set", _BODY, None, True),
    (b"secret-string", APART, None, True),
    (b"--secret", _SECOND, _PULUMI, True),
    (b"password", _OF_KIND, _ENABLES, True),
    (b"password", PLAINLY, _LONG_OPTION, typed),
    (b"passwd", PLAINLY, _LONG_OPTION, typed),
    (b"passphrase", PLAINLY, _LONG_OPTION, typed),
    (b"password1 ", GLUED, None, made_up),
    (b"password2 ", GLUED, None, made_up),
    (b"password('", _QUOTED_TEXT, _SETS, True),
    (b"secret", _OF_KIND, _ENABLES, True),
    (b"pre-shared-key", PLAINLY, None, True),
    (b"isakmp key", _OF_PEER, None, True),
    (b"pscredential", _SECURE, None, True),
    *positions.FORMS,
)

# Forms that only count elsewhere, so that what others find keeps its rule.
LATE: tuple[Form, ...] = (*programs.FORMS, *settings.FORMS, *routers.FORMS)

# A password that is piped into a command.
_ECHO = rb"(?:echo|printf)[ \t]+(?:-n[ \t]+)?[\"']?"
_PIPE = rb"(?:\\n)?[\"']?[ \t]*\|"

# Words of the programs, by what precedes the password: most lines have none of them,
# and need no pattern.
_HINTS: dict[bytes, tuple[bytes, ...]] = {
    b" -p": (
        *(b"mysql", b"mariadb", b"7z", b"login", b"psexec", b"sql", b"bcp", b"mongo"),
        *(b"cqlsh", b"zip", b"ipmitool"),
    ),
    b" -a": (b"redis", b"snmp", b"http", b"xh", b"bearer"),
    b"--auth": (b"http", b"xh", b"bearer"),
    b" -u": (b"smb", b"rpc", b"lftp", b"winexe", b"net "),
    b" -w": (b"ldap", b"ipa-"),
    b" -k": (b"openssl",),
    b"pass:": (b"openssl",),
    b"--pass": (b"redis",),
    b" -pw": (b"plink", b"pscp", b"psftp", b"putty"),
    b"--secret": (b"pulumi",),
}
_ALL_HINTS = (_HINTS, positions.HINTS, programs.HINTS)
HINTS = {
    opens: tuple(word for hints in _ALL_HINTS for word in hints.get(opens, ()))
    for opens in dict.fromkeys(opens for hints in _ALL_HINTS for opens in hints)
}

# What reads a password from a pipe, and what pipes it.
PIPED: dict[bytes, re.Pattern[bytes]] = {
    b" -s": lazy(_ECHO + BARE + _PIPE + rb"[ \t]*sudo(?=[ \t]+(?:-|\Z))"),
    b"password-stdin": lazy(_ECHO + BARE + _PIPE),
    b"passwd --stdin": lazy(_ECHO + BARE + _PIPE),
    b"vncpasswd -f": lazy(_ECHO + BARE + _PIPE),
    b"--with-token": lazy(_ECHO + BARE + _PIPE),
    b"chpasswd": lazy(
        _ECHO + rb"[\w.-]{1,32}:(?P<value>[^\s\"'`|;&<>]{6,128}?)" + _PIPE
    ),
}

# What an option begins with, and the letters of those that are checked.
OPTION = b" -"

# Words that the scan finds anyway: each form is looked for by the first of them that it
# has, or else is such a word itself (`texts.bits`).
WORDS = (
    *(b"pass", b"auth", b"secret", b"key", b"log", b"pw", b"cred", b"token", b"basic"),
    *(b"snmp", b"add_user", b"alias set", b"unseal", b"xpdp", b"mpdp", b"zc3d"),
    *(b"crypt", b"psk", b"cookie"),
)
