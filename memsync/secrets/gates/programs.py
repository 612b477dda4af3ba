"""What programs take or print, for the native search: see `commands.programs`."""

from __future__ import annotations

from memsync.secrets.commands import programs
from memsync.secrets.gates.values import STRUNG

# A figure on the same line and in the same word, or words that a sign joins.
_DIGIT = rb"[^\n]*[0-9]"
_LINE = rb"(?:%b|[^\n]*%b)" % (_DIGIT, STRUNG)
_VALUE = rb"[\"']?(?:[^\s]*[0-9]|%b)" % STRUNG
_READERS = b"|".join(map(bytes.lower, programs.READERS))

# Command lines of `commands.programs` that no option begins.
_COMMANDS = (
    rb"(?i)storepasswd[ \t]",
    rb"(?i)-passwd /[^\s]+[ \t]",
    rb"(?i)(?:-auth|\.auth)[ \t=]+[\"']?[^\s:]+:" + _VALUE,
    rb"(?i)creds[ \t=]+[\"']?[^\s:]+:" + _VALUE,
    rb"(?i)/p:" + _VALUE,
    rb"(?i)rman target[ \t]+[\"']?[\w$\#-]+/",
    rb"(?i)schtasks[^\n]* /rp[ \t]",
    rb"(?i)signtool[^\n]* /p[ \t]",
    rb"(?i)/(?:princ|mapuser|user)[^\n]*/pass " + _VALUE,
    rb"(?i)\+login [^\s]+[ \t]+" + _VALUE,
    rb"(?i)(?:serv|[ \t/]ns|[ \t/]ms|/i)[^\n]*identify " + _LINE,
    rb"(?i)/identify " + _LINE,
    rb"(?i)unseal [^\n]*[A-Za-z0-9+/=]{43}",
    rb"(?i)connect(?:[ \t]+to[ \t]|[ \t]+[\"']?[\w$#-]+/|\([\"'][\w$#-]+/)" + _LINE,
    rb"(?i)(?:sqlplus|sqlldr|expdp|impdp)[^\n/]*/" + _LINE,
    (
        rb"(?i)(?:(?:ps|wmi|smb|at|dcom)exec|secretsdump)(?:\.py)?[ \t][^\n]*/[^\n]*:"
        rb"[^\n]*@"
    ),
    rb"(?i)(?:echo|printf)[ \t][^\n|]*\|[^\n]*(?:%b)" % _READERS,
)

# Lines and blocks of `commands.settings`.
_SETTINGS = (
    rb"(?:\]:25|:465|:587)[ \t]+(?:static:)?[^\s:\"'<>/]+:[^\s:/]{6}",
    rb"(?i)(?:rootpw:|bindpw[ \t]*[:=]|authtok[ \t]*[:=])",
    rb"(?i)(?:[dt\"']pw:|[dt\"']pw=|[dt\"']pw[\"']|[dt\"']pw[ \t]{1,4}[=:])[^\n]*[0-9]",
    rb"(?i)wifi:[^\n]*;p:",
    rb"(?i)(?:auth|authenticate) plain [A-Za-z0-9+/]{8}",
    rb"(?i)stats auth [^\s:]+:",
    rb"(?i)pre-shared-(?:secret|key)[ \t]+(?:local|remote|ascii-text|[0\"'])",
    rb"(?i)pre-shared-secret[ \t]",
    rb"(?i)(?:psksecret|key-string)[ \t]",
    rb"(?i)-key \d+[ \t]+md5[ \t]",
    rb"(?i)(?:username|enable|ipsec|user)[^\n]* secret " + _VALUE,
    rb"(?i)authinfo:[^\n]*\"P:",
    rb"(?i)password[ \t]*=[ \t]*n'",
    rb"(?i)identified by[ \t]+(?:values[ \t]+)?[\"']?[^\s\"']*[0-9]",
    rb"(?i)password\('",
    rb"(?i)\"auth\" \"",
    rb"(?i)key content[ \t]*:",
    rb"(?i)keymaterial[\"']?[ \t]*[=:>]" + _DIGIT,
    rb"\[\+\][^\n]*\\[\w.$-]+:" + _DIGIT,
    rb"(?i)auth (?:sha|md5) " + _LINE,
    rb"(?i)\"auth\" \"[\w.@-]+\"[ \t]+\"[^\s]*[0-9]",
    rb"(?i)community(?:[ \t]+string)?[ \t]*[:=]?[ \t]+[\"']?[^\s]*[0-9]",
    rb"(?i)erlang_cookie[\"'`]?[ \t]*(?:[:=]|is)",
    rb"(?i)-setcookie[ \t]",
    rb"(?i)(?:\n |server-|authentication-)key[ \t]+(?:[067][ \t]+)?" + _VALUE,
    rb"(?i)(?:\n | set |login-|client |ftp |chap )password[ \t]+" + _VALUE,
    rb"(?i)(?:psk|set-key) ascii[ \t]+(?:[067][ \t]+)?" + _VALUE,
    rb"(?i)snmp-server host[ \t]+" + _LINE,
    rb"(?i)password (?:clear|\"auth\") [\"']?[^\s]*[0-9]",
    rb"(?i)password[12] [^\s]*[0-9]",
    rb"(?i)_pass(?:word|wd)[ \t]+[\"']?[^\s]*[0-9]",
    rb"(?i)pass encoding=\"base64\">",
    rb"(?i)encrypt[\"']?[ \t:=]+[\"']?[A-Za-z0-9+/]{22}",
    rb"(?i)login=[\"']?[^\s:]+:[^\s]*[0-9]",
    rb"(?i)[ \t](?:-u|--user)[ \t=]+[\"']?[\w.@\\/$+-]+:[^\s]*[0-9]",
    rb"(?i)(?:samba-tool[ \t]+user|rclone[ \t]+obscure) " + _LINE,
    rb"(?:PASS|AUTH) " + _VALUE,
    (
        rb"(?i)(?:psk|password|passphrase)[ \t]*=[ \t]*[\"']?[a-z]{3,14}"
        rb"(?:[-_ ][a-z]{3,14}){3}"
    ),
)

LINES = _COMMANDS + _SETTINGS

# Settings whose value is on a line below their name.
BLOCKS = (
    rb"(?i)initialadminpassword[\"'`)]*[ \t]*\r?\n",
    rb"(?i)(?:password>|password\">)\s*<(?:value|string)>",
    rb"(?i)secret</key>\s*<string>",
    rb"(?i)auth-user-pass>\s*\n",
    rb"(?i)/psk/1\.0\.0/\s",
    rb"(?i)ugfzc3dvcmq6\r?\n",
    rb"(?i)chpasswd:[ \t]*\r?\n[ \t]+list:",
    rb"(?i)name=\"pass(?:word|wd)\"\r?\n\r?\n",
    rb"(?i)password\"\][ \t]*=>\s*string\(",
    rb"(?i)(?:password|secret|token|key)[\w.-]*\"[ \t]*:[ \t]*\{[^{}]*\"sensitive\"",
    rb"(?i)password for [^\n]*reset[^\n]*\r?\n[^\n:]*:[ \t]",
)
