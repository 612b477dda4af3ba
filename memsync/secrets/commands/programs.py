"""More programs that take a password by an option of their own, or by its place.

    mcrcon -p …            xfreerdp /p:…           sqlplus ann/…@db
    ssh-keygen -N …        +login ann …            echo … | cryptsetup luksOpen …

Each is as its manual documents it. The forms are as `parts` says.
"""

from __future__ import annotations

from memsync.lazy import lazy
from memsync.secrets.commands.parts import (
    APART,
    BARE,
    GLUED,
    HERE,
    PLAINLY,
    VALUE,
    is_key,
    made_up,
    typed,
    worded,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memsync.secrets.commands.parts import Form

# A value with nothing behind it that a shell or a script reads on.
_INNER = rb"(?P<value>[^\s\"'`|;&<>\\@]{6,128})"
# A value of a command, or of a sentence that names an option.
_IN_CLAUSE = lazy(
    rb"[ \t]{1,4}[\"'`]?(?P<value>[^\s\"'`|;&<>]{5,127}[^\s\"'`|;&<>.,:)])"
)
_COLON = lazy(rb":[\"']?" + BARE)
_PAIR = rb"[\"']?[\w.@\\/$+-]{1,64}:"
_OF_PAIR = lazy(rb"[ \t=]{1,4}" + _PAIR + BARE)
_GLUED_PAIR = lazy(_PAIR + BARE)
# A key of a name server's, and one that servers share to gossip.
_OF_KEY = lazy(
    rb"[ \t]{1,4}[\"']?(?:hmac-[\w-]{3,8}:)?[\w.-]{1,80}:"
    rb"(?P<value>[A-Za-z0-9+/]{22,88}={0,2})"
)
_GOSSIP = lazy(
    rb"[\"']?[ \t]{0,20}[:= \t][ \t]{0,4}[\"']?"
    rb"(?P<value>[A-Za-z0-9+/]{22,43}={1,2})(?![\w+/=])"
)
_OF_DOMAIN_USER = lazy(
    rb"[ \t]+user[ \t]+(?:create|add)[ \t]+[\w.@$-]{1,64}[ \t]+" + VALUE
)
_BEHIND_ONE = lazy(rb"[^\s\"'|;&<>]{1,100}[ \t]{1,4}" + VALUE)
_TO_END = lazy(rb"(?:[\w.@-]{1,40}[ \t]{1,4})?" + VALUE + rb"[\"']?[ \t]*(?=[\r\n]|\Z)")
# Shares of a master key, in base64 or in hexadecimal.
_SHARE = lazy(
    rb"(?:-[\w-]{1,20}(?:=\S{1,80})?[ \t]{1,4}){0,3}[\"']?"
    rb"(?P<value>[A-Za-z0-9+/]{43,44}={0,2}|[0-9a-f]{64,66})(?![\w+/=])"
)

# Oracle's `user/password@database`, and without the database at the end of a command.
_OF_ORACLE = (
    rb"[ \t\"'=][\w$#-]{1,60}/[\"']{0,2}(?P<value>[^\s\"'`@/;|<>]{6,64})[\"']{0,2}"
)
_SESSION = lazy(rb"[^\n/@]{0,80}?" + _OF_ORACLE + rb"(?=[ \t\r\n\"']|\Z)")
_OF_SERVER = lazy(rb"[^\n/@]{0,80}?" + _OF_ORACLE + rb"(?=@)")
_CONNECT = lazy(
    rb"[ \t]{0,4}(?=[ \t])" + _OF_ORACLE + rb"(?=@|;?[ \t]*(?:[\r\n]|\Z|as[ \t]))"
)
_IN_CALL = lazy(rb"\([\"'][\w$#-]{1,60}/" + _INNER + rb"@")
_OF_DB2 = lazy(
    rb"(?i)[ \t]+to[ \t]+\S{1,80}[ \t]+user[ \t]+\S{1,64}[ \t]+using[ \t]+" + VALUE
)
# Impacket's `domain/user:password@host`.
_TARGET = lazy(
    rb"(?:\.py)?[ \t][^\n|;]{0,80}?[\w.-]{0,60}/[\w.$-]{1,60}:[\"']?"
    rb"(?P<value>[^\s\"'`@/]{6,64})[\"']?@[\w.-]"
)

# Programs that read a password from their standard input.
READERS = tuple(
    (
        b"cryptsetup, openconnect, kinit, smbpasswd, keepassxc-cli, gpg, "
        b"ansible-vault, gocryptfs, saslpasswd2, ipa , ceph , anydesk, wrangler, "
        b"borg, vercel, "
        b"restic, encfs, sshfs, mount, passwd, su -, pdbedit, mysql_config_editor, "
        b"pw usermod, pw useradd, secret-tool, sudo -S, ssh-add, veracrypt, vpnc, "
        b"htpasswd -i, rclone, pass insert, doveadm, kadmin, faillock, ldappasswd, "
        b"zfs load-key, secret put, secret create, step , age , env add, "
        b"secrets set, keyctl"
    ).split(b", ")
)
_INTO = b"|".join(READERS)
_PIPED = lazy(
    rb"[ \t]+(?:-\w{1,3}[ \t]+){0,2}(?:[\"']?(?:\w{1,32}:)?%s(?:\\n)?[\"']?[ \t]+)?"
    rb"[\"']?(?P<value>[^\s\"'`|;&<>\\()]{6,128})(?:\\n[^\s\"'|]{0,128})?[\"']?[ \t]*"
    rb"(?:;[^\n|]{0,128}\)[ \t]*)?\|[ \t]*(?:sudo[ \t]+)?[^\n|]{0,40}?(?:"
    + _INTO
    + rb")(?![\w/])"
)
_SIGNED = lazy(rb"(?:\.exe)?[ \t][^\n]{0,160}?[ \t]/p[ \t]{1,4}" + VALUE)
_READS = lazy(rb"(?<![\w/.-])(?:" + _INTO.lower() + rb")(?![\w/])")

# Programs whose -p or -P is a password, or -w, or whose -pw is one.
_TAKES_P = tuple(
    (
        b"mosquitto_, rcon, veracrypt, truecrypt, rdesktop, ncftp, nxc , "
        b"crackmapexec, netexec, evil-winrm, smbmap, racadm, mycli, isql, tsql, "
        b"hdbsql, beeline, unlock-keychain, conan , gitea , forgejo , airflow , "
        b"doveadm , testsaslauthd, couchbase-cli, twine , regctl, ssh-keygen, "
        b"influx , esxcli, az sql, kcadm, add-user.sh, xcrun , altool, snowsql, "
        b"pscp, security import, rabbitmqadmin, xfreerdp, wlfreerdp, mongorestore, "
        b"cadaver"
    ).split(b", ")
)
_P = lazy(rb"(?<![\w/])[\w.-]{0,12}(?:" + b"|".join(_TAKES_P) + rb")")
_RAR = lazy(rb"\b(?:un)?rar[ \t]+[a-z]{1,2}[ \t]")
_TAKES_W = tuple(
    (
        b"ldapcompare, ldapmodrdn, ldapexop, kadmin, vsql, dsconf, dsidm, "
        b"squidclient, add-generic-password, add-internet-password"
    ).split(b", ")
)
_W = lazy(rb"\b(?:" + b"|".join(_TAKES_W) + rb")\b")
_PW = lazy(rb"\b(?:addprinc|ank|cpw|kitty|winscp|nzsql)\b")
_DIRECTORY = lazy(rb"\bds(?:add|mod)\b")
_SWAKS, _SENDEMAIL = lazy(rb"\bswaks\b"), lazy(rb"\bsendemail\b")
_PDF = lazy(rb"\bpdf[a-z]{2,10}\b")
_KEYGEN = lazy(rb"\bssh-keygen\b")
_REMOTE = lazy(rb"\b(?:winrs|wevtutil)\b|[ \t]-u(?:sername)?:")
# What the same command says of the user or the host.
_OF_WINDOWS = lazy(rb"[ \t]/(?:u|user):")
_FREERDP = lazy(rb"freerdp|\bwevtutil\b")
_KERBEROS = lazy(rb"[ \t]/(?:princ|mapuser|user)\b")
_DNS, _RCLONE = lazy(rb"\b(?:nsupdate|dig|delv)\b"), lazy(rb"\brclone\b")
_WHOLE = lazy(rb"(?<![\w.])e\Z")
_LONG_OPTION = lazy(rb"(?<![\w-])--[\w.-]{0,30}[-.]a\Z|(?<![\w-])--[\w.-]{0,30}-\Z")
_CREDS = lazy(rb"(?<![\w-])--[\w-]{0,12}c\Z")
_SERVICES = lazy(rb"\b(?:nickserv|[nm]s|chanserv|authserv)\b|/i\Z")
_EXEC = lazy(rb"(?<![\w/])(?:impacket-)?(?:ps|wmi|smb|at|dcom)e\Z")
_SQL = lazy(
    rb"(?<![^\n])[^\n]{0,40}\bsql>[ \t]*c\Z|(?<![^\n])[ \t]{0,8}c\Z|<<<[ \t]*[\"']c\Z"
)

_ORACLE = (b"sqlplus", b"sqlldr", b"expdp", b"impdp")

# Oracle's `target user/password@database`, and tasks of Windows.
_OF_TARGET = lazy(
    rb"[ \t]{1,4}[\"']?[\w$#-]{1,40}/[\"']?"
    rb"(?P<value>[^\s\"'`@/;|<>]{6,64})"
)
_OF_TASK = lazy(rb"(?:\.exe)?[ \t][^\n]{0,300}?[ \t]/rp[ \t]{1,4}" + VALUE)

FORMS: tuple[Form, ...] = (
    (b" -p", APART, _P, True),
    (b" -p", GLUED, _RAR, True),
    (b" -p", _COLON, _REMOTE, worded),
    (b" -w", APART, _W, True),
    (b" -pw", APART, _PW, True),
    (b" -pwd", APART, _DIRECTORY, True),
    (b" -ap", APART, _SWAKS, True),
    (b" -xp", APART, _SENDEMAIL, True),
    (b" -upw", APART, _PDF, True),
    (b" -opw", APART, _PDF, True),
    (b" -n", APART, _KEYGEN, worded),
    (b"storepass", _IN_CLAUSE, None, typed),
    (b"keypass", _IN_CLAUSE, None, typed),
    (b"storepasswd", PLAINLY, None, worded),
    (b"-passwd /", _BEHIND_ONE, None, worded),
    (b"auth", _OF_PAIR, _LONG_OPTION, True),
    (b"creds", _OF_PAIR, _CREDS, True),
    (b"/p:", GLUED, _OF_WINDOWS, worded),
    (b"/p:", GLUED, _FREERDP, True),
    (b"signtool", _SIGNED, None, True),
    (b"/pass ", GLUED, _KERBEROS, worded),
    (b"+login ", _BEHIND_ONE, None, worded),
    (b"identify ", _TO_END, _SERVICES, worded),
    (b"unseal ", _SHARE, None, lambda _: True),
    (b"connect", _OF_DB2, None, True),
    (b"connect", _CONNECT, _SQL, made_up),
    (b"connect", _IN_CALL, None, True),
    *((program, _SESSION, None, made_up) for program in _ORACLE),
    *((program, _OF_SERVER, None, True) for program in _ORACLE),
    (b"rman target", _OF_TARGET, None, worded),
    (b"schtasks", _OF_TASK, None, True),
    (b" -u", _OF_PAIR, None, made_up),
    (b" --user", _OF_PAIR, None, made_up),
    (b" -y", _OF_KEY, _DNS, is_key),
    (b"login=", _GLUED_PAIR, None, made_up),
    (b"encrypt", _GOSSIP, _WHOLE, is_key),
    (b"samba-tool", _OF_DOMAIN_USER, None, worded),
    (b"obscure ", GLUED, _RCLONE, worded),
    (b"exec", _TARGET, _EXEC, True),
    (b"secretsdump", _TARGET, None, True),
    (b"echo", _PIPED, None, worded),
    (b"printf", _PIPED, None, worded),
    (b"<<<", HERE, _READS, worded),
)

# Words of the programs, as `forms.HINTS` has them.
HINTS: dict[bytes, tuple[bytes, ...]] = {
    b" -p": (*_TAKES_P, b"rar ", b"winrs", b"wevtutil", b" -u"),
    b" -w": _TAKES_W,
    b" -pw": (b"addprinc", b"ank ", b"cpw ", b"kitty", b"winscp", b"nzsql"),
    b" -pwd": (b"dsadd", b"dsmod"),
    b" -ap": (b"swaks",),
    b" -xp": (b"sendemail",),
    b" -upw": (b"pdf",),
    b" -opw": (b"pdf",),
    b" -n": (b"ssh-keygen",),
    b" -y": (b"nsupdate", b"dig ", b"delv "),
}
