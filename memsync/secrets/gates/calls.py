"""Calls that take a password or a key, for the native search: see `commands.calls`."""

from __future__ import annotations

from memsync.secrets.gates.values import STRUNG

# A string with a digit in it, or of words, on the line of the call.
_STRING = rb"[^\n]*[\"'](?:[^\s\"']*[0-9]|%b)" % STRUNG
_SECOND = rb"[^\n,]*,(?:%b|[^\n]*[\"'][a-z]{16}[\"'])" % _STRING

GATES = (
    rb"(?i)(?:auth|authentication|basic|credentials?|authenticate)"
    rb"(?:async|token|interceptor)?(?:(?:\.|::)(?:basic|create|new|of|from))?[ \t]*\("
    + _SECOND,
    rb"(?i)(?:basic|digest|http|proxy)_?auth[ \t]+[\"']" + _SECOND,
    rb"(?i)(?:withpassword|andpassword|unlock_?account|sequelize)[ \t]*\(" + _SECOND,
    rb"(?i)(?:login|log_in|ldap_bind|imap_open|ssh2_auth_password|sp_password"
    rb"|dialer|certificate2|ftp|usernamepassword|username_pw_set|connect|connection|mysqli|pdo|pdo->__construct"
    rb"|(?:wifi|wi-fi|wlan|sta|station|sta_if)(?:\.|->)begin)[ \t]*\(" + _SECOND,
    rb"(?i)sp_(?:addlogin|password|addlinkedsrvlogin)[ \t]+[\"']" + _SECOND,
    rb"(?i)password(?:_?hash|_?async|_?verify|protection)?[ \t]*\(" + _STRING,
    rb"(?i)securestring[ \t]+[^\n(]*(?:[0-9]|%b)" % STRUNG,
    rb"(?i)bcrypt\.\w+[ \t]*\(" + _STRING,
    rb"(?i)jwt\.(?:sign|encode|decode|verify)[ \t]*\(" + _STRING,
    rb"(?i)hmac(?:(?:sha)?\d{3}|\.new)?[ \t]*\(" + _STRING,
    rb"(?i)(?:pgp_sym|aes|openssl|mcrypt|sodium_\w+)_(?:en|de)crypt[ \t]*\(" + _STRING,
    rb"(?i)aes\.(?:en|de)crypt[ \t]*\(" + _STRING,
    rb"(?i)(?:createcipher|createdecipher)(?:iv)?[ \t]*\(" + _STRING,
    (
        rb"(?i)pass(?:word|wd)?[\"'\])]{1,5}(?:,[ \t]*(?:default=|value=|initial=)?"
        rb"|\.[a-z_().]*)[\"'][^\s\"']*[0-9]"
    ),
    rb"(?i)\"\.tochararray\(\)",
    rb"[\"']AC[0-9a-f]{32}[\"'],",
    rb"(?i)(?:@tcp|@unix)\(",
)
