"""Passwords that commands get, for the native search: see `commands.arguments`.

A match ends behind the name of the option or place, on the same line.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from memsync.secrets.commands import forms
from memsync.secrets.gates.values import STRUNG, with_one

if TYPE_CHECKING:
    from collections.abc import Iterator

# The first six characters of a password, with a digit, or words; and the first sixteen
# of what a service issues.
_BUT = rb"\s\"'`|;&<>"
_VALUE = rb"[\"']?(?:%b|%b)" % (with_one(6, _BUT), STRUNG)
_ISSUED = rb"[\"']?" + with_one(16, _BUT)
_QUOTED = rb"[bru]?[\"'](?:%b|%b)" % (with_one(6, rb"\s\"'`"), STRUNG)
# A word of a command, and a user before the password with a sign between.
_WORD = rb"[^\s|;&<>]+[ \t]+"
_OF_USER = rb"(?:[\w.@\\/-]*[%:,])?"

# What pipes a password.
_PIPES = rb"(?:echo|printf)[ \t][^\n]*"


def _options() -> Iterator[bytes]:
    """Options of commands that take a password, after the names of the commands."""
    for opens, programs in forms.HINTS.items():
        yield rb"(?i)(?:%b)[^\n]*%b[ \t=]*%b%b" % (
            b"|".join(re.escape(each.strip()) for each in programs),
            re.escape(opens),
            _WORD if opens == b"--secret" else rb"[\"']?" + _OF_USER,
            _VALUE,
        )


OPTIONS = (
    *_options(),
    rb"(?i)-pass(?:word|wd|phrase|in|out)?[ \t]+(?:pass:)?" + _VALUE,
    rb"(?i)identified by(?:[ \t]+password)?[ \t]+[\"'](?:[^\s\"'`]*[0-9]|%b)" % STRUNG,
    rb"(?i)networkcredential",
    rb"(?i)(?:storepass|keypass|requirepass|masterauth|bindpw|rootpw)[ \t]+" + _VALUE,
    rb"(?i)htpasswd[ \t]+-",
    rb"(?i)(?:password '|secret set|secret-string|pscredential|password\(')",
    rb"(?i)%b(?:password-stdin|chpasswd|passwd --stdin|passwd -f|--with-token)"
    % _PIPES,
    rb"(?i)%b\|[ \t]*sudo[ \t]+-" % _PIPES,
    rb"(?i)(?:pre-shared-key|isakmp key)[ \t]",
    rb"(?i)-[\w.-]*pass(?:word|wd|phrase)[ \t]+" + _VALUE,
    rb"(?i)(?:password|secret)[ \t]+[07][ \t]",
)
# The same at a certain place (`positions`).
PLACES = (
    rb"(?i)(?:change_password|set_password|wpa_passphrase|add_user)[ \t]+%b%b"
    % (_WORD, _VALUE),
    rb"(?i)(?:openssl passwd|mkpasswd|[ \t]alias set)[ \t][^\n]*" + _VALUE,
    rb"(?i)(?:-password-value[ \t=]|password=[ \t]|[ \t]password[ \t])[ \t=]*" + _VALUE,
    rb"(?i)(?:rootpw --plaintext|snmp-server community|auth default)[ \t]+" + _VALUE,
    rb"(?i)http-basic\.[^\n]*" + _VALUE,
    rb"(?i)(?:login|auth)[ \t]+" + _ISSUED,
    # In IMAP both may be in quotes.
    rb"(?i)(?:bw|lpass|rbw|tag\d?|a\d{1,4}|[a-z]\d{2,3})[ \t]+login[ \t]+"
    rb"(?:\"[^\"\n]+\"[ \t]+|%b)(?:%b|\"[^\"\n ]+ )" % (_WORD, _VALUE),
    rb"(?i)[.>:]login=" + _ISSUED,
    # Commands of FTP and of Redis are in capitals.
    rb"(?:PASS|AUTH) [\"']?(?:%b|%b)" % (with_one(6, rb"\s\"'`"), STRUNG),
    rb"<<<[ \t]*" + _VALUE,
    rb"(?i)(?:login|log_in|auth(?: = )?)=?\([^\n]*,[ \t]*" + _QUOTED,
    rb"(?i)defaultpassword[^\n]*/d[ \t]|pass(?:word|phrase)</key>",
    rb"(?i)secret[ \t]+" + _QUOTED,
    rb"(?i)(?:radius|tacacs)[^\n]*key[ \t]+(?:[067][ \t]+)?" + _VALUE,
)
