"""Headings of tables (`tables`), for the native search."""

from __future__ import annotations

from memsync.secrets.tables import pairs

# What `tables.columns` accepts as the heading of tokens, and of passwords, with letters
# beyond ASCII and without. What is also used in capitals has no escapes of patterns.
_TOKENS = rb"tokens?|secrets?|pats?|(?:api|access|secret)[ _-]?keys?"
_BEYOND = (
    rb"has\xc5[\x81\x82]o|\xd0\xbb\xd1\x8c|\xd0\x9b\xd0\xac|\xe5\xaf\x86\xe7\xa0\x81"
    rb"|\xe5\xaf\x86\xe7\xa2\xbc|\xe3\x83\xaf\xe3\x83\xbc\xe3\x83\x89"
    rb"|\xeb\xb2\x88\xed\x98\xb8|senord|ifre"
)
_REST = b"[^ \t\r\n|!^]*"
_LATIN = b"kennwort|senha|wachtwoord|contrase%b|de passe|heslo|clave|parola" % _REST
_PASSWORDS = b"pass(?:wd|(?:word|phrase|code|wort)%b)?s?|pwd|%b" % (_REST, _LATIN)

# A heading up to the end of its cell, and a word that begins the end of one.
_HEADING = (
    rb"(?:(?:pass|%b|(?:pwd|pw|passwd)(?: \w+)?|%b|%b)[ \t`*\"'_:]*"
    rb"|(?:password|passphrase|passcode|passwort)[^|\n]*)" % (_TOKENS, _LATIN, _BEYOND)
)
_WORD = rb"(?:pass|pwd|pw|%b|%b)[^<>|!\n]{0,24}" % (_LATIN, _BEYOND)

# A bar of a table, also as terminals draw it, and the line below.
_BAR = rb"(?:\||\xe2\x94\x82|\xe2\x94\x83|\xe2\x95\x91)"
_RULER = rb"\r?\n[ \t|+:]*(?:--|==|\xe2[\x94\x95])"

# A heading of logins.
_LOGINS = pairs.HEADING + rb"[ \t`*\"'_:]*"

# The ruler is on the line right below the heading.
RULED = (rb"(?i)(?:%b|%b)(?:%b[^\n]*)?%b" % (_HEADING, _LOGINS, _BAR, _RULER),)

# In Jira, in a wiki, in HTML, and in a list of reStructuredText.
MARKED_UP = (
    rb"(?i)\|\|[^\n|]{0,30}(?:%b|%b)\|\|" % (_HEADING, _LOGINS),
    rb"(?i)(?:\n!|!!)[^\n]{0,30}%b" % _WORD,
    rb"(?i)%b(?:</\w+>)?\s*</(?:t[hd]|dt)>" % _WORD,
    rb"(?i)list-table::(?:[^\n]*\n)*?[ \t]*(?:\*[ \t]+)?-[ \t][^\n]{0,30}%b\r?\n"
    % _HEADING,
)

# What follows the heading in each kind of the others. They are one pattern, because
# each would search for the words of all headings again.
_BEHIND = b"|".join(
    (
        rb"[ \t]{2}[^\n|]*\r?\n[ \t]*(?:--|==)",
        rb"\^",
        rb"(?:\|[^\n]*)?\r?\n[^\n|]+\|",
        rb"(?:\r?\n|(?:\|[^\n]*)?\r?\n\r?\n)\|",
        rb"\r?\n(?:![^\n]*\r?\n)+\|",
    )
)
# A line of headings in capitals is a table without any sign, if blanks separate them.
_CAPITALS = rb"(?:%b|%b|PW)(?: \w+)?[:*`]*" % (_PASSWORDS.upper(), _TOKENS.upper())
LOOSE = (
    rb"(?i)(?:%b|%b|%b|(?:^|[ \n_./|!^-])pw)(?: \(?\w+\)?)?[ \t:*`]*(?:%b)"
    % (_PASSWORDS, _BEYOND, _TOKENS, _BEHIND),
    _CAPITALS + rb"[ \t]{2}[ \t]*[^\sa-z]",
    rb"[^\sa-z][ \t]{2}[^\na-z]*%b[ \t]*\r?\n" % _CAPITALS,
)

# Names of a file's columns.
ROWS = (
    rb"(?i)[;,\t][\w \"'./-]*pass(?:word|wd|phrase|code|wort)?[\"' ]*[;,\t\r\n]",
    rb"(?i)pass(?:word|wd|phrase|code|wort)?[\"' ]*[;,\t][\w \"';,\t./-]*\r?\n",
)

# A statement of SQL that names such a column.
INSERTS = (
    rb"(?i)insert into\s[^()]*\([^()]*(?:pass|pwd|pw|token|secret|key|%b)[^()]*\)"
    rb"\s*values" % _LATIN,
)
